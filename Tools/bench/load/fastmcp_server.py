"""A server on PyPI's `fastmcp` with two tools: book_show does the work of galleria's, replay answers what galleria answered.

usage: fastmcp_server.py FILE SAMPLES    FILE: galleria's `result`; SAMPLES: rows of books (book.py)
"""
import json
import sys

from fastmcp import FastMCP
from fastmcp.tools.base import ToolResult

import book

server = FastMCP("peer")
with open(sys.argv[1]) as file:
    REPLAYED = json.load(file)["structuredContent"]
BODIES = book.load(sys.argv[2])


@server.tool
def book_show(isbn13: str) -> ToolResult:
    """One book's details."""
    facts = book.decoded(BODIES[isbn13])
    return ToolResult(content=book.rendered(facts), structured_content=facts)


@server.tool
def replay(isbn13: str) -> dict:
    """The same details, whatever is asked."""
    return REPLAYED


server.run(show_banner=False)
