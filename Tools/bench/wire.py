"""Requests over stdio: galleria beside the limit of the pipe, the limit of the job, and its peers.

Each figure is taken of one server after the other, on one processor, several rounds, each in another order: a round's
figures of two servers are seconds apart, and what is kept of them is their ratio.

A book's details are the work that is compared: the same row of the samples parsed strictly, decoded, and written as Markdown and
as structured content. Each peer's answer has the same facts, which peers.py checks first. Of one book that is asked for again and again
galleria keeps the row that it read: it reads each again where all of the samples are asked for in turn, as its peers always do. A replay is no work: the server answers
a constant, or its question's own arguments; it shows what the pipe takes.
"""
import peers
import table

SECONDS = 0.5  # of one measurement
# Figure: the names of peers.QUESTIONS in the order of preference and how many requests are in flight.
FIGURES = {
    "ping": (("ping", "unknown"), 1),
    "ping 64": (("ping", "unknown"), 64),
    "book 64": (("book", "book peer"), 64),
    "books 64": (("books", "books peer"), 64),
    "replay 64": (("replay", "note"), 64),
    "plain 64": (("plain",), 64),
}
# Whose rate the rows compare galleria's with: goal → figure, server.
RATES = {
    "ping-64-c": ("ping 64", "C reference"), "ping-64-python": ("ping 64", "Python bare"), "ping-64-ruff": ("ping 64", "ruff"),
    "ping-64-mcp": ("ping 64", "mcp"), "ping-1-poll": ("ping", "C echo, polling"), "book-64-c": ("book 64", "C reference"),
    "books-64-c": ("books 64", "C reference"), "books-64-node": ("books 64", "Node bare"), "books-64-python": ("books 64", "Python bare"),
    "book-64-node": ("book 64", "Node bare"), "book-64-python": ("book 64", "Python bare"),
    "book-64-mcp-replay": ("replay 64", "mcp"), "old-ping-1-echo": ("ping", "C echo"), "old-ping-1-clangd": ("ping", "clangd"),
    "old-ping-1-ruff": ("ping", "ruff"), "old-ping-1-sourcekit": ("ping", "sourcekit-lsp"),
    "old-ping-64-clangd": ("ping 64", "clangd"), "old-ping-64-sourcekit": ("ping 64", "sourcekit-lsp"),
    "old-call-codable": ("replay 64", "Foundation's Codable"), "floor-c": ("replay 64", "C reference"),
    "floor-python": ("replay 64", "Python bare"), "floor-node": ("replay 64", "Node bare"), "floor-fastmcp": ("replay 64", "fastmcp"),
    "book-64-mcp": ("book 64", "mcp"), "book-64-fastmcp": ("book 64", "fastmcp"), "book-64-codable": ("book 64", "Swift Codable"),
}


def question(peer, figure):
    """What the peer is asked for a figure; none when it has no part in it."""
    return next((name for name in FIGURES[figure][0] if name in peer.asked), None)


def wire(machine, servers, rounds, say):
    """Gives the figures: figure → server → one report of load.c a round."""
    figures = {figure: {} for figure in FIGURES}
    names = list(servers)
    for turn in range(rounds):
        say(f"wire: round {turn + 1} of {rounds}")
        for figure, (_, window) in FIGURES.items():
            for name in names[turn % len(names):] + names[:turn % len(names)]:
                asked = question(servers[name], figure)
                if asked is None:
                    continue
                measured = machine.measure(servers[name], servers[name].measurement(asked, window, SECONDS))
                figures[figure].setdefault(name, []).append(measured)
    return figures


def values(figures):
    """The rows' values, round by round. None stands for what was disturbed."""
    def rates(figure, name):
        return [measured["rate"] if peers.undisturbed(measured) else None for measured in figures[figure].get(name, [])]

    def own(figure):
        return rates("book 64" if figure == "replay 64" else figure, "galleria")

    plain = table.ratios(own("book 64"), rates("plain 64", "galleria"))
    return {
        **{goal: table.ratios(own(figure), rates(figure, name)) for goal, (figure, name) in RATES.items()},
        "ping-1-tail": [measured["p99Microseconds"] / measured["p50Microseconds"] if peers.undisturbed(measured) else None
                        for measured in figures["ping"]["galleria"]],
        "book-64-plain": plain, "old-call-plain": plain,
    }


def server_table(servers, figures):
    """Each server's own figures, as rows of text."""
    def middle(figure, name, key="rate"):
        return table.median([measured[key] for measured in figures[figure].get(name, [])
                             if key in measured and peers.undisturbed(measured)])

    lines = [["server", "`ping`, one at a time (p50/p99 µs)", "64 in flight", "a book, the work done, 64 in flight",
              "a replay, 64 in flight", "CPU a `ping`, µs", "at 64", "CPU a book at 64"]]
    for name in servers:
        tail = (f"{table.number(middle('ping', name, 'p50Microseconds'))}/{table.number(middle('ping', name, 'p99Microseconds'))}")
        lines.append([
            name, f"{table.number(middle('ping', name))} ({tail})",
            *(table.number(middle(figure, name)) for figure in ("ping 64", "book 64", "replay 64")),
            *(table.number(middle(figure, name, "cpuMicroseconds")) for figure in ("ping", "ping 64", "book 64")),
        ])
    return lines


def chart(figures):
    """Groups of bars, as charts.bar_chart takes them."""
    titles = {"ping": "ping, one at a time", "ping 64": "ping, 64 in flight", "book 64": "a book, 64 in flight"}

    def bars(figure):
        rates = {name: table.median([measured["rate"] for measured in reports if peers.undisturbed(measured)])
                 for name, reports in figures[figure].items()}
        return [(name, rate) for name, rate in rates.items() if rate is not None]

    return [(title, "requests a second", bars(figure)) for figure, title in titles.items()]


def report(machine, servers, rounds, say):
    figures = wire(machine, servers, rounds, say)
    return {
        "part": "wire", "rounds": rounds, "versions": {name: peer.version for name, peer in servers.items()},
        "figures": figures, "servers": server_table(servers, figures),
        "values": values(figures), "chart": chart(figures),
    }
