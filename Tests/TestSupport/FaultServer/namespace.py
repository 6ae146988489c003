"""Runs a program where every network address leads to this script, and where it answers for every name.

    unshare --user --map-root-user --mount --net python3 namespace.py ZONE JOURNAL PROGRAM [ARGUMENT...]

At port 80 of all addresses a server gives a picture; to /to/HOST/... it answers with a redirect to HOST. Each connection
adds a line to the file JOURNAL: the address that was connected to, which is what a guard of addresses must get right.

ZONE is a JSON file of names: {"host.example": [["192.0.2.1", "::1"], ["8.8.8.8"]]} answers a first look-up with two
addresses, a second one with another, and further ones like the last. Names that are not in it are never answered.

The program takes this process's place. What serves it is a child that ends with it.
"""

import ctypes
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from bookstore import png

TYPES = {1: socket.AF_INET, 28: socket.AF_INET6}  # A and AAAA
PR_SET_PDEATHSIG = 1


class Picture(BaseHTTPRequestHandler):
    def do_GET(self):
        parts = self.path.split("/")
        if parts[1] == "to":
            self.send_response(302)
            self.send_header("Location", "http://%s/%s" % (unquote(parts[2]), "/".join(parts[3:])))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = png(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):
        pass


class Everywhere(ThreadingHTTPServer):
    """Listens at all addresses of both families."""

    address_family = socket.AF_INET6
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, journal):
        self.journal = journal
        super().__init__(("::", 80), Picture)

    def server_bind(self):
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        self.socket.bind(self.server_address)

    def get_request(self):
        connection, peer = super().get_request()
        # Written before a byte is answered, so that whoever has an answer finds the line.
        os.write(self.journal, (connection.getsockname()[0].removeprefix("::ffff:") + "\n").encode())
        return connection, peer

    def handle_error(self, request, client_address):
        pass


def answer_names(port, zone):
    """A name server: every question is told in turn what the zone has for it, or nothing at all."""
    asked = {}
    while True:
        question, client = port.recvfrom(4096)
        labels, at = [], 12
        while question[at]:
            labels.append(question[at + 1 : at + 1 + question[at]].decode())
            at += 1 + question[at]
        name, end = ".".join(labels).lower(), at + 5
        if name not in zone:
            continue
        (kind,) = struct.unpack(">H", question[at + 1 : at + 3])
        turn = asked.get((name, kind), 0)
        asked[name, kind] = turn + 1
        family = TYPES.get(kind)
        addresses = [
            socket.inet_pton(family, address)
            for address in zone[name][min(turn, len(zone[name]) - 1)]
            if (":" in address) == (family == socket.AF_INET6)
        ] if family else []
        records = b"".join(
            # The name of the question, this type, class IN, good for no second.
            struct.pack(">HHHIH", 0xC00C, kind, 1, 0, len(address)) + address for address in addresses
        )
        head = question[:2] + struct.pack(">HHHHH", 0x8180, 1, len(addresses), 0, 0)
        port.sendto(head + question[12:end] + records, client)


def prepare_network():
    """Every address is this machine's own, and names are asked of 127.0.0.1 alone."""

    # Where a user's path may lack it.
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"

    def run(*command):
        quiet = subprocess.DEVNULL
        subprocess.run(command, check=True, stdin=quiet, stdout=quiet, env={**os.environ, "PATH": path})

    run("ip", "link", "set", "lo", "up")
    run("ip", "-4", "route", "add", "local", "default", "dev", "lo")
    run("ip", "-6", "route", "add", "local", "default", "dev", "lo")
    for file_path, text in (
        ("/etc/resolv.conf", "nameserver 127.0.0.1\noptions timeout:30 attempts:3\n"),
        ("/etc/nsswitch.conf", "hosts: files dns\n"),
        ("/etc/hosts", "127.0.0.1 localhost\n"),
    ):
        own = os.path.basename(file_path)
        with open(own, "w") as file:
            file.write(text)
        run("mount", "--bind", own, file_path)


def main():
    zone_path, journal_path, *command = sys.argv[1:]
    prepare_network()
    with open(zone_path) as file:
        zone = json.load(file)
    journal = os.open(journal_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    server = Everywhere(journal)
    names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    names.bind(("127.0.0.1", 53))
    program = os.getpid()
    if os.fork() == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != program:
            os._exit(0)
        # The program's streams, and whatever else it inherited, are not for its servant.
        kept = {server.fileno(), names.fileno(), journal}
        for descriptor in range(256):
            if descriptor not in kept:
                try:
                    os.close(descriptor)
                except OSError:
                    pass
        threading.Thread(target=answer_names, args=(names, zone), daemon=True).start()
        server.serve_forever()
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
