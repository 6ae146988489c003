"""Moves a state of many entries, kills the move at random moments, and runs it again: both sides are equal in the end, and the
source has not changed by a byte.

    Tools/shared-state migrate [--entries N] [--kills N] [--seed N] [--galleria FILE]

Both directions: file to server, then server to another file.
"""
import argparse
import hashlib
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster import Cluster, end_by_signals


def fill(galleria, path, entries, seed):
    """A state file with so many entries: the program makes the file by an import."""
    rng = random.Random(seed)
    rows = sorted((f"sku{number:07d}", json.dumps({"liked": rng.random() < 0.5, "text": "é" * rng.randint(0, 20)},
                                                  ensure_ascii=False)) for number in range(entries))
    head = {"format": "galleria.state", "version": 1, "program": "test", "entries": entries,
            "namespaces": [{"origin": "sample", "namespace": "campaign", "entries": entries}]}
    lines = [json.dumps(head, separators=(",", ":"), ensure_ascii=False)]
    lines += [json.dumps({"origin": "sample", "namespace": "campaign", "key": key, "text": text},
                         separators=(",", ":"), ensure_ascii=False) for key, text in rows]
    body = "".join(line + "\n" for line in lines).encode()
    end = json.dumps({"end": entries, "sha256": hashlib.sha256(body).hexdigest()}, separators=(",", ":"))
    done = subprocess.run([galleria, "state", "import", "-", "--json", "--set", f"state.path={path}"],
                          input=body + end.encode() + b"\n", capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"the state can't be made: {done.stdout.decode()} {done.stderr.decode()}")


def digests(path):
    return [hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else None
            for file in (Path(path), Path(f"{path}-wal"))]


def migrate(galleria, source, target, kills, whole, rng):
    """Runs the move until it ends by itself; the first runs, at most `kills`, are killed at a moment of `whole` seconds.

    Gives the kills that met a running move, and the last run's result.
    """
    command = [galleria, "state", "migrate", source, target, "--json"]
    met = 0
    while True:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            output, errors = process.communicate(timeout=rng.uniform(0.0, whole) if met < kills else None)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            met += 1
            continue
        if process.returncode != 0:
            raise SystemExit(f"a run after {met} kills failed: {output.decode()} {errors.decode()}")
        return met, json.loads(output)


def main(arguments):
    parser = argparse.ArgumentParser(prog="Tools/shared-state migrate")
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--galleria", required=True)
    options = parser.parse_args(arguments)
    end_by_signals()
    galleria = str(Path(options.galleria).resolve())
    rng = random.Random(options.seed)
    began = time.monotonic()
    with Cluster() as cluster, tempfile.TemporaryDirectory(prefix="galleria-move-") as folder:
        source = f"{folder}/source.db"
        fill(galleria, source, options.entries, options.seed)
        before = digests(source)
        begin = time.monotonic()
        migrate(galleria, f"sqlite:{source}", f"{cluster.url()}#whole", 0, 0, rng)
        whole = time.monotonic() - begin
        counts = {"kills": 0, "moves": 0, "resumed": 0}
        while counts["kills"] < options.kills:
            number = counts["moves"]
            back = number % 2 == 1
            here = f"{cluster.url()}#move{number - 1}" if back else f"sqlite:{source}"
            there = f"sqlite:{folder}/back{number}.db" if back else f"{cluster.url()}#move{number}"
            met, result = migrate(galleria, here, there, options.kills - counts["kills"], 0.7 * whole, rng)
            counts["kills"] += met
            counts["moves"] += 1
            counts["resumed"] += result["resumed"]
            if not result["equal"] or sum(part["to"]["entries"] for part in result["namespaces"]) != options.entries:
                raise SystemExit(f"the sides differ: {json.dumps(result)}")
            verified = subprocess.run([galleria, "state", "verify", f"sqlite:{source}", there, "--json"],
                                      capture_output=True, text=True)
            if verified.returncode != 0:
                raise SystemExit(f"the sides differ: {verified.stdout}")
            if back:
                rows = sqlite3.connect(f"file:{folder}/back{number}.db?mode=ro", uri=True).execute(
                    "SELECT count(value), count(DISTINCT key) FROM state WHERE namespace = 'campaign'").fetchone()
                if rows != (options.entries, options.entries):
                    raise SystemExit(f"the file holds {rows}")
            if digests(source) != before:
                raise SystemExit("the source was changed")
        print(json.dumps({**counts, "entries": options.entries, "wholeSeconds": round(whole, 2),
                          "seconds": round(time.monotonic() - began, 1)}))


if __name__ == "__main__":
    main(sys.argv[1:])
