"""Questions over kept rows in a bare loop: the fastest plain server that Python makes.

usage: question_bare.py ORIGIN FILE…    ORIGIN: sample, or cache where the files are an upstream's pages (products.py)
"""
import sys

import lines
import products

CATALOGUE = products.Catalogue(sys.argv[1], sys.argv[2:])


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "tools/call" and params["name"] == "catalog_list":
        try:
            return {"result": CATALOGUE.answer(**params["arguments"])}
        except (TypeError, ValueError) as reason:
            return {"error": {"code": -32602, "message": f"Invalid params: {reason}"}}
    if method == "ping":
        return {"result": {}}
    if method == "initialize":
        return {"result": {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "question", "version": "1"}}}
    return {"error": {"code": -32601, "message": "Method not found"}}


lines.serve(answer)
