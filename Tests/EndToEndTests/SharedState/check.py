"""Tries the judge of histories: on histories of a true store, which are good, and of one with a fault, which it must find.

    Tools/shared-state check [--rounds N] [--seed N]
"""
import argparse
import json
import random
import sys

from history import INFINITY, History, Operation, judge

FAULTS = ("lost", "doubled", "stale")


def simulate(seed, fault=None, clients=6, steps=60, kind="register"):
    """A history of a store in memory: each operation takes effect at some moment between question and answer.

    With a fault the last write of the history is answered and lost, or one before it is done a second time after it, or the
    one who was answered reads what was before.
    """
    rng = random.Random(seed)
    history, key = History(), (kind, "k")
    value = 0 if kind == "counter" else None
    free = [0.0] * clients
    operations = []
    for number in range(steps):
        client = rng.randrange(clients)
        invoked = free[client] + rng.random()
        effect = invoked + rng.random() * 3
        answered = effect + rng.random()
        free[client] = answered
        what = rng.choice(("read", "write", "write")) if kind == "register" else rng.choice(("read", "add"))
        operations.append([effect, what, f"v{number}" if what == "write" else 1, invoked, answered, f"c{client}"])
        # Now and then the one who asked is killed: the operation was done, or never is. Such a one may explain a fault, so not
        # where one is to be found.
        if fault is None and what != "read" and rng.random() < 0.15:
            operations[-1][4] = INFINITY
            if rng.random() < 0.5:
                operations[-1][0] = INFINITY
            free[client] = effect + 1.0
    values = []
    for effect, what, given, invoked, answered, who in sorted(operations):
        if what == "read":
            history.note(key, "read", value, invoked, answered, who)
        else:
            history.note(key, what, given, invoked, answered, who)
            if effect < INFINITY:
                value = given if what == "write" else value + given
                values.append(value)
    begin = max(free) + 20
    what, given = ("add", 1) if kind == "counter" else ("write", "last")
    history.note(key, what, given, begin, begin + 1, "z")
    after = given if what == "write" else value + given
    if fault in ("lost", "stale"):
        history.note(key, "read", value, begin + 2, begin + 3, "z")
        if fault == "stale":
            history.note(key, "read", after, begin + 4, begin + 5, "y")
    elif fault == "doubled":
        history.note(key, "read", after, begin + 2, begin + 3, "y")
        again = after + given if kind == "counter" else next(iter(values), "v-1")
        history.note(key, "read", again, begin + 4, begin + 5, "y")
    else:
        history.note(key, "read", after, begin + 2, begin + 3, "y")
    return history


def written(kind, value, invoked, answered=INFINITY):
    return Operation(kind, value, invoked, answered, "c")


# Histories of one key whose verdict is known: by name, the operations, the value at the start, whether they can be.
KNOWN = [
    ("nothing", [], None, True),
    ("a read of nothing", [written("read", None, 0, 1)], None, True),
    ("a read of what nobody wrote", [written("read", "a", 0, 1)], None, False),
    ("a write, then its read", [written("write", "a", 0, 1), written("read", "a", 2, 3)], None, True),
    ("a lost write", [written("write", "a", 0, 1), written("read", None, 2, 3)], None, False),
    ("a read beside a write, before it", [written("write", "a", 0, 3), written("read", None, 1, 2)], None, True),
    ("a read beside a write, after it", [written("write", "a", 0, 3), written("read", "a", 1, 2)], None, True),
    ("a value that goes away again", [
        written("write", "a", 0, 9), written("read", "a", 1, 2), written("read", None, 3, 4)], None, False),
    ("two writes at once, in either order", [
        written("write", "a", 0, 5), written("write", "b", 0, 5), written("read", "a", 6, 7)], None, True),
    ("two writes at once, read in both orders", [
        written("write", "a", 0, 5), written("write", "b", 0, 5), written("read", "a", 6, 7),
        written("read", "b", 8, 9)], None, False),
    ("a doubled write", [
        written("write", "a", 0, 1), written("write", "b", 2, 3), written("read", "b", 4, 5),
        written("read", "a", 6, 7)], None, False),
    ("a write without an answer that was done", [written("write", "a", 0), written("read", "a", 5, 6)], None, True),
    ("one that was not", [written("write", "a", 0), written("read", None, 5, 6)], None, True),
    ("one that was done late", [
        written("write", "a", 0), written("read", None, 5, 6), written("read", "a", 7, 8)], None, True),
    ("one that was done twice", [
        written("write", "a", 0), written("read", "a", 1, 2), written("write", "b", 3, 4), written("read", "b", 5, 6),
        written("read", "a", 7, 8)], None, False),
    ("one that is read before it is sent", [written("read", "a", 0, 1), written("write", "a", 2)], None, False),
    ("adds", [written("add", 1, 0, 1), written("add", 1, 2, 3), written("read", 2, 4, 5)], 0, True),
    ("a lost add", [written("add", 1, 0, 1), written("add", 1, 2, 3), written("read", 1, 4, 5)], 0, False),
    ("a doubled add", [written("add", 1, 0, 1), written("read", 2, 4, 5)], 0, False),
    ("an add without an answer, done", [written("add", 1, 0), written("read", 1, 4, 5)], 0, True),
    ("not done", [written("add", 1, 0), written("read", 0, 4, 5)], 0, True),
    ("done and undone", [written("add", 1, 0), written("read", 1, 4, 5), written("read", 0, 6, 7)], 0, False),
    ("done twice", [written("add", 1, 0), written("read", 2, 4, 5)], 0, False),
]


def staleness():
    """Reads of others may be as old as is allowed and no older; one's own answers are seen at once, and time never goes back."""
    def is_good(*notes):
        found = History(staleness=1.0)
        for kind, value, invoked, answered, who in [("write", "a", 0.0, 1.0, "c"), ("write", "b", 2.0, 3.0, "c"), *notes]:
            found.note(("register", "k"), kind, value, invoked, answered, who)
        return not found.faults()
    cases = [
        ("another's read, old enough", True, [("read", "a", 3.5, 3.6, "d")]),
        ("another's read, too old", False, [("read", "a", 4.5, 4.6, "d")]),
        ("one's own write is not seen", False, [("read", "a", 3.5, 3.6, "c")]),
        ("nor is it later", False, [("read", "b", 3.2, 3.3, "c"), ("read", "a", 3.5, 3.6, "c")]),
        ("another's reads go back", False, [("read", "b", 3.2, 3.3, "d"), ("read", "a", 3.4, 3.5, "d")]),
        ("another's reads, both old", True, [("read", "a", 3.2, 3.3, "d"), ("read", "a", 3.4, 3.5, "d")]),
        ("two others know at different times", True, [("read", "b", 3.2, 3.3, "d"), ("read", "a", 3.4, 3.5, "e")]),
        ("one's own write, and another's that came between it and its answer", True, [
            ("write", "c", 4.0, 4.5, "d"), ("write", "e", 4.2, 4.4, "c"), ("read", "c", 4.6, 4.7, "c")]),
        ("one's own write, another's of before it", False, [
            ("write", "c", 4.0, 4.1, "d"), ("write", "e", 4.2, 4.4, "c"), ("read", "c", 4.6, 4.7, "c")]),
        ("a read right behind one's own read, while another writes", True, [
            ("write", "c", 3.6, 3.8, "d"), ("read", "b", 3.7, 3.9, "e"), ("read", "b", 3.91, 3.92, "e")]),
    ]
    refused = History()
    refused.note(("register", "k"), "read", None, 0.0, 1.0, "c")
    refused.refuse(("register", "k"), "x")
    wrong = ["a refused write is not read, and is a fault"] if refused.faults() else []
    refused.note(("register", "k"), "write", "x", 2.0, INFINITY, "c")
    refused.note(("register", "k"), "read", "x", 3.0, 4.0, "c")
    if not refused.faults():
        wrong.append("a refused write is read, and is no fault")
    return wrong + [name for name, expected, notes in cases if is_good(*notes) != expected]


def main(arguments):
    parser = argparse.ArgumentParser(prog="Tools/shared-state check")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--galleria")
    options = parser.parse_args(arguments)
    wrong = [name for name, operations, initial, expected in KNOWN if judge(operations, initial).is_good != expected]
    wrong += staleness()
    found = {fault: 0 for fault in FAULTS}
    for seed in range(options.seed, options.seed + options.rounds):
        for kind in ("register", "counter"):
            good = simulate(seed, kind=kind)
            wrong += [f"seed {seed}: {sentence}" for sentence in good.faults()]
            for fault in FAULTS:
                found[fault] += bool(simulate(seed, fault, kind=kind).faults())
    print(json.dumps({"rounds": 2 * options.rounds, "wrong": wrong[:5], "found": found}))
    if wrong or any(count < 2 * options.rounds for count in found.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
