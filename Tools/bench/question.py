"""A question over 1,000 rows of the catalogue that are kept (filter, sort, 20 rows): galleria beside C, Swift on Codable, Node, Python,
`mcp` and `fastmcp`, which do the same over the same bytes.

An upstream gives the catalogue once, in pages of 30, as galleria asks where no setting says otherwise, to be kept for a day; then it is
ended, so that nobody can ask it. The rows are the 253 of the samples, four times, each time with other letters at the end of their
numbers. Galleria keeps the pages as it does for everybody, and answers by its tool; each peer has read them once, and keeps their rows
as it likes. A peer's answers to several questions are compared with galleria's, to the byte, before it is timed.

Of the samples galleria keeps the rows themselves: that question, over the 253, stands beside. So does the method of before: galleria was
asked for two seconds, so that what its first answers make for those behind them weighed less, C for half a second.
"""
import json
import multiprocessing
import re
import shutil
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import facts
import peers
import table
import upstream

ROWS, PAGE_ROWS = 1_000, 30
WINDOW, SECONDS = 64, 1.0
# The method of before: by name, who is asked, and for how long.
BEFORE = {"galleria, 2 s": ("galleria", 2.0), "C, 0.5 s": ("C", 0.5)}
PAGES = peers.BUILT / "question-pages"
ASKED = {"gender": "female", "maxPrice": 100, "sort": "price"}
# What a peer must answer as galleria does: what is timed, other orders, bounds and numbers of rows, equal prices that the limit parts, all.
CHECKED = [
    ASKED, {**ASKED, "limit": 7}, {"sort": "-price", "minPrice": 399.99, "gender": ["male", "kids"]}, {"sort": "price"},
    {"sort": "-price", "limit": 100}, {"gender": "female"},
    {"gender": "female", "sort": "price", "maxPrice": 20, "minPrice": 1, "limit": 50},
    {"minPrice": 40, "maxPrice": 300, "gender": ["female", "kids"], "sort": "-price", "limit": 50}, {"gender": "kids", "limit": 100},
]
QUESTIONS = {name: ("tools/call", {"name": "catalog_list", "arguments": asked})
             for name, asked in [("question", ASKED), *((f"question {number}", asked) for number, asked in enumerate(CHECKED))]}


def rows():
    """The samples' rows again and again, each with a number of its own."""
    samples = json.loads(upstream.SAMPLES.read_text())

    def another(sku, turn):
        return re.sub(r"[A-Z]{3}$", lambda end: "".join(chr((ord(c) - 65 + 7 * turn) % 26 + 65) for c in end.group()), sku)

    found = [{**row, "sku": another(row["sku"], turn)} for turn in range(-(-ROWS // len(samples))) for row in samples][:ROWS]
    assert len({row["sku"] for row in found}) == ROWS
    return found


def page_files():
    """The upstream's pages, as files, in their order."""
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    all_rows, files = rows(), []
    for start in range(0, ROWS, PAGE_ROWS):
        page = {"_embedded": {"product": all_rows[start:start + PAGE_ROWS]}, "total_items": ROWS, "page_count": -(-ROWS // PAGE_ROWS)}
        files.append(PAGES / f"{start // PAGE_ROWS + 1}.json")
        files[-1].write_text(json.dumps(page, ensure_ascii=False, separators=(",", ":")))
    return files


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query)
        file = PAGES / f"{int(query['page'][0])}.json"
        found = query["page_size"] == [str(PAGE_ROWS)] and file.exists()
        body = file.read_bytes() if found else b"{}"
        self.send_response(200 if found else 404)
        self.send_header("Cache-Control", "max-age=86400")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Source:
    """The upstream, in a process of its own, until it is ended."""

    def __enter__(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{server.server_port}"
        self.process = multiprocessing.get_context("fork").Process(target=server.serve_forever, daemon=True)
        self.process.start()
        server.server_close()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()


def keeping(machine, galleria):
    """Galleria with the catalogue of an upstream that is gone."""
    with Source() as source:
        settings = ["network.data=live", f"modules.catalog.endpoint={source.origin}"]
        words = [word for setting in settings for word in ("--set", setting)]
        peer = peers.Peer("galleria", [*galleria.command, *words], galleria.version, own=QUESTIONS)
        if (total := peers.ask(machine, peer, "question 3")["structuredContent"]["total"]) != ROWS:
            raise SystemExit(f"Tools/bench/run question: galleria reads {total} rows, not {ROWS}")
    return peer


def others(files, missing):
    """The peers that do the same, over these files."""
    words = ["cache", *map(str, files)]
    swift = peers.first_line("swiftc", "--version").split(" (")[0]
    found = [c_peer("C", words), peers.Peer("Swift Codable", [str(peers.BUILT / "codable_peer"), *words], swift, own=QUESTIONS)]
    try:
        binaries = peers.python_environment()
    except (subprocess.CalledProcessError, OSError) as error:
        missing |= {name: f"its packages can't be installed: {error}" for name in ("Python", "mcp", "fastmcp")}
    else:
        python, release = str(binaries / "python"), peers.first_line(str(binaries / "python"), "--version")
        found += [peers.Peer(name, [python, str(peers.FOLDER / script), *words], release, own=QUESTIONS)
                  for name, script in (("Python", "question_bare.py"), ("mcp", "question_mcp.py"), ("fastmcp", "question_fastmcp.py"))]
    if node := shutil.which("node"):
        found.append(peers.Peer("Node", [node, str(peers.FOLDER / "question_bare.mjs"), *words], peers.first_line(node, "--version"),
                                own=QUESTIONS))
    else:
        missing["Node"] = "there is no node on the PATH"
    return found


def c_peer(name, words):
    return peers.Peer(name, [str(peers.BUILT / "question"), *words], peers.first_line("cc", "--version"), own=QUESTIONS)


def compared(machine, galleria, found, missing, say):
    """Those of the peers whose answers have galleria's facts, by name."""
    questions, same = [name for name in QUESTIONS if name != "question"], {}

    def all_facts(peer):
        return [facts.of_question(result) for result in peers.ask_each(machine, peer, questions)]

    known = all_facts(galleria)
    for peer in found:
        try:
            for question, own, other in zip(questions, known, all_facts(peer)):
                if other != own:
                    raise peers.Failed(f"its {question} has other facts than galleria's: {facts.difference(own, other)}")
            same[peer.name] = peer
        except peers.Failed as reason:
            missing[peer.name] = str(reason)
            say(f"{peer.name} is not here: {reason}")
    return same


def values(figures):
    def rates(name):
        return [one["rate"] if peers.undisturbed(one) else None for one in figures.get(name, [])]

    return {
        "question": table.ratios(rates("galleria"), rates("C")),
        **{f"question-{name.lower()}": table.ratios(rates("galleria"), rates(name)) for name in ("Node", "Python", "mcp", "fastmcp")},
        "question-codable": table.ratios(rates("galleria"), rates("Swift Codable")),
        "old-question": table.ratios(rates("galleria, 2 s"), rates("C, 0.5 s")),
        "question-samples": table.ratios(rates("galleria, samples"), rates("C, samples")),
    }


def server_table(figures):
    lines = [["who answers", "questions a second", "least–most", "CPU a question, µs", "resident, MB"]]
    for name, measurements in figures.items():
        good = [one for one in measurements if peers.undisturbed(one)]
        lines.append([
            name, table.number(table.median([one["rate"] for one in good])), table.spread([one["rate"] for one in good]),
            *(table.number(table.median([one[key] / size for one in good]))
              for key, size in (("cpuMicroseconds", 1), ("residentKB", 1024)))])
    return lines


def report(machine, servers, rounds, say):
    missing = {}
    files = page_files()
    galleria = keeping(machine, servers["galleria"])
    asked = {"galleria": galleria} | compared(machine, galleria, others(files, missing), missing, say)
    of_samples = peers.Peer("galleria, samples", servers["galleria"].command, own=QUESTIONS)
    c = c_peer("C, samples", ["sample", str(upstream.SAMPLES)])
    asked |= {"galleria, samples": of_samples} | compared(machine, of_samples, [c], missing, say)
    asked |= {name: asked[one] for name, (one, _) in BEFORE.items() if one in asked}
    figures, names = {name: [] for name in asked}, list(asked)
    for turn in range(rounds):
        say(f"question: round {turn + 1} of {rounds}")
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            _, seconds = BEFORE.get(name, (name, SECONDS))
            figures[name].append(machine.measure(asked[name], asked[name].measurement("question", WINDOW, seconds)))
    return {
        "part": "question", "rounds": rounds, "versions": {name: peer.version for name, peer in asked.items()}, "missing": missing,
        "reasons": {"question": missing.get("C", ""), "old-question": missing.get("C", ""),
                    "question-samples": missing.get("C, samples", "")},
        "figures": figures, "servers": server_table(figures), "values": values(figures),
        "chart": [("a question over 1,000 kept rows", "questions a second",
                   [(name, rate) for name, measurements in figures.items() if not name.endswith("samples") and name not in BEFORE
                    and (rate := table.median([one["rate"] for one in measurements if peers.undisturbed(one)])) is not None])],
    }
