"""Drives one galleria for a long time and looks at every answer.

85 % reads, 10 % likes, 5 % bad input, in an order that a seed fixes, a window of requests in flight. Wrong is: an answer
that differs from the first one to the same question, a like that is not read back, an error with another code than the
input calls for; missing is: a request that is not answered at all.
"""
import json
import os
import random
import re
import select
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from charts import svg_chart, text_chart
from durability import integrity

WINDOW = 64
AGE = re.compile(rb'"galleria/origin":\{[^}]*\}')
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def tool(name, **arguments):
    return ("tools/call", {"name": name, "arguments": arguments, "_meta": META})


# Weight, then method and params. None of these answers shows a like, so that each must always be the same.
READS = [
    (20, ("ping", {})),
    (4, ("host.info", {})),
    (8, ("shoppingMall.list", {"limit": 20})),
    (4, ("shoppingMall.list", {"limit": 100})),
    (6, ("friends.list", {"scenario": "friendsWithInvitations"})),
    (6, ("friends.list", {"scenario": "friendsOnly", "query": "黃"})),
    (8, ("bookShelf.show", {"isbn13s": ["9781617294136"]})),
    (2, ("bookShelf.search", {"query": "swift"})),
    (6, ("forecast.daily", {"places": ["Ho Chi Minh City"], "units": "imperial"})),
    (6, tool("shopping_mall_list", limit=10)),
    (6, tool("book_shelf_show", isbn13s=["9781617294136"])),
    (4, ("tools/list", {"_meta": META})),
    (2, ("resources/read", {"uri": "galleria://mall", "_meta": META})),
    (2, ("prompts/list", {"_meta": META})),
]
# A line as it is sent, with the id in the place of @, and the code of the error. An id of None: it can't be known.
BAD = [
    ('{"jsonrpc":"2.0","id":@,"method":"catalog.lst"}', -32601, True),
    ('{"jsonrpc":"2.0","id":@,"method":"catalog.like","params":{"skus":["BL204DR17KLM"],"liked":"perhaps"}}', -32602, True),
    ('{"jsonrpc":"2.0","id":@,"method":"catalog.like","params":{"skus":{}}}', -32602, True),
    ('{"jsonrpc":"2.0","id":@,"method":"shoppingMall.list","params":{"cursor":"\\u202e"}}', -32602, True),
    ('{"jsonrpc":"2.0","id":@,"method":"forecast.daily","params":{"places":"ab"}}', -32602, True),
    ('{"jsonrpc":"2.0","id":@,"method":"bookShelf.show","params":{"isbn13s":[""]}}', -32602, True),
    ('{"jsonrpc":"1.0","id":@,"method":"ping"}', -32600, True),
    ('{"jsonrpc":"2.0","id":@,"id":@,"method":"ping"}', -32700, False),
    ('{"jsonrpc":"2.0","id":@,"method":"ping"', -32700, False),
    ('[' * 200 + ']' * 200, -32700, False),
    ('{"jsonrpc":"2.0","id":@,"method":"ping","params":{"a":1e}}', -32700, False),
]


class Process:
    """What the kernel says of the server."""

    def __init__(self, pid):
        self.folder = Path(f"/proc/{pid}")

    def sample(self):
        status = dict(line.split(":", 1) for line in (self.folder / "status").read_text().splitlines() if ":" in line)
        return {
            "resident": int(status["VmRSS"].split()[0]) / 1024, "threads": int(status["Threads"]),
            "descriptors": len(os.listdir(self.folder / "fd")),
        }


class Soak:
    def __init__(self, command, seed):
        self.home = Path(tempfile.mkdtemp(prefix="galleria-soak-"))
        self.errors = open(self.home / "stderr", "wb")
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home)})
        self.process = Process(self.server.pid)
        self.random = random.Random(seed)
        self.reads = [read for weight, read in READS for _ in range(weight)]
        self.pending = {}  # id → (sent at, kind, what is expected)
        self.unnamed = []  # expected errors with id null, in their order
        self.next_id = 1
        self.seen = {}  # question → digest of its answer
        self.likes = {}  # sku → the last acknowledged value
        self.liking = set()  # skus with a like in flight
        self.done = {"read": 0, "like": 0, "bad": 0}
        self.wrong = []
        self.buffer = b""
        self.latencies = []  # of the running period, in milliseconds

    def skus(self):
        """Asks for the products that are liked in turn."""
        skus, cursor = [], None
        while len(skus) < 200:
            params = {"limit": 100, **({"cursor": cursor} if cursor else {})}
            line = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "catalog.list", "params": params}) + "\n"
            os.write(self.server.stdin.fileno(), line.encode())
            answer = b""
            while not answer.endswith(b"\n"):
                answer += os.read(self.server.stdout.fileno(), 1 << 20)
            result = json.loads(answer)["result"]
            skus += [item["sku"] for item in result["items"]]
            cursor = result.get("nextCursor")
        return skus

    # Each makes one line to send.

    def read(self):
        method, params = self.random.choice(self.reads)
        return self.request(method, params, "read", (method, json.dumps(params)))

    def like(self):
        sku = self.random.choice(self.all_skus)
        if sku in self.liking:
            return self.read()
        if sku in self.likes and self.random.random() < 0.5:
            return self.request("productDetail.show", {"skus": [sku]}, "shown", (sku, self.likes[sku]))
        value = self.random.random() < 0.5
        self.liking.add(sku)
        return self.request("catalog.like", {"skus": [sku], "liked": value}, "like", (sku, value))

    def bad(self):
        text, code, has_id = self.random.choice(BAD)
        identifier = self.next_id
        self.next_id += 1
        if has_id:
            self.pending[identifier] = (time.perf_counter(), "bad", code)
        else:
            self.unnamed.append(code)
        return text.replace("@", str(identifier)) + "\n"

    def request(self, method, params, kind, expected):
        identifier = self.next_id
        self.next_id += 1
        self.pending[identifier] = (time.perf_counter(), kind, expected)
        return json.dumps({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}) + "\n"

    def note(self, what):
        if len(self.wrong) < 1000:
            self.wrong.append(what)

    def take(self, line):
        try:
            answer = json.loads(line)
        except ValueError:
            return self.note(f"no JSON: {line[:200]!r}")
        code = answer.get("error", {}).get("code")
        if answer.get("id") is None:
            if code not in self.unnamed:
                return self.note(f"an answer without an id that nothing called for: {line[:200]!r}")
            self.unnamed.remove(code)
            self.done["bad"] += 1
            return
        if answer["id"] not in self.pending:
            return self.note(f"answered twice, or never asked: {line[:200]!r}")
        sent, kind, expected = self.pending.pop(answer["id"])
        self.latencies.append((time.perf_counter() - sent) * 1000)
        if kind == "bad":
            self.done["bad"] += 1
            if code != expected:
                self.note(f"{expected} was due: {line[:200]!r}")
            return
        self.done["read" if kind == "read" else "like"] += 1
        if "result" not in answer:
            return self.note(f"refused: {line[:300]!r}")
        if kind == "read":
            # All behind the id, which alone differs, but for the age of what is kept.
            body = hash(AGE.sub(b"", line[line.index(b'"result"'):]))
            if self.seen.setdefault(expected, body) != body:
                self.note(f"{expected[0]} answers otherwise than before: {line[:300]!r}")
        elif kind == "like":
            sku, value = expected
            self.liking.discard(sku)
            self.likes[sku] = value
            if answer["result"]["liked"] is not value:
                self.note(f"the like of {sku} is answered {answer['result']}")
        else:
            sku, value = expected
            # Unless it was liked again while this was asked.
            if self.likes[sku] == value and sku not in self.liking and answer["result"]["items"][0]["liked"] is not value:
                self.note(f"{sku} was acknowledged as {value} and is read as {answer['result']['items'][0]}")

    def outstanding(self):
        return len(self.pending) + len(self.unnamed)

    def run(self, seconds, say):
        """Drives until the time is over, then lets everything be answered. Gives one sample a second."""
        self.all_skus = self.skus()
        output, samples = self.server.stdout.fileno(), []
        begin = time.perf_counter()
        next_sample, end = begin + 1, begin + seconds
        while True:
            now = time.perf_counter()
            if now >= next_sample:
                samples.append(self.sampled(now - begin))
                next_sample = now + 1
                if len(samples) % 30 == 0:
                    say(f"{now - begin:5.0f} s  {sum(self.done.values()):>9,} answers  {len(self.wrong)} wrong  "
                        f"{samples[-1]['resident']:.1f} MB")
            if now < end and self.outstanding() <= WINDOW // 2:
                lines = []
                while self.outstanding() < WINDOW:
                    lines.append(self.random.choices([self.read, self.like, self.bad], [85, 10, 5])[0]())
                self.write("".join(lines).encode())
            if now >= end and (not self.outstanding() or now > end + 30):
                break
            if not select.select([output], [], [], 1)[0]:
                continue
            data = os.read(output, 1 << 20)
            if not data:
                self.note("the server has ended")
                break
            *lines, self.buffer = (self.buffer + data).split(b"\n")
            for line in lines:
                self.take(line)
        return samples

    def write(self, data):
        while data:
            data = data[os.write(self.server.stdin.fileno(), data):]

    def sampled(self, at):
        latencies, self.latencies = sorted(self.latencies), []
        p99 = latencies[int(len(latencies) * 0.99)] if latencies else 0.0
        return {"at": at, "answers": sum(self.done.values()), "p99": p99, **self.process.sample()}

    def close(self):
        """Ends the input; gives the exit status and what is wrong with the likes that were acknowledged."""
        self.server.stdin.close()
        status = self.server.wait(timeout=30)
        self.errors.close()
        return status, integrity(self.home)


def around(samples, at, key, span=10):
    """The median of what was measured within `span` seconds of a time."""
    near = [sample[key] for sample in samples if abs(sample["at"] - at) <= span]
    return statistics.median(near) if near else 0.0


def soak(command, seconds, seed, say=print):
    """Runs the soak. Gives the report and the SVG picture; the report's `ok` says whether everything held."""
    driver = Soak(command, seed)
    samples = driver.run(seconds, say)
    missing = driver.outstanding()
    status, integrity = driver.close()
    # Two minutes in, everything that is kept is kept; a short run is looked at from its first fifth.
    early, late = min(120, seconds / 5), samples[-1]["at"] if samples else 0
    memory = [around(samples, early, "resident"), around(samples, late, "resident")]
    p99 = [around(samples, early, "p99", 30), around(samples, late, "p99", 30)]
    report = {
        "seconds": round(late), "answers": driver.done, "total": sum(driver.done.values()), "wrong": driver.wrong[:20],
        "wrongCount": len(driver.wrong), "missing": missing, "exitStatus": status, "integrity": integrity,
        "residentMB": {"early": memory[0], "end": memory[1], "peak": max(s["resident"] for s in samples)},
        "descriptors": [around(samples, early, "descriptors"), around(samples, late, "descriptors")],
        "threads": [around(samples, early, "threads"), around(samples, late, "threads")],
        "p99ms": {"early": p99[0], "end": p99[1]},
        "stderrBytes": (driver.home / "stderr").stat().st_size,
    }
    report["ok"] = (
        not driver.wrong and missing == 0 and status == 0 and integrity == "ok"
        and memory[1] <= 1.10 * memory[0] and p99[1] <= 1.2 * p99[0]
        and all(abs(pair[0] - pair[1]) <= 2 for pair in (report["descriptors"], report["threads"])))
    shutil.rmtree(driver.home)
    series = [
        ("memory", "MB", [s["resident"] for s in samples]), ("p99", "ms", [s["p99"] for s in samples]),
        ("answers a second", "", [b["answers"] - a["answers"] for a, b in zip(samples, samples[1:])]),
    ]
    say("")
    for title, unit, values in series:
        say(text_chart(title, unit, values))
    return report, svg_chart(f"galleria, {report['total']:,} answers", series, late)


def show(report, say=print):
    say("")
    say(f"answers        {report['total']:,}: " + ", ".join(f"{n:,} {kind}" for kind, n in report["answers"].items()))
    say(f"wrong          {report['wrongCount']}   missing {report['missing']}   exit status {report['exitStatus']}"
        f"   integrity_check {report['integrity']}")
    memory, p99 = report["residentMB"], report["p99ms"]
    say(f"memory         {memory['early']:.1f} MB → {memory['end']:.1f} MB "
        f"(× {memory['end'] / (memory['early'] or 1):.3f}), peak {memory['peak']:.1f} MB")
    say(f"descriptors    {report['descriptors'][0]:.0f} → {report['descriptors'][1]:.0f}"
        f"   threads {report['threads'][0]:.0f} → {report['threads'][1]:.0f}")
    say(f"p99            {p99['early']:.2f} ms → {p99['end']:.2f} ms")
    for what in report["wrong"]:
        say(f"  wrong: {what}")
    say("everything held" if report["ok"] else "NOT everything held")
