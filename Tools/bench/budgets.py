"""What requests to the release binary allocate, against budgets: allocations.json, of this system's compiler.

A change that allocates more is not reached in the table, and either does with less or raises the budget and says why in its
commit; one that allocates less lowers it. Tests/EndToEndTests/AllocationTests does the same for the debug build.
"""
import json
from pathlib import Path

BUDGETS = Path(__file__).resolve().parent / "allocations.json"
BOOK = {"isbn13": "9781617294136"}
REQUESTS = {
    "a `ping`": {"method": "ping"},
    "a book": {"method": "bookShelf.show", "params": BOOK},
    "a book by tool": {"method": "tools/call", "params": {"name": "book_shelf_show", "arguments": BOOK}},
    "a page of 20 goods": {"method": "shoppingMall.list", "params": {"limit": 20}},
    "a page of 20 goods by tool": {"method": "tools/call", "params": {"name": "shopping_mall_list", "arguments": {"limit": 20}}},
}
LISTS = {
    "a row of a list": lambda rows: {"method": "shoppingMall.list", "params": {"limit": rows}},
    "a row of a list by tool": lambda rows: {
        "method": "tools/call", "params": {"name": "shopping_mall_list", "arguments": {"limit": rows}}},
}


def measured(galleria):
    """Request → allocations, one request after the other. galleria: on sample data, its allocations counted."""
    found = {name: galleria.allocations(request) for name, request in REQUESTS.items()}
    for name, request in LISTS.items():
        found[name] = round((galleria.allocations(request(80)) - galleria.allocations(request(40))) / 40, 1)
    return found


def budgets():
    return json.loads(BUDGETS.read_text())
