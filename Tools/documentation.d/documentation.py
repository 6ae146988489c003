"""Puts articles, READMEs and symbol graphs together, and has docc make one archive of them.

docc takes the symbol graphs of many modules at once, so nothing has to be merged: an article links to any symbol as
``/Module/Symbol``.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

ARCHIVE = "Galleria.doccarchive"

# The line of the first article in whose place the features are listed: no other list is touched by a new one.
FEATURES = re.compile("^<!-- features:.*-->$", re.MULTILINE)

# Warning of docc to ignore: a doc comment names the parameters that need words, and leaves out the others.
WANTED = ("Parameter '", "' is missing documentation")


def modules(root):
    """The name and the folder of each module: a folder with `Sources`, and the README that is its page."""
    for sources in sorted(root.glob("Modules/**/Sources")):
        name = sources.parent.name
        yield name, sources.parent


def gather(root, graphs, staging):
    """Writes the catalog and the symbol graphs that docc reads, and gives their folders."""
    shutil.rmtree(staging, ignore_errors=True)
    catalog, symbols = staging / "Galleria.docc", staging / "symbols"
    shutil.copytree(root / "Modules/Galleria.docc", catalog)
    symbols.mkdir()
    first = catalog / "Galleria.md"
    features = [f"- ``/{name}``" for name, folder in modules(root) if folder.parent.name == "Features"]
    text, places = FEATURES.subn("\n".join(features), first.read_text(encoding="utf-8"))
    if places != 1:
        sys.exit("Modules/Galleria.docc/Galleria.md: has no one line “<!-- features: … -->”")
    first.write_text(text, encoding="utf-8")
    pages = {}
    for name, folder in modules(root):
        found = [*graphs.glob(f"{name}.symbols.json"), *graphs.glob(f"{name}@*.symbols.json")]
        if not found:
            sys.exit(f"Tools/documentation: there is no symbol graph of {name} in {graphs}")
        for graph in found:
            shutil.copy(graph, symbols)
        readme = folder / "README.md"
        title, text = readme.read_text(encoding="utf-8").split("\n", 1)
        if title != f"# {name}":
            sys.exit(f"{readme.relative_to(root)}: begins with “{title}”, not with “# {name}”")
        page = catalog / f"{name}.md"
        # The first line alone is another one, so that lines still count.
        page.write_text(f"# ``{name}``\n{text}", encoding="utf-8")
        pages[page.name] = readme.relative_to(root)
    return catalog, symbols, pages


def findings(diagnostics, root, pages):
    """One line for each thing that docc found wrong, where its author mends it."""
    for found in diagnostics:
        summary = found["summary"]
        if summary.startswith(WANTED[0]) and summary.endswith(WANTED[1]):
            continue
        place = pathlib.Path(found.get("source", "").removeprefix("file://"))
        name = pages.get(place.name)
        if not name:
            in_catalog = place.parent.name == "Galleria.docc"
            name = f"Modules/Galleria.docc/{place.name}" if in_catalog else str(place).removeprefix(f"{root}/")
        line = found.get("range", {}).get("start", {}).get("line", 0)
        yield f"{name}:{line}: {found['severity']}: {summary}"


def make(root, graphs, staging, kept):
    """Makes the archive at `kept`, or with None none; ends the program where something is wrong."""
    catalog, symbols, pages = gather(root, graphs, staging)
    archive, report = staging / ARCHIVE, staging / "diagnostics.json"
    docc = subprocess.run(
        ["docc", "convert", catalog, "--additional-symbol-graph-dir", symbols, "--output-dir", archive,
         "--diagnostics-file", report, "--fallback-display-name", "Galleria",
         "--fallback-bundle-identifier", "galleria", "--fallback-default-module-kind", "Module"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if not report.exists():
        sys.exit(docc.stderr or "Tools/documentation: docc said nothing of what it found")
    wrong = list(findings(json.loads(report.read_text(encoding="utf-8"))["diagnostics"], root, pages))
    if docc.returncode != 0 or wrong:
        sys.exit("\n".join(wrong) or docc.stderr)
    if kept:
        shutil.rmtree(kept, ignore_errors=True)
        archive.rename(kept)
        print(f"{kept}\nTo read it: python3 -m http.server 8000 --bind 127.0.0.1 --directory {kept}\n"
              "then open http://127.0.0.1:8000/documentation/galleria")
    else:
        print(f"{len(pages)} modules and the articles: every link leads somewhere.")


def main():
    root, graphs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    output = root / ".build/documentation"
    staging = output / "staging"
    try:
        make(root, graphs, staging, None if "--check" in sys.argv[3:] else output / ARCHIVE)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


main()
