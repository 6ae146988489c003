"""One server under measurement, spoken to by whole lines over pipes."""
import json
import os
import select
import subprocess
import time


class Server:
    def __init__(self, command, home):
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
            env={"PATH": os.environ["PATH"], "HOME": str(home)})
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.buffer = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Leaves no process behind, whatever happened; one that was stopped ends as well."""
        self.process.kill()
        self.process.wait()

    def send(self, requests):
        self.write(b"".join(json.dumps({"jsonrpc": "2.0", **request}).encode() + b"\n" for request in requests))

    def write(self, data):
        while data:
            data = data[os.write(self.input, data):]

    def read(self):
        """Waits for output; gives what came, nothing when the output has ended."""
        data = os.read(self.output, 1 << 20)
        self.buffer += data
        return data

    def answers(self):
        """The answers that come next; none when the output has ended."""
        while data := self.read():
            if b"\n" in data:
                return self.whole()
        return []

    def written(self):
        """The answers that are in the pipe already, without waiting for any."""
        while select.select([self.output], [], [], 0)[0] and self.read():
            pass
        return self.whole()

    def whole(self):
        *lines, rest = self.buffer.split(b"\n")
        self.buffer = rest
        return [json.loads(line) for line in lines]

    def close(self):
        """Ends the input, and waits for the end of the server. Gives its exit status."""
        self.process.stdin.close()
        return self.process.wait()
