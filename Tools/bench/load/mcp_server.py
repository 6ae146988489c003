"""A server on PyPI's `mcp` with one tool, whose answer holds what galleria's does.

usage: mcp_server.py FILE    FILE: galleria's `result`
"""
import json
import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("peer")
with open(sys.argv[1]) as file:
    BOOK = json.load(file)["structuredContent"]


@server.tool()
def book_shelf_show(isbn13: str) -> dict:
    """One book's details."""
    return BOOK


server.run()
