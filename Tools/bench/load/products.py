"""Products of the catalogue kept in memory, and questions over them: the same work and the same facts as galleria's catalog_list.

The upstream's pages are parsed strictly by orjson and decoded once. Each question looks at every row, orders those that match, and
writes the first of them as Markdown and as structured content. Amounts are ten-thousandths of a unit.
"""
import base64
import heapq
import html
import re
import time
from decimal import Decimal

import orjson

MARKUP = re.compile(r"([\\`*_~\[\]<|])")
BLOCK = re.compile(r"[#>=\-+]")
GENDERS = ("female", "male", "kids")
LAST = 1 << 60  # behind every price
TIES_NAMED = 3


def amount(value):
    """None where there is no price."""
    return None if value is None or (found := int(Decimal(str(value)) * 10_000)) < 0 else found


def leb(number):
    """LEB128."""
    return bytes([number]) if number < 0x80 else bytes([number & 0x7F | 0x80]) + leb(number >> 7)


def cursor(rows, question):
    """Where an answer goes on: the mark of catalog.list, page 0, rows, and the question as JSON with its length before it, where there is one."""
    asked = leb(len(question)) + question if question else b""
    text = (b"\x45" if asked else b"\x44") + b"\0\xae\0" + leb(rows) + asked
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


def prose(text):
    return html.unescape(text or "").strip()


def markdown(text):
    text = MARKUP.sub(r"\\\1", text)
    return "\\" + text if BLOCK.match(text) else text


def cents(number):
    return (number + 50) // 100


def shown(number):
    whole, rest = divmod(cents(number), 100)
    return f"A${whole:,}.{rest:02}"


def told(number):
    whole, rest = divmod(number, 10_000)
    fraction = f"{rest:04}".rstrip("0")
    return f"AUD {whole}.{fraction:0<2}"


class Product:
    """What a row of the upstream says: its texts, its amounts."""

    def __init__(self, row):
        embedded = row.get("_embedded") or {}
        self.sku, self.name, self.ribbon = row.get("sku"), prose(row.get("name")), row.get("ribbon")
        self.brand, gender = prose((embedded.get("brand") or {}).get("name")), (embedded.get("gender") or {}).get("name")
        self.gender = gender if gender in GENDERS else None
        self.price, self.reduced, self.discount = amount(row.get("price")), amount(row.get("final_price")), 0
        if self.price is None or not self.reduced or self.reduced >= self.price or cents(self.reduced) >= cents(self.price):
            self.reduced = None
        else:
            percent = ((self.price - self.reduced) * 200 + self.price) // (2 * self.price)
            self.discount = percent if percent < 100 else 0
        self.paid = self.price if self.reduced is None else self.reduced
        # What Markdown would take for markup is known once.
        badge = f" [{markdown(self.ribbon)}]" if self.ribbon else ""
        self.texts = f"|`{self.sku}`|{markdown(self.brand)}|{markdown(self.name) or 'no name'}{badge}|"

    def line(self):
        """The row of the table."""
        price = "—" if self.price is None else shown(self.price) if self.reduced is None else f"~~{shown(self.price)}~~"
        reduced = "" if self.reduced is None else shown(self.reduced) + (f" -{self.discount}%" if self.discount else "")
        return f"{self.texts}{price}|{reduced}|\n"

    def object(self):
        """The row of the structured content."""
        found = {"sku": self.sku}
        if self.brand:
            found["brand"] = self.brand
        if self.name:
            found["name"] = self.name
        if self.price is not None:
            found["price"] = told(self.price)
        if self.reduced is not None:
            found["discountPrice"] = told(self.reduced)
        if self.discount:
            found["discount"] = self.discount
        found["liked"] = False
        if self.ribbon:
            found["ribbon"] = self.ribbon
        return found


class Catalogue:
    """origin: `sample`, or `cache` where the files are an upstream's pages."""

    def __init__(self, origin, paths):
        products = {}
        for path in paths:
            with open(path, "rb") as file:
                page = orjson.loads(file.read())
            for row in page if isinstance(page, list) else page["_embedded"]["product"]:
                product = Product(row)
                if product.sku:
                    products.setdefault(product.sku, product)
        self.products, self.is_sample, self.loaded = list(products.values()), origin == "sample", int(time.time())
        self.facts = [(place, product.paid, product.gender) for place, product in enumerate(self.products)]

    def found(self, genders, least, most):
        """Places and amounts of the rows that match."""
        facts = self.facts if genders is None else [fact for fact in self.facts if fact[2] in genders]
        if least is None and most is None:
            return [(place, paid) for place, paid, _ in facts]
        low, high = amount(least) or 0, LAST if most is None else amount(most)
        return [(place, paid) for place, paid, _ in facts if paid is not None and low <= paid <= high]

    def ties(self, ordered, last):
        """The sentence on rows behind the last one that are as dear."""
        if last[0] == LAST:
            return ""
        places = [one[1] for one in ordered if one[0] == last[0] and one[1] > last[1]]
        if not places:
            return ""
        named = ", ".join(self.products[place].sku for place in places[:TIES_NAMED])
        has = "has" if len(places) == 1 else "have"
        return f"{len(places)} more {has} the same price: {named}" + (", …" if len(places) > TIES_NAMED else ".") + "\n\n"

    def answer(self, gender=None, minPrice=None, maxPrice=None, sort=None, limit=None):
        """The tool's result. Raises ValueError for what is not taken."""
        genders = [gender] if isinstance(gender, str) else gender
        if genders is not None and (not genders or any(word not in GENDERS for word in genders)) or sort not in (None, "price", "-price"):
            raise ValueError("gender is female, male or kids; sort price or -price")
        count = 20 if limit is None else limit
        if type(count) is not int or not 1 <= count <= 100:
            raise ValueError("limit is 1 to 100")
        found = self.found(genders, minPrice, maxPrice)
        if sort is None:
            ordered = [(0, place) for place, _ in found]
        elif sort == "price":
            ordered = [(LAST if paid is None else paid, place) for place, paid in found]
        else:
            ordered = [(LAST if paid is None else -paid, place) for place, paid in found]
        first = heapq.nsmallest(count, ordered)
        rows = [self.products[place] for _, place in first]
        content = {"items": [row.object() for row in rows], "total": len(found)}
        text = "# THE ICONIC\n\n|sku|brand|name|price|reduced|\n|---|---|---|--:|--:|\n" + "".join([row.line() for row in rows])
        text += f"\nprices in AUD, showing 1–{len(rows)} of {len(found)}"
        if len(rows) < len(found):
            asked = {"minPrice": minPrice, "maxPrice": maxPrice, "gender": genders, "sort": sort, "limit": limit}
            given = {name: value for name, value in asked.items() if value is not None}
            content["nextCursor"] = cursor(len(rows), orjson.dumps(given) if given else b"")
            text += f", next: cursor={content['nextCursor']}\n\n" + (self.ties(ordered, first[-1]) if sort else "")
        else:
            text += " (end)\n\n"
        if self.is_sample:
            text, origin = text + "Sample data.", {"source": "sample"}
        else:
            age = int(time.time()) - self.loaded
            unit, size = next((unit, size) for most, unit, size in AGES if age < most)
            text += f"Kept answer, {age // size} {unit} old.\n" if age > 0 else ""
            origin = {"source": "cache", "age": age, "stale": False}
        return {"content": [{"type": "text", "text": text}], "structuredContent": content, "isError": False,
                "_meta": {"galleria/origin": origin}}


AGES = ((60, "s", 1), (3_600, "min", 60), (172_800, "h", 3_600), (1 << 62, "days", 86_400))
