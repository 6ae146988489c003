"""Pictures: from memory, from disk beside a plain read of a file, and made smaller beside libjpeg-turbo by itself.

The pictures are JPEGs that libjpeg-turbo makes of generated pixels. galleria's are asked of the service behind
`images.show`: what memory holds is given without a copy; from disk each call opens the cache's folder, finds the file by the
SHA-256 of its URL, marks it as used, checks every byte of it and keeps it in memory, all on the pool. The plain read
opens a file of the picture's own bytes, reads and closes it. Both have the file in the system's memory.
"""
import inprocess
import table

SIDES = {"1000²": 1000, "2000²": 2000}
THUMBNAIL = 256  # pixels of the longer side


def groups(folder, missing):
    found = {}
    for side, pixels in SIDES.items():
        file = folder / f"{pixels}.jpg"
        inprocess.subprocess.run([inprocess.BUILT / "turbojpeg", "make", file, str(pixels)], check=True)
        caches = [folder / f"{pixels}-{kind}" for kind in ("memory", "disk")]
        found |= {
            f"memory {side}": {"galleria": inprocess.galleria("image-memory", file, caches[0])},
            f"disk {side}": {
                "galleria": inprocess.galleria("image-disk", file, caches[1]),
                "a plain read": inprocess.Program("bytes", [inprocess.BUILT / "bytes", "read"], [file])},
            f"thumbnail {side}": {
                "galleria": inprocess.galleria("thumbnail", file, THUMBNAIL),
                "libjpeg-turbo": inprocess.Program(
                    "turbojpeg", [inprocess.BUILT / "turbojpeg", "thumbnail"], [file, THUMBNAIL])},
        }
    return found


def values(figures):
    disk = {side: inprocess.longer(figures, f"disk {side}", "galleria", "a plain read") for side in SIDES}
    return {
        "picture-read": disk["2000²"],
        **{f"old-disk-{side}": times for side, times in disk.items()},
        **{f"old-memory-{side}": [time and time / 1000 for time in inprocess.times(figures, f"memory {side}", "galleria")]
           for side in SIDES},
        **{f"thumbnail-{side}": inprocess.longer(figures, f"thumbnail {side}", "galleria", "libjpeg-turbo") for side in SIDES},
    }


def report(machine, folder, rounds, say):
    missing = inprocess.build(["bytes", "turbojpeg"], say)
    if missing:
        raise SystemExit("Tools/bench/run: images needs a C compiler and libturbojpeg")
    figures = inprocess.rounds_of(machine, groups(folder, missing), rounds, say, "images")
    for figure, programs in figures.items():
        if figure.startswith("thumbnail"):
            sizes = {(one["width"], one["height"]) for reports in programs.values() for one in reports}
            if len(sizes) != 1:
                raise SystemExit(f"Tools/bench/run: {figure}: not of one size: {sizes}")
    bytes_of = {side: (folder / f"{pixels}.jpg").stat().st_size for side, pixels in SIDES.items()}
    lines = [["µs a picture", *(f"{side} ({table.number(bytes_of[side])}B)" for side in SIDES)]]
    for kind in ("memory", "disk", "thumbnail"):
        for name in figures[f"{kind} 1000²"]:
            lines.append([f"{kind}: {name}", *(
                table.number((table.median(inprocess.times(figures, f"{kind} {side}", name)) or 0) / 1000) for side in SIDES)])
    chart = [(figure, "times a second", [(name, 1e9 / time) for name in programs
                                         if (time := table.median(inprocess.times(figures, figure, name)))])
             for figure, programs in figures.items()]
    return {"part": "images", "rounds": rounds, "bytes": bytes_of, "missing": missing, "figures": figures, "servers": lines,
            "values": values(figures), "chart": chart}
