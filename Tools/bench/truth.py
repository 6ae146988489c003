"""What two processes may say of a state that others lock, damage, remove and restore.

Each key has its versions in the order in which they were asked for; one write of a key is under way at a time. A process
shows a version that it acknowledged itself to the next request, another one's within `LATE` at the latest (how often it
takes longer than 50 ms is counted elsewhere). After an act that destroys the file any earlier value may be shown, until a
write that was asked for after the act is acknowledged: that one must be in the file that is there now.
"""
import dataclasses

import shop

LATE = 1.0


@dataclasses.dataclass
class Version:
    values: frozenset
    sent: float
    by: object = None  # the process that wrote it; None: it was found
    acknowledged: float = None
    refused: bool = False
    unsure: bool = False  # under way during a destroying act: acknowledged or not, it may be there or not


class Truth:
    def __init__(self):
        self.versions = {}
        self.ever = {}  # key → every value that it ever may have had
        self.destroyed = None  # when the file was last destroyed, until it is restored
        self.keeps_new = False  # whether the file that is there now keeps what is written to it
        self.sabotage = [0.0, 0.0]  # begin and end of the last one; the end is infinite while it lasts

    def found(self, values, now):
        """Takes these as the only possible values, for all processes at once."""
        for key, value in values.items():
            self.versions[key] = [Version(frozenset([value]), now, acknowledged=now - LATE)]
            self.ever.setdefault(key, {shop.EMPTY[key[0]]}).add(value)

    def write(self, key, value, by, now):
        version = Version(frozenset([value]), now, by)
        self.versions[key].append(version)
        self.ever[key].add(value)
        return version

    def shown_from(self, version, process):
        """From when on the process must show a version."""
        if version.acknowledged is None or version.unsure or version.refused:
            return float("inf")
        if version.by is process or process == "new":
            return version.acknowledged
        begin, end = self.sabotage
        # Who can't read the file while it is tampered with goes on with what it knows.
        return max(version.acknowledged, end if end > version.acknowledged >= begin - LATE else 0) + LATE

    def allowed(self, key, process, asked):
        """The values that a process may show to a request sent at this time. None: any that it ever had."""
        versions = self.versions[key]
        for place in range(len(versions) - 1, -1, -1):
            if self.shown_from(versions[place], process) <= asked and (
                    self.destroyed is None or self.keeps_new and versions[place].sent > self.destroyed):
                return frozenset().union(*(version.values for version in versions[place:] if not version.refused))
        return None

    def is_true(self, key, value, process, asked):
        allowed = self.allowed(key, process, asked)
        return value in (self.ever[key] if allowed is None else allowed)

    def last(self, key):
        """A value that the key may have now: what the next write starts from. None when several are possible."""
        if self.destroyed is not None and self.allowed(key, "new", float("inf")) is None:
            return None
        versions = self.versions[key]
        place = max((place for place, version in enumerate(versions)
                     if version.acknowledged is not None and not version.unsure), default=0)
        values = frozenset().union(*(version.values for version in versions[place:] if not version.refused))
        return next(iter(values)) if len(values) == 1 else None

    def begin_copy(self):
        return {key: max((place for place, version in enumerate(versions) if version.acknowledged is not None
                          and not version.unsure), default=0) for key, versions in self.versions.items()}

    def end_copy(self, floors):
        """The values that a copy may have which was made since `begin_copy`."""
        return {key: frozenset().union(*(version.values for version in self.versions[key][floor:] if not version.refused))
                for key, floor in floors.items()}

    def destroy(self, begin, end, keeps_new):
        """Enters that the file was destroyed between these times."""
        self.unsettle(begin)
        self.destroyed, self.keeps_new = end, keeps_new

    def restore(self, copy, begin, end):
        """Enters that a copy took the file's place between these times."""
        self.unsettle(begin)
        for key, values in copy.items():
            later = [version for version in self.versions[key] if version.unsure]
            self.versions[key] = [Version(values, begin, acknowledged=end), *later]
        self.destroyed = None

    def unsettle(self, begin):
        """Whatever was under way since this time may be in the old file or the new."""
        for versions in self.versions.values():
            for version in versions:
                if version.by is not None and (version.acknowledged is None or version.acknowledged >= begin):
                    version.unsure = True
