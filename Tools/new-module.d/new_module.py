"""Writes a feature module from an example answer. See Tools/new-module for the options."""

import argparse
import difflib
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

import fields
import paging
import shape
import words
from shape import Refusal
from template import FOLDER, filled

# Modules that a feature and its tests may import: a type of its own with one of their names would hide theirs.
IMPORTED = ["FeatureKit", "DesignSystem", "HTTP", "JSON", "Settings", "Storage", "TestSupport", "Values"]
STANDARD = set(
    "Any AnyObject Array Bool Character Clock Codable Collection Comparable Data Date Decimal Dictionary Double Duration "
    "Equatable Error Float Hashable Hasher Identifiable Int Iterator Mirror Never Optional Result Sendable Sequence Set "
    "String Substring Swift Task Testing Type UInt Unicode Void".split())
SECRET = re.compile(r"key|token|secret|passw|appid|auth|signature|credential", re.IGNORECASE)
# Query items that name a page, and no secret.
PAGE_TOKEN = re.compile(r"page_?token|next_?token|continuation", re.IGNORECASE)
# Lines of a module in Swift; its tests have as many at most.
MOST_LINES = 120


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def declared_types(root):
    """Types of this tree that a feature sees, wherever their modules lie."""
    found = set(STANDARD) | set(IMPORTED)
    for module in IMPORTED:
        folders = glob.glob(f"{root}/Modules/**/{module}/Sources", recursive=True) + glob.glob(f"{root}/Tests/{module}")
        for path in (path for folder in folders for path in glob.glob(f"{folder}/**/*.swift", recursive=True)):
            found |= set(re.findall(r"(?m)^(?:@\w+ )*(?:package |public )(?:indirect )?(?:final )?"
                                    r"(?:struct|enum|class|actor|protocol|typealias) (\w+)", text_of(path)))
    return found


def own_types(name):
    """Types that the templates declare."""
    texts = [text_of(path) for path in glob.glob(f"{FOLDER}/**/*.swift", recursive=True)]
    return {each.replace("@NAME@", name) for text in texts for each in re.findall(r"(?:struct|enum|class) (@NAME@\w+)", text)}


def module_id(name):
    """Weather2 is weather2, KBOGames is kboGames."""
    capitals = re.match(r"[A-Z]+(?=[A-Z][a-z]|[0-9]|$)|[A-Z]", name)[0]
    return capitals.lower() + name[len(capitals):]


def snake_case(text):
    """As `snakeCase` of FeatureKit names tools and prompts."""
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), text.replace(".", "_"))


def check_name(root, name, types):
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{1,29}", name):
        raise Refusal(f"{name!r} is no module name: 2 to 30 letters and digits, the first a capital, such as Weather2.")
    manifest = text_of(f"{root}/Package.swift")
    modules = set(re.findall(r'"([A-Z]\w+)"', manifest))
    for taken in sorted(modules | {"Samples", "Tests"}):
        if taken.lower() == name.lower():
            near = difflib.get_close_matches(name + "s", [f"{name}2", f"My{name}", f"{name}s"], 3, 0)
            raise Refusal(f"There is a module {taken} already. Take another name, such as {', '.join(near)}.")
    if name in types:
        raise Refusal(f"{name} is the name of a type that every feature imports. Take another, such as {name}s or My{name}.")
    if module_id(name) in shape.KEYWORDS:
        raise Refusal(f"{module_id(name)} is a word of Swift, and would be the module's id. Take another name, such as {name}s.")
    if name.endswith(("Tests", "Samples")):
        raise Refusal(f"{name} ends like a module's tests or samples. Take another name.")
    for folder in (f"Modules/Features/{name}", f"Tests/{name}Tests", f"Config/samples/{name}"):
        if os.path.lexists(f"{root}/{folder}"):
            raise Refusal(f"{folder} is there already, and nothing is overwritten. Remove it first, or take another name.")
    for path in glob.glob(f"{root}/Modules/Features/**/*.swift", recursive=True):
        route = re.search(r'"galleria://' + re.escape(module_id(name)) + r'["/{]', text_of(path))
        if route:
            raise Refusal(f"{os.path.relpath(path, root)} has the route {route[0][1:-1]} already. Take another name.")


def read_endpoint(url):
    """The endpoint of the settings, the segments below it, the query, and the query's one secret, whose value is dropped."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise Refusal(f"--endpoint is no address: {error}.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refusal(f"--endpoint {url} is no address of an API: it begins with https:// or http://, and a host.")
    if parts.username or parts.password or parts.fragment:
        raise Refusal("--endpoint holds a user, a password or a fragment. Leave them out.")
    query = parse_qsl(parts.query, keep_blank_values=True)
    secrets = [key for key, _ in query if SECRET.search(key) and not PAGE_TOKEN.search(key)]
    if len(secrets) > 1:
        raise Refusal(
            f"--endpoint holds {', '.join(secrets)}, which all look like secrets, and a module is given a setting for one. Leave "
            "the others out; then give the module settings for them, as Modules/Features/Forecast does with apiKey.")
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    base = "/".join(["", *[each for each in parts.path.split("/") if each][:-1]])
    return f"{parts.scheme}://{parts.netloc}{base}", segments[-1:], query, (secrets or [None])[0]


def name_types(name, example, types, wanted, path, lines):
    """Gives a row's type and those inside it their names, and the rows their words."""
    camel, example.one, example.plural = words.row_words(name, example, path)
    if wanted and not re.fullmatch(r"[A-Z][A-Za-z0-9]{1,39}", wanted):
        raise Refusal(f"--entity {wanted} is no type's name: letters and digits, the first a capital, such as {camel}.")
    if wanted and wanted in types:
        raise Refusal(f"--entity {wanted} is taken. Take another name, such as {name}{wanted}.")
    known = types | own_types(name)

    def free(base, other):
        number, found = 2, base if base not in known else other
        while found in known:
            found, number = f"{other}{number}", number + 1
        known.add(found)
        return found

    entity = free(wanted or camel, name + camel if name != camel else f"{name}Row")
    for line in lines:
        if line.part is not None:
            own = words.singular(line.name)
            line.type_name = free(entity + own[:1].upper() + own[1:], f"{entity}{own[:1].upper()}{own[1:]}Row")
    return entity


def enums_of(example, entity, lines, more):
    """The enums of the rows within a row, and that of the rows."""
    enums = []
    for line in (line for line in lines if line.part is not None):
        one = words.singular(words.phrase(line.name))
        for each in line.part:
            words.document(each, example)
        several = words.phrase(line.name) if words.phrase(line.name) != one else f"{one} rows"
        enums.append(fields.enum_of(line.type_name, f"One of the {several} of a {example.one}.", one, several, line.part))
    enums.append(fields.enum_of(entity, f"One of the {example.plural}.", example.one, example.plural, lines, example.inner, more))
    return enums


def short_enough(module, lines, left_out, example, entity, more, rest):
    """The enums of a module whose Swift has no more lines than it may: fields of the lowest rank are left out."""
    while True:
        enums = enums_of(example, entity, lines, more)
        # A layout's names are wrapped.
        count = sum(text.count("\n") + sum(len(line) // 112 for line in text.split("\n")) + 3 for text in enums)
        if count + rest <= MOST_LINES:
            return enums
        able = [line for line in lines if not line.role and not line.is_listed] or [line for line in lines if not line.role]
        last = max(able, key=lambda line: line.rank)
        lines.remove(last)
        left_out.append((".".join(last.path), f"a module has {MOST_LINES} lines at most"))


def words_of(name, example, endpoint, path, query, secret, types, options):
    """Words and flags of the templates, the sample data, and the lines to print."""
    module, left_out = module_id(name), example.left_out
    title = words.spaced(name).capitalize() if not name.isupper() else name
    host = urlsplit(endpoint).netloc
    around = paging.envelope(example.document, example.rows_path or ())
    currency = options.currency or next(
        (value for where, value in around if fields.CURRENCY_NAME.match(where[-1]) and fields.CODE.match(str(value))), None)
    reader = fields.Reader(example.rows, currency, left_out)
    paged = paging.find(example, query)
    sample, places = shape.sampled(example)
    sample = without_secret(sample, dict(query).get(secret, ""))
    lines = fields.with_values(reader.lines(example.shape, example.rows), [example.rows[place] for place in places], left_out)
    _, example.one, example.plural = words.row_words(name, example, path)
    lines = fields.rank(lines, example)
    key = next((line for line in lines if line.role == ".key"), None)
    entity = name_types(name, example, types, options.entity, path, lines)
    more, key_name = [], key.name if key else None
    if key is None:
        example.id = None
        taken = {line.name for line in lines}
        key_name = next(each for each in ("number", "place", "position", "rowNumber") if each not in taken)
        more.append(f"static let {key_name} = Field.position("
                    f"{fields.literal(key_name)}, \"Its place in the answer, from 1.\", filter: {fields.literal(key_name + 's')})")
    list_route = f"galleria://{module}"
    more.append(f'static let route = Field.route("{list_route}/{{{key_name}}}")')
    enums = short_enough(module, lines, left_out, example, entity, more, 40 + 3 * paged.has_setting + 5 * (secret is not None))
    first = fields.value_at(example.rows[0], key.path) if key else 1

    shown = [words.label_of(line.name) for line in lines
             if line.is_listed and line.role != ".key" and line.kind not in ("flag", "date")][:4]
    doc = f"The {example.plural} of {host}, with {words.listing(shown)}."
    narrowing = ["price"] * any(line.role == ".price" for line in lines)
    narrowing += [words.label_of(line.name) for line in lines if ".filter" in line.marks and line.role not in (".key", ".price")][:3]
    asks = ["find words", *([f"narrow by {words.either(narrowing)}"] if narrowing else []), "sort by a listed field"]
    guidance = f"Use for {example.plural}: {', '.join(asks)}."

    kept = [(each, value) for each, value in query if each not in [item for item, _ in paged.query]]
    dynamic = [(item, code) for item, code in paged.query]
    tokens = re.search(r'as: "([^"]+)"', paged.page)
    kept = [(each, value) for each, value in kept if not tokens or each != tokens[1]]
    items = ", ".join([f"{fields.literal(each)}: {'call.settings[apiKey]' if each == secret else fields.literal(value)}"
                       for each, value in kept] + [f"{fields.literal(each)}: {code}" for each, code in dynamic])
    told = "&".join([f"{each}={'…' if each == secret else value}" for each, value in kept] + [f"{each}=…" for each, _ in dynamic])
    arguments = [fields.literal("/".join(path)), *([f"[{items}]"] if items else []),
                 f"at: {fields.literal('.'.join(example.rows_path or ()))}"]
    arguments += [f"total: {fields.literal(paged.total)}"] if paged.total and paged.strategy != ".whole" else []
    arguments += ["byKey: true"] * example.is_keyed + ["isOne: true"] * (example.rows_path is None)
    arguments += [f"page: {paged.page}"] * bool(paged.page)
    arguments += [f"secrets: [{fields.literal(secret)}]"] if secret else []
    size = max(1, min(paged.size, len(places)))
    if paged.strategy == ".tokens":
        size = max(1, -(-len(places) // 3))
    pages = [fields.literal("/".join(path)), paged.sample, f"size: {size}", f"at: {fields.literal('.'.join(example.rows_path or ()))}",
             f"total: {fields.literal(paged.total) if paged.total else 'nil'}"]
    unlisted = [line.name for line in lines if not line.is_listed]
    left = "\n".join(f"- Left out: `{words.one_line(each)}`, since {why}." for each, why in left_out[:10])
    result = {
        "NAME": name, "ENTITY": entity, "module": module, "module_literal": fields.literal(module), "snake": snake_case(module),
        "c_name": name.lower(), "title_literal": fields.literal(title), "doc": doc, "doc_literal": fields.literal(doc),
        "guidance_literal": fields.literal(guidance),
        "singular": example.one, "plural": example.plural, "endpoint": fields.literal(endpoint),
        "sample": f"SamplePages({', '.join(pages)})" if paged.sample else f"SampleAnswer({fields.literal('/'.join(path))})",
        "strategy": paged.strategy, "page": "page" if paged.query or paged.page else "_", "arguments": ", ".join(arguments),
        "settings": ", ".join(["apiKey.declaration"] * (secret is not None) + ["pageSize.declaration"] * paged.has_setting),
        "page_size": str(paged.size), "most_size": str(paging.MOST_SIZE), "enums": "\n".join(enums),
        "doubts": "\n".join(f"/// {each}" for text in paged.doubts for each in wrapped(text, 116)),
        "list_route": list_route, "key": key_name, "example": fields.literal(str(first)),
        "address": words.one_line("/".join(path) + (f"?{told}" if told else "")) if path or told else "the endpoint itself",
        "left_out": left, "unlisted": ", ".join(f"`{each}`" for each in unlisted) or "nothing", "count": str(len(places)),
        "pages_words": " ".join([f"Pages: {paged.said}.", *paged.doubts]),
        "screens": f'"{list_route}": "{module}.list", "{list_route}/{{{key_name}}}": ""',
        "example_route": f"{list_route}/{quote(str(first), safe='')}",
        "other_shape": fields.literal("{}" if example.rows_path == () and not example.is_keyed else "[]"),
        "sample_words": "One body of the upstream, as it is (UTF-8)" if sample == example.text else
                        f"{len(places)} of the {len(example.rows)} rows of one body of the upstream (UTF-8)",
        "shape_words": "one object, the one row." if example.rows_path is None else
                       f"{len(example.rows)} {example.plural}" + (f" in `{'.'.join(example.rows_path)}`." if example.rows_path else "."),
    }
    flags = {"secret": secret is not None, "page_size": paged.has_setting, "settings": bool(result["settings"]),
             "doubts": bool(paged.doubts), "total": paged.strategy == ".whole" or paged.total is not None}
    return result, flags, sample, said(name, example, lines, entity, paged, places, reader, secret, module)


def without_secret(sample, value):
    """The sample data without a secret of the address, which links to further pages repeat."""
    for each in {value, quote(value, safe=""), quote_plus(value)} if len(value) >= 4 else ():
        sample = sample.replace(each, "KEY")
    return sample


def wrapped(text, width):
    """Lines of a text."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def said(name, example, lines, entity, paged, places, reader, secret, module):
    """Lines to print: findings, guesses, gaps."""
    count, key = len(example.rows), next((line for line in lines if line.role == ".key"), None)
    where = f"in {'.'.join(example.rows_path)}" if example.rows_path else "in the answer itself"
    title = next(line for line in lines if line.role == ".title")
    told = [f"{name}: {count} {example.plural if count > 1 else example.one} found {where}; each {words.article(entity)}, "
            + (f"told apart by {key.path[-1]}, titled by {'.'.join(title.path)}." if key else
               f"titled by {'.'.join(title.path)}; nothing tells them apart but their place (--id FIELD names what does).")]

    def named(label, chosen):
        names = [".".join(line.path) for line in chosen]
        if names:
            told.append(f"  {label}: {', '.join(names)}")

    named("prices", [line for line in lines if line.kind == "money"])
    named("dates", [line for line in lines if line.kind == "date"])
    named("pictures", [line for line in lines if line.kind == "picture"])
    named("flags", [line for line in lines if line.kind == "flag"])
    told.append(f"  pages: {paged.said}" + (f"; total: {paged.total}" if paged.total else ""))
    told += [f"  {line}" for text in paged.doubts for line in wrapped(text, 110)]
    named("listed", [line for line in lines if line.is_listed])
    cents = [".".join(line.path) for line in lines if line.kind == "money" and fields.may_be_cents(line)]
    if cents:
        told.append(f"  whole units: {', '.join(cents)}; where an amount counts cents, make the field a Field.whole")
    if reader.without_currency:
        told.append(f"  no currency: {', '.join(reader.without_currency)}; --currency CODE makes prices of them")
    for why in dict.fromkeys(why for _, why in example.left_out):
        several = ", ".join(words.one_line(each) for each, reason in example.left_out if reason == why)
        told += [f"  {line}" for line in wrapped(f"left out: {several}, since {why}", 110)]
    if len(places) < count:
        told.append(f"  the sample data has {len(places)} of the {count} rows")
    if secret:
        told.append(f"  the value of {secret} is not written down: it is the setting modules.{module}.apiKey")
    return told


def files_of(words, flags):
    """Every file of the module by its path below the root."""
    name = words["NAME"]
    own, tests, config = f"Modules/Features/{name}", f"Tests/{name}Tests", f"Config/samples/{name}"
    templates = {
        f"{own}/README.md": "module/README.md",
        f"{own}/Samples/{name}Samples.c": "module/Samples.c",
        f"{own}/Samples/include/{name}Samples.h": "module/Samples.h",
        f"{own}/Sources/{name}.swift": "module/Module.swift",
        f"{tests}/{name}Tests.swift": "tests/Tests.swift",
        f"{config}/README.md": "config/README.md",
    }
    return {path: filled(template, words, flags) for path, template in templates.items()}


def with_row(manifest, name):
    """Package.swift with the module's row."""
    found = re.search(r"(?s)(\nlet features = \[\n)(.*?)(\n\])", manifest)
    if not found:
        raise Refusal("Package.swift has no list `features` of one module a line. Put it back as it was.")
    rows = sorted([*re.findall(r'"(\w+)"', found[2]), name])
    return manifest[: found.start(2)] + "\n".join(f'    "{row}",' for row in rows) + manifest[found.end(2):]


def with_entry(main, name):
    """Apps/galleria/main.swift with the module's import and its line, each behind its trait."""
    imports = list(re.finditer(r"#if (\w+)\n    import \1\n#endif\n", main))
    lines = list(re.finditer(r"#if (\w+)\n    features\.append\([^\n]+\)\n#endif\n", main))
    if not imports or not lines:
        raise Refusal("Apps/galleria/main.swift has no list of features that is understood. Put it back as it was.")
    end = lines[-1].end()
    main = main[:end] + f"#if {name}\n    features.append({module_id(name)})\n#endif\n" + main[end:]
    after = [each for each in imports if each[1] < name]
    place = after[-1].end() if after else imports[0].start()
    return main[:place] + f"#if {name}\n    import {name}\n#endif\n" + main[place:]


def write(root, name, files, edits):
    """All or nothing: everything is made beside its place first, then moved there; what fails takes the rest back."""
    os.makedirs(f"{root}/.build", exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="new-module.", dir=f"{root}/.build") as staged:
        for path, content in {**files, **edits}.items():
            os.makedirs(os.path.dirname(f"{staged}/{path}") or staged, exist_ok=True)
            with open(f"{staged}/{path}", "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        if shutil.which("swift"):
            subprocess.run(
                ["swift", "format", "format", "--in-place", "--recursive", "--configuration", f"{root}/.swift-format", staged],
                stdin=subprocess.DEVNULL, check=True)
        else:
            print("Tools/new-module: swift is not on the PATH, so the lines are not laid out; run Tools/check format.",
                  file=sys.stderr)
        folders = [f"Modules/Features/{name}", f"Tests/{name}Tests", f"Config/samples/{name}"]
        before = {path: text_of(f"{root}/{path}") for path in edits}
        moved = []
        try:
            for folder in folders:
                os.rename(f"{staged}/{folder}", f"{root}/{folder}")
                moved.append(folder)
            for path in edits:
                os.replace(f"{staged}/{path}", f"{root}/{path}")
        except BaseException:
            for folder in moved:
                shutil.rmtree(f"{root}/{folder}", ignore_errors=True)
            for path, content in before.items():
                with open(f"{root}/{path}", "w", encoding="utf-8") as file:
                    file.write(content)
            raise


def main():
    parser = argparse.ArgumentParser(prog="Tools/new-module", allow_abbrev=False)
    parser.add_argument("--root", required=True, help=argparse.SUPPRESS)
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--endpoint", required=True, metavar="URL")
    parser.add_argument("--sample", required=True, metavar="FILE")
    parser.add_argument("--rows", metavar="PATH")
    parser.add_argument("--id", metavar="FIELD")
    parser.add_argument("--entity", metavar="TYPE")
    parser.add_argument("--currency", metavar="CODE")
    options = parser.parse_args()
    root, name = options.root, options.name
    try:
        types = declared_types(root)
        check_name(root, name, types)
        if options.currency and not fields.CODE.match(options.currency):
            raise Refusal(f"--currency {options.currency} is no code of ISO 4217: three capitals, such as KRW.")
        endpoint, path, query, secret = read_endpoint(options.endpoint)
        try:
            with open(options.sample, "rb") as file:
                data = file.read(shape.MOST_BYTES + 1)
        except OSError as error:
            raise Refusal(f"{options.sample} can't be read: {error.strerror}. Save an answer there with curl -o FILE URL.") from error
        example = shape.read(data, options.sample, options.rows, options.id)
        filling, flags, sample, told = words_of(name, example, endpoint, path, query, secret, types, options)
        files = files_of(filling, flags) | {f"Config/samples/{name}/answer.json": sample}
        edits = {
            "Package.swift": with_row(text_of(f"{root}/Package.swift"), name),
            "Apps/galleria/main.swift": with_entry(text_of(f"{root}/Apps/galleria/main.swift"), name),
        }
        write(root, name, files, edits)
    except Refusal as refusal:
        sys.exit(f"Tools/new-module: {refusal}\nNothing was written.")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"Tools/new-module: {error}\nNothing was written.")

    for line in told:
        print(line)
    for each in (f"Modules/Features/{name}/", f"Tests/{name}Tests/", f"Config/samples/{name}/", "Package.swift: a row",
                 "Apps/galleria/main.swift: an entry"):
        print(f"  {each}")
    print(f"Next:\n  Tools/galleria call {filling['module']}.list\n  Tools/test {name}")


if __name__ == "__main__":
    main()
