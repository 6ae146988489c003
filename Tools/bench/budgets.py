"""What requests to the release binary allocate, against budgets: allocations.json, of this system's compiler; and the instructions
they take, which repeat where times don't.

A change that allocates more is not reached in the table, and either does with less or raises the budget and says why in its
commit; one that allocates less lowers it. Tests/EndToEndTests/AllocationTests does the same for the debug build.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

GALLERIA = Path(__file__).resolve().parent.parent.parent / ".build/release/galleria"
BUDGETS = Path(__file__).resolve().parent / "allocations.json"
BOOK = {"isbn13s": ["9781617294136"]}
MEMO = {"isbn13": "9781617294136", "text": "Read the chapter on errors again; everybody in the team asks for it all week."}


def tool(name, arguments):
    return {"method": "tools/call", "params": {"name": name, "arguments": arguments}}


REQUESTS = {
    "a `ping`": {"method": "ping"},
    "a book": {"method": "bookShelf.show", "params": BOOK},
    "a book by tool": tool("book_shelf_show", BOOK),
    "a page of 20 goods": {"method": "shoppingMall.list", "params": {"limit": 20}},
    "a page of 20 goods by tool": tool("shopping_mall_list", {"limit": 20}),
}
LISTS = {
    "a row of a list": lambda rows: {"method": "shoppingMall.list", "params": {"limit": rows}},
    "a row of a list by tool": lambda rows: tool("shopping_mall_list", {"limit": rows}),
}


def measured(galleria):
    """Request → allocations, one request after the other. galleria: on sample data, its allocations counted."""
    found = {name: galleria.allocations(request) for name, request in REQUESTS.items()}
    for name, request in LISTS.items():
        found[name] = round((galleria.allocations(request(80)) - galleria.allocations(request(40))) / 40, 1)
    return found


# What instructions are counted of, as goals.json names it: a request that goes into one process so many times, and where it needs one,
# another that goes before.
COUNTED = {
    "a `ping`": ({"method": "ping"}, 1000),
    "a tool of a small answer": (tool("book_shelf_memos", {}), 400),
    "a tool of a small answer, a memo of 77 bytes": (tool("book_shelf_memos", {}), 400, tool("book_shelf_set_memo", MEMO)),
    "a book by tool": (tool("book_shelf_show", BOOK), 200),
    "a page of 27 of the samples": ({"method": "catalog.list", "params": {"limit": 27}}, 40),
    "27 goods by tool": (tool("shopping_mall_list", {"limit": 27}), 40),
    "27 products by tool": (tool("catalog_list", {"limit": 27}), 40),
    "friends by tool": (tool("friends_list", {}), 20),
}


def instructions(folder):
    """Request → instructions of one more of it: of two runs, one with twice as many. Nothing where there is no valgrind."""
    if not shutil.which("valgrind"):
        return {}
    found = {}
    # Without what is for debuggers, in which valgrind loses its way.
    program = Path(folder) / "galleria"
    subprocess.run(["objcopy", "--strip-debug", GALLERIA, program], check=True)
    for name, (request, count, *before) in COUNTED.items():
        few, many = (steps(folder, program, [*before, *[request] * times]) for times in (count, 2 * count))
        found[name] = (many - few) / count
    return found


def steps(folder, program, requests):
    """Instructions of a whole run. Hashes are not seeded: where a table collides is luck otherwise."""
    hello = {"method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}
    lines = [json.dumps({"jsonrpc": "2.0", "id": number, **request}).encode() + b"\n" for number, request in enumerate([hello, *requests])]
    server = subprocess.Popen(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", program, "serve"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(dir=folder), "SWIFT_DETERMINISTIC_HASHING": "1"})
    first = []
    for line in lines[:2]:
        # What a first request waits for, the others would wait for as well: how many of them would be luck.
        server.stdin.write(line)
        server.stdin.flush()
        first.append(server.stdout.readline())
    output, told = server.communicate(b"".join(lines[2:]))
    answers = [json.loads(line) for line in [*first, *output.splitlines()]]
    good = [answer for answer in answers if "result" in answer and not answer["result"].get("isError")]
    if len(good) != len(requests) + 1:
        raise SystemExit(f"Tools/bench/run growth: {len(good)} good answers to {len(requests) + 1} requests: {output[-300:]!r}")
    return int(re.search(r"I +refs: +([0-9,]+)", told.decode())[1].replace(",", ""))


def budgets():
    return json.loads(BUDGETS.read_text())


if __name__ == "__main__":
    # Tools/bench/budgets.py: instructions a request of the release binary, as it is.
    with tempfile.TemporaryDirectory() as folder:
        for name, count in instructions(folder).items():
            print(f"{count:12,.0f}  {name}")
