"""Many processes on one server: each makes changes of its own at once with all others, and each comes to know all of them.

    Tools/shared-state fleet [--processes N] [--galleria FILE]

Told at the end: seconds until every change was made, and until every process knew all of them; changes that were refused and made again,
of which there should be none: a server that hundreds connect to at once may not answer a connection in its time, and a write waits through
that; the server's connections; memory of one process.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster import Cluster, end_by_signals


class Member:
    """One process, asked line by line."""

    def __init__(self, galleria, url, home):
        self.process = subprocess.Popen(
            [galleria, "serve", "--environment", "sample", "--log-level", "error", "--set", f"state.url={url}",
             "--set", "state.timeout=60s"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=home))

    def send(self, method, params):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()

    def take(self):
        """The result; None where it may be asked for again."""
        answer = json.loads(self.process.stdout.readline())
        if answer.get("error", {}).get("data", {}).get("retryable"):
            return None
        if "result" not in answer:
            raise SystemExit(f"a call failed: {answer}")
        return answer["result"]

    def ask(self, method, params):
        self.send(method, params)
        answer = self.take()
        if answer is None:
            raise SystemExit(f"{method} failed")
        return answer

    def resident(self):
        """Kilobytes in memory that are this process's own."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def likes(member):
    return member.ask("catalog.list", {"liked": True, "limit": 1})["total"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=200)
    parser.add_argument("--galleria", required=True)
    options = parser.parse_args()
    end_by_signals()
    with Cluster([f"max_connections = {2 * options.processes + 20}"]) as cluster, tempfile.TemporaryDirectory() as home:
        url = cluster.url()
        subprocess.run([options.galleria, "state", "init", "--set", f"state.url={url}"], check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, HOME=home))
        members = [Member(options.galleria, url, home) for _ in range(options.processes)]
        skus, cursor = [], {}
        while len(skus) < options.processes:
            page = members[0].ask("catalog.list", {"limit": 100, **cursor})
            skus += [item["sku"] for item in page["items"]]
            if "nextCursor" not in page:
                break
            cursor = {"cursor": page["nextCursor"]}
        if len(skus) < options.processes:
            raise SystemExit(f"there are {len(skus)} products to like: take fewer processes")
        for member in members:
            member.ask("host.info", {})
        begin = time.monotonic()
        for member, sku in zip(members, skus):
            member.send("catalog.like", {"skus": [sku], "liked": True})
        again, refused = list(zip(members, skus)), 0
        while again:
            again = [(member, sku) for member, sku in again if member.take() is None]
            refused += len(again)
            for member, sku in again:
                member.send("catalog.like", {"skus": [sku], "liked": True})
        answered = time.monotonic() - begin
        connections = int(cluster.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'galleria%'"))
        waiting = list(members)
        while waiting:
            waiting = [member for member in waiting if likes(member) != options.processes]
            if time.monotonic() - begin > 120:
                raise SystemExit(f"{len(waiting)} processes don't know all changes after two minutes")
        known = time.monotonic() - begin
        stored = int(cluster.sql("SELECT count(*) FROM galleria.state WHERE namespace = 'products.likes'"))
        resident = sorted(member.resident() for member in members)
        for member in members:
            member.end()
    if stored != options.processes:
        raise SystemExit(f"{stored} likes are stored, not {options.processes}")
    print(json.dumps({"processes": options.processes, "answeredSeconds": round(answered, 2), "knownSeconds": round(known, 2),
                      "refused": refused, "connections": connections, "privateKilobytes": resident[len(resident) // 2]}))


main()
