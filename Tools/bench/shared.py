"""A state on a PostgreSQL server, shared by processes: durable likes a second, and how soon another process knows.

Likes: 64 writers, all of one process and of eight, beside `pgbench` with 64 clients that runs the transaction of one like, with the
same statements in as many round trips. All change one profile, whose row is the lock of writers; a process makes its waiting
likes in one transaction. In turns, each with the server to itself, on all cores.

Told: a process has the catalogue open as a screen; another one likes. From the answer to the like to the screen's change.
"""
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import likes
import table
from server import Server

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/EndToEndTests/SharedState"))

from cluster import Cluster  # noqa: E402

SECONDS, ROUNDS, WRITERS, TOLD = 3, 5, 64, 400
# In milliseconds, 99 of 100.
BOUND = 50

# One like, as galleria commits it: two round trips. The version is computed in the statements, which galleria knows by the lock's.
TRANSACTION = r"""
\set sku random(1, 128)
\set liked random(0, 1)
\startpipeline
BEGIN;
SELECT version FROM galleria.clock WHERE profile = 'bench' FOR UPDATE;
SELECT c.version, c.epoch::text, s.origin, s.namespace, s.key, s.value FROM galleria.clock c
    LEFT JOIN galleria.state s ON s.profile = c.profile AND s.version > c.version WHERE c.profile = 'bench' ORDER BY s.version;
\endpipeline
\startpipeline
INSERT INTO galleria.state (profile, origin, namespace, key, value, version)
    SELECT 'bench', 'sample', 'products.likes', convert_to('sku' || :sku, 'UTF8'), convert_to(:liked::text, 'UTF8'), version + 1
    FROM galleria.clock WHERE profile = 'bench'
    ON CONFLICT (profile, origin, namespace, key) DO UPDATE
    SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at;
INSERT INTO galleria.commit (profile, version, id)
    SELECT 'bench', version + 1, gen_random_uuid() FROM galleria.clock WHERE profile = 'bench';
UPDATE galleria.clock SET version = version + 1 WHERE profile = 'bench';
SELECT pg_notify('galleria_state', (SELECT version FROM galleria.clock WHERE profile = 'bench') || ' bench');
COMMIT;
\endpipeline
"""


def command(galleria, cluster, profile):
    return [*galleria, "--environment", "sample", "--set", f"state.url={cluster.url()}", "--set", f"state.profile={profile}"]


class Writer:
    """A process with so many likes in flight, each of a product that no other process likes."""

    def __init__(self, galleria, cluster, home, profile, skus, window):
        self.server = Server(command(galleria, cluster, profile), home)
        self.lines = [json.dumps({"jsonrpc": "2.0", "id": number, "method": "catalog.like", "params": {
            "skus": [sku], "liked": liked}}).encode() + b"\n" for number, (liked, sku) in enumerate(
                (liked, sku) for liked in (True, False) for sku in skus)]
        self.sent, self.answered, self.window = 0, 0, window

    def send(self, count):
        self.server.write(b"".join(self.lines[number % len(self.lines)] for number in range(self.sent, self.sent + count)))
        self.sent += count

    def take(self):
        data = self.server.read()
        self.server.buffer.clear()
        if not data or b'"error"' in data:
            raise SystemExit(f"Tools/bench/run shared: {data[:300].decode(errors='replace')}")
        count = data.count(b"\n")
        self.answered += count
        return count


def rate(galleria, cluster, home, profile, processes):
    """Acknowledged likes a second of 64 writers over so many processes."""
    skus = likes.skus()
    writers = [Writer(galleria, cluster, home, profile, skus[number::processes], WRITERS // processes)
               for number in range(processes)]
    try:
        # Each is connected, and the schema there, before the time begins.
        for writer in writers:
            writer.send(1)
            while not writer.take():
                pass
            writer.answered = 0
        by_descriptor = {writer.server.output: writer for writer in writers}
        for writer in writers:
            writer.send(writer.window)
        begin = time.perf_counter()
        while (now := time.perf_counter()) < begin + SECONDS:
            for descriptor in select.select(list(by_descriptor), [], [], begin + SECONDS - now)[0]:
                writer = by_descriptor[descriptor]
                if count := writer.take():
                    writer.send(count)
        return sum(writer.answered for writer in writers) / (time.perf_counter() - begin)
    finally:
        for writer in writers:
            writer.server.__exit__()


def pgbench(cluster, folder):
    """Transactions a second of 64 clients."""
    script = Path(folder) / "like.sql"
    script.write_text(TRANSACTION)
    done = subprocess.run(
        [cluster.programs / "pgbench", "-n", "-M", "prepared", "-c", str(WRITERS), "-j", "1", "-T", str(SECONDS), "-f", script,
         cluster.url()], capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if line.startswith("tps = ")]
    if done.returncode != 0 or not lines:
        raise SystemExit(f"Tools/bench/run shared: pgbench: {done.stderr[-500:]}")
    return float(lines[0].split()[2])


def told(galleria, cluster, home):
    """Milliseconds from the answer to a like to the change of another process's screen; 0 where the change came first."""
    sku = likes.skus()[0]
    with Server(command(galleria, cluster, "told"), home) as watching, Server(command(galleria, cluster, "told"), home) as writing:
        def ask(server, method, params):
            server.send([{"id": 1, "method": method, "params": params}])
            while True:
                for answer in server.answers():
                    if answer.get("id") == 1:
                        return answer["result"]

        ask(writing, "catalog.like", {"skus": [sku], "liked": False})
        ask(watching, "screen.open", {"route": f"galleria://product/{sku}"})
        is_liked, times = None, []
        # What is shown at last, before anything is measured.
        deadline = time.perf_counter() + 5
        while time.perf_counter() < deadline and is_liked is not False:
            is_liked = shown(watching, is_liked, 0.1)
        for number in range(TOLD):
            wanted = number % 2 == 0
            ask(writing, "catalog.like", {"skus": [sku], "liked": wanted})
            begin = time.perf_counter()
            is_liked = shown(watching, is_liked, 0)
            while is_liked is not wanted:
                if time.perf_counter() - begin > 10:
                    raise SystemExit("Tools/bench/run shared: another process was not told")
                is_liked = shown(watching, is_liked, 1)
            times.append((time.perf_counter() - begin) * 1000)
        return times


def shown(server, before, seconds):
    """Whether the open product is shown as liked, by what came within so many seconds."""
    if select.select([server.output], [], [], seconds)[0]:
        for message in server.answers():
            items = message.get("params", {}).get("state", {})
            items = items.get("items") or [items]
            if "liked" in items[0]:
                before = items[0]["liked"]
    return before


def report(machine, servers, rounds, say):
    galleria = servers["galleria"].command
    rates = {"one process": [], "eight processes": [], "pgbench": []}
    # On a disk: a folder for temporary files may be memory, where a commit waits for nothing.
    with Cluster(settings=["shared_buffers = '128MB'"]) as cluster, tempfile.TemporaryDirectory(prefix="galleria-bench-") as home:
        os.sched_setaffinity(0, range(os.cpu_count()))
        # Makes the schema and the profile.
        rate(galleria, cluster, Path(home), "bench", 1)
        for number in range(rounds):
            say(f"shared: round {number + 1}")
            rates["one process"].append(rate(galleria, cluster, Path(home), "bench", 1))
            rates["pgbench"].append(pgbench(cluster, home))
            rates["eight processes"].append(rate(galleria, cluster, Path(home), "bench", 8))
        say("shared: another process is told")
        times = sorted(told(galleria, cluster, Path(home)))
        version = cluster.sql("SHOW server_version")
    share = sum(value <= BOUND for value in times) / len(times)
    figures = {name: {"median": table.median(values), "values": values} for name, values in rates.items()}
    return {
        "part": "shared", "rounds": rounds, "versions": {"PostgreSQL": version},
        "figures": {"likes": figures, "told": {"count": len(times), "p50": times[len(times) // 2],
                                              "p99": times[int(len(times) * 0.99)], "most": times[-1], "within": share}},
        "values": {
            "shared-likes-1": table.ratios(rates["one process"], rates["pgbench"]),
            "shared-likes-8": table.ratios(rates["eight processes"], rates["pgbench"]),
            "shared-told": [times[int(len(times) * 0.99)]],
        },
        "tables": [
            [["durable likes a second, 64 writers on one server", "median", "least–most"],
             *([name, table.number(table.median(values)), table.spread(values)] for name, values in rates.items())],
            [["a like is on another process's open screen, ms", "p50", "p99", "most"],
             [f"{len(times)} likes", table.number(times[len(times) // 2]), table.number(times[int(len(times) * 0.99)]),
              table.number(times[-1])]],
        ],
        "chart": [
            ("durable likes, 64 writers", "a second", [(name, table.median(values)) for name, values in rates.items()]),
            ("told to another process", "ms", [("p50", times[len(times) // 2]), ("p99", times[int(len(times) * 0.99)])])],
    }
