"""Reads an example answer: the place of its rows, the fields of a row with their types, a sample of a long one.

Every refusal is a `Refusal` with a sentence that says what to do.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, field

MOST_BYTES = 32 * 1024 * 1024
# A larger answer is read on the pool, which the conformance kit does not wait for.
MOST_SAMPLE_BYTES = 96 * 1024
# Rows of the sample data: of a longer example some are taken.
MOST_ROWS = 40
MOST_FIELDS = 40
DEEPEST = 4
# A row's member name, where the rows are the members of an object: as FeatureKit's paths call it.
MEMBER_NAME = "$key"

# Names that the answers add to a row, or that a list's parameters have.
TAKEN_FIELDS = {"route", "refresh", "items", "total", "skipped", "matches", "texts", "hash", "shape",
                "query", "sort", "fields", "limit", "cursor", "minPrice", "maxPrice"}
# As a member they mean something else even between backticks, or are the layout's own.
NO_MEMBERS = {"self", "init", "Type", "Protocol", "Self", "_", "layout"}
KEYWORDS = set(
    "as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false "
    "fileprivate for func guard if import in inout internal is let nil operator precedencegroup private protocol public "
    "repeat rethrows return static struct subscript super switch throw throws true try typealias var where while Any".split())

ID_NAMES = [MEMBER_NAME, "id", "_id", "uuid", "guid", "sku", "isbn13", "isbn", "ean", "gtin", "key", "code", "slug", "number"]


class Refusal(Exception):
    """Why nothing is written."""


@dataclass
class Field:
    """A member of the rows. `kind` is text, whole, decimal, flag, object, or the kind of a list's elements."""

    key: str
    kind: str
    is_list: bool
    is_optional: bool
    # Fields of the object, or of the list's objects.
    part: "Shape | None" = None


@dataclass
class Shape:
    """The fields of an object."""

    fields: list
    path: tuple = ()


@dataclass
class Example:
    """An answer that was understood."""

    text: str
    document: object
    # The members that lead to the rows; None where the answer is itself the one row.
    rows_path: "tuple | None"
    rows: list
    shape: Shape
    # Whether the rows are the members of an object, in place of a list's elements.
    is_keyed: bool = False
    # The member of each element that is the row itself: GraphQL's `node`.
    inner: tuple = ()
    id: "Field | None" = None
    # A row and several of them, in words.
    one: str = "row"
    plural: str = "rows"
    has_reduced: bool = False
    # Members of the rows that no field could be made of, and why.
    left_out: list = field(default_factory=list)


def parsed(data, name):
    """The document of a file, as strictly as galleria itself reads."""
    if len(data) > MOST_BYTES:
        raise Refusal(f"{name} has {len(data)} bytes; the most is {MOST_BYTES}. Take rows out: some of each kind are enough.")

    def members(pairs):
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            key = next(key for key in keys if keys.count(key) > 1)
            raise Refusal(f"{name} has the member {key!r} twice in one object. Take one of them out.")
        return found

    def constant(word):
        raise Refusal(f"{name} holds {word}, which is not JSON. Write null instead.")

    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff"):
            raise Refusal(f"{name} begins with a byte order mark. Save it without one.")
        return text, json.loads(text, object_pairs_hook=members, parse_constant=constant)
    except UnicodeDecodeError as error:
        raise Refusal(f"{name} is not UTF-8, at byte {error.start}. Save it as UTF-8.") from error
    except json.JSONDecodeError as error:
        raise Refusal(
            f"{name} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}. "
            "Save the answer as the API gives it, for example with curl -o FILE URL.") from error
    except RecursionError as error:
        raise Refusal(f"{name} is nested too deeply. Take an answer of fewer than 500 levels.") from error


def is_rows(value):
    return isinstance(value, list) and any(isinstance(row, dict) for row in value)


def is_keyed(value, least=2):
    """Whether an object's members are rows: objects of mostly the same members, with a text in each."""
    if not isinstance(value, dict) or len(value) < least or not all(isinstance(row, dict) for row in value.values()):
        return False
    rows = list(value.values())
    shared, every = set(rows[0]).intersection(*rows), set().union(*rows)
    return 2 * len(shared) >= len(every) and any(all(isinstance(row[key], str) for row in rows) for key in shared)


def find_rows(document, wanted):
    """The path of the rows, or None for one object, and what is there."""
    if wanted is not None:
        path, value = (() if wanted in ("", ".") else tuple(wanted.split("."))), document
        for key in path:
            if not isinstance(value, dict) or key not in value:
                raise Refusal(f"The example has no {wanted}. --rows takes members joined by dots, such as data.items.")
            value = value[key]
        if isinstance(value, dict) and not path:
            return None, value
        if not is_rows(value) and not is_keyed(value):
            raise Refusal(f"{wanted} of the example is no list of objects. Name the list of the rows with --rows.")
        return path, value
    if is_rows(document):
        return (), document
    if not isinstance(document, dict):
        raise Refusal("The example is neither an object nor a list of objects. Give an answer with rows.")
    # The longest list of the outermost level that has one.
    level = [((), document)]
    for depth in range(4):
        lists = [((*path, key), value) for path, each in level for key, value in each.items() if is_rows(value)]
        lists = lists or [(path, each) for path, each in level if is_keyed(each, 3 if depth else 2)]
        if lists:
            return max(lists, key=lambda found: len(found[1]))
        level = [((*path, key), value) for path, each in level for key, value in each.items() if isinstance(value, dict)]
    if not document or all(value == [] for value in document.values()):
        raise Refusal("The example has no row. Give an answer with one row at least.")
    return None, document


def in_ascii(key):
    """Letters with marks without them, Korean syllables by their sound; a blank in the place of others."""
    result = ""
    for letter in unicodedata.normalize("NFC", key):
        name = unicodedata.name(letter, "")
        if letter.isascii():
            result += letter
        elif name.startswith("HANGUL SYLLABLE "):
            result += name.removeprefix("HANGUL SYLLABLE ").lower()
        else:
            result += "".join(each for each in unicodedata.normalize("NFKD", letter) if each.isascii()) or " "
    return result


def swift_name(key, taken):
    """A member's name in Swift: lower camel case, ASCII."""
    words = [word for word in re.split(r"[\W_]+", in_ascii(key)) if word]
    name = "".join([words[0][:1].lower() + words[0][1:], *(word[:1].upper() + word[1:] for word in words[1:])]) if words else ""
    if name.isupper() or (words and words[0].isupper()):
        name = words[0].lower() + name[len(words[0]):]
    if not name or not name.isidentifier():
        name = "value" + name[:1].upper() + name[1:]
    if not name.isidentifier():
        name = "value"
    if name in NO_MEMBERS or name in TAKEN_FIELDS:
        name += "Value"
    number, result = 2, name
    while result in taken:
        result, number = f"{name}{number}", number + 1
    return result


def kind_of(values):
    """The kind of values that are not null: none for none, mixed for those that nothing can be made of."""
    kinds = set()
    for value in values:
        if isinstance(value, bool):
            kinds.add("flag")
        elif isinstance(value, int):
            kinds.add("whole" if -(2**63) <= value < 2**63 else "decimal")
        elif isinstance(value, float):
            kinds.add("decimal")
        elif isinstance(value, str):
            kinds.add("text")
        else:
            kinds.add("object" if isinstance(value, dict) else "list")
    if not kinds:
        return "none"
    if kinds == {"whole", "decimal"}:
        return "decimal"
    if "text" in kinds and kinds <= {"text", "whole", "decimal"}:
        return "text"
    return kinds.pop() if len(kinds) == 1 else "mixed"


def shape_of(objects, path, left_out):
    """The fields of these objects; those that nothing can be made of are noted."""
    keys = list(dict.fromkeys(key for each in objects for key in each))
    fields = []
    for key in keys:
        where = ".".join((*path, key))
        if len(fields) == MOST_FIELDS:
            left_out.append((where, f"there are {MOST_FIELDS} fields before it"))
            continue
        values = [each[key] for each in objects if each.get(key) is not None]
        is_optional = len(values) < len(objects)
        kind, is_list = kind_of(values), False
        if kind == "list":
            is_list, values = True, [element for value in values for element in value if element is not None]
            kind = kind_of(values)
        part = None
        if kind == "object":
            if len(path) + 1 >= DEEPEST:
                left_out.append((where, f"it is nested deeper than {DEEPEST}"))
                continue
            part = shape_of(values, (*path, key), left_out)
            if not part.fields:
                left_out.append((where, "its objects are empty"))
                continue
        elif kind in ("mixed", "list"):
            left_out.append((where, "its values are of several kinds" if kind == "mixed" else "it is a list of lists"))
            continue
        fields.append(Field(key, "text" if kind == "none" else kind, is_list, is_optional, part))
    return Shape(fields, tuple(path))


def find_id(shape, rows, wanted):
    if wanted == "none":
        return None

    def tells_apart(each):
        # Beyond 2^53 JSON's numbers are not the same number everywhere.
        if each.kind == "whole" and any(abs(row.get(each.key) or 0) >= 2**53 for row in rows):
            return False
        values = [str(row.get(each.key)) for row in rows]
        return (each.kind in ("text", "whole") and not each.is_list and not each.is_optional
                and len(set(values)) == len(rows) and all(value and value == value.strip() and len(value) <= 100 for value in values))

    if wanted is not None:
        found = next((each for each in shape.fields if each.key == wanted), None)
        if found is None:
            raise Refusal(f"The rows have no member {wanted}. They have {', '.join(each.key for each in shape.fields)}.")
        if not tells_apart(found):
            raise Refusal(f"{wanted} does not tell the rows apart: it must be a text or a whole number, in every row, each once.")
        return found
    named = [each for name in ID_NAMES for each in shape.fields if each.key.lower() == name]
    ending = [each for each in shape.fields if re.search(r"(Id|ID|_id|-id|_code|Code|_no|No|[Ss]ku|[Ss]lug|[Uu]uid)$", each.key)]
    return next((each for each in named + ending if tells_apart(each)), None)


def read(data, name, rows=None, id=None):
    """Understands an example. `rows` and `id` are the user's own words for where the rows are and what tells them apart."""
    text, document = parsed(data, name)
    path, found = find_rows(document, rows)
    keyed, inner = path is not None and isinstance(found, dict), ()
    if path is None:
        objects = [found]
    elif keyed:
        objects = [{MEMBER_NAME: key, **row} for key, row in sorted(found.items())]
    else:
        objects = [row for row in found if isinstance(row, dict)]
        if all(isinstance(row.get("node"), dict) and set(row) <= {"node", "cursor"} for row in objects):
            inner, objects = ("node",), [row["node"] for row in objects]
    example = Example(text, document, path, objects, Shape([]), keyed, inner)
    example.shape = shape_of(objects, (), example.left_out)
    example.id = find_id(example.shape, objects, id)
    return example


def spans(text, path):
    """Places in the text of the elements of the list or the members of the object at a path, names included."""
    decode, blank = json.JSONDecoder().raw_decode, re.compile(r"[ \t\n\r]*")

    def elements(at):
        """Name, begin, end of the value and begin of the whole, for each."""
        is_object, at = text[at] == "{", blank.match(text, at + 1).end()
        while text[at] not in "]}":
            begin, name = at, None
            if is_object:
                name, at = decode(text, at)
                at = blank.match(text, text.index(":", at) + 1).end()
            value, (_, at) = at, decode(text, at)
            yield name, value, at, begin
            at = blank.match(text, at).end()
            if text[at] == ",":
                at = blank.match(text, at + 1).end()

    at = blank.match(text).end()
    for key in path:
        at = next(value for name, value, _, _ in elements(at) if name == key)
    return [(begin, end) for _, value, end, begin in elements(at) if text[value] == "{"]


def sampled(example):
    """The sample data of an example: all of it, or some of its rows where it is long. Numbers keep their spelling.

    Returns the text, and the places of its rows among the example's.
    """
    size = len(example.text.encode())
    if example.rows_path is None:
        if size > MOST_SAMPLE_BYTES:
            raise Refusal(f"The example is one object of {size} bytes; the most is {MOST_SAMPLE_BYTES}. Take members out of it.")
        return example.text, [0]
    count = len(example.rows)
    if count <= MOST_ROWS and size <= MOST_SAMPLE_BYTES:
        return example.text, list(range(count))
    places = sorted({round(number * (count - 1) / max(1, MOST_ROWS - 1)) for number in range(min(count, MOST_ROWS))})
    seen = {key for place in places for key, value in example.rows[place].items() if value not in (None, [], {})}
    for place, row in enumerate(example.rows):
        new = {key for key, value in row.items() if value not in (None, [], {})} - seen
        if new and len(places) < MOST_ROWS + 10:
            places, seen = [*places, place], seen | new
    if example.is_keyed:
        begins = dict(zip((name for name in _at(example.document, example.rows_path)), spans(example.text, example.rows_path)))
        rows = [begins[row[MEMBER_NAME]] for row in example.rows]
    else:
        rows = spans(example.text, example.rows_path)
    texts = {place: example.text[slice(*rows[place])] for place in places}
    # The rows that bring a field last come first where there is not room for all.
    while sum(len(texts[place].encode()) + 3 for place in places) > MOST_SAMPLE_BYTES:
        if len(places) == 1:
            raise Refusal(f"One row has more than {MOST_SAMPLE_BYTES} bytes. Take long members out of the rows.")
        del places[len(places) // 2]
    places.sort()
    opening, closing = ("{", "}") if example.is_keyed else ("[", "]")
    body = opening + "\n" + ",\n".join(texts[place] for place in places) + "\n" + closing
    for key in reversed(example.rows_path):
        body = "{" + json.dumps(key, ensure_ascii=False) + ": " + body + "}"
    return body + "\n", places


def _at(document, path):
    for key in path:
        document = document[key]
    return document
