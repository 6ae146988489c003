"""Faults that are put in on purpose: does the ledger find each?

A fault changes the state between a kill and the next start, or stands between the client and the server and answers what
was not done. Everything else is as in durability.py, but that the answers are all in when the kill comes: what is missing
then was acknowledged.
"""
import random
import shutil
import signal
import sqlite3
import tempfile
from pathlib import Path

import shop
from durability import Drive, books, kill, values
from ledger import Ledger
from server import Server


def state_file(home):
    return next(home.rglob("state.db"))


def copy_state(home, folder):
    """A copy of the state as a kill at this moment would leave it. Nothing may be in flight."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for file in state_file(home).parent.glob("state.db*"):
        # The log's index is made again from the log.
        if not file.name.endswith("-shm"):
            shutil.copy(file, folder)


def put_back(home, folder):
    place = state_file(home).parent
    for file in place.glob("state.db*"):
        file.unlink()
    for file in folder.iterdir():
        shutil.copy(file, place)


def rows(file):
    """Every row of every table, by table and primary key."""
    connection = sqlite3.connect(file)
    tables = {}
    for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"):
        columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
        keys = [column[0] for column in sorted(columns, key=lambda column: column[5]) if column[5]]
        tables[name] = ([columns[place][1] for place in keys], {
            tuple(row[place] for place in keys): row for row in connection.execute(f'SELECT * FROM "{name}"')})
    connection.close()
    return tables


def undo_rows(home, before, after):
    """Gives the rows that differ between two copies the content of the first, and leaves all others as they are now."""
    old, new = rows(before / "state.db"), rows(after / "state.db")
    connection = sqlite3.connect(state_file(home), isolation_level=None)
    for table, (columns, contents) in new.items():
        earlier = old[table][1]
        for key in contents.keys() | earlier.keys():
            if contents.get(key) == earlier.get(key):
                continue
            condition = " AND ".join(f'"{column}" IS ?' for column in columns)
            connection.execute(f'DELETE FROM "{table}" WHERE {condition}', key)
            if key in earlier:
                marks = ", ".join("?" * len(earlier[key]))
                connection.execute(f'INSERT INTO "{table}" VALUES ({marks})', earlier[key])
    connection.close()


class Cycle:
    """A server and its drive, with the steps that the faults are made of."""

    def __init__(self, server, ledger, choices, home, folder):
        self.server, self.ledger, self.choices, self.home, self.folder = server, ledger, choices, home, folder
        self.drive = Drive(server, ledger, choices)
        self.drive.run(choices.randint(10, 60))
        self.drive.drain()

    def key(self, *kinds):
        return self.choices.choice([key for kind in kinds for key in self.drive.keys[kind]])

    def copy(self, name):
        """A copy of the state at a moment at which the server is still."""
        self.server.process.send_signal(signal.SIGSTOP)
        copy_state(self.home, self.folder / name)
        self.server.process.send_signal(signal.SIGCONT)
        return self.folder / name

    def write(self, *keys):
        for key in keys:
            self.drive.write(key)
        self.drive.drain()

    def forge(self, key):
        """Acknowledges a write that the server never gets."""
        self.ledger.acknowledge(self.ledger.send(key, self.ledger.next_value(key, self.choices)))

    def kill(self):
        self.drive.take(kill(self.server))


def lost_one(cycle):
    """The last acknowledged write is not there."""
    before = cycle.copy("before")
    cycle.write(cycle.key("like", "memo", "bag"))
    cycle.kill()
    put_back(cycle.home, before)


def rolled_back(cycle):
    """The last twenty acknowledged writes are not there."""
    before = cycle.copy("before")
    cycle.write(*(cycle.key("memo") for _ in range(20)))
    cycle.kill()
    put_back(cycle.home, before)


def lost_alone(cycle):
    """One acknowledged write is not there, but all that came after it are."""
    key = cycle.key("like", "memo")
    before = cycle.copy("before")
    cycle.write(key)
    after = cycle.copy("after")
    cycle.write(*(other for other in (cycle.key("like", "memo") for _ in range(20)) if other != key))
    cycle.kill()
    undo_rows(cycle.home, before, after)


def resurrected(cycle):
    """A memo has a text that was overwritten long ago."""
    key = cycle.key("memo")
    before = cycle.copy("before")
    cycle.write(key, *(cycle.key("like", "memo") for _ in range(20)), key, key)
    after = cycle.copy("after")
    cycle.kill()
    undo_rows(cycle.home, before, after)


def undone_twice(cycle):
    """Two writes of one key are not there: a like looks unchanged then, a memo doesn't."""
    before = cycle.copy("before")
    key = cycle.key("memo", "bag")
    cycle.write(key, key)
    cycle.kill()
    put_back(cycle.home, before)


def early(cycle):
    """A write is acknowledged before it is done, and the kill comes between."""
    cycle.forge(cycle.key("like", "memo", "bag"))
    cycle.kill()


def swallowed(cycle):
    """An acknowledged write in the middle is never done: later pieces in the bag are one too few."""
    key = cycle.key("bag")
    cycle.ledger.acknowledge(cycle.ledger.send(key, cycle.ledger.histories[key].last() + 1))
    present = cycle.ledger.histories[key].last()
    number = cycle.ledger.send(key, present + 1)
    cycle.drive.ask(*shop.write(key, present + 1, present), lambda _: cycle.ledger.acknowledge(number))
    cycle.drive.drain()
    cycle.kill()


def reordered(cycle):
    """Two writes of one key are done in the other order."""
    key = cycle.key("memo")
    numbers = []
    for _ in range(2):
        value = cycle.ledger.next_value(key, cycle.choices)
        numbers.append((cycle.ledger.send(key, value), value))
    for number, value in reversed(numbers):
        cycle.drive.ask(*shop.write(key, value, None), lambda _, number=number: cycle.ledger.acknowledge(number))
        cycle.drive.drain()
    cycle.kill()


def stale_read(cycle):
    """A read gives what was there before an acknowledged write."""
    key = cycle.key("memo")
    method, params = shop.read(key)
    old = []
    cycle.drive.ask(method, params, old.append)
    cycle.drive.drain()
    cycle.write(key)
    cycle.ledger.saw(key, shop.shown(key, old[0]), cycle.ledger.asked(key), "read while writing")
    cycle.kill()


FAULTS = [lost_one, rolled_back, lost_alone, resurrected, undone_twice, early, swallowed, reordered, stale_read]


def seeded(command, rounds, seed, say=print):
    """Puts in every fault, and none, `rounds` times each. Gives the report."""
    found = []
    for fault in [*FAULTS, None]:
        choices = random.Random(seed)
        with tempfile.TemporaryDirectory(prefix="galleria-seeded-") as place:
            home, folder, ledger = Path(place) / "home", Path(place) / "copies", Ledger()
            home.mkdir()
            folder.mkdir()
            numbers, noticed = books(command, home), 0
            for place in range(rounds + 1):
                with Server(command, home) as server:
                    # What this start shows is the last fault's work.
                    ledger.settle(values(server, numbers), "after the fault")
                    noticed += bool(ledger.wrong)
                    ledger.wrong.clear()
                    if place == rounds:
                        server.close()
                        break
                    cycle = Cycle(server, ledger, choices, home, folder)
                    # What is wrong without a fault is another program's finding.
                    ledger.wrong.clear()
                    if fault:
                        fault(cycle)
                    else:
                        cycle.kill()
        name = fault.__name__.replace("_", " ") if fault else "none"
        found.append({"fault": name, "what": fault.__doc__ if fault else "Nothing is put in.",
                      "seeded": rounds if fault else 0, "found": noticed})
        say(f"{name}: {noticed} of {rounds if fault else 0}")
    return {"faults": found, "ok": all(fault["found"] == fault["seeded"] for fault in found)}
