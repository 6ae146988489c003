"""What open screens cost: a keystroke in a list of 10,000 rows, and a like while 64 lists of 100 rows are open. Each is open in a
window of the rows that a terminal or an editor shows, 40 and all 100, and is told what changed. A keystroke is measured as an editor asks
as well (Tools/editors): 50 rows of text in colours, with the place of each; and among names with accents.

The time is that from the first byte of the request to the last byte that it leads to: its answer, and the last `screen.changed` that
follows of it; the bytes are all those in between. Client and server share one processor. The keystroke that counts is the costliest
of a name that is typed and taken back, letter by letter: each is typed in turn, and of each the median is taken.
"""
import json
import os
import select
import statistics
import tempfile
import time

import growth
import held
import peers
import table

ROWS, SHOWN, SCREENS, SCREEN_ROWS = 10_000, 40, 64, 100
TYPED = ["梁", "梁立", "梁立璇", "梁立", "梁", ""]
PLAIN = {"window": {"from": 0, "count": SHOWN}, "deltas": True}
# By the begin of a goal's name: what is said of it, the friends' path at the upstream, what the screen is opened with, what is typed.
KEYSTROKES = {
    "keystroke": ("", f"{ROWS}", PLAIN, TYPED),
    "keystroke-editor": (", for an editor", f"{ROWS}",
                         {"style": "ansi", "width": 100, "rows": True, "deltas": True, "window": {"from": 0, "count": 50}}, TYPED),
    "keystroke-accents": (", accents", f"accented/{ROWS}", PLAIN, ["Z", "Zo", "Zoë", "Zo", "Z", ""]),
}
TURNS = 3  # of a round
QUIET = 0.1  # seconds without a byte, after which nothing follows


class Client:
    """A galleria whose every byte is counted."""

    def __init__(self, galleria):
        self.server, self.number = galleria.server, 100

    def ask(self, method, params):
        """Sends a request and reads until nothing follows. Gives the milliseconds to the last byte, the bytes and the messages."""
        self.number += 1
        begin = last = time.perf_counter()
        self.server.send([{"id": self.number, "method": method, "params": params}])
        data = bytearray()
        while True:
            answered = b'"id":%d,' % self.number in data
            if not select.select([self.server.output], [], [], QUIET if answered else 30)[0]:
                break
            piece = os.read(self.server.output, 1 << 20)
            last = time.perf_counter()
            if not piece:
                break
            data += piece
        messages = [json.loads(line) for line in data.splitlines()]
        answer = next((message for message in messages if message.get("id") == self.number), {})
        if "result" not in answer:
            raise SystemExit(f"Tools/bench/run screens: {method}: {json.dumps(answer)[:300]}")
        return (last - begin) * 1000, len(data), messages


def keystrokes(galleria, opened, typed, rounds):
    """Typed text → milliseconds and bytes of each time it was typed."""
    held.load(galleria.server, "galleria://friends", **opened)
    client, found = Client(galleria), {f"{index} {text}": [] for index, text in enumerate(typed)}
    for turn in range(rounds * TURNS + 1):
        for index, text in enumerate(typed):
            milliseconds, count, _ = client.ask("screen.send", {"screen": "s1", "action": "find", "params": {"text": text}})
            if turn > 0:  # the first one warms up
                found[f"{index} {text}"].append((milliseconds, count))
    return found


def likes(galleria, rounds):
    """Milliseconds and bytes of each like of one row; and the bytes of a like of each."""
    client = Client(galleria)
    for _ in range(SCREENS):
        client.ask("screen.open", {"route": "galleria://catalog", "window": {"from": 0, "count": SCREEN_ROWS}, "deltas": True})
    rows = client.ask("catalog.list", {"limit": SCREEN_ROWS})[2][0]["result"]["items"]
    if len(rows) != SCREEN_ROWS:
        raise SystemExit(f"Tools/bench/run screens: {len(rows)} rows in place of {SCREEN_ROWS}")
    found = []
    for turn in range(rounds * TURNS + 1):
        milliseconds, count = like(client, rows[7], turn % 2 == 0)
        if turn > 0:
            found.append((milliseconds, count))
    # Each row once, and back: a badge that widens its column changes every line.
    each = []
    for row in rows:
        each.append(like(client, row, True)[1])
        like(client, row, False)
    return found, each


def like(client, row, liked):
    """Milliseconds and bytes of a like that every screen tells of."""
    milliseconds, count, messages = client.ask("catalog.like", {"skus": [row["sku"]], "liked": liked})
    told = {message["params"]["screen"] for message in messages if message.get("method") == "screen.changed"}
    if len(told) != SCREENS:
        raise SystemExit(f"Tools/bench/run screens: {len(told)} of {SCREENS} screens told of a like")
    return milliseconds, count


def rounds_of(pairs, rounds):
    """The medians of each round: milliseconds, kilobytes."""
    turns = [pairs[at::rounds] for at in range(rounds)]
    return [statistics.median(pair[0] for pair in turn) for turn in turns], [statistics.median(pair[1] for pair in turn) / 1000 for turn in turns]


def report(machine, servers, rounds, say):
    cores, binary = os.sched_getaffinity(0), servers["galleria"].command[0]
    with tempfile.TemporaryDirectory(prefix="galleria-screens-") as folder, held.Source() as source, peers.foremost():
        os.sched_setaffinity(0, {machine.processor})
        typed = {}
        for name, (said, path, opened, texts) in KEYSTROKES.items():
            say(f"screens: keystrokes{said}")
            settings = ["network.data=live", f"modules.friends.endpoint={source.endpoint}/{path}"]
            with growth.Galleria(folder, settings=settings, binary=binary) as galleria:
                typed[name] = keystrokes(galleria, opened, texts, rounds)
        say("screens: likes")
        with growth.Galleria(folder, settings=[f"modules.catalog.pageSize={SCREEN_ROWS}"], binary=binary) as galleria:
            liked, each_liked = likes(galleria, rounds)
        os.sched_setaffinity(0, cores)
    lines, values = [["what", "ms", "kB written"]], {}
    for name, texts in typed.items():
        each = {text: rounds_of(pairs, rounds) for text, pairs in texts.items()}
        for at, what in enumerate(("time", "bytes")):
            values[f"{name}-{what}"] = max(each.values(), key=lambda pair: statistics.median(pair[at]))[at]
        lines += [[f"typed “{text.split(' ', 1)[1]}”{KEYSTROKES[name][0]}", *(table.number(statistics.median(one)) for one in pair)]
                  for text, pair in each.items()]
    like_times, like_bytes = rounds_of(liked, rounds)
    lines.append(["a like", *(table.number(statistics.median(one)) for one in (like_times, like_bytes))])
    lines.append(["the costliest like of a row", "", table.number(max(each_liked) / 1000)])
    return {
        "part": "screens", "rounds": rounds, "missing": {}, "figures": {"typed": typed, "liked": liked, "eachLiked": each_liked}, "servers": lines,
        "values": values | {"like-time": like_times, "like-bytes": like_bytes, "like-bytes-most": [max(each_liked) / 1000]},
        "chart": [("to the last byte", "ms", [
            *((f"a keystroke{said}", statistics.median(values[f"{name}-time"])) for name, (said, *_) in KEYSTROKES.items()),
            ("a like", statistics.median(like_times))])],
    }
