"""Growth as a part of the table of what is to reach: the requirements among its figures, likes, rows that are held, budgets."""
import os
import tempfile

import budgets
import growth
import held
import likes
import table


def lines_of(part):
    """A part of growth as rows of text."""
    lines = [[part["title"], *(f"{column:,}" for column in part["columns"]), "", ""]]
    for line in part["figures"]:
        values = ["" if value is None else f"{value:,.{line['precision']}f}" for value in line["values"]]
        lines.append([line["name"], *values, line["unit"], {None: "", True: "held", False: "**not held**"}[line["held"]]])
    return lines


def values(parts, alone, together, bytes_a_row, allocations, steps):
    pages = {line["name"]: line["values"] for part in parts if part["title"].startswith("lists") for line in part["figures"]}
    failed = [line["name"] for part in parts for line in part["figures"] if line["held"] is False]
    held_of = {name: figures[-1:] for name, figures in bytes_a_row.items()}
    return {
        "old-last-page": [pages["last page"][-1] / pages["first page"][-1]],
        "old-page-of-many": [pages["first page"][-1] / pages["first page"][0]],
        "held-friends": held_of["friends"], "held-shelf": held_of["shelf"], "old-held-shelf": held_of["shelf"],
        "likes": table.ratios(together, alone), "old-growth": [len(failed)],
        **{f"allocations of {name}": [count] for name, count in allocations.items()},
        **{f"instructions of {name}": [count] for name, count in steps.items()},
    }


def own_figures(alone, together, bytes_a_row):
    """The tables that are no growth of one galleria."""
    return [
        [["held of a row, bytes", *(f"{count:,}" for count in held.ROWS)],
         *([name, *map(table.number, values)] for name, values in bytes_a_row.items())],
        [["durable likes a second", "median", "least–most"],
         *([name, table.number(table.median(rates)), table.spread(rates)]
           for name, rates in (("one at a time", alone), (f"{likes.WINDOW} in flight", together)))],
    ]


def report(machine, servers, rounds, say):
    parts = growth.growth(say)
    say("growth: allocations")
    library, cores = growth.counting_library(), os.sched_getaffinity(0)
    with tempfile.TemporaryDirectory(prefix="galleria-growth-") as folder:
        # A state that is not there, at a path as long as everywhere: to look for it costs by the letter.
        with growth.Galleria(folder, settings=["state.path=/nonexistent/galleria/state.db"], library=library) as galleria:
            allocations = budgets.measured(galleria)
        say("growth: rows that are held")
        bytes_a_row = held.bytes_a_row(lambda settings: growth.Galleria(folder, settings=settings, library=library))
    say("growth: likes")
    os.sched_setaffinity(0, {machine.processor})
    alone, together = likes.group_commit(servers["galleria"].command[0])
    os.sched_setaffinity(0, cores)
    say("growth: instructions")
    with tempfile.TemporaryDirectory(prefix="galleria-growth-") as folder:
        steps = budgets.instructions(folder)
    return {
        "part": "growth", "rounds": likes.ROUNDS, "versions": {},
        "figures": {"growth": parts, "likes": {"alone": alone, "together": together}, "heldBytes": bytes_a_row,
                    "allocations": allocations, "instructions": steps},
        "tables": [*map(lines_of, parts), *own_figures(alone, together, bytes_a_row)],
        "values": values(parts, alone, together, bytes_a_row, allocations, steps),
        "chart": [
            ("held of a row", "bytes", [(name, values[-1]) for name, values in bytes_a_row.items()]),
            ("durable likes", "a second", [("one at a time", table.median(alone)), (f"{likes.WINDOW} in flight", table.median(together))]),
            ("allocations", "a request or row", list(allocations.items()))],
    }
