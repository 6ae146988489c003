"""Kills galleria again and again in the middle of likes, and counts what was acknowledged and is lost.

Each cycle starts the server on the same state, reads what it holds, sends likes without a pause, and kills it (SIGKILL)
after a number of acknowledgements that a seed fixes. What was acknowledged must be there at the next start; what was in
flight may be there or not, but nothing else may have changed.
"""
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
from pathlib import Path


class Server:
    def __init__(self, command, home):
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
            env={"PATH": os.environ["PATH"], "HOME": str(home)})
        self.buffer = b""

    def send(self, requests):
        data = b"".join(json.dumps({"jsonrpc": "2.0", **request}).encode() + b"\n" for request in requests)
        while data:
            data = data[os.write(self.process.stdin.fileno(), data):]

    def lines(self):
        """The whole lines that come next; none when the output has ended."""
        while b"\n" not in self.buffer:
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                return []
            self.buffer += data
        *lines, self.buffer = self.buffer.split(b"\n")
        return [json.loads(line) for line in lines]

    def products(self):
        """Every product's sku, with whether it is liked."""
        liked, cursor = {}, None
        while True:
            self.send([{"id": 0, "method": "catalog.list", "params": {
                "pageSize": 100, **({"cursor": cursor} if cursor else {})}}])
            result = self.lines()[0]["result"]
            liked.update({item["sku"]: item["liked"] for item in result["items"]})
            cursor = result["nextCursor"]
            if cursor is None:
                return liked


def integrity(home):
    """What SQLite says of a copy of the state: looking at the state itself would mend it before its owner does."""
    with tempfile.TemporaryDirectory() as copy:
        for file in home.rglob("state.db*"):
            shutil.copy(file, copy)
        connection = sqlite3.connect((Path(copy) / "state.db").as_uri() + "?mode=rw", uri=True)
        try:
            return connection.execute("PRAGMA integrity_check").fetchone()[0]
        finally:
            connection.close()


def durability(command, cycles, likes, seed, say=print):
    """Kills the server `cycles` times, after about `likes` acknowledgements in all. Gives the report."""
    home = Path(tempfile.mkdtemp(prefix="galleria-durability-"))
    randomness = random.Random(seed)
    truth, open_values = {}, {}
    acknowledged, lost, changed, broken, starts = 0, 0, 0, 0, []
    begin = time.perf_counter()
    for cycle in range(cycles + 1):
        server = Server(command, home)
        now = server.products()
        starts.append(time.perf_counter() - server.begin)
        for sku, value in now.items():
            allowed = {truth.get(sku, False)} | open_values.get(sku, set())
            if value not in allowed:
                if sku in truth:
                    lost += 1
                else:
                    changed += 1
        truth = now
        if cycle == cycles:
            server.process.stdin.close()
            server.process.wait()
            break
        open_values = {}
        target = max(1, round(randomness.expovariate(cycles / likes)))
        skus, sent, done, waiting = list(now), 0, 0, {}
        while done < target:
            batch = []
            while len(waiting) < 64:
                sent += 1
                sku, value = randomness.choice(skus), randomness.random() < 0.5
                waiting[sent] = (sku, value)
                batch.append({"id": sent, "method": "catalog.like", "params": {"sku": sku, "liked": value}})
            server.send(batch)
            for answer in server.lines():
                sku, value = waiting.pop(answer["id"])
                assert answer["result"]["liked"] is value
                truth[sku] = value
                done += 1
        server.process.kill()
        # What was answered before the kill, and was not read yet, is acknowledged as well.
        while lines := server.lines():
            for answer in lines:
                sku, value = waiting.pop(answer["id"])
                truth[sku] = value
                done += 1
        server.process.wait()
        acknowledged += done
        # Likes of one product are committed in the order of their requests: those still waiting came later.
        for sku, value in waiting.values():
            open_values.setdefault(sku, set()).add(value)
        broken += integrity(home) != "ok"
        if (cycle + 1) % max(1, cycles // 20) == 0:
            say(f"{time.perf_counter() - begin:5.0f} s  {cycle + 1} kills, {acknowledged:,} acknowledged, {lost} lost")
    starts.sort()
    shutil.rmtree(home)
    return {
        "kills": cycles, "acknowledged": acknowledged, "lost": lost, "changed": changed, "integrityFailures": broken,
        "restartMs": {"median": statistics.median(starts) * 1000, "largest": starts[-1] * 1000},
        "ok": lost == changed == broken == 0 and starts[-1] <= 1,
    }


def show(report, say=print):
    say("")
    say(f"kills          {report['kills']:,}   acknowledged {report['acknowledged']:,}")
    say(f"lost           {report['lost']}   changed {report['changed']}   integrity failures {report['integrityFailures']}")
    say(f"restart        {report['restartMs']['median']:.1f} ms to the list of all products (median), "
        f"{report['restartMs']['largest']:.1f} ms (largest)")
    say("everything held" if report["ok"] else "NOT everything held")
