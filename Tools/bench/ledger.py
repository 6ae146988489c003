"""Every write that was asked for, key by key, and which values may be there after any of them.

The writes of one key take effect in the order in which they were sent. One that is answered has taken effect; one that is
not may have, or may later; one that is refused never does. So a key has the value of its last acknowledged write, or of one
that was sent after it and is not answered. Memos carry their number, bags count, likes alternate: a write that is lost,
comes late or comes back gives another value.
"""
import dataclasses

SENT, ACKNOWLEDGED, REFUSED = "sent", "acknowledged", "refused"


@dataclasses.dataclass
class Write:
    value: object
    number: int
    state: str = SENT


class History:
    """The writes of one key, oldest first. The first is the value that was found before any."""

    def __init__(self, value):
        self.writes = [Write(value, 0, ACKNOWLEDGED)]

    def floor(self):
        """The place of the last acknowledged write: whoever asks now must see it, or a later one."""
        return max(place for place, write in enumerate(self.writes) if write.state == ACKNOWLEDGED)

    def allowed(self, floor):
        return [write.value for write in self.writes[floor:] if write.state != REFUSED]

    def last(self):
        """The value once everything that was sent has taken effect."""
        return self.allowed(self.floor())[-1]

    def judge(self, found, floor):
        """None when the value may be there, else what is wrong with it."""
        if found in self.allowed(floor):
            return None
        for write in reversed(self.writes):
            if write.value == found and write.state == REFUSED:
                return "refused, and there"
        for place in range(floor - 1, -1, -1):
            if self.writes[place].value == found:
                missing = sum(write.state == ACKNOWLEDGED for write in self.writes[place + 1:floor + 1])
                return f"lost {missing} acknowledged"
        return "never written"


class Ledger:
    """The histories of all keys, and what was found to be wrong with them."""

    def __init__(self):
        self.histories = {}
        self.number = 0
        self.open = {}  # number of a write that is not answered → (key, write)
        self.acknowledged, self.checked = 0, 0
        self.wrong = []

    def begin(self, values):
        """Takes these values as given."""
        self.histories = {key: History(value) for key, value in values.items()}
        self.open = {}

    def next_value(self, key, randomness):
        """A value that the key does not have and that, where it can be, no other write has."""
        kind, last = key[0], self.histories[key].last()
        if kind == "like":
            return not last
        if kind == "memo":
            return f"memo {self.number + 1}"
        return 0 if last >= 60 else last + randomness.randint(1, 3)

    def send(self, key, value):
        """Enters a write. Gives its number."""
        self.number += 1
        write = Write(value, self.number)
        self.histories[key].writes.append(write)
        self.open[self.number] = (key, write)
        return self.number

    def acknowledge(self, number, value=None):
        """Enters the answer to a write, and the value it tells: this one, or that of a later write of the same key."""
        key, write = self.open.pop(number)
        write.state = ACKNOWLEDGED
        self.acknowledged += 1
        if value is not None:
            self.saw(key, value, self.histories[key].writes.index(write), f"answer to the write of {write.value!r}")

    def refuse(self, number):
        key, write = self.open.pop(number)
        write.state = REFUSED

    def asked(self, key):
        """What `saw` must be given with the answer to a read that is sent now."""
        return self.histories[key].floor()

    def saw(self, key, found, floor, when):
        """Judges a value that was read. Gives whether it may be there."""
        self.checked += 1
        fault = self.histories[key].judge(found, floor)
        if fault:
            self.note(key, found, f"{when}: {fault}")
        return fault is None

    def settle(self, found, when):
        """Judges what a new process gives, and goes on from it. Gives how many keys are wrong."""
        wrong = 0
        for key, value in found.items():
            if key in self.histories:
                wrong += not self.saw(key, value, self.histories[key].floor(), when)
        self.begin(found)
        return wrong

    def note(self, key, found, text):
        expected = [repr(value) for value in self.histories[key].allowed(self.histories[key].floor())[-3:]]
        self.wrong.append({"key": " ".join(key), "found": found, "expected": expected, "what": text})
