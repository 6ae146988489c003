"""Two galleria processes on one state, driven without a pause, while another program locks, damages, fills, removes and restores it.

Every answer must be true by truth.py, or say what is not known: an error `storage_failed`, or a `notice`. A ping is answered
within 5 ms (99 of 100) whatever is done to the state. Once the state is whole again everything works within two seconds, and
what was acknowledged and not destroyed is there: both processes are asked for every key, and a new one. A signal while the
state is locked ends a process within two seconds.

The state lies alone on a small disk in memory, in a mount namespace of this program, and its processes are nobody's: root
would be let through what is read-only.
"""
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import saboteur
import shop
from clients import HANG, KEYS, RECOVER, SKUS, Clients
from liar import LIES
from powercut import Unavailable, enter_private_mounts
from torture_report import report_of, show
from truth import LATE

DISK = "32m"
TERM_BOUND, DRAIN_BOUND = 2.0, 5.0 + 1.0


class Torture(Clients):
    """The script: a generator that yields what it waits for, while the clients go on."""

    def __init__(self, command, place, seed, seconds, say):
        super().__init__(command, place, seed)
        self.seconds, self.say = seconds, say
        self.kinds = defaultdict(lambda: {"times": 0, "failed": 0, "recoverMs": []})
        self.endings = defaultdict(list)
        self.process, self.orders = saboteur.start(place / "disk" / "galleria", seed)


    def wait(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            yield

    def until(self, condition, seconds):
        """Gives the seconds that it took, or None."""
        begin = time.monotonic()
        while not condition():
            if time.monotonic() - begin > seconds:
                return None
            yield
        return time.monotonic() - begin

    def order(self, name, hold=0.0):
        """Tells the saboteur; gives (what came of it, when the act began, when it ended or why it failed)."""
        self.orders.send((name, hold))
        return (yield from self.reply())

    def reply(self):
        while not self.orders.poll():
            yield
        _, outcome, begin, end = self.orders.recv()
        return outcome, begin, end

    def new_process(self, when):
        """Asks a new process for every key. Gives what it shows; what it says it can't know is None."""
        peer, shown = self.start("new"), {}
        self.news.append(peer)
        for key in KEYS:
            self.read(key, peer, then=lambda value, key=key: shown.__setitem__(key, value), process="new")
        took = yield from self.until(lambda: len(shown) == len(KEYS) or peer.ended, HANG)
        if took is None or peer.ended:
            self.note(f"a new process {'ended' if peer.ended else 'does not answer'}", when=when, stderr=self.errors())
        self.news.remove(peer)
        peer.end()
        return shown

    def end_one(self, kind):
        """Ends one process, as a client, a user or a crash does, and starts it again while the state is as it is."""
        name, way = self.random.choice(list(self.peers)), self.random.choice(["SIGTERM", "SIGTERM", "SIGKILL", "end of input"])
        peer = self.peers[name]
        # A write that waits for the lock.
        for key in KEYS:
            if key not in self.busy and key[0] in ("like", "memo"):
                self.write(key, peer)
                break
        peer.expected = True
        begin = time.monotonic()
        if way == "end of input":
            yield from self.until(lambda: not peer.queue, HANG)
            peer.process.stdin.close()
        else:
            peer.process.send_signal(signal.SIGTERM if way == "SIGTERM" else signal.SIGKILL)
        bound = DRAIN_BOUND if way == "end of input" else TERM_BOUND
        yield from self.until(lambda: peer.process.poll() is not None, HANG + 4)
        took, status = time.monotonic() - begin, peer.process.poll()
        self.endings[way].append(took)
        if took > bound:
            self.note(f"{way}: the end takes {took:.2f} s", state=kind)
        if status not in {"SIGTERM": (0, 143, -15), "SIGKILL": (-9,), "end of input": (0,)}[way]:
            self.note(f"{way}: status {status}", stderr=self.errors())
        yield from self.until(lambda: peer.ended, 1)
        self.lay_down(peer)
        self.open(name)

    def verify(self, when):
        """Asks all processes for every key once nothing is written, and goes on from what they agree on."""
        self.idle = True
        yield from self.until(lambda: not any(peer.asked for peer in self.peers.values()), HANG)
        yield from self.wait(LATE)
        shown = {name: {} for name in self.peers}
        for name, peer in self.peers.items():
            for key in KEYS:
                self.read(key, peer, then=lambda value, key=key, name=name: shown[name].__setitem__(key, value))
        yield from self.until(lambda: all(len(one) == len(KEYS) for one in shown.values()), HANG)
        shown["new"] = yield from self.new_process(when)
        for key in KEYS:
            told = {name: one.get(key) for name, one in shown.items()}
            if len(set(told.values())) > 1:
                self.note("processes disagree", key=key, shown=told, when=when)
        for name, peer in self.peers.items():
            if peer.screen and (peer.shown[0] != shown["new"].get(KEYS[0]) or peer.shown[2] is not None):
                self.note("an open screen shows something else", process=name, screen=peer.shown, state=shown["new"].get(KEYS[0]))
        now = time.monotonic()
        self.truth.found({key: shop.EMPTY[key[0]] if value is None else value for key, value in shown["new"].items()}, now)
        self.busy.clear()
        self.idle = False

    def works(self):
        """Whether both processes acknowledge a write: asked again and again until they do."""
        done = {}

        def attempt(name):
            peer = self.peers[name]
            if self.idle:
                return
            if peer.expected or peer.ended:
                return self.agenda.append((time.monotonic() + 0.05, lambda: attempt(name)))
            key = next((key for key in KEYS if key[0] in ("like", "memo") and key not in self.busy), None)
            if key is None:
                return self.agenda.append((time.monotonic() + 0.02, lambda: attempt(name)))
            self.write(key, peer, then=lambda is_done: done.__setitem__(name, time.monotonic()) if is_done
                       else self.agenda.append((time.monotonic() + 0.02, lambda: attempt(name))))
        for name in self.peers:
            attempt(name)
        return done

    def episode(self, kind):
        facts, truth = self.kinds[kind], self.truth
        yield from self.wait(self.random.uniform(1.0, 1.5))
        floors = truth.begin_copy()
        outcome, _, reason = yield from self.order("copy")
        if outcome == "failed":
            self.note("a whole state can't be copied", reason=reason)
            return
        copy = truth.end_copy(floors)
        yield from self.wait(self.random.uniform(0.1, 0.4))
        self.kind = kind
        truth.sabotage = [time.monotonic(), float("inf")]
        hold = self.random.choice([0.3, 1, 3, 6]) if kind in saboteur.HARMLESS else 0
        outcome, begin, end = yield from self.order(kind, hold)
        if outcome == "failed":
            facts["failed"] += 1
            facts["reason"] = end
        else:
            facts["times"] += 1
            if kind not in saboteur.HARMLESS:
                truth.destroy(begin, end, kind in saboteur.REPLACING)
                hold = self.random.uniform(0.3, 2)
            since = time.monotonic()
            # Without the disk a new process can't know that there ever was a state.
            if kind != "disk away" and self.random.random() < 0.6:
                yield from self.wait(min(0.2, hold / 2))
                yield from self.new_process(f"during {kind}")
            if self.random.random() < (0.6 if "lock" in kind else 0.3):
                yield from self.end_one(kind)
            if kind in saboteur.HARMLESS:
                _, _, end = yield from self.reply()
            else:
                yield from self.wait(since + hold - time.monotonic())
                if kind in saboteur.REPLACING:
                    # What was acknowledged since must be in the file that is about to be replaced.
                    self.idle = True
                    yield from self.until(lambda: not self.busy, HANG)
                    yield from self.new_process(f"at the end of {kind}")
                    self.idle = False
                outcome, begin, end = yield from self.order("restore")
                if outcome == "failed":
                    self.note("the copy can't be put back", reason=end)
                truth.restore(copy, begin, end)
        truth.sabotage[1] = end if outcome != "failed" else time.monotonic()
        done = self.works()
        yield from self.until(lambda: len(done) == len(self.peers), HANG)
        took = max(done.values()) - truth.sabotage[1] if len(done) == len(self.peers) else float("inf")
        facts["recoverMs"].append(took * 1000)
        if took > RECOVER:
            self.note(f"{kind}: works again after {took:.2f} s")
        self.kind = "recovery"
        yield from self.wait(truth.sabotage[1] + RECOVER - time.monotonic())
        yield from self.verify(f"after {kind}")
        self.kind = "quiet"

    def script(self):
        for name in ("a", "b"):
            self.open(name)
        yield from self.until(lambda: all(peer.screen for peer in self.peers.values()), HANG)
        yield from self.wait(0.5)
        last, kinds = 0.0, []
        while time.monotonic() - self.begin < self.seconds:
            # Each kind once in a random order, then again.
            if not kinds:
                kinds = saboteur.HARMLESS + saboteur.REPLACING + saboteur.DAMAGING
                self.random.shuffle(kinds)
            kind = kinds.pop()
            before = self.counts["wrong"]
            yield from self.episode(kind)
            at = time.monotonic() - self.begin
            if self.counts["wrong"] > before or at - last > 30:
                last = at
                self.say(f"{at:5.0f} s  {kind}: {self.counts['wrong'] - before} wrong, "
                         f"{self.counts['answers']:,} answers in all, {self.counts['acknowledged']:,} writes acknowledged")
        yield from self.verify("at the end")
        for name, peer in self.peers.items():
            peer.expected = True
            peer.process.send_signal(signal.SIGTERM)
            took = yield from self.until(lambda: peer.process.poll() is not None, HANG)
            self.endings["SIGTERM"].append(took or HANG)
            self.lay_down(peer)

    def run(self):
        self.begin = time.monotonic()
        self.truth.found({key: shop.EMPTY[key[0]] for key in KEYS}, self.begin)
        try:
            for _ in self.script():
                self.turn()
        finally:
            for peer in [*self.peers.values(), *self.news, self.control]:
                peer.end()
            self.process.kill()
        return report_of(self)


def seeded(command, seconds, seed, say=print):
    """Puts a program that lies between, of each kind one, for so long each. Gives the report: was each found?"""
    faults = []
    for lie, what in LIES.items():
        report = torture(command, seconds, seed, lambda line: None, lie)
        found = not (report["pingP99Ms"] < 5 if lie == "restless" else not report["wrong"])
        faults.append({"fault": lie, "what": what, "seeded": 1, "found": int(found)})
        say(f"{lie}: {what}: {'found' if found else 'NOT found'}: {[fault['what'] for fault in report['faults']]}")
    return {"faults": faults, "ok": all(fault["found"] for fault in faults)}


def torture(command, seconds, seed, say=print, lie=None):
    """Drives two processes for so long. Gives the report."""
    place = Path(tempfile.mkdtemp(prefix="galleria-torture-"))
    try:
        try:
            enter_private_mounts()
            subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "galleria-torture", place], check=True, capture_output=True, text=True)
            (place / "disk").mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=700,uid={saboteur.USER},gid={saboteur.USER}",
                            "galleria-torture", place / "disk"], check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"the torture needs root and mounts: {getattr(error, 'stderr', None) or error}") from error
        for name in ("home", "disk/copies"):
            (place / name).mkdir(mode=0o700)
            os.chown(place / name, saboteur.USER, saboteur.USER)
        # Where nobody can run it, whoever may read the place it was built in.
        program = shutil.copy(command[0], place / "galleria")
        os.chmod(program, 0o755)
        between = []
        if lie:
            # Any Python that nobody may run.
            between = ["/usr/bin/python3", str(shutil.copy(Path(__file__).parent / "liar.py", place)), lie]
            os.chmod(between[1], 0o644)
        # The clients' own delays must not look like the server's.
        os.nice(-10)
        state = place / "disk" / "galleria" / "state.db"
        return Torture([*between, program, *command[1:], "--set", f"state.path={state}"], place, seed, seconds, say).run()
    finally:
        subprocess.run(["umount", "--recursive", "--lazy", place], capture_output=True)
        place.rmdir()
