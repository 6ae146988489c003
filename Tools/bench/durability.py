"""Kills galleria again and again in the middle of likes, and counts what was acknowledged and is lost.

Each cycle starts the server on the same state, reads what it holds, sends likes without a pause, and kills it (SIGKILL)
at a moment that a seed fixes. What was acknowledged must be there at the next start; what was in flight may be there or
not, but nothing else may have changed.
"""
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from server import Server

WINDOW = 64


class Ledger:
    """What was acknowledged, what may be there or not, and how the next start compares."""

    def __init__(self):
        self.found = {}  # sku → what the last start gave
        self.promised = {}  # sku → (id, value) of the latest like that is acknowledged since
        self.waiting = {}  # id → (sku, value) that is not acknowledged
        self.acknowledged, self.lost, self.changed = 0, 0, 0
        self.interrupted = 0  # ends that met likes in flight

    def compare(self, now):
        self.interrupted += bool(self.waiting)
        open_values = {}
        # Likes of one product are committed in the order of their requests, in which their ids grow: one that waits
        # and is older than one that is acknowledged was overwritten by it.
        for identifier, (sku, value) in self.waiting.items():
            if identifier > self.promised.get(sku, (0, None))[0]:
                open_values.setdefault(sku, set()).add(value)
        for sku, value in now.items():
            due = self.promised[sku][1] if sku in self.promised else self.found.get(sku, False)
            if value != due and value not in open_values.get(sku, ()):
                if sku in self.promised:
                    self.lost += 1
                else:
                    self.changed += 1
        self.found, self.promised, self.waiting = now, {}, {}

    def take(self, answers):
        for answer in answers:
            sku, value = self.waiting.pop(answer["id"])
            if answer.get("result", {}).get("liked") is not value:
                raise SystemExit(f"a like of {sku} as {value} is answered {answer}")
            # The answers of calls that run side by side come in any order.
            self.promised[sku] = max((answer["id"], value), self.promised.get(sku, (0, None)))
            self.acknowledged += 1

    def drive(self, server, randomness, count):
        """Likes without a pause, until so many more are acknowledged; others are in flight then.

        Gives the seconds in which the last answers came.
        """
        skus, sent, target, seconds = list(self.found), 0, self.acknowledged + count, 0.0
        while True:
            batch = []
            while len(self.waiting) < WINDOW:
                sent += 1
                sku, value = randomness.choice(skus), randomness.random() < 0.5
                self.waiting[sent] = (sku, value)
                batch.append({"id": sent, "method": "catalog.like", "params": {"sku": sku, "liked": value}})
            server.send(batch)
            if self.acknowledged >= target:
                return seconds
            begin = time.perf_counter()
            answers = server.answers()
            if not answers:
                raise SystemExit("the server ended by itself")
            seconds = time.perf_counter() - begin
            self.take(answers)


def products(server):
    """Every product's sku, with whether it is liked."""
    liked, cursor = {}, None
    while True:
        server.send([{"id": 0, "method": "catalog.list", "params": {
            "pageSize": 100, **({"cursor": cursor} if cursor else {})}}])
        result = server.answers()[0]["result"]
        liked.update({item["sku"]: item["liked"] for item in result["items"]})
        cursor = result["nextCursor"]
        if cursor is None:
            return liked


def integrity(home):
    """What SQLite says of a copy of the state: looking at the state itself would mend it before its owner does."""
    with tempfile.TemporaryDirectory() as copy:
        for file in home.rglob("state.db*"):
            shutil.copy(file, copy)
        try:
            connection = sqlite3.connect((Path(copy) / "state.db").as_uri() + "?mode=rw", uri=True)
            try:
                return connection.execute("PRAGMA integrity_check").fetchone()[0]
            finally:
                connection.close()
        except sqlite3.Error as error:
            return str(error)


def kill(server):
    """Ends the server as kill -9 does. Gives what it had answered before and nobody had read."""
    server.process.kill()
    server.process.wait()
    return server.written()


def crashes(command, home, count, likes, seed, crash, say):
    """Ends the server `count` times by `crash(server)`, which gives the answers that were written before.

    About `likes` acknowledgements in all. Gives the part of the report that does not depend on how it ends.
    """
    # Two, so that the moments are the same however many likes it takes to get there.
    moments, choices, ledger = random.Random(seed), random.Random(seed), Ledger()
    broken, starts, begin = 0, [], time.perf_counter()
    for cycle in range(count + 1):
        with Server(command, home) as server:
            now = products(server)
            starts.append(time.perf_counter() - server.begin)
            ledger.compare(now)
            if cycle == count:
                server.close()
                break
            seconds = ledger.drive(server, choices, max(1, round(moments.expovariate(count / likes))))
            # Anywhere between the requests and their answers: in each step of a commit.
            time.sleep(moments.random() * seconds)
            # What was answered before the end, and was not read yet, is acknowledged as well.
            ledger.take(crash(server))
        broken += integrity(home) != "ok"
        if (cycle + 1) % max(1, count // 20) == 0:
            say(f"{time.perf_counter() - begin:5.0f} s  {cycle + 1} of {count}, "
                f"{ledger.acknowledged:,} acknowledged, {ledger.lost} lost")
    return {
        "acknowledged": ledger.acknowledged, "lost": ledger.lost, "changed": ledger.changed,
        "interrupted": ledger.interrupted, "integrityFailures": broken,
        "restartMs": {"median": statistics.median(starts) * 1000, "largest": max(starts) * 1000},
        "ok": ledger.lost == ledger.changed == broken == 0 and max(starts) <= 1,
    }


def durability(command, kills, likes, seed, say=print):
    """Kills the server `kills` times. Gives the report."""
    with tempfile.TemporaryDirectory(prefix="galleria-durability-") as home:
        return {"kills": kills, **crashes(command, Path(home), kills, likes, seed, kill, say)}


def show(report, say=print):
    say("")
    kind = "power cuts" if "powerCuts" in report else "kills"
    say(f"{kind:<15}{report.get('powerCuts', report.get('kills')):,}   acknowledged {report['acknowledged']:,}   "
        f"with likes in flight {report['interrupted']:,}")
    say(f"lost           {report['lost']}   changed {report['changed']}   integrity failures {report['integrityFailures']}")
    say(f"restart        {report['restartMs']['median']:.1f} ms to the list of all products (median), "
        f"{report['restartMs']['largest']:.1f} ms (largest)")
    if control := report.get("control"):
        say(f"control        {control['lost']:,} of {control['commits']:,} commits without a sync are lost, "
            f"in {control['cuts']} of {report['powerCuts']} cuts")
    say("everything held" if report["ok"] else "NOT everything held")
