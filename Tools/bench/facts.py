"""The facts of an answer: what a peer that does the same work must have as well, however either of the two lays it out."""
import json
import re

MARKDOWN = re.compile(r"\\([^\w\s])")  # a backslash takes the meaning of a sign
# The members of a book that both faces name alike; its samples and price have other names and forms.
BOOK = ("isbn13", "title", "subtitle", "authors", "publisher", "language", "isbn10", "pages", "year", "rating", "description", "imageURL",
        "url", "route")
# A line of a book's Markdown by its member, where one of the two names it otherwise.
LINES = {"description": "desc(?:ription)?", "imageURL": "image(?: URL)?", "pdf": "samples"}
AGE = re.compile(r"\s*(Kept answer, \d+ \w+ old\.)?\s*$")  # nothing is said of an answer that is not a second old


def amount(price):
    """The digits of a price: an object with an amount, or one text with a currency."""
    text = price["amount"] if isinstance(price, dict) else str(price)
    return re.sub(r"[^0-9.]", "", text)


def has_all(text, facts):
    """The facts that the text does not have."""
    plain = MARKDOWN.sub(r"\1", text)
    return [fact for fact in facts if fact not in plain]


def of_book(result):
    """Of a tool's result for a book: the structured content's, which of them its text lacks, and which lines its text has besides.

    A member that is left out, an empty text, 0 and null are four facts.
    """
    content = result["structuredContent"]
    book = content["items"][0] if "items" in content else content
    found = {name: book[name] for name in BOOK if name in book}
    said = [str(found[name]) for name in found if name != "route"]
    if "price" in book:
        found["price"] = amount(book["price"])
        said.append(found["price"])
    for name in ("samples", "pdf"):
        if name in book:
            found["pdf"] = [{"chapter": sample["chapter"], "url": sample["url"]} for sample in book[name]]
            said += [part for sample in found["pdf"] for part in sample.values()]
    text = next(block["text"] for block in result["content"] if block["type"] == "text")
    return told(found) | {
        "missing in the text": has_all(text, said),
        "in the text alone": [name for name in (*BOOK, "price", "pdf") if name not in found
                              and re.search(rf"^(?:- |## ){LINES.get(name, name)}\b", text, re.MULTILINE)],
    }


def told(value):
    """A value with each leaf as JSON spells it: 1, true and "1" are three facts."""
    if isinstance(value, dict):
        return {name: told(inner) for name, inner in value.items()}
    return [told(inner) for inner in value] if isinstance(value, list) else json.dumps(value, ensure_ascii=False)


def of_page(page):
    """Of a page of the catalogue: all that it says, to the byte. The order of an object's members is no fact."""
    return told(page)


def of_question(result):
    """Of a tool's result for a question to the catalogue: all that it says, to the byte, but for the age of kept answers."""
    content = [{**block, "text": AGE.sub("", block["text"])} for block in result["content"]]
    origin = {name: value for name, value in result["_meta"]["galleria/origin"].items() if name != "age"}
    return told({**result, "content": content, "_meta": {**result["_meta"], "galleria/origin": origin}})


def difference(known, other):
    """What differs, as short as it can be told."""
    if isinstance(known, dict) and isinstance(other, dict):
        names = [*known, *(name for name in other if name not in known)]
        return {name: difference(known.get(name), other.get(name)) for name in names if known.get(name) != other.get(name)}
    if isinstance(known, list) and isinstance(other, list) and len(known) == len(other):
        return next((f"row {at}: {difference(*pair)}" for at, pair in enumerate(zip(known, other)) if pair[0] != pair[1]), "")
    if isinstance(known, str) and isinstance(other, str):
        # Long texts where they part.
        same = next((at for at, pair in enumerate(zip(known, other)) if pair[0] != pair[1]), min(len(known), len(other)))
        known, other = (text[max(0, same - 20):same + 40] for text in (known, other))
    return f"{known!r}, not {other!r}"
