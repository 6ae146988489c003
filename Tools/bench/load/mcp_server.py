"""A server on PyPI's `mcp` with two tools: book_show does the work of galleria's, replay answers what galleria answered.

usage: mcp_server.py FILE SAMPLES    FILE: galleria's `result`; SAMPLES: rows of books (book.py)
"""
import json
import sys

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent

import book

server = MCPServer("peer")
with open(sys.argv[1]) as file:
    REPLAYED = json.load(file)["structuredContent"]
BODIES = book.load(sys.argv[2])


@server.tool()
def book_show(isbn13: str) -> CallToolResult:
    """One book's details."""
    facts = book.decoded(BODIES[isbn13])
    return CallToolResult(content=[TextContent(type="text", text=book.rendered(facts))], structured_content=facts)


@server.tool()
def replay(isbn13: str) -> dict:
    """The same details, whatever is asked."""
    return REPLAYED


server.run()
