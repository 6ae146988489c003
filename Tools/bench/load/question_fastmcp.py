"""A server on PyPI's `fastmcp` with one tool: questions over kept rows, the work of galleria's catalog_list.

usage: question_fastmcp.py ORIGIN FILE…    ORIGIN: sample, or cache where the files are an upstream's pages (products.py)
"""
import sys

from fastmcp import FastMCP
from fastmcp.tools.base import ToolResult
from mcp.types import TextContent

import products

server = FastMCP("peer")
CATALOGUE = products.Catalogue(sys.argv[1], sys.argv[2:])


@server.tool
def catalog_list(
    gender: str | list[str] | None = None, minPrice: int | float | None = None, maxPrice: int | float | None = None,
    sort: str | None = None, limit: int | None = None,
) -> ToolResult:
    """Fashion products with prices."""
    found = CATALOGUE.answer(gender, minPrice, maxPrice, sort, limit)
    return ToolResult(content=[TextContent(**block) for block in found["content"]], structured_content=found["structuredContent"],
                      meta=found["_meta"])


server.run(show_banner=False)
