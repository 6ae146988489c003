"""Start-up and memory: from the start of a process to its replies to `initialize` and to the first `tools/list`, with the settings
of a fresh installation read and all modules on; and what it holds then and later."""
import peers
import table

IDLE_SECONDS = 2.0
CALLS = 1_000_000
LISTED = ("galleria", "mcp", "fastmcp")  # servers that have tools to list


def starts(machine, servers, rounds, say):
    """Gives figures: server → round → milliseconds of each start, to `initialize` and to the first `tools/list` where there is one;
    and the reports of one that was left idle, one a round."""
    times, lists, idle = ({name: [] for name in servers} for _ in range(3))
    names = list(servers)
    for turn in range(rounds):
        say(f"start: round {turn + 1} of {rounds}")
        order = names[turn % len(names):] + names[:turn % len(names)]
        for name in names:
            times[name].append([])
            lists[name].append([])
        for count in range(max(peer.starts for peer in servers.values())):
            for name in order:
                if count >= servers[name].starts:
                    continue
                measured = machine.measure(servers[name], *([servers[name].listing()] if name in LISTED else []))
                if peers.undisturbed(measured):
                    times[name][turn].append(measured["startMicroseconds"] / 1000)
                    if name in LISTED:
                        lists[name][turn].append(measured["listMicroseconds"] / 1000)
        for name in order:
            seconds = IDLE_SECONDS if name == "galleria" else 0
            idle[name].append(machine.run(servers[name], ("idle", seconds))["idle"])
    return times, lists, idle


def growth(machine, galleria):
    """What galleria holds more after a million calls, in megabytes."""
    # Ready is when the modules are made as well, which follows the first answer.
    done = machine.run(galleria, ("idle", IDLE_SECONDS), galleria.measurement("book", 64, answers=CALLS))
    return (done["phases"][0]["residentKB"] - done["idle"]["residentKB"]) / 1024


def values(times, lists, idle, grown):
    def rounds(name, figures=times):
        return [table.median(values) for values in figures.get(name, [])]

    def resident(name):
        return [one["residentKB"] / 1024 for one in idle.get(name, [])]

    own, listed, held = rounds("galleria"), rounds("galleria", lists), resident("galleria")
    return {
        "start-initialize": table.ratios(own, rounds("ruff")), "start-list": table.ratios(listed, rounds("ruff")),
        "start-initialize-mcp": table.ratios(rounds("mcp"), own), "start-list-mcp": table.ratios(rounds("mcp", lists), listed),
        "old-start-c": table.ratios(own, rounds("C reference")), "old-start-sourcekit": table.ratios(rounds("sourcekit-lsp"), own),
        "resident": held, "old-resident-ruff": table.ratios(held, resident("ruff")),
        "old-resident-sourcekit": table.ratios(held, resident("sourcekit-lsp")), "resident-million": [grown],
        "idle": [one["wakeups"] for one in idle["galleria"]],
    }


def server_table(servers, times, lists, idle):
    def every(figures, name):
        return [value for values in figures[name] for value in values]

    lines = [["server", "start to `initialize`, ms", "least–most", "to the first `tools/list`, ms", "starts",
              "resident when ready, MB", "version"]]
    for name, peer in servers.items():
        lines.append([
            name, table.number(table.median(every(times, name))), table.spread(every(times, name)),
            table.number(table.median(every(lists, name))), str(len(every(times, name))),
            table.number(table.median([one["residentKB"] / 1024 for one in idle[name]])), peer.version])
    return lines


def report(machine, servers, rounds, say):
    times, lists, idle = starts(machine, servers, rounds, say)
    say(f"start: {CALLS:,} calls")
    grown = growth(machine, servers["galleria"])
    return {
        "part": "start", "rounds": rounds, "versions": {name: peer.version for name, peer in servers.items()},
        "figures": {"startMs": times, "listMs": lists, "idle": idle, "grownMB": grown},
        "servers": server_table(servers, times, lists, idle), "values": values(times, lists, idle, grown),
        "chart": [
            ("start to the reply to initialize", "ms",
             [(name, table.median(every)) for name in servers if (every := [value for values in times[name] for value in values])]),
            ("resident when ready", "MB",
             [(name, table.median([one["residentKB"] / 1024 for one in idle[name]])) for name in servers])],
    }
