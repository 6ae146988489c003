"""Durable likes a second on a real disk: one after the other, and 64 in flight, which share their commits."""
import json
import tempfile
import time
from pathlib import Path

from server import Server

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS, ROUNDS, WINDOW, SKUS = 1.0, 5, 64, 128


def skus():
    """Products of the samples: what is not there can't be liked."""
    file = ROOT / "Config/samples/Catalog/products.json"
    return [product["sku"] for product in json.loads(file.read_text())[:SKUS]]


def lines():
    """Each of the products is liked, then each is not, and so on: every like changes something."""
    return [json.dumps({"jsonrpc": "2.0", "id": number, "method": "catalog.like", "params": {
        "skus": [sku], "liked": liked}}).encode() + b"\n" for number, (liked, sku) in enumerate(
            (liked, sku) for liked in (True, False) for sku in skus())]


def rate(server, requests, begin, window):
    """Acknowledged likes a second, `window` of them in flight; and the number of the next request."""
    sent, answered, start = begin + window, 0, time.perf_counter()
    end = start + SECONDS
    server.write(b"".join(requests[number % len(requests)] for number in range(begin, sent)))
    while answered < sent - begin:
        data = server.read()
        count = data.count(b"\n")
        if not data or data.count(b'"error"'):
            raise SystemExit(f"Tools/bench/run growth: {data[:300].decode()}")
        answered += count
        now = time.perf_counter()
        if now < end and count:
            server.write(b"".join(requests[number % len(requests)] for number in range(sent, sent + count)))
            sent += count
    server.buffer.clear()
    return answered / (now - start), sent


def group_commit(binary):
    """Likes a second, round by round: one at a time, and 64 in flight."""
    requests, at, alone, together = lines(), 0, [], []
    # Below the build: a folder for temporary files may be no disk.
    with tempfile.TemporaryDirectory(prefix="likes-", dir=ROOT / ".build") as home:
        command = [str(binary), "serve", "--environment", "sample", "--set", f"state.path={home}/state.db"]
        with Server(command, Path(home)) as server:
            for _ in range(ROUNDS):
                for window, rates in ((1, alone), (WINDOW, together)):
                    # So that the two begin at the same product.
                    found, at = rate(server, requests, at, window)
                    rates.append(found)
    return alone, together
