"""Requests over stdio: galleria beside the limit of the pipe, the limit of the job, and its peers.

Each figure is taken of one server after the other, on one processor, several rounds, each in another order: a round's
figures of two servers are seconds apart, and what is kept of them is their ratio.
"""
import peers
import table

SECONDS = 0.5  # of one measurement
# Figure: what is asked, in the order of preference, and how many requests are in flight.
FIGURES = {
    "ping": (("ping", "unknown"), 1),
    "ping 64": (("ping", "unknown"), 64),
    "call": (("note", "call"), 1),
    "call 64": (("note", "call"), 64),
    "same call 64": (("call",), 64),
    "small call 64": (("memo", "note"), 64),
    "plain 64": (("plain",), 64),
}
# Those that were asked something else for `call 64`, and galleria once more, so that the two are of the same moment.
SAME_CALL = ("galleria", "C reference", "Python bare", "Node bare")


def question(peer, figure):
    """What the peer is asked for a figure; none when it has no part in it."""
    if figure == "same call 64" and peer.name not in SAME_CALL:
        return None
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


def rows(figures):
    """The rows of what is to reach. None stands for what was disturbed."""
    def rates(figure, name):
        return [measured["rate"] if peers.undisturbed(measured) else None for measured in figures[figure].get(name, [])]

    def tails(name):
        return [measured["p99Microseconds"] / measured["p50Microseconds"] if peers.undisturbed(measured) else None
                for measured in figures["ping"][name]]

    def beside(what, figure, *peers_and_targets):
        return [table.Row(what, name, "≥", target, table.ratios(rates(figure, "galleria"), rates(figure, name)))
                for name, target in peers_and_targets]

    one, many, call = "`ping`, one at a time", "`ping`, 64 in flight", "`tools/call`, 64 in flight"
    return [
        *beside(one, "ping", ("C echo", 0.8), ("clangd", 1.1), ("ruff", 3), ("sourcekit-lsp", 15),
                ("official Swift SDK", 500)),
        table.Row(one, "its p99 to its p50", "≤", 2, tails("galleria")),
        *beside(many, "ping 64", ("C reference", 0.25), ("Python bare", 1.1), ("clangd", 6), ("ruff", 20),
                ("sourcekit-lsp", 60), ("mcp", 200)),
        *beside(call, "call 64", ("C reference", 0.3), ("Node bare", 1.3), ("mcp", 150), ("fastmcp", 150),
                ("Foundation's Codable", 20)),
        table.Row(call, "the plain method", "≥", 0.8, table.ratios(rates("call 64", "galleria"), rates("plain 64", "galleria"))),
        *beside("the same, to what answers the same bytes", "same call 64", ("C reference", None), ("Python bare", None),
                ("Node bare", None)),
        *beside("a tool of a small answer", "small call 64", ("C reference", None), ("Python bare", None),
                ("Node bare", None), ("Foundation's Codable", None)),
    ]


def server_table(servers, figures):
    """Each server's own figures, as rows of text."""
    def middle(figure, name, key="rate"):
        return table.median([measured[key] for measured in figures[figure].get(name, [])
                             if key in measured and peers.undisturbed(measured)])

    lines = [["server", "`ping`, one at a time (p50/p99 µs)", "64 in flight", "a call, one at a time", "64 in flight",
              "64 in flight, the same answer", "a small one", "CPU a `ping`, µs", "at 64", "CPU a call at 64"]]
    for name in servers:
        tail = (f"{table.number(middle('ping', name, 'p50Microseconds'))}/{table.number(middle('ping', name, 'p99Microseconds'))}")
        lines.append([
            name, f"{table.number(middle('ping', name))} ({tail})", table.number(middle("ping 64", name)),
            *(table.number(middle(figure, name)) for figure in ("call", "call 64", "same call 64", "small call 64")),
            *(table.number(middle(figure, name, "cpuMicroseconds")) for figure in ("ping", "ping 64", "call 64")),
        ])
    return lines


def chart(figures):
    """Groups of bars, as charts.bar_chart takes them."""
    titles = {"ping": "ping, one at a time", "ping 64": "ping, 64 in flight", "call 64": "a call, 64 in flight",
              "same call 64": "a call with the same answer, 64 in flight"}
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
        "rows": [row.report() for row in rows(figures)], "chart": chart(figures),
    }
