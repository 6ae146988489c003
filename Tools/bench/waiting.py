"""What small calls wait for while others take long: 256 calls that wait for a slow upstream, and a large answer.

A ping is sent as soon as the last one is answered, in turn to a server on which 256 calls wait and to one that does nothing
else. The upstream, a process of its own, answers each request after a second; each answered call is followed by another.
Every call must be answered exactly once, as a result or as `busy`. Both servers and this process share one core: across
cores a wake-up takes longer than a ping, and whether it crosses is luck.

Then a shelf of 5 MB is asked for again and again, on all cores, in turn alone and with pings beside it, one at a time: how
long the slowest of the pings took, and how long the shelf takes from its first byte to its last when alone.
"""
import collections
import json
import multiprocessing
import os
import statistics
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from server import Server

CALLS = 256
ANSWER_SECONDS = 1
NEW_BOOKS = 25_700  # rows: an answer of 5 MB
ROUNDS = 30
PING_P99_MS = 5  # also what a ping may take beyond the writing of the large answer
SETTINGS = [
    "network.data=live", "network.retries=0", "modules.bookShelf.timeout=600s", "limits.drain=60s", "network.maxBytes=16MiB",
]
PING = b'{"jsonrpc":"2.0","id":"ping","method":"ping"}\n'


def book(isbn13):
    return {"title": f"Book {isbn13}", "subtitle": "", "isbn13": isbn13, "price": "$17.23", "image": "", "url": ""}


class Handler(BaseHTTPRequestHandler):
    """A bookstore: each book after a second, the new books at once."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.rsplit("/", 1)[1]
        if name == "new":
            return self.answer(self.server.new_books)
        self.server.released.wait(ANSWER_SECONDS)
        self.answer(json.dumps({"error": "0", **book(name)}).encode())

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Upstream:
    """The bookstore in a process of its own, so that its work takes nothing from the clock of the pings."""

    def __init__(self):
        fork = multiprocessing.get_context("fork")
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.released = server.released = fork.Event()  # from then on no answer waits
        books = [book(f"978{number:010}") for number in range(NEW_BOOKS)]
        server.new_books = json.dumps({"error": "0", "books": books}).encode()
        self.endpoint = f"http://127.0.0.1:{server.server_port}"
        self.process = fork.Process(target=server.serve_forever, daemon=True)
        self.process.start()
        server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()


class WaitingCalls:
    """A server on which so many calls wait, each another one, and what became of those that were answered."""

    def __init__(self, server):
        self.server = server
        self.sent = {}  # id → when, of those that wait
        self.sent_count = 0
        self.waits = []  # seconds, of those that were answered
        self.kinds = collections.Counter()

    def fill(self):
        requests = []
        while len(self.sent) < CALLS:
            self.sent_count += 1
            self.sent[self.sent_count] = time.perf_counter()
            requests.append({
                "id": self.sent_count, "method": "bookShelf.show", "params": {"isbn13s": [f"978{self.sent_count:010}"]}})
        if requests:
            self.server.send(requests)

    def take(self, answer):
        sent = self.sent.pop(answer.get("id"), None)
        if sent is None:
            self.kinds["twice or never asked"] += 1
            return
        self.waits.append(time.perf_counter() - sent)
        if answer.get("result", {}).get("isbn13") == f"978{answer['id']:010}":
            self.kinds["result"] += 1
        elif answer.get("error", {}).get("data", {}).get("code") == "busy":
            self.kinds["busy"] += 1
        else:
            self.kinds["wrong"] += 1


def ping(server, take):
    """Sends one ping; gives the seconds until its answer. Other answers that come meanwhile go to `take`."""
    begin = time.perf_counter()
    server.write(PING)
    while answers := server.answers():
        took = time.perf_counter() - begin
        others = [answer for answer in answers if answer.get("id") != "ping"]
        for answer in others:
            take(answer)
        if len(others) < len(answers):
            return took
    raise SystemExit("the server ended by itself")


def milliseconds(values):
    """p50, p99 and the largest of some seconds."""
    values = sorted(values)
    return {"p50": values[len(values) // 2] * 1000, "p99": values[int(len(values) * 0.99)] * 1000,
            "largest": values[-1] * 1000}


def pings_beside_calls(quiet, busy, upstream, seconds):
    calls, alone, beside = WaitingCalls(busy), [], []
    calls.fill()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        alone.append(ping(quiet, calls.take))
        beside.append(ping(busy, calls.take))
        calls.fill()
    upstream.released.set()
    # At the end of input a server answers what is in flight and ends: whatever comes twice is seen as well.
    busy.process.stdin.close()
    while answers := busy.answers():
        for answer in answers:
            calls.take(answer)
    wrong = calls.kinds["wrong"] + calls.kinds["twice or never asked"]
    return {
        "pings": len(beside), "pingMs": {"alone": milliseconds(alone), "beside": milliseconds(beside)},
        "calls": {"sent": calls.sent_count, "results": calls.kinds["result"], "busy": calls.kinds["busy"], "wrong": wrong,
                  "missing": len(calls.sent), "waitedMs": milliseconds(calls.waits)},
    }


def large(server, with_pings):
    """Asks for the large answer. Gives its bytes, the seconds to its first and from there to its last, and each ping's."""
    lines, pings, scanned, first, size = 2 if with_pings else 1, [], 0, None, 0
    begin = sent = time.perf_counter()
    server.send([{"id": "large", "method": "bookShelf.list", "params": {"limit": 100}}])
    if with_pings:
        server.write(PING)
    while lines:
        server.read()
        now = time.perf_counter()
        while (end := server.buffer.find(b"\n", scanned)) >= 0:
            is_ping = end < 1000
            del server.buffer[:end + 1]
            scanned = 0
            lines -= 1
            if not is_ping:
                size, last = end + 1, now
            else:
                pings.append(now - sent)
                if not size:
                    sent = time.perf_counter()
                    server.write(PING)
                    lines += 1
        scanned = len(server.buffer)
        if first is None and scanned:
            first = now
    return size, first - begin, last - first, pings


def pings_beside_large(server):
    large(server, False)  # what is made at first use
    alone, beside = [], []
    for _ in range(ROUNDS):
        alone.append(large(server, False))
        beside.append(large(server, True))
    slowest = sorted(max(pings) for *_, pings in beside)
    return {
        "bytes": alone[0][0], "rounds": ROUNDS,
        "firstByteMs": statistics.median(first for _, first, *_ in alone) * 1000,
        "writingMs": statistics.median(writing for _, _, writing, _ in alone) * 1000,
        "slowestPingMs": {"median": statistics.median(slowest) * 1000, "largest": slowest[-1] * 1000},
    }


def waiting(command, seconds):
    """Runs both. Gives the report."""
    cores = os.sched_getaffinity(0)
    with Upstream() as upstream, tempfile.TemporaryDirectory(prefix="galleria-waiting-") as folder:
        homes = [Path(folder) / name for name in ("quiet", "busy", "large")]
        for home in homes:
            home.mkdir()
        settings = [*SETTINGS, f"modules.bookShelf.endpoint={upstream.endpoint}"]
        command = [*command, *(word for setting in settings for word in ("--set", setting))]
        os.sched_setaffinity(0, {min(cores)})
        with Server(command, homes[0]) as quiet, Server(command, homes[1]) as busy:
            calls = pings_beside_calls(quiet, busy, upstream, seconds)
        os.sched_setaffinity(0, cores)
        with Server(command, homes[2]) as server:
            answer = pings_beside_large(server)
    counts = calls["calls"]
    report = {**calls, "large": answer, "held": {
        "ping": calls["pingMs"]["beside"]["p99"] <= PING_P99_MS,
        "calls": counts["wrong"] == counts["missing"] == 0,
        "large": answer["slowestPingMs"]["median"] <= answer["writingMs"] + PING_P99_MS,
    }}
    report["ok"] = all(report["held"].values())
    return report


def show(report, say=print):
    calls, answer, pings = report["calls"], report["large"], report["pingMs"]

    def line(title, text, held=None):
        say(f"{title:<15}{text}" + {None: "", True: "   held", False: "   NOT held"}[held])

    for title, kind in (("ping alone", "alone"), (f"beside {CALLS}", "beside")):
        line(title, "p50 {p50:.3f} ms   p99 {p99:.3f} ms   largest {largest:.2f} ms".format(**pings[kind]),
             report["held"]["ping"] if kind == "beside" else None)
    line("ratio", f"p50 × {pings['beside']['p50'] / pings['alone']['p50']:.2f}   "
                  f"p99 × {pings['beside']['p99'] / pings['alone']['p99']:.2f}   of {report['pings']:,} pings each")
    line("calls", f"{calls['sent']:,} sent: {calls['results']:,} results, {calls['busy']:,} busy, {calls['wrong']} wrong, "
                  f"{calls['missing']} missing", report["held"]["calls"])
    line("waited", f"{calls['waitedMs']['p50'] / 1000:.1f} s a call (p50)")
    line("large answer", f"{answer['bytes'] / 1e6:.1f} MB: {answer['firstByteMs']:.1f} ms to its first byte, "
                         f"{answer['writingMs']:.1f} ms to its last (medians of {answer['rounds']})")
    slowest = answer["slowestPingMs"]
    line("ping beside it", f"at the slowest {slowest['median']:.1f} ms (median), {slowest['largest']:.1f} ms (largest)",
         report["held"]["large"])
    say("everything held" if report["ok"] else "NOT everything held")
