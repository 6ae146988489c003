"""The table of what is to reach: ratios of several rounds beside their targets; and tables as Markdown."""
import statistics
import unicodedata
from dataclasses import dataclass


def median(values):
    """Of those that are there."""
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def spread(values):
    values = [value for value in values if value is not None]
    return f"{number(min(values))}–{number(max(values))}" if len(values) > 1 else ""


def ratios(own, other):
    """Round by round; None where one of the two was disturbed, no round when one was not measured at all."""
    return [a / b if a and b else None for a, b in zip(own, other)]


def number(value):
    """Two or three figures, with a letter for thousands and millions."""
    if value is None:
        return "–"
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return number(value / size) + letter
    digits = 0 if value >= 99.5 or value == 0 else 1 if value >= 9.95 else 2 if value >= 0.0995 else 3
    return f"{value:.{digits}f}"


@dataclass
class Row:
    """One requirement."""
    what: str
    beside: str
    bound: str  # ≥ or ≤
    target: float | None  # none: to be known, not to be reached
    values: list  # one a round, None where it was disturbed; empty when the peer is not here
    unit: str = ""

    def reached(self):
        value = median(self.values)
        if self.target is None or value is None:
            return None
        return value >= self.target if self.bound == "≥" else value <= self.target

    def report(self):
        return {
            "what": self.what, "beside": self.beside, "bound": self.bound, "target": self.target, "unit": self.unit,
            "values": self.values, "median": median(self.values), "reached": self.reached(),
        }


def requirement_table(rows):
    """The rows' reports as rows of text."""
    lines = [["what", "beside", "to reach", "measured", "least–most", ""]]
    for row in rows:
        unit = row["unit"]
        measured = "not here" if not row["values"] else "disturbed" if row["median"] is None else number(row["median"]) + unit
        lines.append([
            row["what"], row["beside"], "" if row["target"] is None else f"{row['bound']} {row['target']:.3g}{unit}",
            measured, spread(row["values"]),
            {True: "reached", False: "**missed**", None: ""}[row["reached"]],
        ])
    return lines


def width(text):
    """Columns on a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def markdown(lines):
    """Rows of text, the first of them the heads, as a table that is aligned as it stands."""
    widths = [max(width(line[column]) for line in lines) for column in range(len(lines[0]))]

    def row(cells):
        return "| " + " | ".join(cell + " " * (size - width(cell)) for cell, size in zip(cells, widths)) + " |"

    return "\n".join([row(lines[0]), "|" + "|".join("-" * (size + 2) for size in widths) + "|", *map(row, lines[1:])])


def show(report, say=print):
    """The own figures of each part, then one table of what is to reach."""
    parts = report["parts"]
    for part in parts:
        for lines in part.get("tables") or [part["servers"]]:
            say("")
            say(markdown(lines))
    rows = [row for part in parts for row in part["rows"]]
    say("")
    say(markdown(requirement_table(rows)))
    say("")
    disturbed = sum(part["disturbed"] for part in parts)
    if disturbed:
        say(f"{disturbed} measurements were disturbed by other work on the processor, and don't count.")
    judged = [row["reached"] for row in rows if row["reached"] is not None]
    say(f"{sum(judged)} of {len(judged)} reached")
