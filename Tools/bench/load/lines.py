"""The loop of a bare server: what came with one read is answered by one write, with nothing but JSON between the two pipes."""
import os

import orjson


def serve(answer):
    """answer(message) gives the members behind the id: `result` or `error`."""
    rest = b""
    while data := os.read(0, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        answers = []
        for line in lines:
            message = orjson.loads(line)
            if "id" in message:
                answers.append(orjson.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}))
        if answers:
            data = b"\n".join(answers) + b"\n"
            while data:
                data = data[os.write(1, data):]
