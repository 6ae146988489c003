"""What is measured inside one process: galleria-speed (Tests/Speed), and peers that do the same to the same files.

A process does one thing again and again; of its slices the median counts, in the processor's time: nothing here waits for
anybody, so that is also the time that passes where nobody else is at work. The programs take turns, round by round, on
one processor. What got too little of that was disturbed: it is measured again, and does not count if that does not help.
"""
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import peers
import table

ROOT = peers.ROOT
BUILT = peers.BUILT
SPEED = ROOT / ".build/release/galleria-speed"
SECONDS = 0.4  # of one measurement
# Of the time that passed, the processor's: below it, so much else ran in between that the caches were never this process's.
UNDISTURBED = 0.4
TRIES = 3

# name: (compiler, sources and flags, Debian packages)
PROGRAMS = {
    "bytes": (("cc", "-std=gnu17"), ["bytes.c"], []),
    "turbojpeg": (("cc", "-std=gnu17"), ["turbojpeg.c", "-lturbojpeg"], []),
    "rapidjson": (("c++", "-std=c++17"), ["rapidjson.cpp"], ["g++", "rapidjson-dev"]),
    "rapidjson-sse2": (("c++", "-std=c++17", "-DRAPIDJSON_SSE2"), ["rapidjson.cpp"], ["g++", "rapidjson-dev"]),
    "decoder": (("swiftc",), ["decoder.swift"], []),
    "page_peer": (("c++", "-std=c++17"), ["page_peer.cpp", "-lcurl", "-lsimdjson"], ["g++", "libsimdjson-dev"]),
}


@dataclass
class Program:
    """Somebody who is measured: the words before and after the seconds."""
    name: str
    command: list
    words: list

    def line(self, seconds):
        return [*map(str, self.command), str(seconds), *map(str, self.words)]


def galleria(task, *words):
    return Program("galleria", [SPEED, task], list(words))


def build_speed():
    """As Tools/galleria builds, so that nothing of it is compiled twice."""
    subprocess.run(
        [ROOT / "Tools/build-release", "galleria-speed", "-Xlinker", "--strip-all"],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def build(names, say):
    """galleria-speed and these peers. Gives the peers that are not here, with the reasons."""
    say("building galleria-speed")
    build_speed()
    return compile(names, say)


def compile(names, say):
    """These peers, where they are older than their sources. Gives those that are not here, with the reasons."""
    BUILT.mkdir(parents=True, exist_ok=True)
    missing = {}
    for name in names:
        compiler, words, packages = PROGRAMS[name]
        program, sources = BUILT / name, [peers.FOLDER / word for word in words if not word.startswith("-")]
        newest = max(path.stat().st_mtime for path in [*sources, *peers.FOLDER.glob("*.h"), Path(__file__)])
        if program.exists() and program.stat().st_mtime >= newest:
            continue
        flags = ["-O"] if compiler[0] == "swiftc" else ["-O3", "-Wall", "-Wextra"]
        try:
            subprocess.run([ROOT / "Tools/install-dependencies", "gcc", *packages], check=True)
            subprocess.run([*compiler, *flags, "-o", program, *sources, *(word for word in words if word.startswith("-"))],
                           check=True)
        except (subprocess.CalledProcessError, OSError) as error:
            missing[name] = f"it can't be built: {error}"
            say(f"{name} is not here: {missing[name]}")
    return missing


def measure(machine, program, seconds=SECONDS, variables=None):
    """One measurement; taken again when it was disturbed."""
    def begin():
        os.sched_setaffinity(0, {machine.processor})
        peers.first()

    for _ in range(min(TRIES, machine.tries())):
        done = subprocess.run(
            program.line(seconds), text=True, capture_output=True, env={**machine.environment(), **(variables or {})},
            preexec_fn=begin)
        if done.returncode != 0:
            raise SystemExit(f"Tools/bench/run: {program.name}: {done.stderr.strip() or done.returncode}")
        measured = json.loads(done.stdout)
        if measured["share"] >= UNDISTURBED:
            return measured
    machine.disturbed += 1
    return measured


def rounds_of(machine, groups, rounds, say, part):
    """Measures what stands beside one another in turns: {figure: {name: Program}} → {figure: {name: [one a round]}}."""
    figures = {figure: {name: [] for name in programs} for figure, programs in groups.items()}
    for turn in range(rounds):
        say(f"{part}: round {turn + 1} of {rounds}")
        for figure, programs in groups.items():
            names = list(programs)
            for name in names[turn % len(names):] + names[:turn % len(names)]:
                figures[figure][name].append(measure(machine, programs[name]))
    return figures


def times(figures, figure, name):
    """Nanoseconds of each round; None where it was disturbed, nothing when the peer is not here."""
    return [one["nanoseconds"] if one["share"] >= UNDISTURBED else None for one in figures.get(figure, {}).get(name, [])]


def faster(figures, figure, name, other):
    """How many times as fast as the other, round by round."""
    return table.ratios(times(figures, figure, other), times(figures, figure, name))


def longer(figures, figure, name, other):
    """How many times as long as the other, round by round."""
    return table.ratios(times(figures, figure, name), times(figures, figure, other))
