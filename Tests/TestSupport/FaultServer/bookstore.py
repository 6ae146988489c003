"""A working imitation of a bookstore API with generated data: new books, search in pages of ten, one book.

Every scalar is a string, like in the original; texts hold HTML entities, empty subtitles and free books, so that
readers of the API meet its quirks.
"""

import hashlib
import struct
import zlib

PAGE = 10
AUTHORS = ["Ada Fern", "Béla Novák", "김민준", "Chiara O&#039;Neil", "Dmitri Sol"]
TOPICS = ["Swift", "Kotlin", "Databases", "Typography", "Networks", "C#", "Testing"]


def isbn13(serial):
    """A valid ISBN-13 for a number below 10^9; every ninth book is a free one with a pseudo number."""
    if serial % 9 == 8:
        return "1001%09d" % serial
    digits = "978%09d" % serial
    total = sum(int(d) * (1 if i % 2 == 0 else 3) for i, d in enumerate(digits))
    return digits + str((10 - total % 10) % 10)


def isbn10(serial):
    digits = "%09d" % serial
    check = sum(int(d) * (i + 1) for i, d in enumerate(digits)) % 11
    return digits + ("X" if check == 10 else str(check))


class Bookstore:
    """All books ever listed, by isbn13, so that each of them can be shown."""

    def __init__(self):
        self.books = {}
        self.new()
        self.listed("swift", 118)

    def make(self, serial, title, number, base="https://books.invalid"):
        number_text = isbn13(serial)
        book = {
            "title": title,
            "subtitle": "" if number % 7 == 3 else "Part %d &amp; more" % number,
            "isbn13": number_text,
            "price": "$0.00" if number_text.startswith("1001") else "$%d.%02d" % (9 + serial % 50, serial % 100),
            "image": "%s/img/books/%s.png" % (base, number_text),
            "url": "%s/books/%s" % (base, number_text),
        }
        self.books[number_text] = (serial, book)
        return book

    def listed(self, query, total, base="https://books.invalid"):
        # A start per query, so the pages of a query are stable and disjoint.
        start = int.from_bytes(hashlib.sha256(query.encode()).digest()[:3], "big") * 59
        return [
            self.make(start + i, "Learning %s, volume %d" % (query, i + 1), i, base) for i in range(total)
        ]

    def new(self, base="https://books.invalid"):
        books = [self.make(7_000 + i, "New in %s %d" % (TOPICS[i % len(TOPICS)], i + 1), i, base) for i in range(20)]
        return {"error": "0", "total": "20", "books": books}

    def search(self, query, page, base):
        if not query.strip() or page < 1:
            return {"error": "[search] Invalid request"}
        total = {"swift": 118, "nothing": 0}.get(query.lower(), 25)
        if total == 0:
            return {"error": "0", "total": "0", "books": []}
        books = self.listed(query, total, base)[(page - 1) * PAGE : page * PAGE]
        return {"error": "0", "total": str(total), "page": str(page), "books": books}

    def show(self, number, base):
        if number not in self.books:
            return None
        serial, book = self.books[number]
        detail = {
            "error": "0",
            "authors": ", ".join(AUTHORS[: 1 + serial % 3]),
            "publisher": "Harbour Press",
            "language": "English",
            "isbn10": isbn10(serial),
            "pages": str(100 + serial % 700),
            "year": str(2010 + serial % 12),
            "rating": str(serial % 6),
            "desc": "It&#039;s about &quot;%s&quot; and what comes after, in plain words..." % book["title"],
        }
        detail.update(book, image="%s/img/books/%s.png" % (base, number))
        if serial % 2 == 0:
            detail["pdf"] = {
                "Chapter %d" % c: "%s/files/%s/chapter%d.pdf" % (base, number, c) for c in (10, 2, 5)
            }
        return detail


def png(number):
    """A picture of 8 × 8 pixels in one colour, which depends on the isbn13."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    colour = hashlib.sha256(number.encode()).digest()[:3]
    rows = (b"\0" + colour * 8) * 8
    header = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
