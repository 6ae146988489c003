"""Histories of a shared state, and whether one store that does one thing at a time could have given them (linearizability).

Each key is judged by itself, as Herlihy and Wing (1990, theorem 1) allow. A key is a register, whose writes have values that
differ, or a counter. An operation whose answer never came may have been done or not, and if so at any time after it was sent.

The judge keeps every way in which the operations so far may have been ordered: when an answer comes, its operation must have
been done by then in each of them (Lowe, Testing for linearizability, 2017: just-in-time linearization).
"""
from dataclasses import dataclass, field

INFINITY = float("inf")


@dataclass
class Operation:
    """One operation on one key, by the clock of the one who asked."""
    kind: str  # write, add or read
    value: object  # what was written, added, or read
    invoked: float
    answered: float = INFINITY  # without end: no answer came
    who: str = ""
    # Operations of the same client that were answered before this one was sent: they were done before it, however old it may be.
    after: list = field(default_factory=list)
    serial: int = 0


@dataclass
class Verdict:
    """Whether a history can be; where not, the operation whose answer can't be explained, and what was known before it."""
    is_good: bool
    at: Operation = None
    known: list = field(default_factory=list)

    def sentence(self, key):
        if self.is_good:
            return f"{key}: good"
        return (f"{key}: {self.at.kind} of {self.at.value!r} by {self.at.who}, sent {self.at.invoked:.4f}, answered "
                f"{self.at.answered:.4f}, is in no order; the value could be {sorted(map(str, self.known))[:8]}")


def judge(operations, initial):
    """Judges the operations on one key; `initial` is None for a register without a value, 0 for a counter."""
    operations = [operation for operation in operations if matters(operation, operations)]
    for serial, operation in enumerate(operations):
        operation.serial = serial
    events = [(operation.invoked, 1, operation) for operation in operations]
    events += [(end(operation, operations), 0, operation) for operation in operations]
    # What is answered at the moment when another is sent may have come after it: the order is not known.
    events = sorted((event for event in events if event[0] < INFINITY), key=lambda event: (event[0], -event[1], event[2].serial))
    pending, unknown = {}, []
    # A way: the value, the pending operations that were done, and how many of the adds without an answer were.
    ways = {(initial, frozenset(), 0)}
    for _, is_begin, operation in events:
        if is_begin:
            if operation.kind == "add" and operation.answered == INFINITY:
                unknown.append(operation)
            else:
                pending[operation.serial] = operation
            continue
        done = set()
        for way in closure(ways, pending, unknown):
            if operation.serial in way[1]:
                done.add((way[0], way[1] - {operation.serial}, way[2]))
        if not done:
            return Verdict(False, operation, list({way[0] for way in ways}))
        ways = done
        del pending[operation.serial]
    return Verdict(True)


def matters(operation, operations):
    """A write without an answer that nobody read may never have been: nothing depends on it. Nor does a read without one."""
    if operation.answered < INFINITY:
        return True
    if operation.kind == "write":
        return any(other.kind == "read" and other.value == operation.value for other in operations)
    return operation.kind == "add"


def end(operation, operations):
    """When an operation was done at the latest. A write without an answer was before the first answer that shows its value."""
    if operation.answered < INFINITY or operation.kind != "write":
        return operation.answered
    return min(other.answered for other in operations if other.kind == "read" and other.value == operation.value)


def closure(ways, pending, unknown):
    """Every way that pending operations may go on from these."""
    seen, waiting = set(ways), list(ways)
    while waiting:
        value, done, adds = waiting.pop()
        following = []
        for serial, operation in pending.items():
            if serial in done or any(one.serial in pending and one.serial not in done for one in operation.after):
                continue
            if operation.kind == "write":
                following.append((operation.value, done | {serial}, adds))
            elif operation.kind == "add":
                following.append((value + operation.value, done | {serial}, adds))
            elif operation.value == value:
                following.append((value, done | {serial}, adds))
        if adds < len(unknown):
            # Adds without an answer are alike: of those sent so far, one more was done.
            following.append((value + unknown[adds].value, done, adds + 1))
        for way in following:
            if way not in seen:
                seen.add(way)
                waiting.append(way)
    return seen


class History:
    """Operations by key, as clients note them."""

    def __init__(self, staleness=0.0):
        # How old another client's read may be, in seconds; what a client was answered itself it sees at once.
        self.staleness = staleness
        self.keys = {}
        self.initial = {}
        self.seen = {}
        self.refused = {}

    def note(self, key, kind, value, invoked, answered, who):
        """Notes an operation. `who` is a connection: its answers come in an order that it may rely on."""
        initial = 0 if kind == "add" or key[0] == "counter" else None
        self.initial.setdefault(key, initial)
        begin, own = invoked, self.seen.setdefault((key, who), [])
        after = []
        if kind == "read":
            # As old as is allowed, but not before what this client was answered already: that was done before.
            begin = invoked - self.staleness
            after = [operation for operation in own if begin < operation.answered < invoked]
            begin = max([begin, *(operation.invoked for operation in after)])
        operation = Operation(kind, value, begin, answered, who, after)
        self.keys.setdefault(key, []).append(operation)
        if answered < INFINITY:
            own.append(operation)

    def refuse(self, key, value):
        """Notes a write that was answered by a failure which says that nothing was saved."""
        self.refused.setdefault(key, set()).add(value)

    def faults(self):
        """Sentences about the keys whose operations can't be explained."""
        found = []
        for key, operations in self.keys.items():
            shown = [operation for operation in operations
                     if operation.kind == "read" and operation.value in self.refused.get(key, ())]
            if key[0] == "register" and shown:
                found.append(f"{key}: {shown[0].value!r} was read, whose write was refused")
            verdict = judge(operations, self.initial[key])
            if not verdict.is_good:
                found.append(verdict.sentence(key))
                found += around(verdict.at, operations)
        return found


def around(fault, operations):
    """The operations that a fault may come of: those of its value, and those of its time."""
    near = [operation for operation in operations if operation.value == fault.value
            or operation.answered >= fault.invoked - 3 and operation.invoked <= fault.answered + 3
            or operation.answered == INFINITY and fault.invoked - 30 <= operation.invoked <= fault.answered]
    return [f"    {operation.kind} of {operation.value!r} by {operation.who}, {operation.invoked:.4f} to {operation.answered:.4f}"
            for operation in sorted(near, key=lambda operation: operation.invoked)]
