"""A page from an upstream to the answer on stdout: galleria beside C++ that does the same work, and curl and URLSession, which fetch alone.

A server on loopback (load/page_server.c) has one processor, who asks it the other: galleria together with load.c, which reads
its answers; a server in C++ with libcurl and simdjson, driven as galleria is; curl; a program on URLSession. Each asks for the same page
of 27 products of the sample catalogue, 44 KB. galleria reads it as JSON, makes products of it, looks up their likes and writes its own
answer; by tool, as agents ask, the same answer as a table in Markdown and as structured content. Its settings are those of a fresh
installation but for the endpoint: no cache may keep the page (`no-store`), and the server counts that each call asked for it.
"""
import json
import os
import resource
import shutil
import subprocess
import time
from pathlib import Path

import facts
import inprocess
import peers
import table

SAMPLES = peers.ROOT / "Config/samples/Catalog/products.json"
ROWS = 27  # 44 KB; no more than a page of the catalogue may have
PAGE = "catalog/products?page_size=27&page="
SECONDS = 1.0  # of one measurement of galleria
IN_FLIGHT, SESSION_IN_FLIGHT = 32, 8
PAGES = {"curl": 30_000, "URLSession": 3_000}  # of one measurement: about as long
TRIES = 3
PAUSE_SECONDS = 1.0  # before a measurement is taken again, once, twice, … as long
FEW, MANY = 2_000, 10_000  # requests after which memory is looked at
# Besides the page that is timed, what the server in C++ must answer as galleria does: a part of it, and without a limit.
FURTHER = {"part": ("catalog.list", {"limit": 7}), "unsaid": ("catalog.list", {})}
# The same three by tool, as agents ask: a table in Markdown and structured content.
BY_TOOL = {name: ("tools/call", {"name": "catalog_list", "arguments": arguments})
           for name, arguments in (("page by tool", {"limit": ROWS}), ("part by tool", {"limit": 7}), ("unsaid by tool", {}))}
OWN = FURTHER | BY_TOOL
# By name: the last words of load/page_peer.cpp. The other one is that of before, with a slower check for names that come twice.
CPP = {"C++": [], "C++, names by ends": ["ends"]}
BY_TOOL_TOO = ("galleria", "C++")


class PageServer:
    """The upstream, on a processor of its own."""

    def __init__(self, processor, file, *head):
        """head: the file's type and Cache-Control, where it is no page."""
        self.processor = processor
        self.process = subprocess.Popen(
            [peers.BUILT / "page_server", str(processor), file, *head], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.origin = f"http://127.0.0.1:{int(self.process.stdout.readline())}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def answered(self):
        """Ends the server; how many requests it answered."""
        return int(self.process.communicate()[0])


def others(processors):
    """The time, in seconds, that anything but interrupts took of these processors so far, or their machine from them."""
    names, sum_ = {f"cpu{processor}" for processor in processors}, 0
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name in names:
            user, nice, system, _, _, _, _, steal = map(int, ticks[:8])
            sum_ += user + nice + system + steal
    return sum_ / os.sysconf("SC_CLK_TCK")


def own_seconds():
    """The processor time of all that asked and ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def measured(machine, server, measurement):
    """What the measurement gives, and whether it was `disturbed`: taken again while other work has a part of the processors.

    How busy our own processes were says nothing here: one that waits for the other side is not disturbed. The server comes before
    other work, which takes what it leaves of its processor: that of those who ask counts.
    """
    processors = {machine.processor}
    for turn in range(min(TRIES, machine.tries())):
        # Both processors must be quiet, which a build next door does not leave them for some time.
        time.sleep(turn * PAUSE_SECONDS)
        begin, before = time.perf_counter(), others(processors) - own_seconds()
        found = measurement()
        whole = time.perf_counter() - begin
        disturbed = others(processors) - own_seconds() - before > whole * (1 - peers.UNDISTURBED)
        if not disturbed:
            break
    machine.disturbed += disturbed
    return found | {"disturbed": disturbed}


def page_file():
    rows = json.loads(SAMPLES.read_text())[:ROWS]
    page = {"_embedded": {"product": rows}, "total_items": 253, "page_count": 10}
    file = peers.BUILT / "page.json"
    file.write_text(json.dumps(page, ensure_ascii=False, separators=(",", ":")))
    return file


def galleria_at(galleria, server):
    settings = ["network.data=live", f"modules.catalog.endpoint={server.origin}"]
    return peers.Peer("galleria", [*galleria.command, *(word for setting in settings for word in ("--set", setting))], own=OWN)


def same_work(machine, server, galleria, missing):
    """The servers in C++ whose answers are known to have galleria's facts, by name; why others are not here in `missing`."""
    def all_facts(peer):
        return [(facts.of_question if question in BY_TOOL else facts.of_page)(result)
                for question, result in zip(questions, peers.ask_each(machine, peer, questions))]

    if "page_peer" in missing:
        missing |= dict.fromkeys(CPP, missing["page_peer"])
        return {}
    questions, same = ["page", *OWN], {}
    known = all_facts(galleria)
    for name, words in CPP.items():
        peer = peers.Peer(name, [str(peers.BUILT / "page_peer"), server.origin, *words], own=OWN)
        try:
            for question, own, other in zip(questions, known, all_facts(peer)):
                if own != other:
                    raise peers.Failed(f"its {question} has other facts than galleria's: {facts.difference(own, other)}")
            same[name] = peer
        except peers.Failed as reason:
            missing[name] = str(reason)
    return same


def clients(machine, server, galleria, missing):
    """Name → what measures it once, and gives requests a second and microseconds of processor time each."""
    pinned = ["taskset", "-c", str(machine.processor)]
    commands = {
        "URLSession": [peers.BUILT / "session_client", f"{server.origin}/{PAGE}#", SESSION_IN_FLIGHT, PAGES["URLSession"]],
        "curl": ["curl", "--silent", "--fail", "--parallel", "--parallel-max", IN_FLIGHT, "--output", "/dev/null",
                 f"{server.origin}/{PAGE}[1-{PAGES['curl']}]"],
    }

    def run(name):
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([*pinned, *map(str, commands[name])], check=True, env=machine.environment(), stderr=subprocess.DEVNULL,
                       preexec_fn=peers.first)
        seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"rate": PAGES[name] / seconds, "cpuMicroseconds": cpu * 1e6 / PAGES[name]}

    def ask(peer, question):
        return machine.run(peer, peer.measurement(question, IN_FLIGHT, SECONDS))["phases"][0]

    servers = {"galleria": galleria} | same_work(machine, server, galleria, missing)
    return {
        **{name: lambda peer=peer: ask(peer, "page") for name, peer in servers.items()},
        **{f"{name}, by tool": lambda peer=peer: ask(peer, "page by tool") for name, peer in servers.items() if name in BY_TOOL_TOO},
        **{name: lambda name=name: run(name) for name in commands},
    }


def ceiling(machine, server):
    """The requests a second that wrk gets of the server, where there is one."""
    if not shutil.which("wrk"):
        return None
    done = subprocess.run(
        ["taskset", "-c", str(machine.processor), "wrk", "-t1", f"-c{IN_FLIGHT}", "-d1s", f"{server.origin}/{PAGE}1"],
        text=True, capture_output=True, check=True)
    return float(done.stdout.split("Requests/sec:")[1].split()[0])


def memory(machine, server, galleria):
    """Kilobytes after the one and the other number of requests, and whether each call asked the server once."""
    done = machine.run(galleria, galleria.measurement("page", IN_FLIGHT, answers=FEW),
                       galleria.measurement("page", IN_FLIGHT, answers=MANY - FEW))
    return [phase["residentKB"] for phase in done["phases"]], sum(phase["answers"] for phase in done["phases"])


def values(figures, resident, asked):
    def rates(name):
        return [None if one["disturbed"] else one["rate"] for one in figures.get(name, [])]

    def costs(name):
        return [one["cpuMicroseconds"] for one in figures.get(name, [])]

    curl = table.ratios(rates("galleria"), rates("curl"))
    return {
        "page-cpp": table.ratios(rates("galleria"), rates("C++")), "page-curl": curl, "old-page-curl": curl,
        "old-page-cpp": table.ratios(rates("galleria"), rates("C++, names by ends")),
        "page-tool-cpp": table.ratios(rates("galleria, by tool"), rates("C++, by tool")),
        "old-page-session": table.ratios(rates("galleria"), rates("URLSession")),
        # What other work disturbs less.
        "page-cpu-curl": table.ratios(costs("galleria"), costs("curl")), "page-cpu-cpp": table.ratios(costs("galleria"), costs("C++")),
        "old-page-memory": [(resident[1] - resident[0]) / 1024],
        # Those that were in flight at an end were asked for as well, so that it may be a little more.
        "old-page-asked": [asked],
    }


def server_table(figures, top):
    lines = [["who asks", "in flight", "pages a second", "least–most", "CPU a page, µs"]]
    for name, measurements in figures.items():
        rates = [one["rate"] for one in measurements if not one["disturbed"]]
        lines.append([
            name, str(SESSION_IN_FLIGHT if name == "URLSession" else IN_FLIGHT), table.number(table.median(rates)),
            table.spread(rates), table.number(table.median([one["cpuMicroseconds"] for one in measurements]))])
    lines.append(["wrk: what the server can", str(IN_FLIGHT), table.number(top), "", ""])
    return lines


def report(machine, servers, rounds, say):
    available = sorted(os.sched_getaffinity(0) - {machine.processor})
    if not available:
        raise SystemExit("Tools/bench/run upstream: this takes two processors")
    missing = inprocess.compile(["page_peer"], say)
    with PageServer(available[0], page_file()) as server:
        galleria = galleria_at(servers["galleria"], server)
        asking = clients(machine, server, galleria, missing)
        figures, names = {name: [] for name in asking}, list(asking)
        for turn in range(rounds):
            say(f"upstream: round {turn + 1} of {rounds}")
            for name in names[turn % len(names):] + names[:turn % len(names)]:
                figures[name].append(measured(machine, server, asking[name]))
        top = ceiling(machine, server)
    say(f"upstream: {MANY:,} requests")
    with PageServer(available[0], page_file()) as server:
        resident, answers = memory(machine, server, galleria_at(servers["galleria"], server))
        asked = server.answered() / answers
    return {
        "part": "upstream", "rounds": rounds, "versions": {"curl": peers.first_line("curl", "--version")},
        "missing": missing, "reasons": {
            **dict.fromkeys(("page-cpp", "page-cpu-cpp", "page-tool-cpp"), missing.get("C++", "")),
            "old-page-cpp": missing.get("C++, names by ends", "")},
        "figures": {"rates": figures, "wrk": top, "residentKB": resident, "askedPerCall": asked},
        "servers": server_table(figures, top),
        "values": values(figures, resident, asked),
        "chart": [("a page of 44 KB", "pages a second",
                   [(name, table.median(rates)) for name, measurements in figures.items()
                    if (rates := [one["rate"] for one in measurements if not one["disturbed"]])])],
    }
