"""Reads what `swift test --enable-code-coverage` wrote, and says how many lines of each module the tests reach.

usage: coverage.py ROOT REPORT.json

Ends with status 1 when a module that stands between the program and what it can't trust is below the least share.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path

# The modules whose lines the tests must reach, and the least share of them.
GUARDED = ("Protocol", "FeatureKit", "HTTP", "Images", "Storage", "Settings")
LEAST = 0.90


def main():
    root, report = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text())
    lines, least_covered = defaultdict(lambda: [0, 0]), []
    for file in report["data"][0]["files"]:
        path = Path(file["filename"])
        if not path.is_relative_to(root / "Modules"):
            continue
        path = path.relative_to(root / "Modules")
        summary = file["summary"]["lines"]
        # Of the platform each module counts by itself, of the others their folder.
        name = path.parts[1] if path.parts[0] == "Platform" else path.parts[0]
        lines[name][0] += summary["covered"]
        lines[name][1] += summary["count"]
        if name in GUARDED:
            least_covered.append((summary["count"] - summary["covered"], str(path)))
    below = [name for name in GUARDED if lines[name][0] < LEAST * lines[name][1]]
    for name, (covered, count) in sorted(lines.items()):
        mark = "  BELOW" if name in below else ""
        print(f"{name:16} {covered:6,} of {count:6,} lines  {covered / max(1, count):6.1%}{mark}")
    print("\nmost lines that no test reaches:")
    for missing, path in sorted(least_covered, reverse=True)[:15]:
        print(f"{missing:5}  {path}")
    if below:
        sys.exit(f"\nbelow {LEAST:.0%} of lines: {', '.join(below)}")


main()
