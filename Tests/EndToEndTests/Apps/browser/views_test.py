"""Drives each view of MCP Apps in a browser against the real server, as a person would, and prints what failed.

    views_test.py PAGES COMMAND [ARGUMENT ...]

PAGES is a folder with the page of each view. GALLERIA_PHOTOGRAPHS names a folder for pictures of every view: light,
dark and narrow. Prints one line of JSON; exit status 0 says that it was printed, not that nothing failed.
"""

import json
import os
import sys
import traceback

import scenes
from mcp_host import MCPHost, Server

LOOKS = (
    ("light", {"width": 900, "theme": None, "scheme": "light"}),
    ("dark", {"width": 900, "theme": "dark", "scheme": "light"}),  # the host's word counts more than the system's
    ("narrow", {"width": 320, "theme": None, "scheme": "light"}),
    ("narrow-dark", {"width": 320, "theme": None, "scheme": "dark"}),
)


def attempt(host, failures, name, work):
    """Runs one scene; what it throws and what the browser complains of is told under its name."""
    host.complaints.clear()
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
    scenes.contrasts(host)
    host.browser.until("the size to be told", lambda: host.see(
        "Math.ceil(document.body.getBoundingClientRect().height)") == host.height)
    host.resize(width, max(600, min(int(host.height), 2400)))
    host.until("[...document.querySelectorAll('.picture')].every((frame) => !frame.wanted || frame.querySelector('img') "
               "|| frame.getBoundingClientRect().top > 2200)")
    if folder:
        host.browser.photograph(os.path.join(folder, f"{opening}-{name}.png"), width, min(int(host.height), 1600))


def main():
    pages, *command = sys.argv[1:]
    folder = os.environ.get("GALLERIA_PHOTOGRAPHS")
    if folder:
        os.makedirs(folder, exist_ok=True)
    failures, count = [], 0
    server = Server(command)
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
            attempt(host, failures, scene.__name__, lambda: scene(host))
            count += 1
    finally:
        host.browser.close()
        server.close()
    print(json.dumps({"failures": failures, "scenes": count}))


main()
