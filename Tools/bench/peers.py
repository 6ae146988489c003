"""Measures galleria beside the Python SDK's server, in one run, on one core, interleaved: medians and ratios.

The peer is peer_server.py on the PyPI package `mcp`, in the virtual environment that Tools/test makes. Clocks drift: only
ratios of one run are worth keeping.
"""
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

from server import Server

FOLDER = Path(__file__).resolve().parent
INITIALIZE = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Peer(Server):
    """A server that has been greeted as MCP asks for."""

    def __init__(self, command):
        super().__init__(command, tempfile.mkdtemp(prefix="galleria-bench-"))
        self.send([INITIALIZE])
        self.receive(1)
        self.start_seconds = time.perf_counter() - self.begin
        self.send([INITIALIZED])

    def receive(self, count):
        """Reads until so many lines are in."""
        while count > 0:
            data = os.read(self.output, 1 << 20)
            if not data:
                raise SystemExit("a server ended early")
            count -= data.count(b"\n")

    def resident_megabytes(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def rate(self, method, params, in_flight, seconds):
        """Requests answered in a second, with so many in flight."""
        batches = []
        for start in range(0, 64 * in_flight, in_flight):
            lines = [
                json.dumps({"jsonrpc": "2.0", "id": start + i + 1, "method": method, "params": params})
                for i in range(in_flight)
            ]
            batches.append(("\n".join(lines) + "\n").encode())
        done, turn, begin = 0, 0, time.perf_counter()
        while time.perf_counter() - begin < seconds:
            self.write(batches[turn % len(batches)])
            self.receive(in_flight)
            done += in_flight
            turn += 1
        return done / (time.perf_counter() - begin)


def measure(commands, rounds):
    results = {name: {} for name in commands}

    def keep(name, figure, value):
        results[name].setdefault(figure, []).append(value)

    for _ in range(rounds):
        for name, (command, tool, arguments) in commands.items():
            server = Peer(command)
            keep(name, "start to reply, ms", server.start_seconds * 1000)
            keep(name, "resident when ready, MB", server.resident_megabytes())
            keep(name, "ping, one at a time, 1/s", server.rate("ping", {}, 1, 0.5))
            keep(name, "ping, 64 in flight, 1/s", server.rate("ping", {}, 64, 0.5))
            call = {"name": tool, "arguments": arguments}
            keep(name, "tools/call, one at a time, 1/s", server.rate("tools/call", call, 1, 0.5))
            keep(name, "tools/call, 64 in flight, 1/s", server.rate("tools/call", call, 64, 0.5))
            keep(name, "resident after, MB", server.resident_megabytes())
            server.close()
    return {name: {figure: statistics.median(values) for figure, values in figures.items()}
            for name, figures in results.items()}


def peers(galleria, python, rounds):
    """Gives the medians of each server: figure → value."""
    book = {"isbn13": "9781617294136"}
    commands = {
        "galleria": ([*galleria], "book_shelf_show", book),
        "Python SDK": ([str(python), str(FOLDER / "peer_server.py")], "book_shelf_show", book),
    }
    os.sched_setaffinity(0, {0})
    return measure(commands, rounds)


def show(medians, say=print):
    say(f"{'':34}{'galleria':>12}{'Python SDK':>12}{'ratio':>10}")
    for figure in medians["galleria"]:
        own, peer = medians["galleria"][figure], medians["Python SDK"][figure]
        say(f"{figure:34}{own:>12.2f}{peer:>12.2f}{own / peer:>10.3f}")
