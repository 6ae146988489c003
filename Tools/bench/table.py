"""The table of what is to reach: goals.json, and beside each goal what the parts measured; tables as Markdown.

A part gives values by a goal's id: one a round, None where other work disturbed it, none at all where it was not measured.
A goal's peer, data and method stay: a new yardstick is a new row beside the old one, which stays judged.
"""
import json
import statistics
import unicodedata
from pathlib import Path

import budgets

GOALS = Path(__file__).resolve().parent / "goals.json"
# Sections whose rows are judged, with the words for kept and broken.
JUDGED = {"goals": ("reached", "**missed**"), "before": ("reached", "**missed**"), "budgets": ("within", "**beyond**")}
COUNTED = ("goals", "before")


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
    if 0 < value < 0.00095:
        return f"{value:.1g}" if value >= 0.0001 else "< 0.0001"
    digits = 0 if value >= 99.5 or value == 0 else 1 if value >= 9.95 else 2 if value >= 0.0995 else 3
    return f"{value:.{digits}f}"


def sections():
    """The goals; the budgets of allocations, which have a file of their own, among the budgets."""
    found = json.loads(GOALS.read_text())
    found[-1]["rows"] = [
        *({"id": f"allocations of {name}", "part": "growth", "what": f"allocations of {name}", "beside": "", "bound": "≤",
           "target": bound} for name, bound in budgets.budgets().items()), *found[-1]["rows"]]
    return found


def bound(row):
    return "" if row["target"] is None else f"{row['bound']} {row['target']:,g}{row.get('unit', '')}"


def figure(value, unit):
    """A value as a reader takes it: thousands of a unit are written out."""
    return f"{value:,.0f}{unit}" if unit and value >= 1000 else number(value) + unit


def measured(row, parts):
    """A row with its values, their median, whether it is reached (None: not judged), and why it was not measured."""
    part = parts.get(row["part"], {})
    values = part.get("values", {}).get(row["id"], [])
    value, reached = median(values), None
    if row["target"] is not None and value is not None:
        reached = value >= row["target"] if row["bound"] == "≥" else value <= row["target"]
    missing = row.get("note") or part.get("reasons", {}).get(row["id"], "")
    return row | {"values": values, "median": value, "reached": reached, "missing": "" if values else missing}


def judged(parts):
    """The sections with what was measured. parts: reports."""
    by_name = {part["part"]: part for part in parts}
    return [section | {"rows": [measured(row, by_name) for row in section["rows"]]} for section in sections()]


def section_table(section):
    """A section as rows of text."""
    words, lines = JUDGED.get(section["id"]), [["what", "beside", "to reach", "measured", "least–most", ""]]
    for row in section["rows"]:
        value = "not measured" if not row["values"] else "disturbed" if row["median"] is None \
            else figure(row["median"], row.get("unit", ""))
        verdict = "" if row["reached"] is None or words is None else words[0 if row["reached"] else 1]
        lines.append([row["what"], row["beside"], bound(row), value, spread(row["values"]), verdict or row["missing"]])
    return lines if words else [line[:2] + line[3:5] for line in lines]


def count(found):
    """Goals that are reached, missed, and not measured."""
    rows = [row for section in found if section["id"] in COUNTED for row in section["rows"]]
    verdicts = [row["reached"] for row in rows]
    return {"reached": verdicts.count(True), "missed": verdicts.count(False), "not measured": verdicts.count(None)}


def said(counts):
    return f"{counts['reached']} goals reached, {counts['missed']} missed, {counts['not measured']} not measured"


def width(text):
    """Columns on a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def markdown(lines):
    """Rows of text, the first of them the heads, as a table that is aligned as it stands."""
    widths = [max(width(line[column]) for line in lines) for column in range(len(lines[0]))]

    def row(cells):
        return "| " + " | ".join(cell + " " * (size - width(cell)) for cell, size in zip(cells, widths)) + " |"

    return "\n".join([row(lines[0]), "|" + "|".join("-" * (size + 2) for size in widths) + "|", *map(row, lines[1:])])


def own_tables(part):
    """The tables of a part's own figures."""
    return part.get("tables") or [part["servers"]]


def show(report, say=print):
    """The own figures of each part, then the rows that they are judged by; all rows when all parts are there."""
    parts = report["parts"]
    for part in parts:
        for lines in own_tables(part):
            say("")
            say(markdown(lines))
    names = {part["part"] for part in parts}
    found = [section | {"rows": rows} for section in judged(parts)
             if (rows := [row for row in section["rows"] if row["part"] in names])]
    for section in found:
        say(f"\n{section['title']}: {section['text']}\n")
        say(markdown(section_table(section)))
    say("")
    disturbed = sum(part["disturbed"] for part in parts)
    if disturbed:
        say(f"{disturbed} measurements were disturbed by other work on the processor, and don't count.")
    say(said(count(found)))
