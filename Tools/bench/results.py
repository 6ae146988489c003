"""Results that are kept: a part's report with the facts of the machine it was measured on, and its picture."""
import datetime
import json
import os
import platform
import subprocess
from pathlib import Path

import charts

FOLDER = Path(__file__).resolve().parent / "results"


def facts(processor):
    """What a figure depends on besides the program."""
    def said(*command):
        done = subprocess.run(command, text=True, capture_output=True, cwd=FOLDER.parent)
        return done.stdout.strip() if done.returncode == 0 else ""

    def field(path, label):
        return next((line.split(":", 1)[1].strip() for line in Path(path).read_text().splitlines() if line.startswith(label)), "")

    release = platform.freedesktop_os_release()
    return {
        "date": datetime.date.today().isoformat(), "commit": said("git", "rev-parse", "HEAD"),
        # But for the results and what is written of them: a part is kept before the next is measured.
        "changed": bool(said("git", "status", "--porcelain", "--untracked-files=no", "--", ":(top)", ":(top,exclude)Tools/bench/results",
                             ":(top,exclude)Tools/bench/README.md", ":(top,exclude)README.md")),
        "processor": field("/proc/cpuinfo", "model name"), "processors": os.cpu_count(), "pinnedTo": processor,
        "memoryKB": int(field("/proc/meminfo", "MemTotal").split()[0]),
        "kernel": f"{platform.system()} {platform.release()} {platform.machine()}", "system": release.get("PRETTY_NAME", ""),
        "swift": said("swift", "--version").split("\n")[0],
    }


def keep(report):
    """Writes a part's report and picture in the place of the last ones. Gives the files."""
    FOLDER.mkdir(exist_ok=True)
    kept, picture = FOLDER / f"{report['part']}.json", FOLDER / f"{report['part']}.svg"
    kept.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    machine = report["machine"]
    heading = f"{machine['date']}, {machine['commit'][:7]}{' with changes' if machine['changed'] else ''}, {machine['processor']}"
    picture.write_text(charts.bar_chart(heading, report["chart"], "galleria"))
    return kept, picture


def keep_text(report, show):
    """Writes a report and what `show` says of it in the place of the last ones. Gives the files."""
    FOLDER.mkdir(exist_ok=True)
    kept, text = FOLDER / f"{report['part']}.json", FOLDER / f"{report['part']}.txt"
    kept.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    machine, lines = report["machine"], []
    lines.append(f"{machine['date']}, {machine['commit'][:7]}{' with changes' if machine['changed'] else ''}, {machine['processor']}")
    show(report, lines.append)
    text.write_text("\n".join(lines) + "\n")
    return kept, text


def is_of(report, machine):
    """Whether a kept report is of the same commit, without changes, on the same machine."""
    same = ("commit", "processor", "processors", "kernel", "swift")
    return not machine["changed"] and not report["machine"]["changed"] and all(report["machine"][name] == machine[name] for name in same)


def kept(parts):
    """The last kept reports of these parts, as far as there are any."""
    return [json.loads(file.read_text()) for part in parts if (file := FOLDER / f"{part}.json").exists()]
