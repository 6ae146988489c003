"""A process that is spoken to without ever waiting for it: requests are queued, answers are taken when they come, pings are timed."""
import json
import os
import subprocess
import time

PING = b'{"jsonrpc":"2.0","id":"p'


class Peer:
    def __init__(self, name, command, log, **how):
        self.name, self.born, self.ended, self.expected = name, time.monotonic(), None, False
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0, **how)
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        for end in (self.input, self.output):
            os.set_blocking(end, False)
        self.queue, self.buffer = bytearray(), bytearray()
        self.asked, self.identifier = {}, 0
        self.pings, self.latencies = {}, []
        self.next_ping = self.next_call = 0.0
        self.notified = lambda method, params: None

    def ask(self, method, params, take):
        """`take` is given the answer, the time at which it came, and the time of this request."""
        self.identifier += 1
        self.asked[self.identifier] = (take, time.monotonic(), method, params)
        self.put({"jsonrpc": "2.0", "id": self.identifier, "method": method, "params": params})

    def put(self, message):
        self.queue += json.dumps(message).encode() + b"\n"
        self.write()

    def ping(self):
        self.identifier += 1
        name = b"p%d" % self.identifier
        self.pings[name] = time.monotonic()
        self.queue += b'{"jsonrpc":"2.0","id":"%s","method":"ping"}\n' % name
        self.write()

    def write(self):
        try:
            while self.queue:
                del self.queue[:os.write(self.input, self.queue)]
        except BlockingIOError:
            pass
        except OSError:
            self.queue.clear()

    def read(self):
        """Takes what is there, with the time at which it was there; gives the lines that are not pings."""
        try:
            data = os.read(self.output, 1 << 20)
        except BlockingIOError:
            return []
        now = time.monotonic()
        if not data:
            self.ended = now
            return []
        self.buffer += data
        if b"\n" not in data:
            return []
        *lines, rest = self.buffer.split(b"\n")
        self.buffer = rest
        others = []
        for line in lines:
            if line.startswith(PING):
                sent = self.pings.pop(bytes(line[23:line.index(b'"', 23)]), None)
                if sent is not None:
                    self.latencies.append((now, now - sent))
            else:
                others.append((bytes(line), now))
        return others

    def take(self, line, now):
        message = json.loads(line)
        if "method" in message:
            self.notified(message["method"], message.get("params", {}), now)
            return
        entry = self.asked.pop(message.get("id"), None)
        if entry is None:
            raise ValueError(f"an answer to nothing: {line[:200]!r}")
        entry[0](message, now, entry[1])

    def end(self):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()
