"""The load of the torture: two processes that are asked without a pause, and the judge of their answers."""
import collections
import json
import os
import random
import select
import time

import saboteur
import shop
from peer import Peer
from truth import Truth

SKUS = ["BL204DR17KLM", "NO390TO44MSA", "MA088JW39PEJ", "SO472JW55HXX"]
BOOKS = ["9781617294136", "9788962800401", "9781839010606", "9781802728101"]
FRIENDS = ["001", "002", "401", "402"]
KEYS = ([("like", sku) for sku in SKUS] + [("memo", book) for book in BOOKS] + [("bag", sku) for sku in SKUS[:2]]
        + [("answer", fid) for fid in FRIENDS])
PING, CALL = 0.005, 0.008  # seconds between those of one process
AT_ONCE = 48  # calls that one process owes answers to
FOLLOW, RECOVER, HANG = 0.05, 2.0, 12.0


class Clients:
    def __init__(self, command, place, seed):
        self.command, self.place, self.random = command, place, random.Random(seed)
        self.truth, self.busy = Truth(), set()
        self.wrong, self.counts, self.faults = [], collections.Counter(), collections.Counter()
        self.pings = collections.defaultdict(list)  # kind → latencies; "machine" is the control's
        self.follows = {"read": [], "screen": [], "resource": []}  # seconds; a read has 0 or infinity
        self.kind, self.memo, self.idle, self.agenda = "quiet", 0, False, []
        self.peers, self.news, self.begin = {}, [], time.monotonic()
        self.log = open(place / "stderr", "wb")
        self.control = Peer("machine", ["cat"], self.log)

    # What is found.

    def note(self, what, **facts):
        self.counts["wrong"] += 1
        self.faults[self.kind, what] += 1
        if self.faults[self.kind, what] <= 5:
            self.wrong.append({"at": round(time.monotonic() - self.begin, 3), "during": self.kind, "what": what,
                               **{name: str(fact)[:400] for name, fact in facts.items()}})

    def excused(self, asked, now):
        """Whether the state was tampered with while a request waited, or so shortly before that it may still show."""
        begin, end = self.truth.sabotage
        return asked <= end + RECOVER and now >= begin

    # The processes.

    def start(self, name):
        peer = Peer(name, self.command, self.log, user=saboteur.USER, group=saboteur.USER, extra_groups=[],
                    env={"PATH": os.environ["PATH"], "HOME": str(self.place / "home")}, cwd=self.place / "home")
        peer.screen, peer.shown, peer.expected_by, peer.forgets = None, (None, 0.0, None), [], None
        peer.updated = 0.0
        peer.notified = lambda method, params, now: self.notified(peer, method, params, now)
        return peer

    def open(self, name):
        self.peers[name] = peer = self.start(name)
        peer.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "torture", "version": "1"}}, self.good)
        peer.put({"jsonrpc": "2.0", "method": "notifications/initialized"})

        def opened(message, now, asked):
            if "result" in message:
                peer.screen = message["result"]["screen"]
            else:
                self.note("screen.open fails", answer=message)
        peer.ask("screen.open", {"route": f"galleria://product/{SKUS[0]}"}, opened)
        def friends(message, now, asked):
            if "forgetAnswers" in [action["name"] for action in message.get("result", {}).get("actions", ())]:
                peer.forgets = message["result"]["screen"]
        peer.ask("screen.open", {"route": f"galleria://friends?scenario={shop.FRIENDS}"}, friends)
        peer.ask("resources/subscribe", {"uri": f"galleria://product/{SKUS[1]}"}, self.good)
        return peer

    def good(self, message, now, asked):
        if "result" not in message:
            self.note("refused", answer=message)

    def notified(self, peer, method, params, now):
        if method == "screen.changed" and params["screen"] == peer.screen:
            state = params["state"]
            peer.shown = (state.get("liked") or False, now, shop.notice(state))
            self.met(peer, "screen", lambda version: peer.shown[0] in version.values, now)
        elif method == "notifications/resources/updated":
            peer.updated = now
            self.met(peer, "resource", lambda version: True, now)

    def met(self, peer, way, is_it, now):
        for expectation in [one for one in peer.expected_by if one[0] == way and is_it(one[1])]:
            peer.expected_by.remove(expectation)
            self.follows[way].append(max(0.0, now - expectation[2]))

    def expect(self, key, version, now):
        """What the other process must show soon, while nobody tampers with the state."""
        for peer in self.peers.values():
            if peer is version.by:
                continue
            if key == KEYS[0] and peer.screen:
                if peer.shown[0] in version.values and peer.shown[1] >= version.sent:
                    self.follows["screen"].append(0.0)
                else:
                    peer.expected_by.append(("screen", version, now))
            elif key == KEYS[1]:
                # The other process may tell of it before this one acknowledges it.
                if peer.updated >= version.sent:
                    self.follows["resource"].append(0.0)
                else:
                    peer.expected_by.append(("resource", version, now))
            if self.random.random() < 0.3:
                self.agenda.append((now + FOLLOW, lambda peer=peer: self.read(key, peer, version)))

    # Reads and writes.

    def answered(self, message, asked, now, what):
        """The result, or None for an error that is allowed."""
        self.counts["answers"] += 1
        if "result" in message:
            if shop.notice(message["result"]) is not None:
                self.counts["notices"] += 1
                if not self.excused(asked, now):
                    self.note("a notice, and nobody tampers with the state", asked=what, answer=message)
            return message["result"]
        code = message["error"].get("data", {}).get("code")
        self.counts[f"error {code}"] += 1
        if code not in ("storage_failed", "cancelled") or not self.excused(asked, now):
            self.note("an error" if self.excused(asked, now) else "an error, and nobody tampers with the state",
                      asked=what, answer=message)
        return None

    def read(self, key, peer, follows=None, then=None, process=None):
        if peer.ended or peer.expected:
            return

        def take(message, now, asked):
            result = self.answered(message, asked, now, key)
            value = None if result is None else shop.shown(key, result)
            if result is not None and shop.notice(result) is None:
                self.judge(key, value, process or peer, asked, now, shop.read(key)[0])
                if follows and self.kind == "quiet" and follows in self.truth.versions[key]:
                    versions = self.truth.versions[key]
                    seen = any(value in version.values for version in versions[versions.index(follows):])
                    self.follows["read"].append(0.0 if seen else float("inf"))
            if then:
                then(None if result is None or shop.notice(result) is not None else value)
        peer.ask(*shop.read(key), take)

    def judge(self, key, value, process, asked, now, by):
        self.counts["reads judged"] += 1
        if not self.truth.is_true(key, value, process, asked):
            allowed = self.truth.allowed(key, process, asked)
            empty = value == shop.EMPTY[key[0]]
            self.note("silently empty" if empty else "untrue", by=by, key=key, shown=repr(value), process=getattr(process, "name", process),
                      allowed=sorted(map(repr, allowed or self.truth.ever[key])), age=f"{now - asked:.3f}")

    def value(self, key):
        """What to write next, and what the key has now; None when nothing can be."""
        present = self.truth.last(key)
        if key[0] == "memo":
            self.memo += 1
            return f"memo {self.memo}", present
        if key[0] == "like":
            return (self.random.random() < 0.5) if present is None else not present, present
        if present is None or key[0] == "answer" and present != "":
            return None
        if key[0] == "answer":
            return "accept", present
        return 0 if present >= 60 else present + self.random.randint(1, 3), present

    def write(self, key, peer, then=lambda is_done: None):
        if (change := self.value(key)) is None:
            return then(False)
        value, present = change
        self.busy.add(key)
        version = self.truth.write(key, value, peer, time.monotonic())
        began = self.truth.destroyed

        def take(message, now, asked):
            self.busy.discard(key)
            result = message.get("result")
            if result is None:
                code = message["error"].get("data", {}).get("code")
                version.refused = code != "cancelled"
                # The file was replaced meanwhile: what it held is not known.
                if code not in ("not_found", "invalid_argument") or not (began or version.unsure or self.excused(asked, now)):
                    self.answered(message, asked, now, f"write {key} {value!r}")
                return then(False)
            self.answered(message, asked, now, f"write {key} {value!r}")
            self.counts["acknowledged"] += 1
            version.acknowledged = now
            told = shop.written(key, result)
            if told != value and not self.excused(asked, now):
                self.note("the answer to a write tells another value", key=key, written=repr(value), told=repr(told))
            if self.kind == "quiet" and self.truth.destroyed is None and now > self.truth.sabotage[1] + RECOVER:
                self.expect(key, version, now)
            then(True)
        peer.ask(*shop.write(key, value, present), take)

    def forget(self, peer):
        """Takes every answer to an invitation back: one write of several keys."""
        keys = [key for key in KEYS if key[0] == "answer"]
        if not peer.forgets or self.busy.intersection(keys):
            return
        self.busy.update(keys)
        versions = [self.truth.write(key, "", peer, time.monotonic()) for key in keys]

        def take(message, now, asked):
            self.busy.difference_update(keys)
            result = self.answered(message, asked, now, "forgetAnswers")
            for version in versions:
                version.refused = result is None and message["error"].get("data", {}).get("code") != "cancelled"
                version.acknowledged = None if result is None else now
        peer.ask("screen.send", {"screen": peer.forgets, "action": "forgetAnswers"}, take)

    def look(self, peer):
        """A screen's state and a resource, beside the operations."""
        if peer.screen and self.random.random() < 0.7:
            def take(message, now, asked):
                result = self.answered(message, asked, now, "screen.state")
                if result is not None and shop.notice(result["state"]) is None and result["state"]["refresh"]["ended"] != "none":
                    self.judge(KEYS[0], result["state"].get("liked") or False, peer, asked, now, "screen.state")
            peer.ask("screen.state", {"screen": peer.screen}, take)
        else:
            peer.ask("resources/read", {"uri": f"galleria://product/{SKUS[1]}"},
                     lambda message, now, asked: self.answered(message, asked, now, "resources/read"))

    def call(self, peer):
        """One more call of a process that is not waiting for many."""
        if len(peer.asked) >= AT_ONCE or self.idle:
            return
        choice, key = self.random.random(), self.random.choice(KEYS)
        if choice < 0.5 or (choice < 0.92 and key in self.busy):
            self.read(key, peer)
        elif choice < 0.91:
            self.write(key, peer)
        elif choice < 0.92:
            self.forget(peer)
        else:
            self.look(peer)

    # The loop.

    def turn(self):
        """Moves bytes for some milliseconds at most, and asks for what is due."""
        everyone = [peer for peer in [*self.peers.values(), *self.news, self.control] if not peer.ended]
        poll, by_descriptor = select.poll(), {}
        for peer in everyone:
            poll.register(peer.output, select.POLLIN)
            by_descriptor[peer.output] = peer
            if peer.queue:
                poll.register(peer.input, select.POLLOUT)
                by_descriptor[peer.input] = peer
        lines = []
        for descriptor, events in poll.poll(1):
            peer = by_descriptor[descriptor]
            if descriptor == peer.output:
                lines += [(peer, line, now) for line, now in peer.read()]
            else:
                peer.write()
        now = time.monotonic()
        for peer in everyone:
            if now >= peer.next_ping and not peer.expected and peer not in self.news:
                peer.next_ping = now + PING
                peer.ping()
            kind = "machine" if peer is self.control else self.kind
            self.pings[kind] += [latency for _, latency in peer.latencies]
            peer.latencies.clear()
        for peer, line, when in lines:
            try:
                peer.take(line, when)
            except (ValueError, KeyError, TypeError) as error:
                self.note("a message that can't be read", error=repr(error), line=line)
        for due in [entry for entry in self.agenda if entry[0] <= now]:
            self.agenda.remove(due)
            due[1]()
        for peer in list(self.peers.values()):
            if peer.ended and not peer.expected:
                self.note("a process ended by itself", process=peer.name, status=peer.process.wait(), stderr=self.errors())
                self.lay_down(peer)
                self.open(peer.name)
            elif not peer.expected:
                if now >= peer.next_call:
                    peer.next_call = now + CALL
                    self.call(peer)
                oldest = next(iter(peer.asked.values()), None)
                ping = next(iter(peer.pings.values()), now)
                if oldest and now - oldest[1] > HANG or now - ping > HANG:
                    self.note("not answered", process=peer.name, method=oldest and oldest[2:], ping=now - ping)
                    self.lay_down(peer)
                    self.open(peer.name)
            for expectation in [one for one in peer.expected_by if now - one[2] > RECOVER]:
                peer.expected_by.remove(expectation)
                if self.kind == "quiet":
                    self.follows[expectation[0]].append(float("inf"))

    def errors(self):
        self.log.flush()
        return (self.place / "stderr").read_bytes()[-400:].decode(errors="replace")

    def lay_down(self, peer):
        """Ends a process. What it was asked to write may be there or not."""
        peer.expected = True
        peer.end()
        peer.ended = time.monotonic()
        for _, _, method, params in peer.asked.values():
            for key in KEYS:
                if key in self.busy and self.truth.versions[key][-1].by is peer:
                    self.busy.discard(key)
        self.pings[self.kind] += [peer.ended - sent for sent in peer.pings.values() if peer.ended - sent > 1]
