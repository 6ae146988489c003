"""The Swift that depends on the fields of an example: what the templates have no words for."""

import json
import re

TYPES = {"text": "String", "whole": "Int", "decimal": "Double", "flag": "Bool"}
FORMATS = {"text": ".text", "whole": ".whole", "decimal": ".number", "flag": ".flag"}
# How the design system's words for a value are made; text is its own.
SHOWN = {"whole": "digits", "decimal": "decimal", "flag": "yesOrNo"}
# Columns of a table; what is beyond shares the last.
MOST_COLUMNS = 8


def literal(text):
    """A Swift string literal of any text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f\u0085\u2028\u2029]", lambda found: f"\\u{{{ord(found[0]):X}}}", escaped) + '"'


def words(text):
    """A member's name inside a comment or a sentence: one line, nothing that ends it."""
    return re.sub(r"[\s`\x00-\x1f\x7f\u0085\u2028\u2029]+", " ", text).strip() or "without a name"


def indented(lines, columns=4):
    return "\n".join(" " * columns + line if line else "" for line in lines)


def type_of(field):
    name = field.part.type_name if field.part else TYPES[field.kind]
    return (f"[{name}]" if field.is_list else name) + ("?" if field.is_optional else "")


# MARK: Domain

def members(shape):
    lines = []
    for field in shape.fields:
        lines += [f"/// `{words(field.key)}` of the answer.", f"let {field.code}: {type_of(field)}"]
    return indented(lines)


def part_types(shape):
    """The objects inside a row, each a type of its own."""
    blocks = []
    for part in shape.parts():
        blocks.append(
            f"/// `{words('.'.join(part.path))}` of the answer.\nstruct {part.type_name}: Sendable, Equatable {{\n"
            + members(part) + "\n}\n")
    return "".join("\n" + block for block in blocks)


def leaves(shape, base="", is_maybe=False, label=""):
    """Each value of an object without those of its lists: its label, the expression, and the field."""
    for field in shape.fields:
        # Left out where a field stands for itself, as in `\\(name)`.
        path = f"{base}{'?' if is_maybe else ''}.{field.code}" if base else field.code
        name = f"{label} {field.key}".strip()
        if field.part and not field.is_list:
            yield from leaves(field.part, path, is_maybe=field.is_optional or False, label=name)
        else:
            yield name, path, field


def is_maybe_nil(expression, field):
    return field.is_optional or "?." in expression


def shown(expression, field):
    """A value as text; empty where there is none."""
    maybe = is_maybe_nil(expression, field)
    if field.is_list:
        element = "summary($0)" if field.part else ("$0" if field.kind == "text" else f"{SHOWN[field.kind]}($0)")
        if element == "$0":
            return f"joined({expression})"
        return f"joined({expression}{'?' if maybe else ''}.map {{ {element} }})"
    if field.kind == "text":
        return f'{expression} ?? ""' if maybe else expression
    return f"{SHOWN[field.kind]}({expression})"


def texts(shape):
    """Every text of a row, for the search; not those of its lists' objects."""
    single, lists = [], []
    for _, expression, field in leaves(shape):
        if field.kind != "text":
            continue
        maybe = is_maybe_nil(expression, field)
        if field.is_list:
            lists.append(f"{expression} ?? []" if maybe else expression)
        else:
            single.append(f'{expression} ?? ""' if maybe else expression)
    one = "[" + ", ".join(single) + "]"
    return f"[{', '.join([one, *lists])}].flatMap {{ $0 }}" if lists else one


# MARK: Platform

def read(field):
    """What reads a field of `row`; nil where it is missing or of another kind. No trailing closure: it stands in a guard."""
    node = f"row[{literal(field.key)}]"
    one = {"text": "$0.looseText", "whole": "$0.looseInteger", "decimal": "$0.finiteNumber", "flag": "$0.bool"}
    if field.is_list:
        element = f"{field.part.type_name}(upstream: $0)" if field.part else one[field.kind]
        return f"{node}?.list({{ {element} }})"
    if field.part:
        return f"{node}.flatMap({{ {field.part.type_name}(upstream: $0) }})"
    return node + one[field.kind].replace("$0", "?")


def decoding(shape):
    required = [f"let {field.code} = {read(field)}" for field in shape.fields if not field.is_optional]
    values = ", ".join(f"{field.name}: {read(field) if field.is_optional else field.code}" for field in shape.fields)
    what = "an object without what each one of the example has" if required else "anything but an object"
    return "\n".join([
        f"extension {shape.type_name} {{",
        f"    /// - Returns: nil for {what}.",
        "    init?(upstream row: JSONNode) {",
        f"        guard {', '.join(required) or 'row.kind == .object'} else {{ return nil }}",
        f"        self.init({values})",
        "    }",
        "}",
    ]) + "\n"


def uses(shape, kind, is_list=None):
    """Whether any field, at any depth, is of a kind or a list."""
    every = [field for each in (shape, *shape.parts()) for field in each.fields]
    return any((kind is None or field.kind == kind) and is_list in (None, field.is_list) for field in every)


# MARK: Application

def result_fields(shape):
    lines = []
    for field in shape.fields:
        form = f".object({field.part.type_name}.shape)" if field.part else FORMATS[field.kind]
        form = f".list(of: {form})" if field.is_list else form
        form = f".orNull({form})" if field.is_optional else form
        doc = f"`{words(field.key)}` of the answer" + ("; null without one." if field.is_optional else ".")
        lines.append(f"ResultField({literal(field.name)}, {form}, {literal(doc)}) {{ $0.{field.code} }},")
    return indented(lines, 8)


def part_shapes(shape):
    return "".join(
        f"\nextension {part.type_name} {{\n    static let shape = ResultShape<{part.type_name}>([\n{result_fields(part)}\n"
        "    ])\n}\n" for part in shape.parts())


def inline(expression, field, example):
    role = ", .title" if field is example.title else ", .code" if field is example.id else ""
    link = ", link: row.route" if example.id and field is example.title else ""
    return f"Inline({shown(expression, field)}{role}{link})"


def columns_of(example):
    """The columns of the table, the most telling first, and what shares the last one."""
    every = list(leaves(example.shape, "row"))
    every.sort(key=lambda leaf: 0 if leaf[2] is example.id else 1 if leaf[2] is example.title else 2)
    return (every, []) if len(every) <= MOST_COLUMNS else (every[: MOST_COLUMNS - 1], every[MOST_COLUMNS - 1:])


def table(example):
    columns, rest = columns_of(example)
    titles, cells = [], []
    for label, expression, field in columns:
        is_number = field.kind in ("whole", "decimal") and not field.is_list
        give_way = 0 if field is example.id or is_number else 1 if field is example.title else 2
        width = 4 if is_number else 8
        titles.append(
            f"Column({literal(words(label))}, alignment: .{'trailing' if is_number else 'leading'}, "
            f"priority: {give_way}, minimumWidth: {width}),")
        cells.append(inline(expression, field, example) + ",")
    if rest:
        titles.append('Column("more", alignment: .leading, priority: 3, minimumWidth: 12),')
        cells.append("Inline(more(row)),")
    return indented(titles, 20), indented(cells, 24)


def labelled(found):
    return indented([f"({literal(words(label))}, {shown(expression, field)})," for label, expression, field in found], 12)


def facts(example):
    return indented([
        f"KeyValue({literal(words(label))}, {inline(expression, field, example).replace(', link: row.route', '')}),"
        for label, expression, field in leaves(example.shape, "row")], 12)


def summaries(shape):
    """One line of text for each kind of object that stands in a list."""
    blocks = []
    for each in (shape, *shape.parts()):
        for field in each.fields:
            if field.part and field.is_list:
                parts = ", ".join(shown(expression, inner) for _, expression, inner in leaves(field.part, "part"))
                blocks.append(
                    f"\n    private static func summary(_ part: {field.part.type_name}) -> String {{\n"
                    f"        [{parts}].filter {{ !$0.isEmpty }}.joined(separator: \" \")\n    }}\n")
    return "".join(blocks)


# MARK: Tests

def smallest(value, shape):
    """A row with what every row has and no more, its texts short."""
    row = {}
    for field in shape.fields:
        if field.is_optional:
            continue
        if field.is_list:
            row[field.key] = []
        elif field.part:
            row[field.key] = smallest(value[field.key], field.part)
        else:
            row[field.key] = value[field.key][:40] if isinstance(value[field.key], str) else value[field.key]
    return row


def body(example):
    """An answer of one whole row and an invalid one, as lines of JSON."""
    value = [smallest(example.rows[0], example.shape), 5]
    for key in reversed(example.rows_path or ()):
        value = {key: value}
    return indented(json.dumps(value, ensure_ascii=False, indent=2).split("\n"), 8)
