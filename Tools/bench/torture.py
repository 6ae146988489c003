"""Two galleria processes on one state, driven without a pause, while another program locks, damages, fills, removes and restores it.

Every answer must be true by truth.py, or say what is not known: an error `storage_failed`, or a `notice`. A ping is answered
within 5 ms (99 of 100) whatever is done to the state. Once the state is whole again everything works within two seconds, and
what was acknowledged and not destroyed is there: both processes are asked for every key, and a new one. A signal while the
state is locked ends a process within two seconds.

The state lies alone on a small disk in memory, in a mount namespace of this program, and its processes are nobody's: root
would be let through what is read-only.
"""
import collections
import json
import os
import random
import select
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import saboteur
import shop
from peer import Peer
from powercut import Unavailable, enter_private_mounts
from truth import LATE, Truth

DISK = "32m"
SKUS = ["BL204DR17KLM", "NO390TO44MSA", "MA088JW39PEJ", "SO472JW55HXX"]
BOOKS = ["9781617294136", "9788962800401", "9781839010606", "9781802728101"]
FRIENDS = ["001", "002", "401", "402"]
KEYS = ([("like", sku) for sku in SKUS] + [("memo", book) for book in BOOKS] + [("bag", sku) for sku in SKUS[:2]]
        + [("answer", fid) for fid in FRIENDS])
PING, CALL = 0.005, 0.004  # seconds between those of one process
FOLLOW, RECOVER, HANG = 0.05, 2.0, 12.0
PING_BOUND, TERM_BOUND, DRAIN_BOUND = 0.005, 2.0, 5.0 + 1.0


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else None


class Torture:
    def __init__(self, command, place, seed, seconds, say):
        self.command, self.place, self.say = command, place, say
        self.random, self.seconds = random.Random(seed), seconds
        self.truth, self.busy = Truth(), set()
        self.wrong, self.counts, self.faults = [], collections.Counter(), collections.Counter()
        self.kinds = collections.defaultdict(lambda: {"times": 0, "failed": 0, "recoverMs": []})
        self.pings = collections.defaultdict(list)  # kind → latencies; "machine" is the control's
        self.follows = {"read": [], "screen": [], "resource": []}  # seconds; a read has 0 or infinity
        self.endings = collections.defaultdict(list)
        self.kind, self.memo, self.idle, self.agenda = "quiet", 0, False, []
        self.peers, self.news = {}, []
        self.log = open(place / "stderr", "wb")
        self.control = Peer("machine", ["cat"], self.log)
        self.process, self.orders = saboteur.start(place / "disk" / "galleria", seed)

    # What is found.

    def note(self, what, **facts):
        self.counts["wrong"] += 1
        self.faults[self.kind, what] += 1
        if self.faults[self.kind, what] <= 5:
            self.wrong.append({"at": round(time.monotonic() - self.begin, 3), "during": self.kind, "what": what,
                               **{name: str(fact)[:400] for name, fact in facts.items()}})

    def excused(self, asked, now):
        """Whether the state was tampered with while a request waited, or so shortly before that it may still show."""
        begin, end = self.truth.sabotage
        return asked <= end + RECOVER and now >= begin

    # The processes.

    def start(self, name):
        peer = Peer(name, self.command, self.log, user=saboteur.USER, group=saboteur.USER, extra_groups=[],
                    env={"PATH": os.environ["PATH"], "HOME": str(self.place / "home")}, cwd=self.place / "home")
        peer.screen, peer.shown, peer.expected_by, peer.forgets = None, (None, 0.0, None), [], None
        peer.notified = lambda method, params, now: self.notified(peer, method, params, now)
        return peer

    def open(self, name):
        self.peers[name] = peer = self.start(name)
        peer.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "torture", "version": "1"}}, self.good)
        peer.put({"jsonrpc": "2.0", "method": "notifications/initialized"})

        def opened(message, now, asked):
            if "result" in message:
                peer.screen = message["result"]["screen"]
            else:
                self.note("screen.open fails", answer=message)
        peer.ask("screen.open", {"route": f"galleria://product/{SKUS[0]}"}, opened)
        def friends(message, now, asked):
            if "forgetAnswers" in [action["name"] for action in message.get("result", {}).get("actions", ())]:
                peer.forgets = message["result"]["screen"]
        peer.ask("screen.open", {"route": f"galleria://friends?scenario={shop.FRIENDS}"}, friends)
        peer.ask("resources/subscribe", {"uri": f"galleria://product/{SKUS[1]}"}, self.good)
        return peer

    def good(self, message, now, asked):
        if "result" not in message:
            self.note("refused", answer=message)

    def notified(self, peer, method, params, now):
        if method == "screen.changed" and params["screen"] == peer.screen:
            state = params["state"]
            peer.shown = (state.get("liked") or False, now, shop.notice(state))
            self.met(peer, "screen", lambda version: peer.shown[0] in version.values, now)
        elif method == "notifications/resources/updated":
            self.met(peer, "resource", lambda version: True, now)

    def met(self, peer, way, is_it, now):
        for expectation in [one for one in peer.expected_by if one[0] == way and is_it(one[1])]:
            peer.expected_by.remove(expectation)
            self.follows[way].append(max(0.0, now - expectation[2]))

    def expect(self, key, version, now):
        """What the other process must show soon, while nobody tampers with the state."""
        for peer in self.peers.values():
            if peer is version.by:
                continue
            if key == KEYS[0] and peer.screen:
                if peer.shown[0] in version.values and peer.shown[1] >= version.sent:
                    self.follows["screen"].append(0.0)
                else:
                    peer.expected_by.append(("screen", version, now))
            elif key == KEYS[1]:
                peer.expected_by.append(("resource", version, now))
            if self.random.random() < 0.3:
                self.agenda.append((now + FOLLOW, lambda peer=peer: self.read(key, peer, version)))

    # Reads and writes.

    def answered(self, message, asked, now, what):
        """The result, or None for an error that is allowed."""
        self.counts["answers"] += 1
        if "result" in message:
            if shop.notice(message["result"]) is not None:
                self.counts["notices"] += 1
                if not self.excused(asked, now):
                    self.note("a notice, and nobody tampers with the state", asked=what, answer=message)
            return message["result"]
        code = message["error"].get("data", {}).get("code")
        self.counts[f"error {code}"] += 1
        if code not in ("storage_failed", "cancelled") or not self.excused(asked, now):
            self.note("an error" if self.excused(asked, now) else "an error, and nobody tampers with the state",
                      asked=what, answer=message)
        return None

    def read(self, key, peer, follows=None, then=None, process=None):
        if peer.ended or peer.expected:
            return

        def take(message, now, asked):
            result = self.answered(message, asked, now, key)
            value = None if result is None else shop.shown(key, result)
            if result is not None and shop.notice(result) is None:
                self.judge(key, value, process or peer, asked, now, shop.read(key)[0])
                if follows and self.kind == "quiet" and follows in self.truth.versions[key]:
                    versions = self.truth.versions[key]
                    seen = any(value in version.values for version in versions[versions.index(follows):])
                    self.follows["read"].append(0.0 if seen else float("inf"))
            if then:
                then(None if result is None or shop.notice(result) is not None else value)
        peer.ask(*shop.read(key), take)

    def judge(self, key, value, process, asked, now, by):
        self.counts["reads judged"] += 1
        if not self.truth.is_true(key, value, process, asked):
            allowed = self.truth.allowed(key, process, asked)
            empty = value == shop.EMPTY[key[0]]
            self.note("silently empty" if empty else "untrue", by=by, key=key, shown=repr(value), process=getattr(process, "name", process),
                      allowed=sorted(map(repr, allowed or self.truth.ever[key])), age=f"{now - asked:.3f}")

    def value(self, key):
        """What to write next, and what the key has now; None when nothing can be."""
        present = self.truth.last(key)
        if key[0] == "memo":
            self.memo += 1
            return f"memo {self.memo}", present
        if key[0] == "like":
            return (self.random.random() < 0.5) if present is None else not present, present
        if present is None or key[0] == "answer" and present != "":
            return None
        if key[0] == "answer":
            return "accept", present
        return 0 if present >= 60 else present + self.random.randint(1, 3), present

    def write(self, key, peer, then=lambda is_done: None):
        if (change := self.value(key)) is None:
            return then(False)
        value, present = change
        self.busy.add(key)
        version = self.truth.write(key, value, peer, time.monotonic())
        began = self.truth.destroyed

        def take(message, now, asked):
            self.busy.discard(key)
            result = message.get("result")
            if result is None:
                code = message["error"].get("data", {}).get("code")
                version.refused = code != "cancelled"
                # The file was replaced meanwhile: what it held is not known.
                if code not in ("not_found", "invalid_argument") or not (began or version.unsure or self.excused(asked, now)):
                    self.answered(message, asked, now, f"write {key} {value!r}")
                return then(False)
            self.answered(message, asked, now, f"write {key} {value!r}")
            self.counts["acknowledged"] += 1
            version.acknowledged = now
            told = shop.written(key, result)
            if told != value and not self.excused(asked, now):
                self.note("the answer to a write tells another value", key=key, written=repr(value), told=repr(told))
            if self.kind == "quiet" and self.truth.destroyed is None and now > self.truth.sabotage[1] + RECOVER:
                self.expect(key, version, now)
            then(True)
        peer.ask(*shop.write(key, value, present), take)

    def forget(self, peer):
        """Takes every answer to an invitation back: one write of several keys."""
        keys = [key for key in KEYS if key[0] == "answer"]
        if not peer.forgets or self.busy.intersection(keys):
            return
        self.busy.update(keys)
        versions = [self.truth.write(key, "", peer, time.monotonic()) for key in keys]

        def take(message, now, asked):
            self.busy.difference_update(keys)
            result = self.answered(message, asked, now, "forgetAnswers")
            for version in versions:
                version.refused = result is None and message["error"].get("data", {}).get("code") != "cancelled"
                version.acknowledged = None if result is None else now
        peer.ask("screen.send", {"screen": peer.forgets, "action": "forgetAnswers"}, take)

    def look(self, peer):
        """A screen's state and a resource, beside the operations."""
        if peer.screen and self.random.random() < 0.7:
            def take(message, now, asked):
                result = self.answered(message, asked, now, "screen.state")
                if result is not None and shop.notice(result["state"]) is None and result["state"]["refresh"]["ended"] != "none":
                    self.judge(KEYS[0], result["state"].get("liked") or False, peer, asked, now, "screen.state")
            peer.ask("screen.state", {"screen": peer.screen}, take)
        else:
            peer.ask("resources/read", {"uri": f"galleria://product/{SKUS[1]}"},
                     lambda message, now, asked: self.answered(message, asked, now, "resources/read"))

    def call(self, peer):
        """One more call of a process that is not waiting for many."""
        if len(peer.asked) >= 48 or self.idle:
            return
        choice, key = self.random.random(), self.random.choice(KEYS)
        if choice < 0.5 or (choice < 0.92 and key in self.busy):
            self.read(key, peer)
        elif choice < 0.91:
            self.write(key, peer)
        elif choice < 0.92:
            self.forget(peer)
        else:
            self.look(peer)

    # The loop.

    def turn(self):
        """Moves bytes for some milliseconds at most, and asks for what is due."""
        everyone = [peer for peer in [*self.peers.values(), *self.news, self.control] if not peer.ended]
        poll, by_descriptor = select.poll(), {}
        for peer in everyone:
            poll.register(peer.output, select.POLLIN)
            by_descriptor[peer.output] = peer
            if peer.queue:
                poll.register(peer.input, select.POLLOUT)
                by_descriptor[peer.input] = peer
        lines = []
        for descriptor, events in poll.poll(1):
            peer = by_descriptor[descriptor]
            if descriptor == peer.output:
                lines += [(peer, line, now) for line, now in peer.read()]
            else:
                peer.write()
        now = time.monotonic()
        for peer in everyone:
            if now >= peer.next_ping and not peer.expected and peer not in self.news:
                peer.next_ping = now + PING
                peer.ping()
            kind = "machine" if peer is self.control else self.kind
            self.pings[kind] += [latency for _, latency in peer.latencies]
            peer.latencies.clear()
        for peer, line, when in lines:
            try:
                peer.take(line, when)
            except (ValueError, KeyError, TypeError) as error:
                self.note("a message that can't be read", error=repr(error), line=line)
        for due in [entry for entry in self.agenda if entry[0] <= now]:
            self.agenda.remove(due)
            due[1]()
        for peer in list(self.peers.values()):
            if peer.ended and not peer.expected:
                self.note("a process ended by itself", process=peer.name, status=peer.process.wait(), stderr=self.errors())
                self.lay_down(peer)
                self.open(peer.name)
            elif not peer.expected:
                if now >= peer.next_call:
                    peer.next_call = now + CALL
                    self.call(peer)
                oldest = next(iter(peer.asked.values()), None)
                ping = next(iter(peer.pings.values()), now)
                if oldest and now - oldest[1] > HANG or now - ping > HANG:
                    self.note("not answered", process=peer.name, method=oldest and oldest[2:], ping=now - ping)
                    self.lay_down(peer)
                    self.open(peer.name)
            for expectation in [one for one in peer.expected_by if now - one[2] > RECOVER]:
                peer.expected_by.remove(expectation)
                if self.kind == "quiet":
                    self.follows[expectation[0]].append(float("inf"))

    def errors(self):
        self.log.flush()
        return (self.place / "stderr").read_bytes()[-400:].decode(errors="replace")

    def lay_down(self, peer):
        """Ends a process. What it was asked to write may be there or not."""
        peer.expected = True
        peer.end()
        peer.ended = time.monotonic()
        for _, _, method, params in peer.asked.values():
            for key in KEYS:
                if key in self.busy and self.truth.versions[key][-1].by is peer:
                    self.busy.discard(key)
        self.pings[self.kind] += [peer.ended - sent for sent in peer.pings.values() if peer.ended - sent > 1]

    # The script: a generator that yields what it waits for.

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
        hold = self.random.choice([0.2, 0.5, 1, 2, 3, 6]) if kind in saboteur.HARMLESS else 0
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
        return self.report()

    def report(self):
        def within(latencies, bound):
            return sum(latency <= bound for latency in latencies) / len(latencies) if latencies else None

        pings = {kind: {"count": len(all_of), "p50Ms": statistics.median(all_of) * 1000, "p99Ms": percentile(all_of, 0.99) * 1000,
                        "largestMs": max(all_of) * 1000} for kind, all_of in self.pings.items() if all_of}
        everyone = [latency for kind, all_of in self.pings.items() if kind != "machine" for latency in all_of]
        p99 = percentile(everyone, 0.99)
        follows = {way: {"count": len(times), "within50ms": within(times, FOLLOW if way != "read" else 0),
                         "p99Ms": None if way == "read" or not times else percentile(times, 0.99) * 1000}
                   for way, times in self.follows.items()}
        follow_holds = all(one["count"] == 0 or one["within50ms"] >= 0.99 for one in follows.values())
        return {
            "seconds": time.monotonic() - self.begin, "counts": dict(self.counts), "wrong": self.counts["wrong"],
            "faults": [{"during": during, "what": what, "count": count} for (during, what), count in self.faults.most_common()],
            "examples": self.wrong, "pings": pings, "pingP99Ms": p99 * 1000, "follows": follows,
            "kinds": {kind: {**facts, "recoverMs": max(facts["recoverMs"], default=None)} for kind, facts in self.kinds.items()},
            "endings": {way: {"count": len(times), "largest": max(times)} for way, times in self.endings.items()},
            "ok": not self.counts["wrong"] and p99 < PING_BOUND and follow_holds,
        }


def torture(command, seconds, seed, say=print):
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
        # The clients' own delays must not look like the server's.
        os.nice(-10)
        state = place / "disk" / "galleria" / "state.db"
        return Torture([program, *command[1:], "--set", f"state.path={state}"], place, seed, seconds, say).run()
    finally:
        subprocess.run(["umount", "--recursive", "--lazy", place], capture_output=True)
        place.rmdir()


def show(report, say=print):
    say("")
    counts = report["counts"]
    say(f"{report['seconds']:.0f} s   answers {counts.get('answers', 0):,}   reads judged {counts.get('reads judged', 0):,}   "
        f"writes acknowledged {counts.get('acknowledged', 0):,}   notices {counts.get('notices', 0):,}   "
        f"refused {counts.get('error storage_failed', 0):,}")
    for kind, facts in report["kinds"].items():
        pings, recover = report["pings"].get(kind), facts["recoverMs"]
        say(f"{kind:<18}{facts['times']:>3} times   ping p99 {pings['p99Ms'] if pings else 0:7.2f} ms, largest "
            f"{pings['largestMs'] if pings else 0:8.2f}   works again after {recover or 0:6.0f} ms"
            + (f"   not possible {facts['failed']} times: {facts['reason']}" if facts["failed"] else ""))
    for way, one in report["follows"].items():
        share = "none" if one["within50ms"] is None else f"{one['within50ms']:.2%}"
        say(f"the other process, by {way:<9}{one['count']:>6,}   within 50 ms {share}")
    for way, one in report["endings"].items():
        say(f"{way:<18}{one['count']:>3} times   largest {one['largest']:.2f} s")
    say(f"ping p99 {report['pingP99Ms']:.2f} ms   (the machine's own, by cat: {report['pings']['machine']['p99Ms']:.2f} ms)")
    for fault in report["faults"]:
        say(f"wrong, {fault['during']}: {fault['what']}: {fault['count']}")
        for example in report["examples"]:
            if (example["during"], example["what"]) == (fault["during"], fault["what"]):
                say(f"    {json.dumps(example, ensure_ascii=False)}")
                break
    say("everything held" if report["ok"] else f"NOT everything held: {report['wrong']} wrong")
