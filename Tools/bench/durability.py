"""Kills galleria again and again in the middle of writes, and holds what it left against the ledger of what it answered.

Each cycle starts the server on the same state, reads what it holds, sends likes, memos and pieces for the bag without a
pause, by operations and on screens, and kills it (SIGKILL) at a moment that a seed fixes. What was acknowledged must be
there at the next start; what was in flight may be there or not, but nothing else may have changed.
"""
import random
import shutil
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

import shop
from ledger import Ledger
from server import Server

WINDOW = 64
BOOKS, SCREEN_BOOKS, BAGS = 24, 4, 3
# Weights of the kinds of write; the rest of the requests read one key.
KINDS, READS = {"like": 5, "memo": 3, "bag": 1}, 0.2


class MemoScreen:
    """A memo that is typed on its screen: `screen.close` acknowledges it."""

    def __init__(self, drive, key):
        self.drive, self.key, self.screen, self.step, self.text = drive, key, None, self.opened, None
        drive.ask("screen.open", {"route": f"galleria://book/{key[1]}"}, self.opened)

    def opened(self, result):
        self.screen = result["screen"]
        self.drive.waiting_screens[self.screen] = self
        if self.is_loaded(result["state"]):
            self.changed(result["state"])

    @staticmethod
    def is_loaded(state):
        return state["refresh"]["ended"] != "none"

    def changed(self, state):
        if not self.is_loaded(state) or self.drive.waiting_screens.pop(self.screen, None) is None:
            return
        ledger = self.drive.ledger
        for _ in range(self.drive.choices.randint(1, 3)):
            self.text = ledger.next_value(self.key, self.drive.choices)
            self.number = ledger.send(self.key, self.text)
            self.typed = getattr(self, "typed", []) + [self.number]
            self.drive.ask("screen.send", {"screen": self.screen, "action": "editMemo", "params": {"text": self.text}}, self.accepted)
        self.drive.ask("screen.close", {"screen": self.screen}, self.closed)

    def accepted(self, result):
        if not result["accepted"]:
            raise SystemExit(f"editMemo of {self.key} is not accepted")

    def closed(self, _):
        # What was typed before the last is overwritten by it.
        for number in self.typed:
            self.drive.ledger.acknowledge(number)
        self.drive.typing.discard(self.key)


class Drive:
    """One server's share of the work: what is asked, and what becomes of the answers."""

    def __init__(self, server, ledger, choices):
        self.server, self.ledger, self.choices = server, ledger, choices
        self.identifier, self.asked, self.batch = 0, {}, []
        self.product_screens, self.waiting_screens, self.typing = {}, {}, set()
        keys = list(ledger.histories)
        self.keys = {kind: [key for key in keys if key[0] == kind] for kind in KINDS}
        self.screen_books = self.keys["memo"][:SCREEN_BOOKS]
        self.keys["memo"] = self.keys["memo"][SCREEN_BOOKS:]

    def ask(self, method, params, take):
        self.identifier += 1
        self.asked[self.identifier] = (method, take)
        self.batch.append({"id": self.identifier, "method": method, "params": params})

    def send(self):
        batch, self.batch = self.batch, []
        self.server.send(batch)

    def take(self, messages):
        for message in messages:
            if "id" in message:
                method, take = self.asked.pop(message["id"])
                if "result" not in message:
                    raise SystemExit(f"{method} is answered {message}")
                take(message["result"])
            elif message.get("method") == "screen.changed":
                params = message["params"]
                if params["screen"] in self.waiting_screens:
                    self.waiting_screens[params["screen"]].changed(params["state"])

    def write(self, key, value=None):
        """Asks for a write, on the product's screen where one is open: the order of two ways beside each other is nobody's promise."""
        if value is None:
            value = self.ledger.next_value(key, self.choices)
        present = self.ledger.histories[key].last()
        number = self.ledger.send(key, value)
        if key in self.product_screens:
            self.ask("screen.send", {"screen": self.product_screens[key], "action": "like", "params": {"liked": value}},
                     lambda _: self.ledger.acknowledge(number))
        else:
            method, params = shop.write(key, value, present)
            self.ask(method, params, lambda result: self.ledger.acknowledge(number, shop.written(key, result)))

    def read(self, key):
        floor = self.ledger.asked(key)
        self.ask(*shop.read(key), lambda result: self.ledger.saw(key, shop.shown(key, result), floor, "read while writing"))

    def type_memo(self):
        if free := [key for key in self.screen_books if key not in self.typing]:
            key = self.choices.choice(free)
            self.typing.add(key)
            MemoScreen(self, key)

    def more(self):
        """Fills the window."""
        if not self.product_screens:
            for key in self.choices.sample(self.keys["like"], 2):
                self.keys["like"].remove(key)
                self.product_screens[key] = None
                self.ask("screen.open", {"route": f"galleria://product/{key[1]}"},
                         lambda result, key=key: self.product_screens.__setitem__(key, result["screen"]))
        while len(self.asked) < WINDOW:
            kind = self.choices.choices(list(KINDS), KINDS.values())[0]
            # A screen's product is liked more often than others.
            screens = [key for key, screen in self.product_screens.items() if screen]
            key = self.choices.choice(screens * 8 + self.keys[kind] if kind == "like" else self.keys[kind])
            if self.choices.random() < READS:
                self.read(key)
            elif self.choices.random() < 0.04:
                self.type_memo()
            else:
                self.write(key)
        self.send()

    def run(self, count):
        """Writes without a pause until so many more are acknowledged; others are in flight then.

        Gives the seconds in which the last answers came.
        """
        target, seconds = self.ledger.acknowledged + count, 0.0
        while True:
            self.more()
            if self.ledger.acknowledged >= target:
                return seconds
            begin = time.perf_counter()
            messages = self.server.answers()
            if not messages:
                raise SystemExit("the server ended by itself")
            seconds = time.perf_counter() - begin
            self.take(messages)

    def drain(self):
        """Waits for every answer that is owed."""
        while self.asked or self.batch or self.waiting_screens:
            self.send()
            messages = self.server.answers()
            if not messages:
                raise SystemExit("the server ended by itself")
            self.take(messages)


def values(server, books):
    """Every key's value, in a new process."""
    def ask(*requests):
        server.send([{"id": place, "method": method, "params": params} for place, (method, params) in enumerate(requests)])
        answers = {}
        while len(answers) < len(requests):
            for message in server.answers():
                answers[message["id"]] = message["result"]
        return [answers[place] for place in range(len(requests))]

    found, cursor = {}, None
    while True:
        result, = ask(("catalog.list", {"limit": 100, **({"cursor": cursor} if cursor else {})}))
        found.update({("like", item["sku"]): shop.shown(("like", item["sku"]), item) for item in result["items"]})
        cursor = result.get("nextCursor")
        if cursor is None:
            break
    bag, *shows = ask(("productDetail.bag", {}), *(shop.read(("memo", book)) for book in books))
    found.update({("memo", book): shop.shown(("memo", book), show) for book, show in zip(books, shows)})
    skus = [key[1] for key in found if key[0] == "like"][:BAGS]
    found.update({("bag", sku): shop.pieces(bag, sku) for sku in skus})
    return found


def books(command, home):
    """The numbers of some sample books."""
    with Server(command, home) as server:
        server.send([{"id": 0, "method": "bookShelf.list", "params": {}}])
        numbers = [book["isbn13"] for book in server.answers()[0]["result"]["items"]][:BOOKS]
        server.close()
    return numbers


def integrity(home):
    """What SQLite says of a copy of the state: looking at the state itself would mend it before its owner does."""
    with tempfile.TemporaryDirectory() as copy:
        for file in home.rglob("state.db*"):
            shutil.copy(file, copy)
        try:
            connection = sqlite3.connect((Path(copy) / "state.db").as_uri() + "?mode=rw", uri=True)
            try:
                return connection.execute("PRAGMA integrity_check").fetchone()[0]
            finally:
                connection.close()
        except sqlite3.Error as error:
            return str(error)


def kill(server):
    """Ends the server as kill -9 does. Gives what it had answered before and nobody had read."""
    server.process.kill()
    server.process.wait()
    return server.written()


def crashes(command, home, count, writes, seed, crash, say):
    """Ends the server `count` times by `crash(server)`, which gives the answers that were written before.

    About `writes` acknowledgements in all. Gives the part of the report that does not depend on how it ends.
    """
    # Two, so that the moments are the same however many writes it takes to get there.
    moments, choices, ledger = random.Random(seed), random.Random(seed), Ledger()
    broken, interrupted, starts, begin = 0, 0, [], time.perf_counter()
    numbers = books(command, home)
    for cycle in range(count + 1):
        with Server(command, home) as server:
            found = values(server, numbers)
            starts.append(time.perf_counter() - server.begin)
            interrupted += bool(ledger.open)
            ledger.settle(found, f"after end {cycle}")
            if cycle == count:
                server.close()
                break
            drive = Drive(server, ledger, choices)
            seconds = drive.run(max(1, round(moments.expovariate(count / writes))))
            # Anywhere between the requests and their answers: in each step of a commit.
            time.sleep(moments.random() * seconds)
            # What was answered before the end, and was not read yet, is acknowledged as well.
            drive.take(crash(server))
        broken += integrity(home) != "ok"
        if (cycle + 1) % max(1, count // 20) == 0:
            say(f"{time.perf_counter() - begin:5.0f} s  {cycle + 1} of {count}, "
                f"{ledger.acknowledged:,} acknowledged, {len(ledger.wrong)} wrong")
    return {
        "acknowledged": ledger.acknowledged, "wrong": len(ledger.wrong), "examples": ledger.wrong[:20],
        "checked": ledger.checked, "keys": len(ledger.histories),
        "interrupted": interrupted, "integrityFailures": broken,
        "restartMs": {"median": statistics.median(starts) * 1000, "largest": max(starts) * 1000},
        "ok": not ledger.wrong and broken == 0 and max(starts) <= 1,
    }


def durability(command, kills, writes, seed, say=print):
    """Kills the server `kills` times. Gives the report."""
    with tempfile.TemporaryDirectory(prefix="galleria-durability-") as home:
        return {"kills": kills, **crashes(command, Path(home), kills, writes, seed, kill, say)}


def show(report, say=print):
    say("")
    for fault in report.get("faults", ()):
        say(f"{fault['fault']:<22}seeded {fault['seeded']}   found {fault['found']}")
    if "faults" not in report:
        kind = "power cuts" if "powerCuts" in report else "kills"
        say(f"{kind:<15}{report.get('powerCuts', report.get('kills')):,}   acknowledged {report['acknowledged']:,}   "
            f"with writes in flight {report['interrupted']:,}")
        say(f"wrong          {report['wrong']} of {report['checked']:,} values of {report['keys']} keys   "
            f"integrity failures {report['integrityFailures']}")
        for example in report["examples"]:
            say(f"               {example['key']} is {example['found']!r}, not {' or '.join(example['expected'])}: {example['what']}")
        say(f"restart        {report['restartMs']['median']:.1f} ms to every key (median), "
            f"{report['restartMs']['largest']:.1f} ms (largest)")
    if control := report.get("control"):
        say(f"control        {control['lost']:,} of {control['commits']:,} commits without a sync are lost, "
            f"in {control['cuts']} of {report['powerCuts']} cuts")
    say("everything held" if report["ok"] else "NOT everything held")
