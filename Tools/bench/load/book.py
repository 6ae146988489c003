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
    """The structured content."""
    row = orjson.loads(body)
    isbn13, price = row["isbn13"], row.get("price", "")
    return {
        "isbn13": isbn13, "title": prose(row.get("title", "")), "subtitle": prose(row.get("subtitle", "")),
        "price": {"amount": price.removeprefix("$"), "currency": "USD", "text": price},
        "imageURL": row.get("image", ""), "url": row.get("url", ""), "route": f"galleria://book/{isbn13}",
        "authors": prose(row.get("authors", "")), "publisher": prose(row.get("publisher", "")),
        "language": prose(row.get("language", "")), "isbn10": row.get("isbn10", ""), "pages": whole(row.get("pages", "")),
        "year": whole(row.get("year", "")), "rating": whole(row.get("rating", "")), "description": prose(row.get("desc", "")),
        "pdf": sorted(({"chapter": chapter, "url": url} for chapter, url in row.get("pdf", {}).items()), key=naturally),
        "memo": "", "notice": None,
    }


def rendered(book):
    """The Markdown."""
    samples = "".join(f"\n[PDF Sample: {markdown(sample['chapter'])}]({sample['url']})\n" for sample in book["pdf"])
    return (
        f"# {markdown(book['title'])}\n\n- title: {markdown(book['title'])}\n- subtitle: {markdown(book['subtitle'])}\n"
        f"- authors: {markdown(book['authors'])}\n- publisher: {markdown(book['publisher'])}\n- pages: {book['pages']}\n"
        f"- year: {book['year']}\n- rating: {book['rating']}/5\n- desc: {markdown(book['description'])}\n"
        f"- price: {markdown(book['price']['text'])}\n- language: {markdown(book['language'])}\n- isbn13: `{book['isbn13']}`\n"
        f"- isbn10: `{book['isbn10']}`\n- url: <{book['url']}>\n- image: <{book['imageURL']}>\n\n## memo\n\nNo memo yet.\n\n"
        f"## samples\n{samples}")
