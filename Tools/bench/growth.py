"""How galleria grows: with the rows of a list, with the entries of its store, with the modules it is made of.

Lists and modules are generated (Tests/Growth): the host is the product's own, in a release build. Times are medians of one
request after the other; beside them stand allocations (Tests/Growth/allocations.c, preloaded) and instructions (valgrind,
where it is installed), which repeat where times don't. A row of the table holds when its last figure is within a bound of its
first, or, for what is per row or per module, when it does not rise. Starts and durable writes are as the machine and its disk are at
that moment: they are shown and not judged; of a start the instructions and allocations are.
"""
import base64
import json
import os
import re
import shutil
import sqlite3
import statistics
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import peers
from server import Server

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = [10, 10_000, 1_000_000]
ANSWER_ROWS = [10, 100, 1_000, 10_000]
ENTRIES = [10, 10_000, 1_000_000]
MODULES = [6, 60, 300]
PAGE = 5  # rows, so that the shortest list has two pages
REQUESTS, STARTS = 300, 20
COUNTED = 100  # requests whose allocations are counted
FEW, MANY = 120, 2_160  # requests of two runs whose instructions are compared: two starts differ by some
FLAT_TIME, FLAT_COUNT = 1.5, 1.05  # what may lie between the first figure and the last
HELLO = {"id": 0, "method": "initialize", "params": {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}


def build():
    """The generated modules' executable, and the library that counts. Static, as the product is."""
    subprocess.run(
        [ROOT / "Tools/build-release", "galleria-growth", "-Xlinker", "--strip-all"],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return counting_library()


def counting_library():
    """Compiles the library that counts allocations where it is preloaded."""
    library = ROOT / ".build/liballocations.so"
    subprocess.run(
        ["clang", "-O2", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Growth/allocations.c"], check=True)
    return library


class Galleria:
    """A server of so many modules, or the product; with its allocations counted or not."""

    def __init__(self, folder, modules=None, settings=(), library=None, home=None, binary=None):
        self.home = Path(home or tempfile.mkdtemp(dir=folder))
        variables = {}
        if library:
            self.counts = self.home / "allocations"
            self.counts.write_bytes(bytes(24))
            variables = {"LD_PRELOAD": str(library), "ALLOCATION_COUNTS": str(self.counts)}
        if modules:
            variables["GALLERIA_GROWTH_MODULES"] = str(modules)
        binary = binary or ROOT / ".build/release" / ("galleria-growth" if modules else "galleria")
        words = [word for setting in settings for word in ("--set", setting)]
        command = ["/usr/bin/env", *(f"{name}={value}" for name, value in variables.items()), str(binary), "serve",
                   "--environment", "sample", *words]
        self.server = Server(command, self.home)
        self.ask(HELLO)
        self.ready = time.perf_counter() - self.server.begin

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.server.__exit__(*failure)

    def ask(self, request):
        """The answer's bytes; it must be a result."""
        self.server.send([request])
        return self.take()

    def take(self):
        while b"\n" not in self.server.buffer[-1:]:
            if not self.server.read():
                raise SystemExit("Tools/bench/run growth: the server ended by itself")
        line, self.server.buffer = bytes(self.server.buffer), bytearray()
        if b'"result":' not in line or b'"isError":true' in line:
            raise SystemExit(f"Tools/bench/run growth: {line[:300].decode()}")
        return line

    def microseconds(self, *requests, count=REQUESTS):
        """The median of one request after the other; several take turns."""
        lines = [json.dumps({"jsonrpc": "2.0", "id": 1, **request}).encode() + b"\n" for request in requests]
        times = []
        for turn in range(count + count // 10 + 2):
            begin = time.perf_counter()
            self.server.write(lines[turn % len(lines)])
            self.take()
            times.append((time.perf_counter() - begin) * 1e6)
        return statistics.median(times[-count:])

    def allocations(self, request, count=COUNTED):
        for _ in range(10):
            self.ask({"id": 1, **request})
        before = self.counted()
        for _ in range(count):
            self.ask({"id": 1, **request})
        return round((self.counted() - before) / count, 1)

    def counted(self):
        return struct.unpack("=QQQ", self.counts.read_bytes())[0]

    def held(self):
        """Bytes."""
        return struct.unpack("=QQQ", self.counts.read_bytes())[2]

    def resident(self):
        """Megabytes."""
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def page(position):
    """A page at a position: what asks for it is a cursor as galleria writes them, of the method's mark (FNV-1a) and a number (LEB128)."""
    mark = 2_166_136_261
    for byte in b"growth0000.list":
        mark = (mark ^ byte) * 16_777_619 % (1 << 32)
    mark = (mark >> 16 ^ mark) & 0xFFFF
    place, rest = [], position
    while rest > 0x7F:
        place, rest = [*place, rest & 0x7F | 0x80], rest >> 7
    text = base64.urlsafe_b64encode(bytes([0x40, *mark.to_bytes(2, "big"), *place, rest])).decode().rstrip("=")
    return {"method": "growth0000.list", "params": {"cursor": text, "limit": PAGE}}


def figure(name, values, kind, unit, precision=1):
    """One line: flat lines compare the last figure with the first, and the bound is by what is measured."""
    first, last = values[0], values[-1]
    bound = {"time": FLAT_TIME, "count": FLAT_COUNT}.get(kind)
    held = None if bound is None else last <= first * bound
    return {"name": name, "values": values, "unit": unit, "precision": precision, "held": held}


def lists(folder, library):
    lines, resident = {"first page": [], "middle page": [], "last page": []}, []
    allocated = {name: [] for name in lists_of(0)}
    for rows in ROWS:
        setting = [f"modules.growth0000.rows={rows}"]
        with Galleria(folder, 1, setting) as plain, Galleria(folder, 1, setting, library) as counted:
            for name, position in lists_of(rows).items():
                lines[name].append(plain.microseconds(page(position)))
                allocated[name].append(counted.allocations(page(position)))
            resident.append(plain.resident())
    return {"title": "lists: rows", "columns": ROWS, "figures": [
        *(figure(name, values, "time", "µs") for name, values in lines.items()),
        *(figure(f"{name}, allocations", values, "count", "") for name, values in allocated.items()),
        figure("resident", resident, "count", "MB")]}


def lists_of(rows):
    """The first row of each page that is asked for."""
    return {"first page": 0, "middle page": max(0, rows // 2 - PAGE), "last page": max(0, rows - PAGE)}


def answers(folder, library):
    """A method's and a tool's answer of so many rows, by the row."""
    setting = ["modules.growth0000.rows=10000"]
    lines = []
    with Galleria(folder, 1, setting) as plain, Galleria(folder, 1, setting, library) as counted:
        for name, request in (
                ("method", lambda rows: {"method": "growth0000.many", "params": {"count": rows}}),
                ("tool", lambda rows: {"method": "tools/call", "params": {"name": "growth0000_many", "arguments": {"count": rows}}})):
            times = [plain.microseconds(request(rows), count=20) / rows for rows in ANSWER_ROWS]
            counts = [counted.allocations(request(rows), 5) / rows for rows in ANSWER_ROWS]
            lines += [figure(f"{name}, a row", times, "time", "µs", 2),
                      figure(f"{name}, a row, allocations", counts, "count", "", 1)]
    return {"title": "answers: rows", "columns": ANSWER_ROWS, "figures": lines}


def stores(folder):
    """Likes: a page of the catalogue reads those of its rows; one is set."""
    pages, likes, resident = [], [], []
    home = Path(tempfile.mkdtemp(dir=folder))
    state = home / "state.db"

    def like(liked):
        return {"method": "catalog.like", "params": {"skus": ["BL204DR17KLM"], "liked": liked}}

    with Galleria(folder, settings=[f"state.path={state}"], home=home) as server:
        server.ask({"id": 1, **like(True)})
    for entries in ENTRIES:
        with sqlite3.connect(state) as database:
            held = database.execute("SELECT count(*) FROM state").fetchone()[0]
            database.executemany(
                "INSERT OR IGNORE INTO state (namespace, key, value, updated_at) VALUES ('products.likes', ?, x'31', 0)",
                ((f"GROWTH-{number}",) for number in range(held, entries)))
        database.close()
        with Galleria(folder, settings=[f"state.path={state}"], home=home) as server:
            pages.append(server.microseconds({"method": "catalog.list"}))
            likes.append(server.microseconds(like(False), like(True), count=100))
            resident.append(server.resident())
    return {"title": "stores: likes", "columns": ENTRIES, "figures": [
        figure("catalog.list reads 20", pages, "time", "µs"),
        figure("one is set, durable", likes, None, "µs", 0),
        figure("resident", resident, None, "MB")]}


def instructions(folder, modules, requests):
    """Those of a whole run that answers these requests. Hashes are not seeded: where a table collides is luck otherwise."""
    home = tempfile.mkdtemp(dir=folder)
    lines = "".join(json.dumps({"jsonrpc": "2.0", "id": 1, **request}) + "\n" for request in [HELLO, *requests])
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
         ROOT / ".build/release/galleria-growth", "serve", "--environment", "sample"],
        input=lines.encode(), capture_output=True,
        env={"PATH": os.environ["PATH"], "HOME": home, "GALLERIA_GROWTH_MODULES": str(modules),
             "SWIFT_DETERMINISTIC_HASHING": "1"})
    return int(re.search(r"I +refs: +([0-9,]+)", done.stderr.decode())[1].replace(",", ""))


def dispatches(modules):
    """Requests to modules of every sixth: one name alone may share its place in a table with few others or many."""
    names = [f"growth{number:04}" for number in range(modules // 12, modules, modules // 6)]
    return {
        "method": [{"method": f"{name}.row", "params": {"number": 7}} for name in names],
        "tool": [{"method": "tools/call", "params": {"name": f"{name}_row", "arguments": {"number": 7}}} for name in names],
        "route": [{"method": "resources/read", "params": {"uri": f"galleria://{name}/7"}} for name in names],
        "resource": [{"method": "resources/read", "params": {"uri": f"{name}://note"}} for name in names],
    }


def module_counts(folder, library):
    names = list(dispatches(MODULES[0]))
    starts, start_steps, resident, allocated, tool_bytes = [], [], [], [], []
    times, counts, steps = ({name: [] for name in names} for _ in range(3))
    for modules in MODULES:
        measured = []
        for _ in range(STARTS):
            with Galleria(folder, modules) as server:
                measured.append(server.ready * 1000)
        starts.append(statistics.median(measured))
        with Galleria(folder, modules, library=library) as counted:
            # The handshake needs no module: the first call makes them.
            counted.ask({"id": 1, **dispatches(modules)["method"][-1]})
            allocated.append(counted.counted())
        with Galleria(folder, modules) as plain, Galleria(folder, modules, library=library) as counted:
            tool_bytes.append(len(plain.ask({"id": 1, "method": "tools/list"})))
            for name, requests in dispatches(modules).items():
                times[name].append(plain.microseconds(*requests))
                counts[name].append(counted.allocations(requests[-1]))
            resident.append(plain.resident())
        if shutil.which("valgrind"):
            start_steps.append(instructions(folder, modules, []))
            for name, requests in dispatches(modules).items():
                more = [instructions(folder, modules, requests * (count // len(requests))) for count in (FEW, MANY)]
                steps[name].append((more[1] - more[0]) / (MANY - FEW))
    figures = [
        figure("start to reply", starts, None, "ms"), figure("start, allocations", allocated, None, "", 0),
        *([figure("start and end, instructions", start_steps, None, "", 0)] if start_steps else []),
        figure("resident", resident, None, "MB"), figure("tools/list", tool_bytes, None, "bytes", 0),
        # Some 15 µs, which a busy machine once made 30: times are judged only where instructions, which repeat, were not counted.
        *(figure(f"a {name}", times[name], None if steps[name] else "time", "µs") for name in names),
        *(figure(f"a {name}, allocations", counts[name], "count", "") for name in names),
        *(figure(f"a {name}, instructions", steps[name], "count", "", 0) for name in names if steps[name])]
    # What is linear costs no more a module from 60 to 300 than it did from 6 to 60.
    for name, unit, values, bound in (
            ("a module, start", "ms", starts, None), ("a module, start, allocations", "", allocated, FLAT_COUNT),
            ("a module, resident", "MB", resident, FLAT_TIME), ("a module, tools/list", "bytes", tool_bytes, FLAT_COUNT),
            *([("a module, instructions", "", start_steps, FLAT_COUNT)] if start_steps else [])):
        costs = [(values[at] - values[at - 1]) / (MODULES[at] - MODULES[at - 1]) for at in (1, 2)]
        figures.append({"name": name, "values": [None, *costs], "unit": unit, "precision": 0 if unit in ("", "bytes") else 3,
                        "held": None if bound is None else costs[1] <= costs[0] * bound})
    return {"title": "modules", "columns": MODULES, "figures": figures}


def growth(say):
    say("growth: building galleria-growth")
    library = build()
    with tempfile.TemporaryDirectory(prefix="galleria-growth-") as folder:
        cores = os.sched_getaffinity(0)
        # As everywhere here: client and server on one core.
        os.sched_setaffinity(0, {min(cores)})
        parts = []
        with peers.foremost():
            for name, part in (("lists", lambda: lists(folder, library)), ("answers", lambda: answers(folder, library)),
                               ("stores", lambda: stores(folder)), ("modules", lambda: module_counts(folder, library))):
                say(f"growth: {name}")
                parts.append(part())
        os.sched_setaffinity(0, cores)
    return parts
