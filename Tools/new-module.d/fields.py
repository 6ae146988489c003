"""The Swift fields of a row: one line each, with a kind, a role and marks that follow from the example's values."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

import shape
import words

SIGNS = {"$": "USD", "US$": "USD", "A$": "AUD", "€": "EUR", "£": "GBP", "₩": "KRW", "NT$": "TWD", "HK$": "HKD", "원": "KRW", "元": "CNY"}
AMOUNT = re.compile(r"^(?P<sign>[^\d\s.,-]{1,3})?\s?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<unit>[A-Z]{3}|원|元|€)?$")
CODE = re.compile(r"^[A-Z]{3}$")
CURRENCY_NAME = re.compile(r"^(currency|ccy)(_?(code|iso))?$", re.IGNORECASE)
# Names of amounts. Those of the second need a currency beside them to be ones.
PRICE_NAME = re.compile(r"price|cost|(^|[_.])(fee|fare|msrp|rrp)s?$")
AMOUNT_NAME = re.compile(r"amount|total$|sum$|value$|balance", re.IGNORECASE)
NO_PRICE = re.compile(r"cents|minor|count|rate|percent|level|range|type|change|index|score|per_?unit_?of", re.IGNORECASE)
REDUCED = re.compile(r"sale|discounted|discount_?price|special|reduced|final|promo|offer|deal|member", re.IGNORECASE)
REGULAR = re.compile(r"regular|list|original|was|msrp|rrp|old|full|compare|before|normal|retail", re.IGNORECASE)
DISCOUNT = re.compile(r"discount|percent_?off|off_?percent", re.IGNORECASE)
DAY = re.compile(r"^\d{4}[-/]\d{2}[-/]\d{2}([T ]|$)")
PACKED_DAY = re.compile(r"^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$")
TIME_NAME = re.compile(r"(^|_)(time|date|day|at|on|ts|dt|timestamp|since|until|expires|starts|ends|deadline)$|(At|On|Date|Time|Until|Day)$"
                       r"|updated|created|modified|published|released|timestamp", re.IGNORECASE)
PICTURE_NAME = re.compile(r"image|photo|picture|thumb|avatar|poster|cover|icon|logo|img|banner", re.IGNORECASE)
PICTURE_END = re.compile(r"\.(png|jpe?g|gif|webp|avif)(\?|$)", re.IGNORECASE)
PLACE_NAME = re.compile(r"^(lat|lon|lng|long|latitude|longitude|x|y|z|geohash|bearing|altitude|elevation)$|coordinate|^(geo|bbox|point)$", re.IGNORECASE)
# Members that hold what is beside the matter.
ASIDE = re.compile(r"^(more|extra|extras|meta|metadata|misc|other|others|raw|debug|links|_links|detail|details|internal|attributes_raw|_.*)$", re.IGNORECASE)
SIDE_NAME = re.compile(r"(^|_)(uuid|guid|hash|etag|checksum|version|slug|token|url|uri|locale|lang|language)$|(Id|Hash|Url|Slug|Path)$|_(id|path)$", re.IGNORECASE)
# Members that hold the row's own values, as JSON:API and search engines have them.
WRAPPERS = {"attributes", "_source", "properties"}
# Currencies without a smaller unit in prices.
WHOLE_CURRENCIES = {"KRW", "JPY", "VND", "CLP", "ISK", "HUF", "TWD", "IDR"}
TITLE_NAMES = ["title", "name", "label", "headline", "subject", "display_name", "displayname", "full_name", "fullname", "caption"]
TITLE_END = re.compile(r"(_|^)(title|name|nm|label)$|(Title|Name|Nm|Label)$")
# Columns of a terminal that a list's table has room in, with the gaps between them.
TABLE_WIDTH = 120
GAP = 2
MOST_LISTED = 8
# A text that is longer is no cell of a table.
LONGEST_CELL = 80
# Width of a title's cell: a longer one is cut by the table, and takes no line of its own.
WIDEST_TITLE = 40
MOST_INNER = 6
# Characters of a line of Swift.
LINE = 120


@dataclass
class Line:
    """A field as it stands in Swift."""

    name: str
    path: tuple
    kind: str
    values: list
    role: str = ""
    marks: tuple = ()
    # Source of an amount's currency, as Swift.
    unit: str = ""
    # Fields of rows within the row, and the name of their enum.
    part: "list | None" = None
    type_name: str = ""
    # The parameter that asks for several.
    plural: str = ""
    # One sentence for the schema, and what follows in it where there is room.
    doc: str = ""
    more: str = ""
    is_listed: bool = False
    rank: float = 0

    @property
    def code(self):
        return f"`{self.name}`" if self.name in shape.KEYWORDS else self.name

    @property
    def key(self):
        return self.path[-1]

    @property
    def own_path(self):
        """The path without members that only wrap."""
        return tuple(key for key in self.path[:-1] if key not in WRAPPERS) + self.path[-1:]


def literal(text):
    """A Swift string literal of any text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f\u0085\u2028\u2029]", lambda found: f"\\u{{{ord(found[0]):X}}}", escaped) + '"'


def value_at(row, path):
    for key in path:
        row = row.get(key) if isinstance(row, dict) else None
    return row


def present(rows, path):
    return [value for value in (value_at(row, path) for row in rows) if value is not None]


def width(text):
    """Columns of a terminal."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 0 if unicodedata.combining(each) else 1 for each in text)


class Reader:
    """Makes lines of the rows' shape.

    `currency` is the code that the whole answer names, or the user; `left_out` takes what no field can be made of.
    """

    def __init__(self, rows, currency, left_out):
        self.rows, self.currency, self.left_out = rows, currency, left_out
        # Prices whose currency nothing says.
        self.without_currency = []

    def money(self, field, path, rows, keys):
        """Source of the amounts' currency; None for a field without amounts."""
        values = present(rows, path)
        if field.part and not field.is_list:
            names = {each.key for each in field.part.fields}
            near = next((name for name in names if CURRENCY_NAME.match(name)), None)
            return f'.path({literal(".".join((*path, near)))})' if near and names & {"amount", "value"} else None
        if field.is_list or field.kind not in ("text", "whole", "decimal") or not values:
            return None
        signs = set()
        if field.kind == "text":
            found = [AMOUNT.match(value) if isinstance(value, str) else AMOUNT.match(str(value)) for value in values]
            if not all(found):
                return None
            signs = {SIGNS.get(each["sign"] or each["unit"] or "", each["unit"] or each["sign"]) for each in found}
            if len(signs) == 1 and None not in signs and CODE.match(next(iter(signs))):
                return f".code({literal(signs.pop())})"
        if NO_PRICE.search(field.key) or TIME_NAME.search(field.key):
            return None
        near = next((key for key in keys if CURRENCY_NAME.match(key)), None)
        outer = next((key for key in self.rows[0] if CURRENCY_NAME.match(key)), None) if self.rows else None
        is_price = PRICE_NAME.search(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", ".".join(path)).lower())
        if not is_price and not (AMOUNT_NAME.search(field.key) and near):
            return None
        if near or outer:
            return f'.path({literal(".".join((*path[:-1], near) if near else (outer,)))})'
        ending = re.search(r"(?:_|(?<=[a-z]))(USD|EUR|KRW|GBP|JPY|CNY|TWD|AUD|HKD|usd|eur|krw|gbp|jpy|cny|twd|aud|hkd)$", field.key)
        code = ending[1].upper() if ending else self.currency
        if code:
            return f".code({literal(code)})"
        self.without_currency.append(".".join(path))
        return None

    def lines(self, own, rows, prefix=(), label="", taken=None, room=None):
        """A line for each value of an object; what is in objects is named after them."""
        taken = {"route"} if taken is None else taken
        found = []
        for field in own.fields:
            path = (*prefix, field.key)
            if any("." in key or key in ("", "*") for key in path):
                self.left_out.append((".".join(path), "a path can't say its name"))
                continue
            name = shape.swift_name("id" if field.key == shape.MEMBER_NAME else f"{label} {field.key}".strip(), taken)
            unit = self.money(field, path, rows, [each.key for each in own.fields])
            if unit:
                taken.add(name)
                found.append(Line(name, path, "money", present(rows, path), unit=unit))
            elif field.part and not field.is_list:
                inner = label if field.key in WRAPPERS else f"{label} {field.key}".strip()
                found += self.lines(field.part, rows, path, inner, taken, room)
            elif field.part and room is not None:
                self.left_out.append((".".join(path), "it is a list in a list"))
            else:
                taken.add(name)
                line = Line(name, path, *self.kind(field, path, rows))
                if field.part:
                    inner = [row for value in line.values for row in value if isinstance(row, dict)]
                    line.values, line.part = inner, self.lines(field.part, inner, taken=set(), room=MOST_INNER)
                    self.left_out += [(".".join((*path, *each.path)), f"{MOST_INNER} of a row's row are read")
                                      for each in line.part[MOST_INNER:]]
                    line.part = line.part[:MOST_INNER]
                if not field.part or line.part:
                    found.append(line)
        return found

    @staticmethod
    def kind(field, path, rows):
        values = present(rows, path)
        if field.part:
            return "rows", values
        if field.is_list:
            return "texts", values
        if field.kind == "text":
            texts = [value for value in values if isinstance(value, str)]
            if texts and all(re.match(r"(https?:)?//\S+$", value) for value in texts):
                is_picture = PICTURE_NAME.search(".".join(path)) or all(PICTURE_END.search(value) for value in texts)
                return ("picture" if is_picture else "link"), values
            is_time = TIME_NAME.search(field.key)
            if texts and (all(DAY.match(value) for value in texts) or is_time and all(
                    PACKED_DAY.match(value) or re.fullmatch(r"1\d{9}(\d{3})?", value) for value in texts)):
                return "date", values
            if any(len(value) > LONGEST_CELL or "\n" in value for value in texts):
                return "prose", values
            return "text", values
        if field.kind == "whole" and TIME_NAME.search(field.key) and values and all(
                5 * 10**8 < value < 5 * 10**9 or 5 * 10**11 < value < 5 * 10**12 or PACKED_DAY.match(str(value)) for value in values):
            return "date", values
        return {"whole": "whole", "decimal": "number", "flag": "flag"}[field.kind], values


def with_values(lines, rows, left_out):
    """The lines that have a value in one of the rows: the conformance kit proves nothing of others."""
    def is_there(line, value):
        if line.kind == "texts":
            return any(isinstance(each, (str, int, float)) and not isinstance(each, bool) and str(each).strip() for each in value)
        if line.kind == "rows":
            return any(value_at(row, each.path) not in (None, "", [], {}) for row in value if isinstance(row, dict) for each in line.part)
        return bool(str(value).strip())

    found = []
    for line in lines:
        if any(is_there(line, value) for value in present(rows, line.path)):
            found.append(line)
        else:
            left_out.append((".".join(line.path), "no row of the sample data has a value that can be shown"))
    return found


def with_picture(lines):
    """The lines with the row's picture, the first of several: `imageURL`, as in all results."""
    own = next((line for line in lines if line.kind == "picture"), None)
    if own:
        if not any(line.name == "imageURL" for line in lines):
            own.name = "imageURL"
        return lines
    for line in lines:
        taken = {each.name for each in lines}
        several = [each for value in line.values for each in value if isinstance(each, str)] if line.kind == "texts" else []
        inner = next((each for each in line.part or [] if each.kind == "picture"), None)
        is_url = several and all(re.match(r"(https?:)?//", each) for each in several)
        if is_url and (PICTURE_NAME.search(line.key) or all(PICTURE_END.search(each) for each in several)):
            path, values = (*line.path, "*"), several
        elif inner:
            path, values = (*line.path, "*", *inner.path), inner.values
        else:
            continue
        return [*lines, Line("imageURL" if "imageURL" not in taken else "picture", path, "picture", values)]
    return lines


def title_of(lines, key):
    """The field by which people know a row."""
    texts = [line for line in lines if line.kind == "text" and line is not key and line.path[-1] != shape.MEMBER_NAME]
    full = max((len(line.values) for line in texts), default=0)
    named = [line for name in TITLE_NAMES for line in texts if line.key.lower() == name and len(line.own_path) == 1]
    named += [line for line in texts if TITLE_END.search(line.key) and len(line.own_path) == 1]
    named += [line for line in texts if len(line.own_path) == 2 and not ASIDE.match(line.own_path[0])
              and (line.key.lower() in TITLE_NAMES or line.own_path[0].lower() in TITLE_NAMES)]
    loose = [line for line in texts if len(line.values) == full and not SIDE_NAME.search(line.key)]
    # The same text in every row names none.
    loose = [line for line in loose if len(set(map(str, line.values))) > 1] + loose
    return next(iter([line for line in named if line.values] + loose + texts), None)


def rank(lines, example):
    """Roles and marks: the key, the title, the prices, what lists show, what can be asked for. The lines in their order."""
    lines = with_picture(lines)
    count = max(1, len(example.rows))
    key = next((line for line in lines if example.id and line.path == (example.id.key,)), None)
    if key and key.kind not in ("text", "whole"):
        key.kind = "whole" if example.id.kind == "whole" else "text"
    title = title_of(lines, key)
    if title is None and key is not None:
        if key.kind == "text":
            title, key = key, None
    if title is None:
        raise shape.Refusal("The rows of the example have no text, so nothing could be shown of them. --rows names other rows.")
    if key:
        key.role, key.marks = ".key", (".filter",)
        key.plural = words.plural_of(key.name)
    title.role = ".title"
    prices(lines, count)
    currencies = {line.unit.removeprefix('.path("').removesuffix('")') for line in lines if line.kind == "money"}
    for line in lines:
        few = Counter(value for value in line.values if isinstance(value, str))
        is_few = line.kind == "text" and 1 < len(few) <= 8 and len(line.values) >= 2 * len(few)
        line.rank = {"money": 0, "date": 2, "flag": 2, "text": 1.5 if is_few else 3, "whole": 4, "number": 4}.get(line.kind, 20)
        line.rank += 3 * (len(line.own_path) - 1) + 5 * (1 - len(line.values) / count)
        line.rank += 5 * bool(SIDE_NAME.search(line.key))
        if len(line.values) > 2 and line.kind in ("text", "whole", "number") and len({str(each) for each in line.values}) == 1:
            line.rank += 4
        is_hidden = (len(line.own_path) > 2 or any(PLACE_NAME.search(each) or ASIDE.match(each) for each in line.own_path)
                     or ".".join(line.path) in currencies or not line.values)
        if is_hidden and not line.role:
            line.rank += 10
        if line.role in (".key", ".title", ".price", ".reduced", ".discount"):
            line.rank = -1
        if line.kind == "flag" or is_few:
            line.marks = (".filter", *line.marks)
        elif line.role == ".price":
            line.marks = (".filter",)
    # The table's columns, as many as there is room for.
    room = TABLE_WIDTH
    for line in sorted(lines, key=lambda line: line.rank):
        if line.kind not in ("money", "date", "flag", "text", "whole", "number"):
            continue
        room_left = room - column(line)
        chosen = sum(each.is_listed for each in lines)
        if line.role or (line.rank < 10 and room_left >= 0 and chosen < MOST_LISTED):
            line.is_listed, room = True, room_left
        else:
            line.marks = (*line.marks, ".unlisted")
    order = {".key": 0, ".title": 1}
    places = {id(line): place for place, line in enumerate(lines)}
    lines.sort(key=lambda line: (order.get(line.role, 2 if line.is_listed else 3), places[id(line)]))
    example.has_reduced = any(line.role == ".reduced" for line in lines)
    for line in lines:
        words.document(line, example)
    return lines


def prices(lines, count):
    """The price to pay or the regular one, the reduced one and the rate."""
    money = [line for line in lines if line.kind == "money" and not any(ASIDE.match(each) for each in line.path)]
    if not money:
        return

    def is_full(line):
        return len(line.values) == count

    name = {id(line): ".".join(line.path) for line in money}
    regular = next((line for line in money if is_full(line) and REGULAR.search(name[id(line)])), None)
    reduced = next((line for line in money if REDUCED.search(name[id(line)]) and line is not regular), None)
    plain = [line for line in money if line not in (regular, reduced)]
    price = regular or next(iter(sorted(plain, key=lambda line: not is_full(line))), None) or reduced
    if reduced is None and regular is not None:
        reduced = next(iter(plain), None)
    price.role = ".price"
    if reduced is None or reduced is price:
        return
    reduced.role = ".reduced"
    rate = next((line for line in lines if line.kind == "whole" and DISCOUNT.search(line.key) and len(line.path) == 1
                 and all(0 <= value <= 100 for value in line.values)), None)
    if rate:
        rate.role = ".discount"


def may_be_cents(line):
    """Whether amounts may be in the currency's smaller unit: whole numbers alone, of 100 or more."""
    values = [each.get("amount", each.get("value")) if isinstance(each, dict) else each for each in line.values]
    is_whole = values and all(isinstance(each, int) and each >= 100 for each in values)
    return bool(is_whole) and not any(code in line.unit for code in WHOLE_CURRENCIES)


def column(line):
    """The columns of a terminal that a field takes."""
    texts = [str(value) for value in line.values]
    shown = {"date": 12, "flag": 3, "money": max((width(str(value)) for value in texts), default=0) + 3}.get(line.kind)
    if line.kind == "money":
        shown = 12
    cells = shown if shown is not None else max((width(text) for text in texts), default=0)
    if line.role == ".title":
        cells = min(cells, WIDEST_TITLE)
    return max(cells, len(words.spaced(line.name)), 4) + GAP


def swift_of(line, prefix=(), indent="    "):
    """`static let price = Field.money("price", "…", .path("currency"), .price, .filter, from: "cost")`, wrapped at 120."""
    for doc in (line.doc[:-1] + line.more + ".", line.doc):
        arguments = [literal(line.name), literal(doc)]
        if line.kind == "money":
            arguments.append(line.unit if not prefix else re.sub(r'path\("', f'path("{".".join(prefix)}.', line.unit))
        if line.kind == "rows":
            arguments.append(f"of: {line.type_name}.layout")
        marks = line.marks
        if line.kind in ("text", "whole", "flag", "money", "number") and (line.role or marks):
            arguments.append(line.role or "nil")
        if marks and line.kind in ("text", "whole", "flag", "money", "number", "date"):
            arguments.append(marks[0] if len(marks) == 1 else "[" + ", ".join(marks) + "]")
        path = ".".join((*prefix, *line.path))
        if path != line.name:
            arguments.append(f"from: {literal(path)}")
        if line.plural:
            arguments.append(f"filter: {literal(line.plural)}")
        begin, rest = f"{indent}static let {line.code} = Field.{line.kind}(", ", ".join(arguments) + ")"
        # As swift-format lays lines out: what does not fit stands on a line of its own.
        if len(begin + rest) <= LINE:
            return begin + rest
        if len(indent + "    " + rest) <= LINE:
            break
    return begin + "\n" + indent + "    " + rest


def enum_of(name, doc, one, plural, lines, prefix=(), more=()):
    """The enum that declares the fields of a row."""
    body = [swift_of(line, prefix) for line in lines] + [f"    {each}" for each in more]
    names = [line.code for line in lines] + [re.match(r"static let (\w+)", each)[1] for each in more]
    several = "" if plural == one + "s" else f", plural: {literal(plural)}"
    return (f"/// {doc}\nenum {name} {{\n" + "\n".join(body) + "\n\n"
            + f"    static let layout = RowLayout({literal(one)}{several}, [{', '.join(names)}])\n}}\n")
