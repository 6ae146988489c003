"""What an example answer looks like: where its rows are, and the fields of a row with their types.

Every refusal is a `Refusal` with a sentence that says what to do.
"""

import json
import re
import unicodedata
from dataclasses import dataclass, field

# A larger answer is read on the pool, which the conformance kit does not wait for.
MOST_BYTES = 128 * 1024
MOST_FIELDS = 40
DEEPEST = 4

# Names that the answers add to a row, or that others give a meaning to.
TAKEN_FIELDS = {"route", "refresh", "items", "total", "skipped", "matches", "texts", "hash", "shape"}
# As a member they mean something else even between backticks.
NO_MEMBERS = {"self", "init", "Type", "Protocol", "Self", "_"}
KEYWORDS = set(
    "as associatedtype break case catch class continue default defer deinit do else enum extension fallthrough false "
    "fileprivate for func guard if import in inout internal is let nil operator precedencegroup private protocol public "
    "repeat rethrows return static struct subscript super switch throw throws true try typealias var where while Any".split())

ID_NAMES = ["id", "_id", "uuid", "key", "code", "slug", "sku", "number"]
TITLE_NAMES = ["title", "name", "label", "headline", "subject"]


class Refusal(Exception):
    """Why nothing is written."""


@dataclass
class Field:
    """A member of the rows. `kind` is text, whole, decimal, flag, object, or the kind of a list's elements."""

    key: str
    name: str
    kind: str
    is_list: bool
    is_optional: bool
    # Of an object, or of a list of them.
    part: "Shape | None" = None

    @property
    def code(self):
        """The name where Swift reads it."""
        return f"`{self.name}`" if self.name in KEYWORDS else self.name


@dataclass
class Shape:
    """The fields of an object. `type_name` is set once all names are known."""

    fields: list
    path: tuple = ()
    type_name: str = ""

    def parts(self):
        """Every object inside, the outer before the inner."""
        for each in self.fields:
            if each.part:
                yield each.part
                yield from each.part.parts()


@dataclass
class Example:
    """An answer that was understood."""

    text: str
    # The members that lead to the rows; None where the answer is itself the one row.
    rows_path: "tuple | None"
    rows: list
    shape: Shape
    id: "Field | None" = None
    title: "Field | None" = None
    # Members of the rows that no field could be made of, and why.
    left_out: list = field(default_factory=list)


def parsed(data, name):
    """The document of a file, as strictly as galleria itself reads."""
    if len(data) > MOST_BYTES:
        raise Refusal(f"{name} has {len(data)} bytes; the most is {MOST_BYTES}. Take rows out: some of each kind are enough.")

    def members(pairs):
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise Refusal(f"{name} has the member {key!r} twice in one object. Take one of them out.")
        return dict(pairs)

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
        raise Refusal(f"{name} is nested too deeply.") from error


def is_rows(value):
    return isinstance(value, list) and any(isinstance(row, dict) for row in value)


def find_rows(document, wanted):
    """Where the rows are, and the rows."""
    if wanted is not None:
        path, value = (() if wanted in ("", ".") else tuple(wanted.split("."))), document
        for key in path:
            if not isinstance(value, dict) or key not in value:
                raise Refusal(f"The example has no {wanted}. --rows takes members joined by dots, such as data.items.")
            value = value[key]
        if isinstance(value, dict) and not path:
            return None, [value]
        if not is_rows(value):
            raise Refusal(f"{wanted} of the example is no list of objects. Name the list of the rows with --rows.")
        return path, value
    if is_rows(document):
        return (), document
    if not isinstance(document, dict):
        raise Refusal("The example is neither an object nor a list of objects. Give an answer with rows.")
    # The longest list of the outermost level that has one.
    level = [((), document)]
    for _ in range(3):
        lists = [((*path, key), value) for path, each in level for key, value in each.items() if is_rows(value)]
        if lists:
            return max(lists, key=lambda found: len(found[1]))
        level = [((*path, key), value) for path, each in level for key, value in each.items() if isinstance(value, dict)]
    if not document or all(value == [] for value in document.values()):
        raise Refusal("The example has no row. Give an answer with one row at least.")
    return None, [document]


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
    if name == "imageURL":
        name = "imageUrl"
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
    fields, taken = [], set()
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
        name = swift_name(key, taken)
        taken.add(name)
        fields.append(Field(key, name, "text" if kind == "none" else kind, is_list, is_optional, part))
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
                and len(set(values)) == len(rows) and all(value and value == value.strip() and len(value) <= 200 for value in values))

    if wanted is not None:
        found = next((each for each in shape.fields if each.key == wanted), None)
        if found is None:
            raise Refusal(f"The rows have no member {wanted}. They have {', '.join(each.key for each in shape.fields)}.")
        if not tells_apart(found):
            raise Refusal(f"{wanted} does not tell the rows apart: it must be a text or a whole number, in every row, each once.")
        return found
    named = [each for name in ID_NAMES for each in shape.fields if each.key.lower() == name]
    ending = [each for each in shape.fields if re.search(r"(Id|ID|_id|-id|_code|Code)$", each.key)]
    return next((each for each in named + ending if tells_apart(each)), None)


def read(data, name, rows=None, id=None):
    """Understands an example. `rows` and `id` are the user's own words for where the rows are and what tells them apart."""
    text, document = parsed(data, name)
    path, found = find_rows(document, rows)
    objects = [row for row in found if isinstance(row, dict)]
    example = Example(text, path, objects, Shape([]))
    example.shape = shape_of(objects, (), example.left_out)
    texts = [each for each in example.shape.fields if each.kind == "text" and not each.is_list]
    if not texts:
        raise Refusal("The rows of the example have no text, so nothing could be shown of them. --rows names other rows.")
    example.id = find_id(example.shape, objects, id)
    others = [each for each in texts if each is not example.id]
    if example.id and not others:
        if id is not None:
            raise Refusal(f"The rows have no text but {id}: leave --id out, and there is a list alone.")
        example.id = None
    named = [each for title in TITLE_NAMES for each in others if each.key.lower() == title]
    example.title = (named or [each for each in others if not each.is_optional] or others or texts)[0]
    return example
