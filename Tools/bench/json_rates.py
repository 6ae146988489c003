"""JSON: reading a text and writing it, beside rapidjson and Foundation's JSONDecoder.

Three texts, made here: a call of 306 bytes, a page of 50 KB, one of 5 MB; some of their words are not ASCII. galleria reads
onto its tape, which any JSON fits, and checks all that it always checks (UTF-8, escapes, members that come twice, depth).
rapidjson reads into a Document, which is its usual use, and checks UTF-8 where it says so. JSONDecoder reads into any value
as well; beside it stands its typed reading, for those who know the text beforehand. Both write typed values call by call, into a buffer
that is used again.
"""
import json

import inprocess
import table

SIZES = {"306 B": 306, "50 KB": 50_000, "5 MB": 5_000_000}
LETTERS = ["Linen shirt", "Merino cardigan", "Canvas tote", "니트 가디건", "Wide trousers", "Été dress", "Rain jacket",
           "유아용 우주복"]
READERS = {"read": "rapidjson, checking UTF-8", "read-plain": "rapidjson", "read-sax": "rapidjson, events alone"}
DECODERS = {"JSONDecoder, any value": "any", "JSONDecoder, typed": "typed"}


def product(number):
    return {
        "sku": f"BL{number:06}DR", "name": f"{LETTERS[number % len(LETTERS)]} no. {number}", "brand": f"Brand {number % 97}",
        "price": {"amount": f"{number % 400 + 5}.95", "currency": "AUD"}, "stock": number * 7 % 1000,
        "rating": number % 9 / 2 + 0.5, "liked": number % 3 == 0, "tags": ["new", f"size {number % 20}"],
        "image": f"https://static.example.com/p/{number:06}/front.jpg",
    }


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def call(size):
    """A request of so many bytes."""
    def text(memo):
        return compact({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "note_show", "arguments": {
            "isbn13": "9781617294136", "title": "Swift Without Ceremony", "authors": ["Imogen Castellan"],
            "price": {"amount": "39.99", "currency": "USD"}, "pages": 384, "rating": 4.5, "memo": memo}}})

    memo = "Read the chapter on errors again. 읽을 것"
    return text(memo + "." * (size - len(text(memo))))


def page(size):
    """Products until there are so many bytes."""
    count = size // len(compact(product(1000)) + b",")
    return compact({"total": 100_000, "items": [product(number) for number in range(count)]})


def groups(folder, missing):
    """Who is measured, by figure."""
    found = {}
    for size, count in SIZES.items():
        file = folder / f"{size.replace(' ', '-')}.json"
        file.write_bytes(call(count) if count < 1000 else page(count))
        reading, writing, tree = (
            {"galleria": inprocess.galleria(f"json-{task}", file)} for task in ("read", "write", "write-tree"))
        for name in ("rapidjson", "rapidjson-sse2"):
            if name in missing:
                continue
            suffix = ", SSE2" if name.endswith("sse2") else ""
            for task, label in READERS.items():
                if not suffix or task == "read":
                    reading[label + suffix] = inprocess.Program(label, [inprocess.BUILT / name, task], [file])
            writing["rapidjson" + suffix] = inprocess.Program(name, [inprocess.BUILT / name, "write"], [file])
            tree["rapidjson" + suffix] = inprocess.Program(name, [inprocess.BUILT / name, "write-tree"], [file])
        if "decoder" not in missing:
            for label, task in DECODERS.items():
                reading[label] = inprocess.Program(label, [inprocess.BUILT / "decoder", task], [file])
        found |= {f"read {size}": reading, f"write {size}": writing, f"write a tree {size}": tree}
    return found


def values(figures):
    checked, found = READERS["read"], {}
    for size in SIZES:
        def faster(what, peer):
            return inprocess.faster(figures, f"{what} {size}", "galleria", peer)

        found |= {
            f"read-{size}": faster("read", checked), f"read-sse2-{size}": faster("read", f"{checked}, SSE2"),
            f"old-read-{size}": faster("read", "JSONDecoder, typed"), f"read-any-{size}": faster("read", "JSONDecoder, any value"),
            f"write-{size}": faster("write", "rapidjson"), f"write-tree-{size}": faster("write a tree", "rapidjson"),
        }
    return found


def rate(figures, sizes, figure, name):
    """Megabytes a second."""
    time = table.median(inprocess.times(figures, figure, name))
    return None if time is None else sizes[figure.split(" ", 1)[1].removeprefix("a tree ")] * 1000 / time


def report(machine, folder, rounds, say):
    missing = inprocess.build(["rapidjson", "rapidjson-sse2", "decoder"], say)
    found = groups(folder, missing)
    sizes = {size: (folder / f"{size.replace(' ', '-')}.json").stat().st_size for size in SIZES}
    figures = inprocess.rounds_of(machine, found, rounds, say, "json")
    lines = [["MB/s", *SIZES]]
    for task in ("read", "write", "write a tree"):
        for name in figures[f"{task} 306 B"]:
            lines.append([f"{task}: {name}",
                          *(table.number(rate(figures, sizes, f"{task} {size}", name)) for size in SIZES)])
    chart = [(figure, "MB/s", [(name, rate(figures, sizes, figure, name)) for name in programs
                               if rate(figures, sizes, figure, name)]) for figure, programs in figures.items()]
    return {"part": "json", "rounds": rounds, "bytes": sizes, "missing": missing, "figures": figures, "servers": lines,
            "values": values(figures), "chart": chart}
