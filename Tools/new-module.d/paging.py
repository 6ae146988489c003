"""Paging by an answer's envelope: signs of further rows, and the Swift that asks for them."""

import re
from dataclasses import dataclass, field

LINKS = {"next", "nextpage", "nextpageurl", "nexturl", "nextlink", "href"}
CURSOR = re.compile(r"^(next|end)?(page)?(cursor|token)$|^(continuation(token)?|nextstart(ing)?after)$")
MORE = {"hasnextpage", "hasnext", "hasmore", "more", "hasmorepages"}
BACK = {"previous", "prev", "prevpage", "prevpageurl", "previouspageurl", "prevurl"}
TOTALS = ["total", "totalcount", "totalresults", "totalelements", "totalitems", "totalhits", "totalrows", "numfound", "found", "count"]
PAGES = {"page", "pageno", "pagenumber", "pagenum", "pageindex", "currentpage", "p"}
PAGE_COUNTS = {"totalpages", "pages", "lastpage", "pagecount", "numpages"}
SIZES = ["perpage", "pagesize", "limit", "size", "numofrows", "rows", "take", "max", "maxresults", "itemsperpage", "count"]
OFFSETS = {"offset", "skip", "start", "startindex", "from"}
CURSOR_ITEMS = {"cursor", "after", "pagetoken", "nexttoken", "startingafter", "continuation", "continuationtoken", "nextcursor"}

# Rows of a page that is asked for, at most.
MOST_SIZE = 100


def plain(key):
    """`next_page_url`, `nextPageUrl` → `nextpageurl`"""
    return re.sub(r"[\W_]", "", key).lower()


@dataclass
class Paging:
    """Paging of a list: the Swift of the feature and of its sample data, and a sentence that says so."""

    # The `paging:` of the list; a page size that is a setting is `pageSize`.
    strategy: str = ".whole"
    # Items of the query whose values depend on the page, as Swift.
    query: list = field(default_factory=list)
    # The `page:` of the request.
    page: str = ""
    # Paging of the sample data; empty where it is one answer.
    sample: str = ""
    # Rows of a page of the upstream.
    size: int = 1
    has_setting: bool = False
    # Path of the number of all rows, where the upstream says it.
    total: "str | None" = None
    said: str = ""
    # Sentences on what could not be read, or was guessed.
    doubts: list = field(default_factory=list)


def envelope(document, rows_path):
    """The scalars around the rows, as path and value."""
    found = []

    def walk(value, path):
        for key, each in value.items():
            where = (*path, key)
            if where == tuple(rows_path):
                continue
            if isinstance(each, dict) and len(where) < 4:
                walk(each, where)
            elif not isinstance(each, (dict, list)):
                found.append((where, each))

    if isinstance(document, dict):
        walk(document, ())
    # The nearest to the rows first.
    return sorted(found, key=lambda each: -len([1 for one, other in zip(each[0], rows_path) if one == other]))


def whole(value):
    """A count as upstreams spell it; None for anything else."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,15}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def find(example, query):
    """Paging that an example shows. `query` are the items of the address whose answer it is."""
    if example.rows_path is None:
        return Paging(said="one object, no list")
    around = [(path, value) for path, value in envelope(example.document, example.rows_path)]
    count = len(example.rows)
    items = {plain(name): (name, value) for name, value in query}
    said = {path: value for path, value in around if not any("." in key or key in ("", "*") for key in path)}
    unsaid = [path for path, _ in around if path not in said and plain(path[-1]) in LINKS | {"odatanextlink"}]

    def named(names, test=lambda value: True):
        return next(((path, value) for path, value in said.items() if plain(path[-1]) in names and test(value)), None)

    paging = Paging(size=count)
    link = named(LINKS, lambda value: isinstance(value, str) and re.search(r"^(https?://|/|\?)|[?&]\w+=", value))
    if link and plain(link[0][-1]) == "href" and plain(link[0][-2] if len(link[0]) > 1 else "") != "next":
        link = next(((path, value) for path, value in said.items() if [plain(key) for key in path[-2:]] == ["next", "href"]), None)
    total = total_of(said, count, named, link)
    paging.total = ".".join(total[0]) if total else None
    null = named(LINKS - {"href"}, lambda value: value is None)
    if not link and null and (named(BACK) or total or plain(null[0][-1]).endswith(("url", "link"))):
        link = null
    if example.is_keyed:
        paging.said = "all rows in one answer"
        if link or named(PAGES | OFFSETS) or (total and total[1] > count):
            paging.doubts.append("The rows are the members of an object, and the answer says that there may be further ones: one answer "
                                 "is read. Give call.rows the query of a page to read on.")
        return paging
    if unsaid:
        paging.doubts.append(f"A path can't say `{'.'.join(unsaid[0])}`, since a name in it has a dot: one answer is read.")
        return one(paging, total, count)
    return (by_link(paging, link) or by_cursor(paging, example, said, named, items) or by_offset(paging, said, named, items)
            or by_number(paging, named, items, total)
            or one(paging, total, count, named(MORE, lambda value: value is True)))


def total_of(said, count, named, link):
    """The number of all rows: at least as many as there are, and not that of a page alone."""
    for name in TOTALS:
        for path, value in said.items():
            number = whole(value)
            if plain(path[-1]) != name or number is None or number < count:
                continue
            is_page = name == "count" and number == count and (
                link or named(MORE, lambda value: value is True) or named(PAGE_COUNTS, lambda value: (whole(value) or 0) > 1))
            if not is_page:
                return path, number
    return None


def by_link(paging, link):
    if not link:
        return None
    path = ".".join(link[0])
    paging.strategy, paging.page, paging.sample = ".tokens", f'page.link("{path}")', f'.link("{path}")'
    paging.said = f"`{path}` is the address of the next page"
    return paging


def by_cursor(paging, example, said, named, items):
    found = next(((path, value) for path, value in said.items() if CURSOR.match(plain(path[-1]))), None)
    found = found or named({"next", "nextpage", "after"}, lambda value: isinstance(value, (str, int)) and not isinstance(value, bool))
    if not found:
        return None
    path, value = found
    name = plain(path[-1])
    if "query" in items and example.inner:
        paging.doubts.append(f"`{'.'.join(path)}` goes into the text of the GraphQL query, which is written by hand: one answer is read.")
        return None
    given = next((items[each][0] for each in items if each in CURSOR_ITEMS or each == "page" and name == "nextpage"), None)
    guess = {"endcursor": "after", "nextpagetoken": "pageToken" if "P" in path[-1] else "page_token", "nexttoken": path[-1],
             "nextpage": "page", "continuationtoken": path[-1], "continuation": path[-1], "token": "token"}
    item = given or guess.get(name, "cursor")
    where = ".".join(path)
    flag = named(MORE, lambda value: isinstance(value, bool))
    ending = f', while: "{".".join(flag[0])}"' if flag else ""
    paging.strategy, paging.page = ".tokens", f'page.cursor("{where}", as: "{item}"{ending})'
    paging.sample = f'.cursor("{where}", as: "{item}")'
    paging.said = f"`{where}` is sent back as `{item}`"
    if not given:
        paging.doubts.append(f"The query item `{item}` for the cursor is a guess.")
    return paging


def size_item(paging, said, items, names=SIZES):
    """The name of the query item for a page's size, and the size."""
    for name in names:
        if name in items:
            return items[name][0], whole(items[name][1]) or paging.size, True
    for name in names:
        for path, value in said.items():
            if plain(path[-1]) == name and whole(value):
                return path[-1], whole(value), False
    return None


def by_offset(paging, said, named, items):
    given = next((items[name][0] for name in items if name in OFFSETS), None)
    told = named(OFFSETS, lambda value: whole(value) is not None)
    size = size_item(paging, said, items)
    if not given and not (told and size):
        return None
    offset = given or told[0][-1]
    limit = size[0] if size else "limit"
    paging.size, paging.has_setting, paging.strategy = min(size[1] if size else paging.size, MOST_SIZE), True, ".offset(pageSize)"
    paging.query = [(offset, "String(page.offset)"), (limit, "String(page.size)")]
    paging.sample = f'.offset("{offset}", limit: "{limit}")'
    paging.said = f"by offset, with `{offset}` and `{limit}`"
    guesses = [f"`{offset}`"] * (not given) + [f"`{limit}`"] * (not (size and size[2]))
    if guesses:
        paging.doubts.append(f"The query items {' and '.join(guesses)} are guessed from the answer.")
    return paging


def by_number(paging, named, items, total):
    given = next((items[name] for name in items if name in PAGES), None)
    told = named(PAGES, lambda value: whole(value) is not None)
    counts = named(PAGE_COUNTS, lambda value: whole(value) is not None)
    spring = named({"number"}, lambda value: whole(value) is not None) if counts else None
    if not given and not told and not spring:
        return None
    name = given[0] if given else "page" if spring and not told or plain(told[0][-1]) in ("currentpage", "p") else told[0][-1]
    first = 0 if (whole(given[1]) if given else None) == 0 or (told or spring or (0, 1))[1] in (0, "0") else 1
    said = {path: value for path, value in [told or spring or ((), None)] if path}
    names = SIZES if total else [each for each in SIZES if each != "count"]
    size = size_item(paging, {**said, **paging_scalars(named, names)}, items, names)
    number = "String(page.number)" if first else "String(page.number - 1)"
    paging.query = [(name, number)]
    if size:
        paging.size, paging.has_setting, paging.strategy = min(size[1], MOST_SIZE), True, ".numbers(pageSize)"
        paging.query.append((size[0], "String(page.size)"))
    else:
        paging.strategy = f".numbersOf({paging.size})"
    end = "" if first else ", first: 0"
    label = f'"{size[0]}"' if size else "nil"
    paging.sample = f'.number("{name}", size: {label}{end})'
    paging.said = f"by number from {first}, with `{name}`" + (f" and `{size[0]}`" if size else f", {paging.size} rows a page")
    guesses = [f"`{name}`"] * (not given) + ([f"`{size[0]}`"] if size and not size[2] else [])
    if guesses:
        paging.doubts.append(f"The query item{'s' * (len(guesses) > 1)} {' and '.join(guesses)} {'are' if len(guesses) > 1 else 'is'} "
                             "guessed from the answer.")
    return paging


def paging_scalars(named, names):
    found = [named({name}, lambda value: whole(value) is not None) for name in names]
    return {each[0]: each[1] for each in found if each}


def one(paging, total, count, more=None):
    """All rows in one answer, as far as the example tells."""
    paging.said = "all rows in one answer"
    if total and total[1] > count:
        paging.doubts.append(f"The answer has {count} of {total[1]} rows and does not say how to ask for more: one answer is read. Give the "
                             "list a `paging:` and its request the page, as Modules/Features/ShoppingMall does.")
    elif more:
        paging.doubts.append(f"`{'.'.join(more[0])}` says that there are further rows, and not how to ask for them: one answer is read. Give the "
                             "list a `paging:` and its request the page, as Modules/Features/ShoppingMall does.")
    if paging.doubts:
        paging.said = "one answer is read"
    return paging
