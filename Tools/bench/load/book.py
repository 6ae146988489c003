"""A book from the upstream's body to the answer of a tool: the same work and the same facts as galleria's book_shelf_show.

The body is parsed strictly by orjson, its texts lose their character references, and are written as Markdown and as
structured content.
"""
import html
import re

import orjson

MARKUP = re.compile(r"([\\`*_~\[\]<])")
BLOCK = re.compile(r"[#>=\-+|]")
DIGITS = re.compile(r"(\d+)")


def load(path):
    """isbn13 → the body that the upstream would answer; the file is an array with a row a line."""
    bodies = {}
    with open(path, "rb") as file:
        for line in file:
            row = line.strip().rstrip(b",")
            if row.startswith(b"{"):
                body = b'{"error":"0",' + row[1:]
                bodies[orjson.loads(body)["isbn13"]] = body
    return bodies


def prose(text):
    return html.unescape(text).replace("\xa0", " ") if "&" in text else text


def whole(text):
    return int(text) if text.isdigit() else None


def markdown(text):
    text = MARKUP.sub(r"\\\1", text)
    return "\\" + text if BLOCK.match(text) else text


def naturally(sample):
    return [int(part) if part.isdigit() else part for part in DIGITS.split(sample["chapter"])]


def decoded(body):
    """The structured content. What the upstream does not know, it says as an empty text or 0: that is left out."""
    row = orjson.loads(body)
    isbn13, price = row["isbn13"], row.get("price", "")
    book = {
        "isbn13": isbn13, "title": prose(row.get("title", "")), "subtitle": prose(row.get("subtitle", "")),
        "price": {"amount": price.removeprefix("$"), "currency": "USD", "text": price},
        "imageURL": row.get("image", ""), "url": row.get("url", ""), "route": f"galleria://book/{isbn13}",
        "authors": prose(row.get("authors", "")), "publisher": prose(row.get("publisher", "")),
        "language": prose(row.get("language", "")), "isbn10": row.get("isbn10", ""), "pages": whole(row.get("pages", "")),
        "year": whole(row.get("year", "")), "rating": whole(row.get("rating", "")), "description": prose(row.get("desc", "")),
    }
    if "pdf" in row:
        book["pdf"] = sorted([{"chapter": chapter, "url": url} for chapter, url in row["pdf"].items()], key=naturally)
    return book if all(book.values()) else {name: value for name, value in book.items() if value}


def rendered(book):
    """The Markdown."""
    title = markdown(book["title"])
    text = f"# {title}\n\n- title: {title}\n"
    if "subtitle" in book:
        text += f"- subtitle: {markdown(book['subtitle'])}\n"
    if "authors" in book:
        text += f"- authors: {markdown(book['authors'])}\n"
    if "publisher" in book:
        text += f"- publisher: {markdown(book['publisher'])}\n"
    if "pages" in book:
        text += f"- pages: {book['pages']}\n"
    if "year" in book:
        text += f"- year: {book['year']}\n"
    if "rating" in book:
        text += f"- rating: {book['rating']}/5\n"
    if "description" in book:
        text += f"- desc: {markdown(book['description'])}\n"
    text += f"- price: {markdown(book['price']['text'])}\n"
    if "language" in book:
        text += f"- language: {markdown(book['language'])}\n"
    text += f"- isbn13: `{book['isbn13']}`\n"
    if "isbn10" in book:
        text += f"- isbn10: `{book['isbn10']}`\n"
    if "url" in book:
        text += f"- url: <{book['url']}>\n"
    if "imageURL" in book:
        text += f"- image: <{book['imageURL']}>\n"
    text += "\n## memo\n\nNo memo yet.\n"
    if "pdf" not in book:
        return text
    samples = "".join(f"\n[PDF Sample: {markdown(sample['chapter'])}]({sample['url']})\n" for sample in book["pdf"])
    return f"{text}\n## samples\n{samples}"
