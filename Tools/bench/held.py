"""What a row of a list costs that an open screen holds: the friends and the shelf, of so many rows that a server sends at once.

Bytes are counted inside the process (Tests/Growth/allocations.c): those that are held while the screen is open, less those that
are held when it is closed. What malloc rounds up is in them, what lay around before and what it keeps for later is not.
"""
import multiprocessing
import re
import select
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROWS = [5_000, 20_000]  # as many as one answer may have: 20,480
SECONDS = 120  # until a screen has to be loaded, and until a closed one has to be gone
LOADED = re.compile(rb'"running":"none","ended":"no[rM]')  # normal, noMoreData
FAILED = re.compile(rb'"running":"none","ended":"error"')


# Texts and addresses as the upstreams write them; the ids are as long as theirs or longer.
NAMES = ["黃靖僑", "翁勳儀", "洪佳妤", "梁立璇", "林宜真"]
# Other friends, of another path, for who asks what names with accents cost: nothing that is held is measured with them.
ACCENTED = ["Zoë Ångström", "Nguyễn Thị Hà", "Łukasz Żółć", "José García", "François Müller"]
TITLE = "Learn Computer Science with Swift"
SUBTITLE = "Computation Concepts, Programming Paradigms, Data Management, and Modern Component Architectures with Swift and Playgrounds"


def friends(count, names=NAMES):
    rows = ",".join(f'{{"name":"{names[number % len(names)]}","status":1,"isTop":"0","fid":"{number:07}","updateDate":"20190801"}}'
                    for number in range(count))
    return f'{{"response":[{rows}]}}'


def books(count):
    rows = ",".join(
        f'{{"title":"{TITLE}","subtitle":"{SUBTITLE}","isbn13":"978{number:010}","price":"$17.23",'
        f'"image":"https://itbook.store/img/books/978{number:010}.png","url":"https://itbook.store/books/978{number:010}"}}'
        for number in range(count))
    return f'{{"error":"0","books":[{rows}]}}'


def accented(count):
    return friends(count, ACCENTED)


# Screen → its module, its route, and the request whose answer is the list.
SCREENS = {"friends": ("friends", "galleria://friends", "friend3.json", friends), "shelf": ("bookShelf", "galleria://shelf", "new", books)}
USER = b'{"response":[{"name":"Imogen Castellan","kokoid":"imogen"}]}'


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        *kind, count, name = self.path.removeprefix("/").split("/")
        make = next((make for *_, asked, make in SCREENS.values() if asked == name), None)
        if kind == ["accented"] and make is friends:
            make = accented
        body = USER if make is None else make(int(count)).encode()
        self.send_response(200)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Source:
    """The server of the lists, a process of its own."""

    def __init__(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{server.server_port}"
        self.process = multiprocessing.get_context("fork").Process(target=server.serve_forever, daemon=True)
        self.process.start()
        server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()


def stop(what):
    raise SystemExit(f"Tools/bench/run growth: {what}")


def load(server, route, **further):
    """Opens the screen and reads what is told of it until all rows are there."""
    server.send([{"id": 1, "method": "screen.open", "params": {"route": route, **further}}])
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        if not select.select([server.output], [], [], 1)[0]:
            continue
        data = server.read()
        if not data:
            stop("the server ended by itself")
        if data.endswith(b"\n"):
            if LOADED.search(server.buffer):
                return server.buffer.clear()
            if FAILED.search(server.buffer):
                stop(f"{route} was not loaded: {server.buffer[-300:].decode(errors='replace')}")
            server.buffer.clear()
    stop(f"{route} was not loaded in {SECONDS} s")


def settled(galleria):
    """The bytes held once they are the same for a while: what was written is let go of after it was read."""
    held, end = galleria.held(), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        time.sleep(0.3)
        before, held = held, galleria.held()
        if held == before:
            break
    return held


def bytes_a_row(start):
    """Screen → bytes a row, for each number of rows. start(settings): a galleria whose allocations are counted."""
    found = {name: [] for name in SCREENS}
    with Source() as source:
        for name, (module, route, *_) in SCREENS.items():
            for count in ROWS:
                settings = [
                    "network.data=live", "network.maxBytes=1GiB", f"modules.{module}.timeout={SECONDS}s",
                    f"modules.{module}.endpoint={source.endpoint}/{count}"]
                with start(settings) as galleria:
                    load(galleria.server, route)
                    held = settled(galleria)
                    galleria.ask({"id": 2, "method": "screen.close", "params": {"screen": "s1"}})
                    found[name].append((held - settled(galleria)) / count)
    return found
