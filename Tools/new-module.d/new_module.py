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
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import fields
import shape
from shape import Refusal
from template import filled

# What a feature imports: a type of its own with one of their names would hide theirs.
PORTS = ["FeatureKit", "Platform/DesignSystem", "Platform/HTTP", "Protocol/JSON", "Platform/Settings", "Platform/Storage"]
STANDARD = set(
    "Any AnyObject Array Bool Character Clock Codable Collection Comparable Data Date Decimal Dictionary Double Duration "
    "Equatable Error Float Hashable Hasher Identifiable Int Iterator Mirror Never Optional Result Sendable Sequence Set "
    "String Substring Swift Task Testing TestSupport Type UInt Unicode Void".split())
# Names that tell nothing about what a row is.
NAMELESS = {"data", "items", "results", "result", "list", "rows", "records", "response", "values", "content", "entries", "docs"}
SECRET = re.compile(r"key|token|secret|passw|appid|auth|signature|credential", re.IGNORECASE)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def declared_types(root):
    found = set(STANDARD)
    for port in PORTS:
        for path in glob.glob(f"{root}/Modules/{port}/Sources/**/*.swift", recursive=True):
            found |= set(re.findall(r"(?m)^\s*(?:package |public )?(?:indirect )?(?:final )?"
                                    r"(?:struct|enum|class|actor|protocol|typealias) (\w+)", text_of(path)))
    return found


def module_id(name):
    """Weather2 is weather2, KBOGames is kboGames."""
    capitals = re.match(r"[A-Z]+(?=[A-Z][a-z]|[0-9]|$)|[A-Z]", name)[0]
    return capitals.lower() + name[len(capitals):]


def snake_case(text):
    """As `snakeCase` of FeatureKit names tools and prompts."""
    return re.sub(r"[A-Z]", lambda found: "_" + found[0].lower(), text.replace(".", "_"))


def spaced(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)


def singular(plural):
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if plural.endswith(ending) and len(plural) > len(ending):
            return plural[: -len(ending)] + instead
    return plural[:-1] if plural.endswith("s") and not plural.endswith("ss") and len(plural) > 2 else plural


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
    secrets = [key for key, _ in query if SECRET.search(key)]
    if len(secrets) > 1:
        raise Refusal(
            f"--endpoint holds {', '.join(secrets)}, which all look like secrets, and a module is given a setting for one. Leave "
            "the others out; then give the module settings for them, as Modules/Features/Forecast does with apiKey.")
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    base = "/".join(["", *[each for each in parts.path.split("/") if each][:-1]])
    return f"{parts.scheme}://{parts.netloc}{base}", segments[-1:], query, (secrets or [None])[0]


def name_types(name, example, types, wanted):
    """Gives a row's type and those inside it their names; says how rows are called in sentences."""
    last = (example.rows_path or ("",))[-1]
    plain = last if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{1,24}", last) and last.lower() not in NAMELESS else ""
    camel = shape.swift_name(plain, ()) if plain else ""
    plural = spaced(camel).lower() if camel else "rows"
    one = singular(plural)
    entity = wanted or (singular(camel)[:1].upper() + singular(camel)[1:] if camel else f"{name}Row")
    if wanted and not re.fullmatch(r"[A-Z][A-Za-z0-9]{1,39}", wanted):
        raise Refusal(f"--entity {wanted} is no type's name: letters and digits, the first a capital.")
    if wanted and (wanted in types or wanted == name):
        raise Refusal(f"--entity {wanted} is taken. Take another name, such as {name}{wanted}.")
    ours = {name} | {name + end for end in ("Rows", "API", "Source", "Query", "List", "Documents", "ListScreen", "ListState",
                                            "RowScreen", "RowState", "ConformanceTests", "AnswerTests")}
    if entity in types or entity in ours or any(entity + each in types for each in ("Screen", "State")):
        entity = f"{name}Row" if entity == name else name + entity
    example.shape.type_name = entity
    known = types | ours | {entity}
    for part in example.shape.parts():
        *outer, own = [shape.swift_name(key, ()) for key in part.path]
        base = entity + "".join(word[:1].upper() + word[1:] for word in [*outer, singular(own)])
        part.type_name, number = base, 2
        while part.type_name in known:
            part.type_name, number = f"{base}{number}", number + 1
        known.add(part.type_name)
    if plural == one and plural != "rows":
        plural = f"{one} rows"
    return one, plural


def words_of(name, example, endpoint, path, query, secret, one, plural):
    """What the templates are filled with."""
    module = module_id(name)
    title = spaced(name).capitalize() if not name.isupper() else name
    host = urlsplit(endpoint).netloc
    lines = fields.rank(fields.lines_of(example.shape, example.rows), example)
    key = next((line for line in lines if line.role == ".key"), None)
    more = []
    if key is None:
        taken = {line.name for line in lines}
        name_of_key = next(each for each in ("number", "place", "position", "rowNumber") if each not in taken)
        more.append(f"static let {name_of_key} = Field.position("
                    f"{fields.literal(name_of_key)}, \"Its place in the answer, from 1.\", filter: {fields.literal(name_of_key + 's')})")
    key_name = key.name if key else name_of_key
    first = example.rows[0].get(example.id.key) if example.id else 1
    list_route = f"galleria://{module}"
    route_name = "route"
    more.append(f'static let {route_name} = Field.route("{list_route}/{{{key_name}}}")')
    own = example.shape.type_name
    doc = f"The {plural} of {host}."
    enums = [fields.enum_of(part, f"What is in `{where}`.", "row", "rows", inner) for part, inner, where in fields.parts(lines)]
    enums.append(fields.enum_of(own, f"One of the {plural}.", one, plural, lines, more))
    items = ", ".join(
        f"{fields.literal(each)}: {'call.settings[apiKey]' if each == secret else fields.literal(value)}" for each, value in query)
    told = "&".join(f"{each}={'…' if each == secret else value}" for each, value in query)
    left = "\n".join(f"- Left out: `{fields.words(each)}`, since {why}." for each, why in example.left_out[:10])
    unlisted = [line.name for line in lines if ".unlisted" in line.marks or line.kind in ("prose", "link", "picture", "texts", "rows")]
    words = {
        "NAME": name, "ENTITY": own, "module": module, "module_literal": fields.literal(module), "snake": snake_case(module),
        "c_name": name.lower(), "title_literal": fields.literal(title), "doc": doc, "doc_literal": fields.literal(doc),
        "singular": one, "plural": plural, "endpoint": fields.literal(endpoint), "path_literal": fields.literal("/".join(path)),
        "query": f"[{items}], " if items else "",
        "secret_names": f", secrets: [{fields.literal(secret)}]" if secret else "",
        "one": ", isOne: true" if example.rows_path is None else "",
        "rows_literal": fields.literal(".".join(example.rows_path or ())), "enums": "\n".join(enums),
        "list_route": list_route, "key": key_name, "example": fields.literal(str(first)),
        "address": fields.words("/".join(path) + (f"?{told}" if told else "")) if path or query else "the endpoint itself",
        "left_out": left, "unlisted": ", ".join(f"`{each}`" for each in unlisted) or "nothing", "count": str(len(example.rows)),
        "least": str(min(len(example.rows), 100)),
        "screens": f'"{list_route}": "{module}.list", "{list_route}/{{{key_name}}}": ""',
        "example_route": f"{list_route}/{quote(str(first), safe='')}",
        "other_shape": fields.literal("{}" if example.rows_path == () else "[]"),
        "shape_words": "one object, the one row." if example.rows_path is None else
                       f"{len(example.rows)} rows" + (f" in `{'.'.join(example.rows_path)}`." if example.rows_path else "."),
    }
    return words, {"secret": secret is not None, "single": example.rows_path is None, "id": example.id is not None}


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
    options = parser.parse_args()
    root, name = options.root, options.name
    try:
        types = declared_types(root)
        check_name(root, name, types)
        endpoint, path, query, secret = read_endpoint(options.endpoint)
        try:
            with open(options.sample, "rb") as file:
                data = file.read()
        except OSError as error:
            raise Refusal(f"{options.sample} can't be read: {error.strerror}.") from error
        example = shape.read(data, options.sample, options.rows, options.id)
        one, plural = name_types(name, example, types, options.entity)
        words, flags = words_of(name, example, endpoint, path, query, secret, one, plural)
        files = files_of(words, flags) | {f"Config/samples/{name}/answer.json": data}
        edits = {
            "Package.swift": with_row(text_of(f"{root}/Package.swift"), name),
            "Apps/galleria/main.swift": with_entry(text_of(f"{root}/Apps/galleria/main.swift"), name),
        }
        write(root, name, files, edits)
    except Refusal as refusal:
        sys.exit(f"Tools/new-module: {refusal}\nNothing was written.")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"Tools/new-module: {error}\nNothing was written.")

    found = f"in {'.'.join(example.rows_path)}" if example.rows_path else "in the answer itself"
    print(f"{name}: {len(example.rows)} {plural if len(example.rows) > 1 else one} found {found}; each a {example.shape.type_name}"
          + (f", told apart by {example.id.key}." if example.id else "; nothing tells them apart, so there is no show (--id)."))
    for key, why in example.left_out:
        print(f"  left out: {key}, since {why}")
    if secret:
        print(f"  the value of {secret} is not written down: it is the setting modules.{words['module']}.apiKey")
    for each in (f"Modules/Features/{name}/", f"Tests/{name}Tests/", f"Config/samples/{name}/", "Package.swift: a row",
                 "Apps/galleria/main.swift: an entry"):
        print(f"  {each}")
    print(f"Next:\n  Tools/galleria call {words['module']}.list\n  Tools/test {name}")


if __name__ == "__main__":
    main()
