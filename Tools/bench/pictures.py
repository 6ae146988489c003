"""A picture's delivery: from the pictures that galleria keeps to the answer of a tool, beside C that does the same.

A JPEG of 786 KB, which a server on loopback sends once. Kept in memory, or, with no memory for pictures, read from the cache on
disk at each call. C (load/pictures.c) holds the file's bytes, or opens and reads the file at each call; both write base64 and leave
the answer, of a megabyte, to one pipe. C writes base64 as galleria does (Modules/Values/CBase64); beside it stands the C of before,
whose own base64 is by SSSE3. All answers are looked at first: the same bytes, the same type.
"""
import base64
import os
import tempfile
from pathlib import Path

import inprocess
import peers
import table
import upstream

PIXELS = 2000
SECONDS = 0.5
# By name: galleria's settings, and the tool of load/pictures.c.
KINDS = {"memory": [], "disk": ["images.memory.bytes=0B"]}
# By name: the last words of load/pictures.c, and the goal that compares galleria's time with it.
PLAIN = {"C": ([], "picture-{}-c"), "C, SSSE3": (["ssse3"], "old-picture-{}-c")}
NAMES = ("galleria", *PLAIN)


def picture_of(result):
    block = next(block for block in result["content"] if block["type"] == "image")
    return base64.b64decode(block["data"], validate=True), block["mimeType"]


def servers_of(machine, servers, server, folder, picture, missing):
    """Kind → galleria and those in C that answer with the same picture; why others don't, by goal, in `missing`."""
    found = {}
    for kind, settings in KINDS.items():
        settings = ["network.data=live", f"modules.catalog.endpoint={server.origin}", f"images.disk.path={folder}/{kind}", *settings]
        galleria = peers.Peer(
            "galleria", [*servers["galleria"].command, *(word for setting in settings for word in ("--set", setting))],
            own={"picture": ("tools/call", {"name": "images_show", "arguments": {"url": f"{server.origin}/picture.jpg"}})})
        found[kind], known = [galleria], picture_of(peers.ask(machine, galleria, "picture"))
        for name, (words, goal) in PLAIN.items():
            plain = peers.Peer(
                name, [str(peers.BUILT / "pictures"), str(picture), "image/jpeg", str(PIXELS), str(PIXELS), *words],
                own={"picture": ("tools/call", {"name": kind, "arguments": {}})})
            try:
                if picture_of(peers.ask(machine, plain, "picture")) != known or known[0] != picture.read_bytes():
                    raise peers.Failed(f"{kind}: galleria and {name} answer with other pictures")
                found[kind].append(plain)
            except peers.Failed as reason:
                missing[goal.format(kind)] = str(reason)
    return found


def report(machine, servers, rounds, say):
    processors = sorted(os.sched_getaffinity(0) - {machine.processor}) or [machine.processor]
    missing = inprocess.compile(["turbojpeg"], say)
    figures, reasons = {kind: {name: [] for name in NAMES} for kind in KINDS}, {}
    with tempfile.TemporaryDirectory(prefix="pictures-", dir=peers.BUILT) as folder:
        picture = Path(folder) / "picture.jpg"
        inprocess.subprocess.run([peers.BUILT / "turbojpeg", "make", picture, str(PIXELS)], check=True)
        size = picture.stat().st_size
        with upstream.PageServer(processors[0], picture, "image/jpeg", "max-age=86400") as server:
            try:
                asked = servers_of(machine, servers, server, folder, picture, reasons)
            except peers.Failed as reason:
                asked, reasons = {}, {goal.format(kind): str(reason) for kind in KINDS for _, goal in PLAIN.values()}
            for reason in dict.fromkeys(reasons.values()):
                say(f"pictures: {reason}")
            for turn in range(rounds if asked else 0):
                say(f"pictures: round {turn + 1} of {rounds}")
                for kind, those in asked.items():
                    for peer in those[turn % len(those):] + those[:turn % len(those)]:
                        measured = machine.measure(peer, peer.measurement("picture", 1, SECONDS))
                        figures[kind][peer.name].append(measured)

    def times(kind, name):
        return [1e6 / one["rate"] if peers.undisturbed(one) else None for one in figures[kind][name]]

    lines = [[f"a picture of {table.number(size)}B, µs", *NAMES]]
    lines += [[kind, *(table.number(table.median(times(kind, name))) for name in NAMES)] for kind in KINDS]
    return {
        "part": "pictures", "rounds": rounds, "bytes": size, "missing": missing, "reasons": reasons, "figures": figures, "servers": lines,
        "values": {goal.format(kind): table.ratios(times(kind, "galleria"), times(kind, name))
                   for kind in KINDS for name, (_, goal) in PLAIN.items()},
        "chart": [(f"a picture from {kind}", "times a second",
                   [(name, 1e6 / time) for name in NAMES if (time := table.median(times(kind, name)))]) for kind in KINDS],
    }
