"""A bare loop: the fastest plain server that Python makes, with nothing but JSON between the two pipes.

usage: bare.py FILE    FILE: the `result` that the tool book_shelf_show answers; note_show answers with its arguments
"""
import os
import sys

import orjson

with open(sys.argv[1], "rb") as file:
    BOOK = orjson.loads(file.read())


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "ping":
        return {"result": {}}
    if method == "tools/call" and params["name"] == "book_shelf_show":
        return {"result": BOOK}
    if method == "tools/call" and params["name"] == "note_show":
        note = params["arguments"]
        return {"result": {"content": [{"type": "text", "text": note["title"]}], "structuredContent": note}}
    if method == "initialize":
        return {"result": {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "bare", "version": "1"}}}
    return {"error": {"code": -32601, "message": "Method not found"}}


def main():
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


main()
