"""Drives each view of MCP Apps in a browser against the real server, as a person would, and prints what failed.

    views_test.py PAGES COMMAND [ARGUMENT ...]

PAGES is a folder with the page of each view. GALLERIA_PHOTOGRAPHS names a folder for pictures of every view: light,
dark and narrow. Prints one line of JSON; exit status 0 says that it was printed, not that nothing failed.
"""

import json
import os
import sys
import traceback

import audit
import scenes
from mcp_host import MCPHost, Server

LOOKS = (
    ("720-light", {"width": 720, "theme": None, "scheme": "light"}),
    ("720-dark", {"width": 720, "theme": "dark", "scheme": "light"}),  # the host's word counts more than the system's
    ("360-light", {"width": 360, "theme": None, "scheme": "light"}),
    ("360-dark", {"width": 360, "theme": None, "scheme": "dark"}),
    ("320-light", {"width": 320, "theme": None, "scheme": "light"}),  # the width of WCAG's reflow
    ("960-dark", {"width": 960, "theme": None, "scheme": "dark"}),
)


def attempt(host, failures, name, work):
    """Runs one scene; what it throws and what the browser complains of is told under its name."""
    host.complaints.clear()
    host.pictures = None
    told = len(failures)
    try:
        work()
    except Exception as error:
        failures.append(f"{name}: {error or type(error).__name__} ({traceback.extract_tb(error.__traceback__)[-1].line})")
    failures.extend(f"{name}: the browser says: {complaint}" for complaint in host.complaints)
    for failure in failures[told:]:
        print(failure, file=sys.stderr, flush=True)


def show(host, opening, look):
    """A view with the result that its scenes begin with, in one look."""
    view, tool, arguments = scenes.OPENINGS[opening]
    host.mount(view, tool, **look)
    host.give(arguments, host.server.call(tool, **arguments))
    host.until("!document.querySelector('main[aria-busy]')")


def look_at(host, opening, name, look, folder):
    show(host, opening, look)
    width = look["width"]
    scenes.expect(host.see("document.documentElement.scrollWidth") <= width, f"nothing is wider than {width} pixels")
    dark = look["theme"] == "dark" or look["scheme"] == "dark"
    ground = host.see("getComputedStyle(document.body).backgroundColor")
    scenes.expect((ground == "rgb(22, 24, 27)") == dark, f"the ground of {name} is {ground}")
    found = audit.problems(host)
    scenes.same(found, [], "what is wrong")
    host.browser.until("the size to be told", lambda: host.see(
        "Math.ceil(document.body.getBoundingClientRect().height)") == host.height)
    scenes.expect(host.height <= audit.MOST_PIXELS, f"a first view is at most {audit.MOST_PIXELS} pixels high, not {host.height}")
    host.resize(width, max(600, int(host.height)))
    host.until("[...document.querySelectorAll('.picture')].every((frame) => !frame.wanted)")
    scenes.same(audit.problems(host), [], "what is wrong with the pictures there")
    if folder:
        host.browser.photograph(os.path.join(folder, f"{opening}-{name}.png"), width, int(host.height))
    if name in ("720-light", "360-dark"):
        audit.walk(host, found.append)
        scenes.same(found, [], "what is wrong with the order of Tab")


def main():
    pages, *command = sys.argv[1:]
    folder = os.environ.get("GALLERIA_PHOTOGRAPHS")
    if folder:
        os.makedirs(folder, exist_ok=True)
    failures, count = [], 0
    server = Server(command)
    server.call("product_detail_add_to_bag", items=scenes.BAG)
    server.call("keyboards_set_cart", items=scenes.CART)
    host = MCPHost(server, pages)
    try:
        for opening in scenes.OPENINGS:
            for name, look in LOOKS:
                attempt(host, failures, f"{opening}, {name}", lambda: look_at(host, opening, name, look, folder))
                count += 1
            for scene in scenes.SCENES.get(opening, []):
                def play():
                    show(host, opening, LOOKS[0][1])
                    scene(host)
                attempt(host, failures, f"{opening}, {scene.__name__}", play)
                count += 1
        for scene in scenes.STAGE:
            attempt(host, failures, scene.__name__, lambda scene=scene: scene(host))
            count += 1
    finally:
        host.browser.close()
        server.close()
    print(json.dumps({"failures": failures, "scenes": count}))


main()
