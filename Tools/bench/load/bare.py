"""A bare loop: the fastest plain server that Python makes, with nothing but JSON between the two pipes.

usage: bare.py FILE SAMPLES    the tool book_show makes its answer of a row of SAMPLES (book.py); replay answers FILE, the
`result` of somebody else, and note_show its arguments
"""
import sys

import orjson

import book
import lines

with open(sys.argv[1], "rb") as file:
    REPLAYED = orjson.loads(file.read())
BODIES = book.load(sys.argv[2])


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "ping":
        return {"result": {}}
    if method == "tools/call" and params["name"] == "book_show":
        facts = book.decoded(BODIES[params["arguments"]["isbn13"]])
        content = [{"type": "text", "text": book.rendered(facts)}]
        return {"result": {"content": content, "structuredContent": facts, "isError": False}}
    if method == "tools/call" and params["name"] == "replay":
        return {"result": REPLAYED}
    if method == "tools/call" and params["name"] == "note_show":
        note = params["arguments"]
        return {"result": {"content": [{"type": "text", "text": note["title"]}], "structuredContent": note}}
    if method == "initialize":
        return {"result": {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "bare", "version": "1"}}}
    return {"error": {"code": -32601, "message": "Method not found"}}


lines.serve(answer)
