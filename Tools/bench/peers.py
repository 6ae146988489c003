"""The servers that galleria is measured beside, and one plan of load/load.c for any of them.

The C programs and the Python environment are made below .build/bench. A peer that can't be had on this machine is left out,
with the reason: that is no failure.
"""
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

import facts

FOLDER = Path(__file__).resolve().parent / "load"
ROOT = FOLDER.parent.parent.parent
BUILT = ROOT / ".build/bench"
BOOK_ROWS = ROOT / "Config/samples/BookShelf/books.json"
UNDISTURBED = 0.9  # of the processor's time must have gone to the server and the load generator
TRIES = 5  # of a measurement that other work disturbs
PATIENCE = 10  # measurements of a part that stay disturbed, after which each is tried once: the machine is busy, and won't wait
BASE64 = ("-I", ROOT / "Modules/Values/CBase64/include", "-D_Nullable=")  # clang alone knows that word
PROGRAMS = {"load": ["load.c", "child.c"], "echo": ["echo.c"], "echo_poll": ["echo_poll.c"], "reference": ["reference.c"],
            "scan_test": ["scan_test.c"], "page_server": ["page_server.c"], "pictures": ["pictures.c", str(ROOT / "Modules/Values/CBase64/CBase64.c")],
            "question": ["question.c"]}
# On Foundation, which galleria is not.
SWIFT_PROGRAMS = {"session_client": ["session_client.swift"], "codable_server": ["codable_server.swift"],
                  "codable_peer": ["codable_peer.swift", "codable_books.swift", "codable_catalogue.swift"]}

MCP_GREETING = (
    {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}},
    "notifications/initialized",
)
LSP_GREETING = ({"processId": None, "rootUri": None, "capabilities": {}}, "initialized")

BOOK = {"isbn13": "9781617294136"}
BOOKS = {"isbn13s": ["9781617294136"]}
ALL_BOOKS = [row["isbn13"] for row in json.loads(BOOK_ROWS.read_text())]  # the first of them is BOOK's
# Some 300 bytes as a request; the peers written here answer with as many.
NOTE = {
    "isbn13": "9781617294136", "title": "Swift Without Ceremony", "authors": ["Imogen Castellan"],
    "price": {"amount": "39.99", "currency": "USD"}, "pages": 384, "rating": 4.5,
    "memo": "Read the chapter on errors again.",
}
# What is asked, by name: method and params.
QUESTIONS = {
    "ping": ("ping", None),
    "unknown": ("galleria/unknown", {}),
    "book": ("tools/call", {"name": "book_shelf_show", "arguments": BOOKS}),
    "book peer": ("tools/call", {"name": "book_show", "arguments": BOOK}),
    "books": ("tools/call", {"name": "book_shelf_show", "arguments": BOOKS}),
    "books peer": ("tools/call", {"name": "book_show", "arguments": BOOK}),
    "replay": ("tools/call", {"name": "replay", "arguments": BOOK}),
    "note": ("tools/call", {"name": "note_show", "arguments": NOTE}),
    "plain": ("bookShelf.show", BOOKS),
    "page": ("catalog.list", {"limit": 27}),
}

# The questions whose requests ask for all books, one after the other.
IN_TURN = ("books", "books peer")

# Peers of which no server is here to be built: their rows stay empty.
NOT_WRITTEN = {"official Swift SDK": "it comes as a Swift package, and the bench fetches from Debian and PyPI alone"}


@dataclass
class Peer:
    name: str
    command: list
    version: str = ""
    framing: str = "lines"
    echoes: bool = False  # answers with the request itself
    asked: tuple = ("ping",)  # the names of QUESTIONS it answers; `unknown` with an error
    starts: int = 4  # in a round: fewer of one that is slow
    own: dict = field(default_factory=dict)  # questions besides those of QUESTIONS

    def expected(self, question):
        return "echo" if self.echoes else "error" if question == "unknown" else "result"

    def plan(self, *steps):
        """What load.c is to do: the greeting, then the steps."""
        params, notification = LSP_GREETING if self.framing == "headers" else MCP_GREETING
        lines = [("framing", self.framing), ("initialize", self.expected("initialize"), message("initialize", params, "0"))]
        if not self.echoes:
            lines.append(("notify", json.dumps({"jsonrpc": "2.0", "method": notification, "params": {}})))
        return "".join("\t".join(map(str, line)) + "\n" for line in [*lines, *steps])

    def listing(self):
        """A step of a plan: the first `tools/list`, behind the reply to `initialize`; its time counts from the start of the process."""
        return ("list", self.expected("tools/list"), message("tools/list", None, "1"))

    def question(self, name):
        return self.own.get(name) or QUESTIONS[name]

    def measurement(self, question, window, seconds=0.0, answers=0):
        """A step of a plan. It ends after the seconds or the answers; 0: no matter."""
        method, params = self.question(question)
        values = ALL_BOOKS if question in IN_TURN else ()
        return ("measure", question, window, seconds, answers, self.expected(question), message(method, params, "@"), *values)


def weigh(nice):
    """The weight of this process, and of its session beside others, which Linux weighs first."""
    try:
        Path("/proc/self/autogroup").write_text(str(nice))
    except OSError:
        pass  # there is none, or it is not ours to change
    try:
        os.setpriority(os.PRIO_PROCESS, 0, nice)
    except PermissionError:
        pass


def first():
    """In a child, before it runs its program: puts it before other work, where that is allowed. What that disturbs does not count."""
    os.setsid()
    weigh(-20)


@contextlib.contextmanager
def foremost():
    """This process, and those that it starts meanwhile, before other work."""
    weigh(-20)
    try:
        yield
    finally:
        weigh(0)


class Failed(Exception):
    """A server did not start, or answered wrongly."""


def undisturbed(measured):
    """Whether a start or a measurement had the processor for itself."""
    return measured["share"] >= UNDISTURBED


def message(method, params, identifier):
    rest = "" if params is None else f',"params":{json.dumps(params, separators=(",", ":"), ensure_ascii=False)}'
    return f'{{"jsonrpc":"2.0","id":{identifier},"method":"{method}"{rest}}}'


class Machine:
    """Where the measuring happens: one processor for all, one home for all servers, taken away at the end."""

    def __init__(self, processor=None):
        self.processor = max(os.sched_getaffinity(0)) if processor is None else processor
        self.home = tempfile.mkdtemp(prefix="galleria-bench-")
        self.disturbed = 0  # measurements that other work had a part of, as often as they were taken

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home, ignore_errors=True)

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": self.home, "GALLERIA_CONFIG": str(ROOT / "Config/galleria.yaml")}

    def run(self, peer, *steps):
        """Starts the peer, does the steps, ends it. Gives load.c's report."""
        done = subprocess.run(
            [BUILT / "load", str(self.processor), *peer.command], input=peer.plan(*steps), text=True, capture_output=True,
            env=self.environment())
        if done.returncode != 0:
            raise Failed(f"{peer.name}: {done.stderr.strip() or done.returncode}")
        return json.loads(done.stdout)


    def tries(self):
        return TRIES if self.disturbed < PATIENCE else 1

    def measure(self, peer, *steps):
        """As `run`, of a start or one measurement; taken again when other work had a part of the processor."""
        for _ in range(self.tries()):
            report = self.run(peer, *steps)
            measured = report["phases"][0] if "phases" in report else report
            if undisturbed(measured):
                return measured
        self.disturbed += 1
        return measured


def build():
    """Compiles the C programs where they are older than their sources, and checks the scanner that they share."""
    BUILT.mkdir(parents=True, exist_ok=True)
    subprocess.run([ROOT / "Tools/install-dependencies", "gcc", "python3-venv", "curl"], check=True)
    # What shows a server's ceiling; no row needs it.
    subprocess.run([ROOT / "Tools/install-dependencies", "wrk"], stderr=subprocess.DEVNULL)
    headers = list(FOLDER.glob("*.h"))
    for name, sources in PROGRAMS.items():
        program, paths = BUILT / name, [FOLDER / source for source in sources]
        if not program.exists() or program.stat().st_mtime < max(path.stat().st_mtime for path in [*paths, *headers]):
            subprocess.run(["cc", "-std=gnu17", "-O3", "-Wall", "-Wextra", *BASE64, "-o", program, *paths], check=True)
    for name, sources in SWIFT_PROGRAMS.items():
        program, paths = BUILT / name, [FOLDER / source for source in sources]
        if not program.exists() or program.stat().st_mtime < max(path.stat().st_mtime for path in paths):
            subprocess.run(["swiftc", "-O", "-whole-module-optimization", "-parse-as-library", "-o", program, *paths], check=True)
    corpus = ROOT / "Tests/JSONTests/Corpus/JSONTestSuite/test_parsing"
    subprocess.run([BUILT / "scan_test", *sorted(corpus.glob("*.json"))], check=True)


def python_environment():
    """The environment with the peers from PyPI; made again when its requirements have changed."""
    folder, requirements = BUILT / "venv", FOLDER / "requirements.txt"
    stamp = folder / "installed"
    if not stamp.exists() or stamp.read_text() != requirements.read_text():
        subprocess.run(["python3", "-m", "venv", "--clear", folder], check=True)
        subprocess.run(
            [folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements], check=True)
        stamp.write_text(requirements.read_text())
    return folder / "bin"


def first_line(*command):
    done = subprocess.run(command, text=True, capture_output=True)
    return (done.stdout or done.stderr).strip().split("\n")[0]


def ask(machine, peer, question):
    """The result of one question to a server that is started for it."""
    return ask_each(machine, peer, [question])[0]


def ask_each(machine, peer, questions):
    """The results of these questions, one after the other, to a server that is started for them."""
    greeting = [message("initialize", MCP_GREETING[0], "0"), '{"jsonrpc":"2.0","method":"notifications/initialized"}']
    results = []
    with subprocess.Popen(peer.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=machine.environment()) as process:
        for number, question in enumerate(questions, 1):
            lines = [*(greeting if number == 1 else []), message(*peer.question(question), str(number))]
            # One that ended by itself has no answer, which is said below.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write("\n".join(lines).encode() + b"\n")
                process.stdin.flush()
            # The input stays open until the answer is there: some servers drop what they have not answered at its end.
            for line in process.stdout:
                answer = json.loads(line)
                if answer.get("id") == number and "method" not in answer:
                    break
            else:
                answer = {}
            if "result" not in answer or answer["result"].get("isError"):
                process.kill()
                said = answer.get("error", {}).get("message") or json.dumps(answer)[:300]
                raise Failed(f"{peer.name}: no result to {question}: {said}")
            results.append(answer["result"])
    return results


def keep_answer(machine, galleria):
    """Asks galleria once for a book, for the peers that replay the answer. Gives the file and the facts in it."""
    try:
        result = ask(machine, galleria_peer(galleria), "book")
    except Failed as reason:
        raise SystemExit(f"Tools/bench/run: {reason}")
    file = BUILT / "book.json"
    file.write_text(json.dumps(result, ensure_ascii=False, separators=(",", ":")) + "\n")
    return file, facts.of_book(result)


def all_books(machine, peer, question):
    """The facts of every book of the samples, in the order of the file."""
    method, params = peer.question(question)
    asked = json.dumps(params)
    own = {isbn: (method, json.loads(asked.replace(ALL_BOOKS[0], isbn))) for isbn in ALL_BOOKS}
    asker = replace(peer, own=own)
    return [facts.of_book(result) for result in ask_each(machine, asker, ALL_BOOKS)]


def galleria_peer(galleria):
    return Peer("galleria", galleria, first_line(galleria[0], "--version"), asked=("ping", "book", "books", "plain"))


def prepare(machine, galleria, say):
    """Makes everything ready. Gives the servers by name, galleria first, and the reasons why others are not here."""
    build()
    replayed, known = keep_answer(machine, galleria)
    shelf = all_books(machine, galleria_peer(galleria), "books")
    data = [str(replayed), str(BOOK_ROWS)]
    compiler, swift = first_line("cc", "--version"), first_line("swiftc", "--version").split(" (")[0]
    found = [
        galleria_peer(galleria),
        Peer("C echo", [str(BUILT / "echo")], compiler, echoes=True),
        Peer("C echo, polling", [str(BUILT / "echo_poll")], compiler, echoes=True),
        Peer("C reference", [str(BUILT / "reference"), *data], compiler, asked=("ping", "book peer", "books peer", "replay")),
        Peer("Foundation's Codable", [str(BUILT / "codable_server")], swift, asked=("ping", "note")),
        Peer("Swift Codable", [str(BUILT / "codable_peer"), "book", str(BOOK_ROWS)], swift, asked=("ping", "book peer")),
    ]
    missing = dict(NOT_WRITTEN)
    try:
        binaries = python_environment()
    except (subprocess.CalledProcessError, OSError) as error:
        missing |= {name: f"its packages can't be installed: {error}" for name in ("Python bare", "mcp", "fastmcp", "ruff")}
    else:
        python, versions = str(binaries / "python"), dict(
            line.split("==") for line in (FOLDER / "requirements.txt").read_text().split("\n") if "==" in line)
        release = first_line(python, "--version")
        found += [
            Peer("Python bare", [python, str(FOLDER / "bare.py"), *data], f"{release}, orjson {versions['orjson']}",
                 asked=("ping", "book peer", "books peer", "replay")),
            Peer("mcp", [python, str(FOLDER / "mcp_server.py"), *data], f"{versions['mcp']}, {release}",
                 asked=("ping", "book peer", "replay"), starts=1),
            Peer("fastmcp", [python, str(FOLDER / "fastmcp_server.py"), *data], f"{versions['fastmcp']}, {release}",
                 asked=("ping", "book peer", "replay"), starts=1),
            Peer("ruff", [str(binaries / "ruff"), "server"], versions["ruff"], "headers", asked=("unknown",)),
        ]
    for name, program, options, framing, asked in (
            ("Node bare", "node", [str(FOLDER / "bare.mjs"), *data], "lines", ("ping", "book peer", "books peer", "replay")),
            ("clangd", "clangd", [], "headers", ("unknown",)),
            ("sourcekit-lsp", "sourcekit-lsp", [], "headers", ("unknown",))):
        path = shutil.which(program)
        if path is None:
            missing[name] = f"there is no {program} on the PATH"
        else:
            # sourcekit-lsp knows no --version: it is of the toolchain.
            version = first_line(*(["swift", "--version"] if program == "sourcekit-lsp" else [path, "--version"])).split(" (http")[0]
            found.append(Peer(name, [path, *options], version, framing, asked=asked))
    peers = {}
    for peer in found:
        try:
            # Nobody is timed whose answer has other facts than galleria's.
            if "book peer" in peer.asked and (other := facts.of_book(ask(machine, peer, "book peer"))) != known:
                raise Failed(f"its book has other facts than galleria's: {facts.difference(known, other)}")
            if "books peer" in peer.asked:
                for mine, other in zip(shelf, all_books(machine, peer, "books peer"), strict=True):
                    if mine != other:
                        raise Failed(f"one of its books has other facts than galleria's: {facts.difference(mine, other)}")
            # Once without a measurement: what it reads is in memory afterwards, and it is known to answer.
            machine.run(peer, *(peer.measurement(question, 1, answers=2) for question in peer.asked))
            peers[peer.name] = peer
        except Failed as reason:
            if peer.name in ("galleria", "C echo", "C echo, polling", "C reference"):
                raise SystemExit(f"Tools/bench/run: {reason}")
            missing[peer.name] = str(reason)
    for name, reason in missing.items():
        say(f"{name} is not here: {reason}")
    return peers, missing
