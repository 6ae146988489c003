"""The Swift fields of a row: one line each, with a kind, a role and marks that follow from the example's values."""

import json
import re
from collections import Counter
from dataclasses import dataclass

import shape

CURRENCIES = {"$": "USD", "US$": "USD", "A$": "AUD", "€": "EUR", "£": "GBP", "¥": "JPY", "₩": "KRW", "NT$": "TWD", "원": "KRW"}
AMOUNT = re.compile(r"^(?P<sign>[^\d\s.,-]{1,3})?\s?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<unit>[A-Z]{3}|원)?$")
DAY = re.compile(r"^\d{4}-\d{2}-\d{2}([T ]|$)")
PRICE_NAME = re.compile(r"price|amount|cost|fee|fare", re.IGNORECASE)
TIME_NAME = re.compile(r"(^|_)(time|date|at|on|updated|created|since|until)$|(At|On|Date|Time)$|updated|created")
PICTURE_NAME = re.compile(r"image|photo|picture|thumb|avatar|poster|cover|icon|logo", re.IGNORECASE)
PICTURE_END = re.compile(r"\.(png|jpe?g|gif|webp)(\?|$)", re.IGNORECASE)
PLACE_NAME = re.compile(r"^(lat|lon|lng|latitude|longitude|x|y|z)$", re.IGNORECASE)
# Columns of a table beside the key and the title; what is beyond is given when it is asked for.
MOST_LISTED = 6
# A text that is longer is no cell of a table.
LONGEST_CELL = 80
WORDS = {"text", "whole", "number", "flag", "date", "money", "link", "picture", "prose", "texts", "rows"}


@dataclass
class Line:
    """A field as it stands in Swift."""

    name: str
    path: str
    kind: str
    values: list
    role: str = ""
    marks: tuple = ()
    # Of money: how its currency is known.
    unit: str = ""
    # Of rows within the row.
    part: "list | None" = None
    # The parameter that asks for several.
    plural: str = ""

    @property
    def code(self):
        return f"`{self.name}`" if self.name in shape.KEYWORDS else self.name


def literal(text):
    """A Swift string literal of any text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f\u0085\u2028\u2029]", lambda found: f"\\u{{{ord(found[0]):X}}}", escaped) + '"'


def words(text):
    """A member's name inside a comment or a sentence: one line, nothing that ends it."""
    return re.sub(r"[\s`\x00-\x1f\x7f\u0085\u2028\u2029]+", " ", text).strip() or "without a name"


def value_at(row, path):
    for key in path:
        row = row.get(key) if isinstance(row, dict) else None
    return row


def present(rows, path):
    return [value for value in (value_at(row, path) for row in rows) if value is not None]


def money(field, path, rows, keys):
    """How the currency of amounts is known; nil for what is no amount."""
    values = present(rows, path)
    if field.part and {"amount", "currency"} <= {each.key for each in field.part.fields}:
        return f'.path({literal(".".join((*path, "currency")))})'
    if field.kind == "text":
        found = [AMOUNT.match(value) for value in values if isinstance(value, str)]
        signs = {CURRENCIES.get(each["sign"] or each["unit"] or "", each["unit"]) for each in found if each}
        if len(found) == len(values) and all(found) and len(signs) == 1 and None not in signs:
            return f".code({literal(signs.pop())})"
        if not (found and all(found) and PRICE_NAME.search(field.key)):
            return None
    elif field.kind not in ("whole", "decimal") or not PRICE_NAME.search(field.key):
        return None
    near = [key for key in keys if key.lower() in ("currency", "currencycode", "currency_code")]
    return f'.path({literal(".".join((*path[:-1], near[0])))})' if near else None


def lines_of(own, rows, prefix=(), label="", taken=None):
    """A line for each value of an object; what is in objects is named after them."""
    taken = set() if taken is None else taken
    found = []
    for field in own.fields:
        path = (*prefix, field.key)
        name = shape.swift_name(f"{label} {field.key}".strip(), taken | WORDS | {"layout", "fields"})
        if any("." in key or key in ("", "*") for key in path):
            continue  # A path can't say it.
        unit = money(field, path, rows, [each.key for each in own.fields])
        if unit:
            taken.add(name)
            found.append(Line(name, ".".join(path), "money", present(rows, path), unit=unit))
        elif field.part and not field.is_list:
            found += lines_of(field.part, rows, path, f"{label} {field.key}".strip(), taken)
        else:
            taken.add(name)
            found.append(Line(name, ".".join(path), *kind_of(field, path, rows)))
    return found


def kind_of(field, path, rows):
    values = present(rows, path)
    if field.part:
        inner = [row for value in values for row in value if isinstance(row, dict)]
        return "rows", inner, "", (), "", lines_of(field.part, inner)
    if field.is_list:
        return "texts", values
    if field.kind == "text":
        texts = [value for value in values if isinstance(value, str)]
        if texts and all(re.match(r"(https?:)?//", value) for value in texts):
            is_picture = PICTURE_NAME.search(field.key) or all(PICTURE_END.search(value) for value in texts)
            return ("picture" if is_picture else "link"), values
        if texts and all(DAY.match(value) for value in texts):
            return "date", values
        if any(len(value) > LONGEST_CELL or "\n" in value for value in texts):
            return "prose", values
        return "text", values
    if field.kind == "whole" and TIME_NAME.search(field.key) and values and all(10**8 < value < 10**14 for value in values):
        return "date", values
    return {"whole": "whole", "decimal": "number", "flag": "flag"}[field.kind], values


def rank(lines, example):
    """Roles and marks: the key, the title, the price, what lists show, what can be asked for."""
    key = next((line for line in lines if example.id and line.path == example.id.key), None)
    title = next((line for line in lines if line.path == example.title.key), None)
    if key:
        key.role, key.marks = ".key", (".filter",)
        key.plural = key.name + ("es" if key.name.endswith("s") else "s")
    if title and title is not key and title.kind == "text":
        title.role = ".title"
    price = next((line for line in lines if line.kind == "money"), None)
    if price:
        price.role, price.marks = ".price", (".filter",)

    def weight(line):
        filled = len(line.values) / max(1, len(example.rows))
        kinds = {"money": 0, "date": 1, "flag": 2, "text": 3, "whole": 3, "number": 3}
        return (kinds.get(line.kind, 9), -filled)

    able = [line for line in lines if not line.role and line.kind in ("money", "date", "flag", "text", "whole", "number")]
    able = [line for line in able if not PLACE_NAME.match(line.path.split(".")[-1]) and "." not in line.path or line.kind == "money"]
    shown = sorted(able, key=weight)[:MOST_LISTED]
    for line in lines:
        if line.role:
            continue
        if line.kind in ("text", "whole", "number", "money", "date", "flag") and line not in shown:
            line.marks = (*line.marks, ".unlisted")
        few = Counter(json.dumps(value) for value in line.values if isinstance(value, str))
        if line.kind == "flag" or (line.kind == "text" and 1 < len(few) <= 8 and len(line.values) >= 2 * len(few)):
            line.marks = (".filter", *line.marks)
    return lines


def swift_of(line, indent="    "):
    """`static let price = Field.money("price", "…", .path("currency"), .price, .filter, from: "cost")`"""
    arguments = [literal(line.name), literal(f"`{words(line.path)}` of the answer.")]
    if line.kind == "money":
        arguments.append(line.unit)
    if line.kind == "rows":
        arguments.append(f"of: {layout_name(line)}")
    marks = line.marks
    if line.kind in ("text", "whole", "flag", "money", "number"):
        if line.role or marks:
            arguments.append(line.role or "nil")
        if marks:
            arguments.append(marks[0] if len(marks) == 1 else "[" + ", ".join(marks) + "]")
    elif line.kind == "date" and marks:
        arguments.append(marks[0] if len(marks) == 1 else "[" + ", ".join(marks) + "]")
    if line.path != line.name:
        arguments.append(f"from: {literal(line.path)}")
    if line.plural:
        arguments.append(f"filter: {literal(line.plural)}")
    return f"{indent}static let {line.code} = Field.{line.kind}({', '.join(arguments)})"


def layout_name(line):
    return line.name[:1].upper() + line.name[1:] + "Row.layout"


def parts(lines):
    """The enums of rows within rows, the inner before the outer."""
    for line in lines:
        if line.part is not None:
            yield from parts(line.part)
            yield layout_name(line).removesuffix(".layout"), line.part, words(line.path)


def enum_of(name, doc, one, plural, lines, more=()):
    """The enum that declares the fields of a row."""
    body = [swift_of(line) for line in lines] + [f"    {each}" for each in more]
    names = [line.code for line in lines] + [re.match(r"static let (\w+)", each)[1] for each in more]
    return (f"/// {doc}\nenum {name} {{\n" + "\n".join(body) + "\n\n"
            + f"    static let layout = RowLayout({literal(one)}, plural: {literal(plural)}, [{', '.join(names)}])\n}}\n")
