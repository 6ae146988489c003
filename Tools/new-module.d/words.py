"""Words for people and models: names in the singular and the plural, and a sentence for each field."""

import re

UNCOUNTED = {"news", "series", "species", "lens", "gas", "bus", "status", "campus", "virus", "address", "access", "data", "media", "weather"}
# Names that tell nothing about what a row is.
NAMELESS = {"data", "items", "item", "results", "result", "list", "lists", "rows", "row", "records", "response", "responses", "values",
            "content", "contents", "entries", "docs", "documents", "objects", "payload", "body", "edges", "nodes", "hits", "page",
            "collection", "elements", "output", "search", "query", "find", "all", "graphql", "json", "api", "index", "latest", "get"}
# Words that APIs cut short.
LONG = {"lat": "latitude", "lng": "longitude", "lon": "longitude", "qty": "quantity", "dt": "date", "nm": "name", "desc": "description",
        "addr": "address", "tel": "telephone", "reg": "registration", "cnt": "count", "num": "number", "img": "picture", "no": "number",
        "avg": "average", "min": "least", "max": "greatest", "temp": "temperature", "pct": "percent", "cat": "category", "org": "organization"}
KEPT_BY = {"is", "has", "was", "can", "in", "on", "are"}
DONE = re.compile(r"^(created|updated|published|released|modified|added|posted|opened|closed|founded|born|registered|joined)(At|On|Date|Time)?$")


def spaced(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)


def phrase(name):
    """`openedAt` → `opened at`, `imageURL` → `image URL`"""
    return " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in spaced(name).split())


def label_of(name):
    """A field's name in whole words."""
    return " ".join(LONG.get(word, word) for word in phrase(name).split())


def article(name):
    return ("an " if name[:1] in "AEIO" else "a ") + name


def singular(plural):
    if plural.lower() in UNCOUNTED:
        return plural
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if plural.endswith(ending) and len(plural) > len(ending) + 1:
            return plural[: -len(ending)] + instead
    return plural[:-1] if plural.endswith("s") and not plural.endswith("ss") and len(plural) > 2 else plural


def plural_of(name):
    return name + ("es" if name.endswith(("s", "x", "ch", "sh")) else "s")


def row_words(name, example, path):
    """A row and several of them in words, and in camel case: of the rows' member, else of the address, else of the module."""
    members = [key for key in reversed(example.rows_path or ())]
    last = path[-1].rsplit(".", 1)[0] if path else ""
    for each in [*members, last]:
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]{2,24}", each) or each.lower() in NAMELESS or re.fullmatch(r"v\d+", each):
            continue
        camel = "".join(word[:1].upper() + word[1:] for word in re.split(r"[_-]", each))
        if singular(camel) != camel or each in members:
            return camel_words(camel)
    return camel_words(name)


def camel_words(camel):
    one, several = phrase(singular(camel)), phrase(camel)
    if one == several:
        one, several = f"{one} row", f"{one} rows"
    return singular(camel)[:1].upper() + singular(camel)[1:], one, several


def short(values):
    """Values that may stand in a sentence: short, and nothing that could be a person's."""
    texts = [str(value).strip() for value in values if not isinstance(value, (dict, list, bool))]
    texts = [text for text in texts if 0 < len(text) <= 28 and not re.search(r"[@\n\r\"`\\]|://|\d{3}[- ]\d{3,4}[- ]\d{4}|\x7f", text)]
    return [text for text in dict.fromkeys(texts) if text.isprintable() and text[-1] not in ".!?。:;,"]


def one_line(text):
    """A member's name inside a comment or a sentence: one line, nothing that ends it."""
    return re.sub(r"[\s`\x00-\x1f\x7f\u0085\u2028\u2029]+", " ", text).strip() or "without a name"


def either(texts, word="or"):
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def document(line, example):
    """Sets the sentence of a field: what it is, and values of the example."""
    known = short(line.values)
    label = label_of(line.name.removesuffix("Value"))
    # A name of another alphabet says more than its sound.
    own = one_line(line.path[-1])
    if not own.isascii():
        label = own
    line.doc, line.more = f"The {label}.", ""
    if line.kind == "flag":
        first, *rest = label.split()
        line.doc = f"Whether it {first if first in KEPT_BY - {'in', 'on'} else 'is ' + first} {' '.join(rest)}".rstrip() + "."
    elif line.kind == "date":
        done, parts = DONE.match(line.name), label.split()
        if done:
            line.doc = f"The day it was {done[1]}."
        elif label.endswith("ed") or label in ("made", "sent", "sold", "built", "held", "seen"):
            line.doc = f"The day it was {label}."
        elif parts[-1] in ("at", "on") and len(parts) > 1:
            own = " ".join(parts[:-1])
            line.doc = f"The day it was {own}." if own.endswith("ed") else f"The day it {own}." if own.endswith("s") else f"The {own} day."
    elif line.kind == "link":
        line.doc = "The address of its page." if label in ("url", "link", "href", "web url", "page") else f"The address of its {label.removesuffix(' url').removesuffix(' link')}."
    elif line.kind == "picture":
        line.doc = "The address of its picture."
    elif line.kind == "texts":
        inside = short([each for value in line.values if isinstance(value, list) for each in value])
        line.more = f", such as {either(inside[:2], 'and')}" if inside else ""
    elif line.kind == "rows":
        line.doc, line.more = f"The {label}", f": {', '.join(phrase(each.name) for each in line.part)}"
        line.doc += "."
    elif line.kind in ("whole", "number") and not line.role and len(line.values) > 2:
        numbers = [value for value in line.values if isinstance(value, (int, float))]
        if numbers and min(numbers) != max(numbers):
            line.more = f", {spelled(min(numbers))} to {spelled(max(numbers))} in the example"
    elif line.kind == "text" and ".filter" in line.marks and line.role != ".key" and 1 < len(known) <= 5 and len(known) == len(set(map(str, line.values))):
        line.more = f": {either(sorted(known))}"
    elif line.kind == "text" and known:
        line.more = f", such as {known[0]}"
    if line.role == ".key":
        line.doc = f"The {example.one}'s {label}."
        line.more = f", such as {known[0]}" if known else ""
    elif line.role == ".reduced":
        line.doc = "The reduced price."
    elif line.role == ".price":
        line.doc = "The regular price." if example.has_reduced else f"The {label}."
    elif line.role == ".discount":
        line.doc = "Percent off, 1 to 99."
    if line.doc.split()[0] not in ("The", "Whether", "Percent"):
        line.doc = f"The {label}."


def spelled(number):
    return f"{number:.15g}"


def listing(names):
    """`name, price and city`"""
    return either(names, "and")
