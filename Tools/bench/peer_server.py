"""The peer: the Python SDK's own server with one tool that answers a book of the same size as galleria's."""
from mcp.server.mcpserver import MCPServer

server = MCPServer("peer")
BOOK = {
    "isbn13": "9781617294136", "title": "Swift Without Ceremony", "subtitle": "Small Programs, Clear Types, Honest Errors",
    "price": {"amount": "39.99", "currency": "USD", "text": "$39.99"}, "authors": "Imogen Castellan", "pages": 384,
    "year": 2026, "description": "A book. " * 120, "pdf": [{"chapter": f"Chapter {n}", "url": "u"} for n in (2, 5, 10)],
}


@server.tool()
def book_shelf_show(isbn13: str) -> dict:
    """One book's details."""
    return {**BOOK, "isbn13": isbn13}


server.run()
