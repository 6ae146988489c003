"""Stands between a client and galleria, and lies in one way: what the torture must find.

    python3 liar.py swallow|stale|silent|done|restless GALLERIA…
"""
import json
import os
import random
import select
import signal
import subprocess
import sys
import time

LIES = {
    "swallow": "one write in fifty is acknowledged and never done",
    "stale": "one read in fifty is answered with what the same read was answered a second ago",
    "silent": "a state that can't be read is shown as an empty one, without a word",
    "done": "a write that is refused is done later",
    "restless": "pings wait for whatever waits for the state",
}
WRITES = {"catalog.like": ("liked",), "bookShelf.setMemo": ("isbn13", "text")}


class Liar:
    def __init__(self, lie, command):
        self.lie, self.random = lie, random.Random(1)
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.asked, self.answers, self.refused = {}, {}, []
        signal.signal(signal.SIGTERM, lambda number, _: self.server.send_signal(number))

    def forward(self, line):
        """Gives the answer to a request that the server never sees, or None."""
        message = json.loads(line)
        method, identifier = message.get("method"), message.get("id")
        self.asked[identifier] = message
        if self.lie == "swallow" and method in WRITES and self.random.random() < 0.02:
            return {"jsonrpc": "2.0", "id": identifier, "result": {name: message["params"][name] for name in WRITES[method]}}
        if self.lie == "stale" and method in ("productDetail.show", "bookShelf.show") and self.random.random() < 0.02:
            old = [result for at, result in self.answers.get(json.dumps(message["params"]), []) if at < time.monotonic() - 1]
            if old:
                return {"jsonrpc": "2.0", "id": identifier, "result": old[-1]}
        if self.lie == "restless" and method == "ping" and any(one.get("method") in WRITES for one in self.asked.values()):
            time.sleep(0.006)
        return None

    def back(self, line):
        """Gives the line that the client gets in this one's place."""
        message = json.loads(line)
        request = self.asked.pop(message.get("id"), {})
        method, params = request.get("method"), request.get("params", {})
        if "result" in message and method in ("productDetail.show", "bookShelf.show"):
            known = self.answers.setdefault(json.dumps(params), [])
            known.append((time.monotonic(), message["result"]))
            del known[:-400]
            if self.lie == "silent" and message["result"].get("notice"):
                message["result"].update({"notice": None, "liked": False})
                for item in message["result"].get("items", []):
                    item.pop("memo", None)
                    item["liked"] = False
                return json.dumps(message).encode() + b"\n"
        if self.lie == "silent" and "error" in message and method == "productDetail.bag":
            return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"bag": [], "count": 0}}).encode() + b"\n"
        if self.lie == "done" and "error" in message and method in WRITES:
            self.refused.append((time.monotonic() + 1, {**request, "id": f"again {message['id']}"}))
        return b"" if str(message.get("id")).startswith("again") else line

    def run(self):
        inputs, buffers = [0, self.server.stdout.fileno()], {0: b"", self.server.stdout.fileno(): b""}
        while True:
            for descriptor in select.select(inputs, [], [], 0.1)[0]:
                data = os.read(descriptor, 1 << 20)
                if not data and descriptor == 0:
                    self.server.stdin.close()
                    inputs.remove(0)
                    continue
                if not data:
                    sys.exit(self.server.wait())
                *lines, buffers[descriptor] = (buffers[descriptor] + data).split(b"\n")
                for line in lines:
                    if descriptor == 0:
                        answer = self.forward(line)
                        if answer is None:
                            os.write(self.server.stdin.fileno(), line + b"\n")
                        else:
                            os.write(1, json.dumps(answer).encode() + b"\n")
                    else:
                        os.write(1, self.back(line + b"\n"))
            for due in [one for one in self.refused if one[0] <= time.monotonic() and 0 in inputs]:
                self.refused.remove(due)
                os.write(self.server.stdin.fileno(), json.dumps(due[1]).encode() + b"\n")


if __name__ == "__main__":
    Liar(sys.argv[1], sys.argv[2:]).run()
