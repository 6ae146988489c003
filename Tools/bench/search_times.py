"""Search: a keystroke in the lists of friends and books, beside a scan of the same bytes by the C library.

A million rows, made here, loaded by the screens `galleria://friends` and `galleria://shelf` as from an upstream. A search is
`screen.send` with what is typed, up to the bytes of `screen.changed` with the rows found and their text; letters match
whatever their case. The scan it is judged by (`memmem`, exact case) finds the same text in the names, or titles, subtitles and
prices, one behind the other in one text. Beside it, not judged, `memmem` of the same texts each in a place of its own, as rows
have them. Ten rows match.
"""
import json
import struct

import growth
import inprocess
import table

ROWS = [10_000, 100_000, 1_000_000]
FAMILY, GIVEN = ["Castellan", "Okafor", "Lindqvist", "Moreau", "Tanaka"], ["Imogen", "Ayo", "Signe", "Luc", "Hana", "Björn"]
CHINESE = ["黃靖僑", "林宜真", "石芳瑜", "翁勳儀", "洪佳妤", "郭哲嘉"]
TITLES = ["Swift Without Ceremony", "Numerics in Practice", "Signals and Systems", "Charts, Maps & Motion", "Secure Servers"]
SUBTITLES = ["Floating Point and the Point of It All", "Running Production Services on Linux", "Errors, Types and Tests"]
NEEDLE = "quixote"
# By name: the task of load/bytes.c, and what it looks for.
SCANS = {"memmem of the joined text": ("memmem", "Quixote"), "memmem": ("rows", "Quixote")}


def hidden(number, rows):
    """Whether the row at this place is one of the ten that have the text."""
    return number % (rows // 10) == rows // 20


def friends(rows):
    """The upstream's rows, and the names that are searched."""
    names = []
    for number in range(rows):
        name = CHINESE[number % 6] if number % 3 == 0 else f"{GIVEN[number % 6]} {FAMILY[number % 5]} {number % 1000}"
        names.append(f"{name} Quixote" if hidden(number, rows) else name)
    items = [{"fid": str(number), "name": name, "status": 1, "isTop": "0", "updateDate": "20190802"}
             for number, name in enumerate(names)]
    return {"response": items}, "\n".join(names)


def books(rows):
    texts, items = [], []
    for number in range(rows):
        title, subtitle, price = f"{TITLES[number % 5]} {number % 1000}", SUBTITLES[number % 3], f"${number % 90 + 9}.99"
        if hidden(number, rows):
            subtitle += " Quixote"
        texts += [title, subtitle, price]
        items.append({"title": title, "subtitle": subtitle, "isbn13": f"978{number:010}", "price": price, "image": "", "url": ""})
    return {"error": "0", "total": str(rows), "books": items}, "\n".join(texts)


LISTS = {"friends": ("search-friends", friends), "shelf": ("search-shelf", books)}


def prepare(folder, name, rows):
    """The files of a list. Gives who is measured, and the searched bytes."""
    task, make = LISTS[name]
    body, text = make(rows)
    upstream, searched = folder / f"{name}-{rows}.json", folder / f"{name}-{rows}.txt"
    upstream.write_text(json.dumps(body, ensure_ascii=False, separators=(",", ":")))
    (folder / f"{upstream.name}.man").write_text('{"response":[{"name":"Quincy","kokoid":"q"}]}')
    searched.write_text(text)
    count = text.count("Quixote")
    return {
        "galleria": inprocess.galleria(task, upstream, NEEDLE, count),
        **{label: inprocess.Program("bytes", [inprocess.BUILT / "bytes", scan], [searched, text, count])
           for label, (scan, text) in SCANS.items()},
    }, searched.stat().st_size


def allocations(machine, program, library, folder):
    """What one search allocates: how often, and how many bytes."""
    counts = folder / "allocations"
    counts.write_bytes(struct.pack("=QQ", 0, 0))
    measured = inprocess.measure(machine, program, 0, {"LD_PRELOAD": str(library), "ALLOCATION_COUNTS": str(counts)})
    return {"allocations": measured["allocations"], "bytes": measured["bytes"]}


def values(figures, allocated):
    found, most = {}, ROWS[-1]
    for name in LISTS:
        figure = f"{name} {most}"
        found |= {
            f"old-search-{name}": inprocess.faster(figures, figure, "galleria", "memmem of the joined text"),
            f"search-rows-{name}": inprocess.faster(figures, figure, "galleria", "memmem"),
            f"old-search-flat-{name}": table.ratios(
                [time and time / most for time in inprocess.times(figures, figure, "galleria")],
                [time and time / ROWS[-2] for time in inprocess.times(figures, f"{name} {ROWS[-2]}", "galleria")]),
            f"old-search-allocates-{name}": [allocated[figure]["bytes"] / most],
        }
    return found


def report(machine, folder, rounds, say):
    missing = inprocess.build(["bytes"], say)
    if missing:
        raise SystemExit("Tools/bench/run: search needs a C compiler")
    found, sizes = {}, {}
    for name in LISTS:
        for count in ROWS:
            found[f"{name} {count}"], sizes[f"{name} {count}"] = prepare(folder, name, count)
    library = growth.counting_library()
    allocated = {figure: allocations(machine, programs["galleria"], library, folder) for figure, programs in found.items()}
    figures = inprocess.rounds_of(machine, found, rounds, say, "search")
    lines = [["ns a row", *(f"{count:,}" for count in ROWS), f"bytes searched, of {ROWS[-1]:,}"]]
    for name in LISTS:
        for program in figures[f"{name} {ROWS[-1]}"]:
            lines.append([f"{name}: {program}", *(
                table.number((table.median(inprocess.times(figures, f"{name} {count}", program)) or 0) / count)
                for count in ROWS), table.number(sizes[f"{name} {ROWS[-1]}"])])
        lines.append([f"{name}: allocations", *(table.number(allocated[f"{name} {count}"]["allocations"]) for count in ROWS), ""])
    chart = [(figure, "searches a second", [(name, 1e9 / time) for name in programs
                                           if (time := table.median(inprocess.times(figures, figure, name)))])
             for figure, programs in figures.items()]
    return {"part": "search", "rounds": rounds, "bytes": sizes, "missing": missing, "allocated": allocated,
            "figures": figures, "servers": lines, "values": values(figures, allocated), "chart": chart}
