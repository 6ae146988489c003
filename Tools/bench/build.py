"""How long builds take: of all modules in a fresh copy of the sources, after an edit of one feature, and of one module's tests.

The copy lies below .build/bench and is built as a user builds it, by Tools/galleria. Other work can only lengthen a build: one
that it disturbed counts where it is within its bound all the same.
"""
import os
import resource
import shutil
import subprocess
import time

import peers
import table
import upstream

COPY = peers.BUILT / "build"
CLEAN_SECONDS, EDIT_SECONDS, TEST_SECONDS = 180, 10, 60
# A feature: what is typical of an edit.
TESTED, TESTED_FILE = "Friends", "Modules/Features/Friends/Sources/Friend.swift"
# Files of features, which no other module imports; each gets one more function.
LEAVES = [
    "Modules/Features/Forecast/Sources/WeatherService.swift", "Modules/Features/Friends/Sources/Friend.swift",
    "Modules/Features/ShoppingMall/Sources/ShoppingMall.swift",
]


def copy_sources():
    """What git knows, as it stands in the working tree."""
    shutil.rmtree(COPY, ignore_errors=True)
    named = subprocess.run(["git", "ls-files", "-z"], cwd=peers.ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, named.split("\0")):
        source, target = peers.ROOT / name, COPY / name
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)


def build(command=("Tools/galleria", "--version")):
    """Seconds until the command is done, by itself the product's version; their processor time, and that of all else in them."""
    def ended():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    processors = os.sched_getaffinity(0)
    begin, own, others = time.perf_counter(), ended(), upstream.others(processors)
    subprocess.run([COPY / command[0], *command[1:]], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds, own = time.perf_counter() - begin, ended() - own
    return {"seconds": seconds, "cpuSeconds": own, "othersSeconds": max(0, upstream.others(processors) - others - own)}


def edit(name):
    """One more function, of a name of its own: a file may be edited again."""
    with open(COPY / name, "a") as file:
        file.write(f"\nfunc benchEdit{time.time_ns()}(_ number: Int) -> Int {{ number &* {time.time_ns() % 1000} }}\n")


def values(bound, builds):
    def value(build):
        # One processor's worth of other work, for a tenth of the time.
        disturbed = build["othersSeconds"] > build["seconds"] * (1 - peers.UNDISTURBED) and build["seconds"] > bound
        return None if disturbed else build["seconds"]

    return [value(build) for build in builds]


def report(machine, servers, rounds, say):
    say("build: all modules, in a fresh copy")
    try:
        copy_sources()
        clean, edits, tests = [build()], [], []
        for name in LEAVES:
            say(f"build: after an edit of {name}")
            edit(name)
            edits.append(build())
        say(f"build: tests of {TESTED}")
        test = ("Tools/test", TESTED)
        build(test)
        # The tree is warm: one file of the module is edited, and its tests are compiled and run.
        edit(TESTED_FILE)
        tests.append(build(test))
    finally:
        shutil.rmtree(COPY, ignore_errors=True)
    judged = {"build-clean": values(CLEAN_SECONDS, clean), "build-leaf": values(EDIT_SECONDS, edits),
              "build-tests": values(TEST_SECONDS, tests)}
    machine.disturbed += sum(value is None for every in judged.values() for value in every)
    lines = [["build", "seconds", "processor time, s", "of other work, s"]]
    for name, one in [("all modules", clean[0]), *((name.split("/")[2], one) for name, one in zip(LEAVES, edits)), (f"tests of {TESTED}", tests[0])]:
        lines.append([name, *(f"{one[key]:.1f}" for key in ("seconds", "cpuSeconds", "othersSeconds"))])
    return {
        "part": "build", "rounds": 1, "versions": {}, "figures": {"clean": clean, "edits": edits, "tests": tests}, "servers": lines,
        "values": judged,
        "chart": [("builds", "s", [("all modules", clean[0]["seconds"]), ("after an edit", table.median([one["seconds"] for one in edits]))])],
    }
