"""An HTTP server on loopback whose answers go wrong on request. Python 3.11, standard library only.

    python3 server.py [--tls good|expired|wrong-host]

Prints `PORT n` (and with --tls `CA path`), serves until its stdin closes. A fault is a prefix of the path; what follows
it is served when the fault ends well, so /gzip/books/1.0 is a bookstore whose answers are compressed.

    /status/N/…          answers with status N
    /slow/MS/…           waits, then serves
    /drip/…              one byte of the body every 50 ms
    /silent/…            never answers
    /short/…             ends before the declared length
    /reset/…             closes with RST instead of an answer
    /close/…             closes instead of an answer
    /garbage/…           answers with something that is not HTTP
    /gzip/… /badgzip/…   compressed; compressed badly
    /bomb/…              1 MiB of gzip that inflates to 1 GiB
    /inf/…               a body without end
    /hugeheaders/…       10 MB of header lines
    /html/…              an HTML page with status 200
    /etag/…              served with ETag "v1" and no-cache; 304 to If-None-Match: "v1"
    /redirect/N/…        N redirects, then serves
    /redirect-to?url=U   one redirect to U
    /elsewhere/PORT/…    one redirect to the rest of the path at another port
    /retry-after/S/…     the first request gets 503 with Retry-After: S, later ones are served
    /flaky/K/…           the first K requests get 500, later ones are served
    /echo/…              the path and query as they came, as JSON
    /books/1.0/…         the bookstore
    /img/hostile/NAME/…  a picture that claims more than it is, or is as large as one may be (pictures.py)

    /__log               what was asked, as JSON      /__reset         forgets it, and the counts of flaky
    /__wait?open=N       answers when N connections are open
    /__wait?requests=N   answers when N requests have begun
"""

import gzip
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote

from bookstore import Bookstore, png
from pictures import HOSTILE

WAIT_LIMIT = 20  # seconds that /__wait waits, and that a fault without end lasts longer than


class Journal:
    """What the server has seen. One lock; whoever waits is told of every change."""

    def __init__(self):
        self.changed = threading.Condition()
        self.requests = []
        self.connections = set()
        self.most_at_once = 0
        self.counts = {}

    def opened(self, connection):
        with self.changed:
            self.connections.add(connection)
            self.changed.notify_all()

    def closed(self, connection):
        with self.changed:
            self.connections.discard(connection)
            self.changed.notify_all()

    def began(self, entry):
        with self.changed:
            self.requests.append(entry)
            busy = sum(1 for request in self.requests if not request["done"])
            self.most_at_once = max(self.most_at_once, busy)
            self.changed.notify_all()

    def ended(self, entry):
        with self.changed:
            entry["done"] = True
            self.changed.notify_all()

    def count(self, path):
        with self.changed:
            self.counts[path] = self.counts.get(path, 0) + 1
            return self.counts[path]

    def wait(self, condition):
        with self.changed:
            return self.changed.wait_for(condition, timeout=WAIT_LIMIT)

    def snapshot(self):
        with self.changed:
            return {
                "requests": [dict(request) for request in self.requests],
                "open": len(self.connections),
                "mostAtOnce": self.most_at_once,
            }

    def reset(self):
        with self.changed:
            self.requests.clear()
            self.counts.clear()
            self.most_at_once = 0


class Gone(Exception):
    """The client has closed the connection."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "FaultServer"
    sys_version = ""

    def setup(self):
        super().setup()
        self.entry = {}
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.server.journal.opened(self)

    def finish(self):
        try:
            super().finish()
        except OSError:
            pass
        self.server.journal.closed(self)

    def log_message(self, format, *args):
        pass

    def do_POST(self):
        # The body is read before the fault, so that a lost answer is one to a request that arrived whole.
        self.sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    do_PUT = do_PATCH = do_DELETE = do_POST

    def do_GET(self):
        raw_path = self.raw_requestline.decode("latin-1").split(" ")[1]
        if raw_path.startswith("/__"):
            self.server.journal.closed(self)  # the tests' own connection is no client's
            self.control(raw_path)
            return
        self.entry = entry = {
            "line": self.raw_requestline.decode("latin-1").rstrip("\r\n"),
            "headers": [[name, value] for name, value in self.headers.raw_items()],
            "done": False,
        }
        self.server.journal.began(entry)
        try:
            path, _, query = raw_path.partition("?")
            self.serve(path.lstrip("/").split("/"), query, raw_path)
        except (Gone, OSError):
            self.close_connection = True
        finally:
            self.server.journal.ended(entry)

    # Control

    def control(self, raw_path):
        path, _, query = raw_path.partition("?")
        wanted = {name: int(values[0]) for name, values in parse_qs(query).items()}
        journal = self.server.journal
        self.close_connection = True
        if path == "/__reset":
            journal.reset()
        if path == "/__wait":
            journal.wait(
                lambda: len(journal.connections) == wanted.get("open", len(journal.connections))
                and len(journal.requests) >= wanted.get("requests", 0)
            )
        self.answer(200, json.dumps(journal.snapshot()).encode())

    # Faults

    def serve(self, segments, query, raw_path, headers=()):
        fault = segments[0]
        rest = segments[1:]
        if fault == "sent":
            sent = "" if self.command == "GET" else self.sent.decode()
            kind = self.headers.get("Content-Type")
            return self.answer(200, json.dumps({"method": self.command, "body": sent, "type": kind}).encode())
        if fault == "seeOther":
            return self.answer(303, b"", [("Location", "/sent")])
        if fault == "status":
            return self.answer(int(rest[0]), b'{"error":"status on request"}')
        if fault == "slow":
            self.pause(int(rest[0]) / 1000)
            return self.serve(rest[1:], query, raw_path, headers)
        if fault == "silent":
            self.pause(10 * WAIT_LIMIT)
            raise Gone
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            raise Gone
        if fault == "close":
            raise Gone
        if fault == "garbage":
            self.wfile.write(b"220 mail.invalid ready\r\n\r\n")
            raise Gone
        if fault == "bomb":
            return self.answer(200, self.server.bomb(), [("Content-Encoding", "gzip")])
        if fault == "inf":
            return self.endless()
        if fault == "hugeheaders":
            return self.huge_headers()
        if fault == "html":
            return self.answer(200, b"<!doctype html><title>Sign in</title>", [], "text/html; charset=utf-8")
        if fault == "etag":
            fields = [("ETag", '"v1"'), ("Cache-Control", "no-cache")]
            if self.headers.get("If-None-Match") == '"v1"':
                self.server.journal.ended(self.entry)
                return self.head(304, fields)
            return self.serve(rest, query, raw_path, fields)
        if fault == "redirect":
            left = int(rest[0])
            if left > 0:
                start, _, tail = raw_path.partition("/redirect/%d" % left)
                return self.answer(302, b"", [("Location", "%s/redirect/%d%s" % (start, left - 1, tail))])
            return self.serve(rest[1:], query, raw_path, headers)
        if fault == "redirect-to":
            return self.answer(302, b"", [("Location", parse_qs(query)["url"][0])])
        if fault == "elsewhere":
            return self.answer(302, b"", [("Location", "http://127.0.0.1:%s/%s" % (rest[0], "/".join(rest[1:])))])
        if fault == "retry-after":
            if self.server.journal.count(raw_path) == 1:
                return self.answer(503, b'{"error":"later"}', [("Retry-After", unquote(rest[0]))])
            return self.serve(rest[1:], query, raw_path, headers)
        if fault == "flaky":
            if self.server.journal.count(raw_path) <= int(rest[0]):
                return self.answer(500, b'{"error":"flaky"}')
            return self.serve(rest[1:], query, raw_path, headers)
        if fault in ("drip", "short", "gzip", "badgzip"):
            return self.spoiled(fault, *self.content(rest, query, raw_path))
        status, body, kind = self.content(segments, query, raw_path)
        return self.answer(status, body, headers, kind)

    def spoiled(self, fault, status, body, kind):
        if fault == "gzip":
            return self.answer(status, gzip.compress(body), [("Content-Encoding", "gzip")], kind)
        if fault == "badgzip":
            return self.answer(status, b"\x1f\x8b\x08\x00" + body, [("Content-Encoding", "gzip")], kind)
        if fault == "short":
            self.head(status, [("Content-Type", kind), ("Content-Length", str(len(body) + 100))])
            self.wfile.write(body)
            raise Gone
        self.head(status, [("Content-Type", kind), ("Content-Length", str(len(body)))])
        for byte in body:
            self.wfile.write(bytes([byte]))
            self.pause(0.05)

    def endless(self):
        self.head(200, [("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")])
        block = b" " * 65536
        while True:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(block), block))

    def huge_headers(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for number in range(10_000):
            self.wfile.write(b"X-Filler-%d: %s\r\n" % (number, b"x" * 1000))
        self.wfile.write(b"Content-Length: 2\r\n\r\n{}")

    def pause(self, seconds):
        """Waits, but no longer than the client does."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            readable, _, _ = select.select([self.connection], [], [], left)
            if readable:
                # Bytes of a next request may lie there; only their end means that the client has gone.
                if type(self.connection) is socket.socket and not self.connection.recv(1, socket.MSG_PEEK):
                    raise Gone
                time.sleep(min(left, 0.01))

    # Content

    def content(self, segments, query, raw_path):
        names = [unquote(segment) for segment in segments]
        base = "%s://%s" % (self.server.scheme, self.headers.get("Host", "127.0.0.1"))
        if names[:1] == ["echo"]:
            return 200, json.dumps({"path": names[1:], "raw": raw_path, "query": query}).encode(), "application/json"
        if names[:2] == ["img", "books"] and len(names) == 3:
            return 200, png(names[2].removesuffix(".png")), "image/png"
        if names[:2] == ["img", "hostile"] and names[2:3] and names[2] in HOSTILE:
            return 200, HOSTILE[names[2]](), "application/octet-stream"
        found = self.book_content(names[2:], base) if names[:2] == ["books", "1.0"] else None
        if found is None:
            return 404, b'{"error":"Not found"}', "application/json"
        status, value = found
        return status, json.dumps(value, ensure_ascii=False).encode(), "application/json"

    def book_content(self, names, base):
        store = self.server.store
        if names == ["new"]:
            return 200, store.new(base)
        if names[:1] == ["search"] and len(names) in (2, 3):
            page = names[2] if len(names) == 3 else "1"
            return 200, store.search(names[1], int(page) if page.isdigit() else 0, base)
        if names[:1] == ["books"] and len(names) == 2:
            book = store.show(names[1], base)
            return (404, {"error": "[books] Not found"}) if book is None else (200, book)
        return None

    # Answers

    def head(self, status, headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()

    def answer(self, status, body, headers=(), kind="application/json"):
        # Before the client can know the answer and ask again: else two would seem to be under way.
        self.server.journal.ended(self.entry)
        self.head(status, [("Content-Type", kind), ("Content-Length", str(len(body))), *headers])
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512
    scheme = "http"

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.journal = Journal()
        self.store = Bookstore()
        self.bomb_lock = threading.Lock()
        self.bomb_bytes = None

    def handle_error(self, request, client_address):
        pass

    def bomb(self):
        """gzip of 1 GiB of zeros, made from one compressed MiB repeated."""
        with self.bomb_lock:
            if self.bomb_bytes is None:
                block = b"\0" * (1 << 20)
                packer = zlib.compressobj(9, zlib.DEFLATED, -15)
                packed = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)
                checksum = 0
                for _ in range(1024):
                    checksum = zlib.crc32(block, checksum)
                end = packer.flush() + struct.pack("<II", checksum, 1 << 30)
                self.bomb_bytes = b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + packed * 1024 + end
            return self.bomb_bytes


CA_SETTINGS = """
[ca]
default_ca = here
[here]
database = %(folder)s/index
new_certs_dir = %(folder)s
default_md = sha256
rand_serial = yes
policy = any
x509_extensions = extensions
[any]
commonName = supplied
[extensions]
subjectAltName = %(names)s
basicConstraints = CA:TRUE
"""


def use_tls(server, kind, folder):
    """Wraps the server with a certificate made now by openssl; prints the authority that a client may trust."""
    import ssl

    def path(name):
        return os.path.join(folder, name)

    def openssl(*arguments):
        quiet = subprocess.DEVNULL
        subprocess.run(["openssl", *arguments], check=True, stdin=quiet, stdout=quiet, stderr=quiet)

    names = "DNS:elsewhere.invalid" if kind == "wrong-host" else "IP:127.0.0.1,DNS:localhost"
    with open(path("ca.conf"), "w") as file:
        file.write(CA_SETTINGS % {"folder": folder, "names": names})
    open(path("index"), "w").close()
    key, certificate = path("key.pem"), path("certificate.pem")
    openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=fault server", "-keyout", key, "-out", path("request.pem"))
    openssl("ca", "-selfsign", "-batch", "-notext", "-config", path("ca.conf"), "-keyfile", key,
            "-startdate", "20200101000000Z", "-enddate", "20200201000000Z" if kind == "expired" else "20991231000000Z",
            "-in", path("request.pem"), "-out", certificate)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.scheme = "https"
    print("CA", certificate)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = Server()
    with tempfile.TemporaryDirectory() as folder:
        print("PORT", server.server_address[1])
        if "--tls" in sys.argv:
            use_tls(server, sys.argv[sys.argv.index("--tls") + 1], folder)
        sys.stdout.flush()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
