"""Writers and readers over real galleria processes that share a state on a server, while processes are killed, and now and then
every process of the server, which is then started again. What they were answered is judged: linearizable by key, nothing
acknowledged is lost, nothing is done twice, no read of one's own is stale.

    Tools/shared-state kill [--kills N] [--server-kills N] [--processes N] [--writers N] [--seed N] [--galleria FILE]
"""
import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from cluster import Cluster, end_by_signals
from history import INFINITY, History

ROOT = Path(__file__).resolve().parents[3]
# Reads of another process may be as old: a look every 2 s is what finds a change whose hint was lost.
STALENESS = 2.5
# A line of the bag holds 99.
MOST_ADDS = 90


class Gone(Exception):
    """The process ended before it answered."""


class Process:
    """One galleria that serves over stdio, with many calls in flight."""

    def __init__(self, command, environment, name, errors):
        self.command, self.environment, self.name, self.errors = command, environment, name, errors
        self.waiting, self.serial, self.is_killed = {}, 0, False

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=self.errors,
            env=self.environment, limit=1 << 24)
        self.reader = asyncio.create_task(self.read())
        return self

    async def read(self):
        while line := await self.process.stdout.readline():
            answer = json.loads(line)
            future = self.waiting.pop(answer.get("id"), None)
            if future and not future.done():
                future.set_result((answer, b'"notice"' in line))
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(Gone())
        self.waiting.clear()

    async def call(self, method, params):
        """Gives the answer, and whether it has a notice."""
        self.serial += 1
        future = asyncio.get_running_loop().create_future()
        message = {"jsonrpc": "2.0", "id": self.serial, "method": method, "params": params}
        if self.reader.done():
            raise Gone()
        self.waiting[self.serial] = future
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            raise Gone() from None
        return await future

    async def kill(self):
        self.is_killed = True
        self.process.kill()
        await self.reader
        return await self.process.wait()

    async def close(self):
        self.process.stdin.close()
        await self.reader
        return await self.process.wait()


class Campaign:
    def __init__(self, options, cluster, folder):
        self.options, self.cluster, self.folder = options, cluster, folder
        self.rng = random.Random(options.seed)
        self.history, self.counts = History(STALENESS), Counter()
        self.troubles, self.is_over = [], False
        self.adds = Counter()
        books = json.loads((ROOT / "Config/samples/BookShelf/books.json").read_text())
        goods = json.loads((ROOT / "Config/samples/Catalog/products.json").read_text())
        self.books = [book["isbn13"] for book in books[:32]]
        self.goods = [product["sku"] for product in goods[:128]]
        self.slots = [None] * options.processes
        self.incarnation = 0

    async def process(self):
        self.incarnation += 1
        name = f"p{self.incarnation}"
        command = [self.options.galleria, "serve", "--environment", "sample", "--log-level", "error",
                   "--set", f"state.url={self.cluster.url()}", "--set", "state.profile=campaign"]
        environment = {"HOME": self.folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        with open(f"{self.folder}/{name}.err", "wb") as errors:
            return await Process(command, environment, name, errors).start()

    async def write(self, key, kind, value, process, method, params):
        """Makes a change, and notes what became of it."""
        invoked = time.monotonic()
        try:
            answer, _ = await process.call(method, params)
        except Gone:
            self.counts["unknown"] += 1
            return self.history.note(key, kind, value, invoked, INFINITY, process.name)
        answered = time.monotonic()
        if "result" in answer:
            self.counts["acknowledged"] += 1
            return self.history.note(key, kind, value, invoked, answered, process.name)
        text = json.dumps(answer["error"], ensure_ascii=False)
        # Goods without a price, a full line of the bag: refused before anything is written.
        is_refused = answer["error"]["data"]["code"] in ("not_found", "invalid_argument")
        if is_refused or "Nothing was saved" in text:
            self.counts["refused"] += 1
            return self.history.refuse(key, value)
        self.counts["unanswered" if "may be saved" in text else "odd"] += 1
        if "may be saved" not in text:
            self.troubles.append(text[:300])
        return self.history.note(key, kind, value, invoked, INFINITY, process.name)

    async def read(self, key, process):
        invoked = time.monotonic()
        try:
            answer, has_notice = await process.call("bookShelf.show", {"isbn13s": [key[1]]})
        except Gone:
            return
        if has_notice or "result" not in answer:
            # What is known, said to be of an earlier time.
            self.counts["notices"] += 1
            return
        self.counts["reads"] += 1
        value = answer["result"]["items"][0].get("memo")
        self.history.note(key, "read", value, invoked, time.monotonic(), process.name)

    async def writer(self, number):
        """One after the other, over the process of its slot, whichever lives there."""
        rng = random.Random(self.options.seed * 1000 + number)
        serial = 0
        while not self.is_over:
            process = self.slots[number % len(self.slots)]
            if process is None or process.reader.done():
                await asyncio.sleep(0.005)
                continue
            key, dice = ("register", rng.choice(self.books)), rng.random()
            sku = rng.choice(self.goods)
            if dice < 0.4:
                await self.read(key, process)
            elif dice < 0.6 and self.adds[sku] < MOST_ADDS:
                self.adds[sku] += 1
                await self.write(("counter", sku), "add", 1, process, "productDetail.addToBag",
                                 {"items": {"sku": sku, "quantity": 1}})
            else:
                serial += 1
                text = f"w{number}.{serial}"
                await self.write(key, "write", text, process, "bookShelf.setMemo", {"isbn13": key[1], "text": text})

    async def killer(self):
        """Kills processes that have calls in flight; between them, at its turns, the server."""
        kills, server_kills = self.options.kills, self.options.server_kills
        turns = sorted(self.rng.randrange(kills) for _ in range(server_kills))
        while self.counts["kills"] < kills:
            await asyncio.sleep(self.rng.expovariate(1 / self.options.pause))
            while turns and turns[0] <= self.counts["kills"]:
                turns.pop(0)
                await asyncio.to_thread(self.cluster.kill)
                await asyncio.sleep(self.rng.uniform(0, 0.3))
                await asyncio.to_thread(self.cluster.start)
                self.counts["serverKills"] += 1
            slot = self.rng.randrange(len(self.slots))
            process = self.slots[slot]
            if process.reader.done():
                self.troubles.append(f"{process.name} ended by itself: {await process.process.wait()} {self.errors(process)}")
            elif not process.waiting:
                continue
            else:
                await process.kill()
                self.counts["kills"] += 1
            self.slots[slot] = await self.process()

    def errors(self, process):
        return Path(f"{self.folder}/{process.name}.err").read_text(errors="replace")[-300:]

    async def run(self):
        first = await self.process()
        # The schema is there before the first kill of the server: an empty one would be another matter.
        await self.write(("register", self.books[0]), "write", "first", first, "bookShelf.setMemo",
                         {"isbn13": self.books[0], "text": "first"})
        await first.close()
        for slot in range(len(self.slots)):
            self.slots[slot] = await self.process()
        begin = time.monotonic()
        writers = [asyncio.create_task(self.writer(number)) for number in range(self.options.writers)]
        await self.killer()
        self.is_over = True
        await asyncio.wait_for(asyncio.gather(*writers), 60)
        seconds = time.monotonic() - begin
        for process in self.slots:
            status = await process.close()
            if status != 0:
                self.troubles.append(f"{process.name} ended with {status}: {self.errors(process)}")
        await self.last_look()
        return seconds

    async def last_look(self):
        """Everything is read by a new process, when no read may be old any more."""
        await asyncio.sleep(STALENESS)
        process = await self.process()
        for isbn13 in self.books:
            await self.read(("register", isbn13), process)
        invoked = time.monotonic()
        answer, has_notice = await process.call("productDetail.bag", {})
        if has_notice:
            self.troubles.append("the last look has a notice")
        lines = {line["sku"]: line["quantity"] for line in answer["result"]["bag"]}
        for sku in self.goods:
            self.history.note(("counter", sku), "read", lines.get(sku, 0), invoked, time.monotonic(), process.name)
        await process.close()


def main(arguments):
    parser = argparse.ArgumentParser(prog="Tools/shared-state kill")
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--server-kills", type=int, default=100)
    parser.add_argument("--processes", type=int, default=16)
    parser.add_argument("--writers", type=int, default=64)
    parser.add_argument("--pause", type=float, default=0.15, help="mean seconds between kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--galleria", required=True)
    options = parser.parse_args(arguments)
    end_by_signals()
    options.galleria = os.path.abspath(options.galleria)
    with Cluster() as cluster, tempfile.TemporaryDirectory(prefix="galleria-kill-") as folder:
        campaign = Campaign(options, cluster, folder)
        seconds = asyncio.run(campaign.run())
        began = time.monotonic()
        faults = campaign.history.faults()
    operations = sum(map(len, campaign.history.keys.values()))
    print(json.dumps({**campaign.counts, "operations": operations, "keys": len(campaign.history.keys),
                      "seconds": round(seconds, 1), "judged": round(time.monotonic() - began, 1),
                      "faults": faults[:200], "troubles": campaign.troubles[:10]}, ensure_ascii=False))
    if faults or campaign.troubles:
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
