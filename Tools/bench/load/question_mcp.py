"""A server on PyPI's `mcp` with one tool: questions over kept rows, the work of galleria's catalog_list.

usage: question_mcp.py ORIGIN FILE…    ORIGIN: sample, or cache where the files are an upstream's pages (products.py)
"""
import sys

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult

import products

server = MCPServer("peer")
CATALOGUE = products.Catalogue(sys.argv[1], sys.argv[2:])


@server.tool()
def catalog_list(
    gender: str | list[str] | None = None, minPrice: int | float | None = None, maxPrice: int | float | None = None,
    sort: str | None = None, limit: int | None = None,
) -> CallToolResult:
    """Fashion products with prices."""
    return CallToolResult.model_validate(CATALOGUE.answer(gender, minPrice, maxPrice, sort, limit))


server.run()
