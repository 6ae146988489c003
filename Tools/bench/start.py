"""Start-up and memory: from the start of a process to its reply to `initialize`, and what it holds then and later."""
import peers
import table

IDLE_SECONDS = 2.0
CALLS = 1_000_000


def starts(machine, servers, rounds, say):
    """Gives figures: server → round → milliseconds of each start; and the reports of one that was left idle, one a round."""
    times, idle = {name: [] for name in servers}, {name: [] for name in servers}
    names = list(servers)
    for turn in range(rounds):
        say(f"start: round {turn + 1} of {rounds}")
        order = names[turn % len(names):] + names[:turn % len(names)]
        for name in names:
            times[name].append([])
        for count in range(max(peer.starts for peer in servers.values())):
            for name in order:
                if count < servers[name].starts:
                    measured = machine.measure(servers[name])
                    if peers.undisturbed(measured):
                        times[name][turn].append(measured["startMicroseconds"] / 1000)
        for name in order:
            seconds = IDLE_SECONDS if name == "galleria" else 0
            idle[name].append(machine.run(servers[name], ("idle", seconds))["idle"])
    return times, idle


def growth(machine, galleria):
    """What galleria holds more after a million calls, in megabytes."""
    # Ready is when the modules are made as well, which follows the first answer.
    done = machine.run(galleria, ("idle", IDLE_SECONDS), galleria.measurement("call", 64, answers=CALLS))
    return (done["phases"][0]["residentKB"] - done["idle"]["residentKB"]) / 1024


def rows(times, idle, grown):
    def rounds(name):
        return [table.median(values) for values in times.get(name, [])]

    def resident(name):
        return [one["residentKB"] / 1024 for one in idle.get(name, [])]

    own, held = rounds("galleria"), resident("galleria")
    begin, ready = "start to the reply to `initialize`", "resident when ready"
    return [
        table.Row(begin, "C reference", "≤", 3.5, table.ratios(own, rounds("C reference"))),
        table.Row(begin, "ruff", "≤", 0.75, table.ratios(own, rounds("ruff"))),
        *(table.Row("how many times as fast a start", name, "≥", target, table.ratios(rounds(name), own))
          for name, target in (("sourcekit-lsp", 15), ("mcp", 150))),
        table.Row(ready, "", "≤", 8, held, " MB"),
        table.Row(ready, "ruff", "≤", 0.8, table.ratios(held, resident("ruff"))),
        table.Row(ready, "sourcekit-lsp", "≤", 1 / 7, table.ratios(held, resident("sourcekit-lsp"))),
        table.Row("more after 1,000,000 calls", "", "≤", 1, [grown], " MB"),
        table.Row(f"wake-ups in {IDLE_SECONDS:.0f} s of idleness", "", "≤", 0, [one["wakeups"] for one in idle["galleria"]]),
    ]


def server_table(servers, times, idle):
    lines = [["server", "start to reply, ms", "least–most", "starts", "resident when ready, MB", "version"]]
    for name, peer in servers.items():
        every = [value for values in times[name] for value in values]
        lines.append([
            name, table.number(table.median(every)), table.spread(every), str(len(every)), table.number(table.median([one["residentKB"] / 1024 for one in idle[name]])), peer.version])
    return lines


def report(machine, servers, rounds, say):
    times, idle = starts(machine, servers, rounds, say)
    say(f"start: {CALLS:,} calls")
    grown = growth(machine, servers["galleria"])
    return {
        "part": "start", "rounds": rounds, "versions": {name: peer.version for name, peer in servers.items()},
        "figures": {"startMs": times, "idle": idle, "grownMB": grown},
        "servers": server_table(servers, times, idle), "rows": [row.report() for row in rows(times, idle, grown)],
        "chart": [
            ("start to the reply to initialize", "ms",
             [(name, table.median(every)) for name in servers if (every := [value for values in times[name] for value in values])]),
            ("resident when ready", "MB",
             [(name, table.median([one["residentKB"] / 1024 for one in idle[name]])) for name in servers])],
    }
