"""A web server in front of `galleria serve --face ucp`: each POST is handed on to one process, the profile is what galleria prints.

    bridge.py GALLERIA [OPTION …]

Prints `port N`, and ends with its standard input. `GET /seen` tells the calls, and what the judge finds wrong with them and their answers.
"""
import http.server
import json
import os
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import judge  # noqa: E402

GALLERIA, OPTIONS = sys.argv[1], sys.argv[2:]
shop = subprocess.Popen(
    [GALLERIA, "serve", "--face", "ucp", *OPTIONS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
lock = threading.Lock()
seen = {"calls": [], "violations": []}


def handed_on(body):
    """One message to the process, and its answer."""
    with lock:
        shop.stdin.write(json.dumps(json.loads(body)).encode() + b"\n")
        shop.stdin.flush()
        return shop.stdout.readline()


def judged(asked, answer):
    call = asked.get("params", {})
    tool, arguments = call.get("name"), call.get("arguments", {})
    seen["calls"].append(tool)
    found = judge.request(tool, arguments)
    content = answer.get("result", {}).get("structuredContent")
    if content is not None:
        found += judge.result(tool, content)
    seen["violations"] += found


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/seen":
            return self.answer(json.dumps(seen).encode() + b"\n")
        if self.path != "/.well-known/ucp":
            return self.answer(b"{}", 404)
        endpoint = f"http://127.0.0.1:{self.server.server_port}/mcp"
        profile = subprocess.run(
            [GALLERIA, "shops", "profile", endpoint], capture_output=True, check=True).stdout
        seen["violations"] += judge.profile(json.loads(profile))
        self.answer(profile)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        answer = handed_on(body)
        judged(json.loads(body), json.loads(answer))
        self.answer(answer)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("port", server.server_port, flush=True)
sys.stdin.read()
shop.stdin.close()
shop.wait()
