"""Tables of cases for what Tools/new-module reads in an example. Run by Tests/EndToEndTests/NewModuleTests.swift."""

import argparse
import json
import os
import re
import unittest

import fields
import new_module
import paging
import shape
import words

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROWS = [{"id": number, "name": name} for number, name in enumerate(["밤나무", "槐樹", "Alder", "Holm oak"], 1)]


def example_of(document, **options):
    return shape.read(json.dumps(document, ensure_ascii=False).encode(), "example.json", **options)


def paged(document, *query):
    return paging.find(example_of(document), list(query))


class PagingForms(unittest.TestCase):
    """The envelope, the query of the address; the strategy, the items of the request, its `page:`, the total."""

    CASES = {
        "a link": ({"count": 99, "next": "https://a.example/t?page=2", "results": ROWS}, [], ".tokens", [], 'page.link("next")', "count"),
        "the last link": ({"count": 4, "next": None, "previous": "?page=1", "results": ROWS}, [], ".tokens", [], 'page.link("next")', "count"),
        "a link below": ({"data": ROWS, "links": {"next": "/t?start=4"}}, [], ".tokens", [], 'page.link("links.next")', None),
        "HAL": ({"items": ROWS, "_links": {"self": {"href": "/t?p=1"}, "next": {"href": "/t?p=2"}}}, [], ".tokens", [],
                'page.link("_links.next.href")', None),
        "a cursor": ({"items": ROWS, "nextCursor": "abc"}, [], ".tokens", [], 'page.cursor("nextCursor", as: "cursor")', None),
        "a cursor named by the address": ({"items": ROWS, "next_cursor": "abc"}, [("starting_after", "x")], ".tokens", [],
                                          'page.cursor("next_cursor", as: "starting_after")', None),
        "a cursor with a flag": ({"data": ROWS, "page_info": {"has_next_page": True, "end_cursor": "Y3"}}, [], ".tokens", [],
                                 'page.cursor("page_info.end_cursor", as: "after", while: "page_info.has_next_page")', None),
        "a page token": ({"items": ROWS, "nextPageToken": None}, [], ".tokens", [], 'page.cursor("nextPageToken", as: "pageToken")', None),
        "the next page's number": ({"items": ROWS, "next_page": 2}, [], ".tokens", [], 'page.cursor("next_page", as: "page")', None),
        "offset and limit": ({"offset": 0, "limit": 4, "total": 61, "trees": ROWS}, [], ".offset(pageSize)",
                             [("offset", "String(page.offset)"), ("limit", "String(page.size)")], "", "total"),
        "offset in the address alone": (ROWS, [("skip", "0"), ("take", "4")], ".offset(pageSize)",
                                        [("skip", "String(page.offset)"), ("take", "String(page.size)")], "", None),
        "number and pages": ({"page": 1, "per_page": 4, "total_pages": 3, "results": ROWS}, [], ".numbers(pageSize)",
                             [("page", "String(page.number)"), ("per_page", "String(page.size)")], "", None),
        "number without a size": ({"page": 1, "total_pages": 3, "results": ROWS}, [], ".numbersOf(4)", [("page", "String(page.number)")],
                                  "", None),
        "number from 0": ({"content": ROWS, "number": 0, "size": 4, "totalElements": 31, "totalPages": 8}, [], ".numbers(pageSize)",
                          [("page", "String(page.number - 1)"), ("size", "String(page.size)")], "", "totalElements"),
        "Korean public data": ({"response": {"body": {"items": {"item": ROWS}, "numOfRows": 4, "pageNo": 1, "totalCount": 33}}},
                               [("pageNo", "1"), ("numOfRows", "4")], ".numbers(pageSize)",
                               [("pageNo", "String(page.number)"), ("numOfRows", "String(page.size)")], "", "response.body.totalCount"),
        "a total as text": ({"total": "118", "page": "1", "books": ROWS}, [], ".numbersOf(4)", [("page", "String(page.number)")], "", "total"),
        "a count of the page": ({"count": 4, "has_more": True, "next_cursor": "x", "rows": ROWS}, [], ".tokens", [],
                                'page.cursor("next_cursor", as: "cursor", while: "has_more")', None),
        "all rows": ({"total": 4, "rows": ROWS}, [], ".whole", [], "", "total"),
        "a list alone": (ROWS, [], ".whole", [], "", None),
        "one object": ({"base": "KRW", "name": "Won"}, [], ".whole", [], "", None),
    }

    def test_forms(self):
        for name, (document, query, strategy, items, page, total) in self.CASES.items():
            with self.subTest(name):
                found = paged(document, *query)
                self.assertEqual((found.strategy, found.query, found.page, found.total), (strategy, items, page, total))
                self.assertTrue(found.said)

    def test_doubts(self):
        """Gaps and guesses are said."""
        for name, document, query, part in [
            ("further rows, and no way to them", {"total": 900, "rows": ROWS}, [], "4 of 900 rows"),
            ("a flag alone", {"has_more": True, "rows": ROWS}, [], "`has_more` says that there are further rows"),
            ("a name with a dot", {"value": ROWS, "@odata.nextLink": "https://a.example/t?$skip=4"}, [], "a name in it has a dot"),
            ("GraphQL in the address", {"data": {"trees": {"edges": [{"node": row} for row in ROWS], "pageInfo": {"endCursor": "x"}}}},
             [("query", "{trees{edges{node{id}}}}")], "GraphQL"),
            ("objects by id, page by page", {"page": 1, "rows": {f"t{row['id']}": {"name": row["name"]} for row in ROWS}}, [],
             "members of an object"),
            ("a guessed item", {"items": ROWS, "nextCursor": "abc"}, [], "`cursor` for the cursor is a guess"),
            ("guessed items", {"page": 1, "per_page": 4, "rows": ROWS}, [], "`page` and `per_page` are guessed"),
        ]:
            with self.subTest(name):
                self.assertIn(part, " ".join(paged(document, *query).doubts))


def lines_of(rows, currency=None, **around):
    example = example_of({"trees": rows, **around})
    _, example.one, example.plural = words.row_words("Wood", example, [])
    reader = fields.Reader(example.rows, currency, example.left_out)
    return example, {line.name: line for line in fields.rank(reader.lines(example.shape, example.rows), example)}, reader


class FieldKinds(unittest.TestCase):
    """A member and its values; the kind of its field, and for money the currency."""

    CASES = [
        ("price", [{"amount": "9.50", "currency": "EUR"}], "money", '.path("price.currency")'),
        ("price", [{"value": 9, "currencyCode": "EUR"}], "money", '.path("price.currencyCode")'),
        ("cost", ["$1,299.00", "$5"], "money", '.code("USD")'),
        ("fare", ["23,000원"], "money", '.code("KRW")'),
        ("price_krw", [23000], "money", '.code("KRW")'),
        ("price", ["1,299.00"], "text", ""),
        ("unit_price_cents", [1299], "whole", ""),
        ("planted", ["2026-11-23"], "date", ""),
        ("seen", ["2026-11-23T09:00:00+09:00"], "date", ""),
        ("created_at", [1763770000], "date", ""),
        ("updatedAt", [1763770000123], "date", ""),
        ("reg_dt", ["20261123"], "date", ""),
        ("timestamp", ["1763770000"], "date", ""),
        ("girth", [1763770000], "whole", ""),
        ("height", [12.5], "number", ""),
        ("is_old", [True, False], "flag", ""),
        ("photo", ["https://a.example/1"], "picture", ""),
        ("front", ["https://a.example/1.webp?w=9"], "picture", ""),
        ("cover", ["//a.example/1.png"], "picture", ""),
        ("page", ["https://a.example/1"], "link", ""),
        ("notes", ["두 줄\n의 글"], "prose", ""),
        ("tags", [["큰", "오래된"]], "texts", ""),
    ]

    def test_kinds(self):
        for key, values, kind, unit in self.CASES:
            with self.subTest(key, values=values):
                rows = [{**row, key: values[place % len(values)]} for place, row in enumerate(ROWS)]
                name = "imageURL" if kind == "picture" else shape.swift_name(key, ())
                line = lines_of(rows)[1][name]
                self.assertEqual((line.kind, line.unit), (kind, unit))

    def test_currencies(self):
        rows = [{**row, "price": 5} for row in ROWS]
        _, lines, reader = lines_of(rows)
        self.assertEqual((lines["price"].kind, reader.without_currency), ("whole", ["price"]))
        self.assertEqual(lines_of(rows, "TWD")[1]["price"].unit, '.code("TWD")')
        lines = lines_of([{**row, "menu": {"coffee": 4500}, "deliveryFee": 2000} for row in ROWS], "KRW")[1]
        self.assertEqual((lines["menuCoffee"].kind, lines["deliveryFee"].kind), ("whole", "money"))
        beside = [{**row, "price": "1,299.00", "currency": "AUD"} for row in ROWS]
        lines = lines_of(beside)[1]
        self.assertEqual((lines["price"].unit, lines["currency"].is_listed), ('.path("currency")', False))

    def test_prices(self):
        def roles(**prices):
            lines = lines_of([{**row, **prices} for row in ROWS], "USD")[1]
            return {line.name: line.role for line in lines.values() if line.kind == "money" or line.role == ".discount"}

        self.assertEqual(roles(price=10, sale_price=8, discount=20), {"price": ".price", "salePrice": ".reduced", "discount": ".discount"})
        self.assertEqual(roles(price=8, was_price=10), {"price": ".reduced", "wasPrice": ".price"})
        self.assertEqual(roles(list_price="1,000", final_price="900"), {"listPrice": ".price", "finalPrice": ".reduced"})
        self.assertTrue(fields.may_be_cents(lines_of([{**row, "amount": 1999, "currency": "usd"} for row in ROWS])[1]["amount"]))
        rows = [{**row, "price": 8, "was_price": None if place else 10} for place, row in enumerate(ROWS)]
        lines = lines_of(rows, "USD")[1]
        self.assertEqual(lines["price"].role, ".price", "a row without a former price keeps its own")

    def test_keys(self):
        for key, values in [("id", [4, 2, 9, 1]), ("_id", ["a", "b", "c", "d"]), ("uuid", ["u1", "u2", "u3", "u4"]), ("sku", ["S1", "S2", "S3", "S4"]),
                            ("isbn13", ["97911", "97912", "97913", "97914"]), ("code", ["KR", "TW", "CN", "DE"]), ("stationId", [1, 2, 3, 4])]:
            with self.subTest(key):
                rows = [{"name": row["name"], key: value} for row, value in zip(ROWS, values)]
                self.assertEqual(example_of({"trees": rows}).id.key, key)
        self.assertIsNone(example_of({"trees": [{"name": row["name"], "code": "KR"} for row in ROWS]}).id, "one value tells nothing apart")

    def test_titles(self):
        for row, title in [({"note": "n", "title": "t"}, "title"), ({"note": "n", "product_name": "t"}, "productName"),
                           ({"kind": "n", "attributes": {"title": "t"}}, "title"), ({"kind": "n", "_source": {"name": "t"}}, "name"), ({"note": "n", "name": {"ko": "가", "en": "a"}}, "nameKo"),
                           ({"slug": "s", "note": "n"}, "note")]:
            with self.subTest(title):
                lines = lines_of([{"id": number, **row} for number in range(3)])[1]
                self.assertEqual([line.name for line in lines.values() if line.role == ".title"], [title])

    def test_values(self):
        """A field without a value in the sample data is left out, and said so."""
        rows = [{**row, "none": None, "empty": "", "flags": [True], "no rows": [{"a": None}], "some": ["", "값"]} for row in ROWS]
        example = example_of({"trees": rows})
        reader = fields.Reader(example.rows, None, [])
        left_out = []
        lines = fields.with_values(reader.lines(example.shape, rows), rows, left_out)
        self.assertEqual([line.name for line in lines], ["id", "name", "some"])
        self.assertEqual([each for each, _ in left_out], ["none", "empty", "flags", "no rows"])

    def test_ranks(self):
        """Coordinates, what is aside and deep leaves are not listed; a picture is taken from several."""
        place = {"lat": 37.5, "lng": 127.0}
        rows = [{**row, "spot": {"city": row["name"], "where": place, "a": {"b": {"c": row["name"]}}}, "more": {"keeper": "김"}, "lat": 1.5,
                 "images": [{"url": "https://a.example/1.png"}]} for row in ROWS]
        lines = lines_of(rows)[1]
        self.assertEqual({name for name, line in lines.items() if line.is_listed}, {"id", "name", "spotCity"})
        self.assertEqual((lines["imageURL"].kind, lines["imageURL"].path), ("picture", ("images", "*", "url")))


class Rows(unittest.TestCase):
    def test_places(self):
        for name, document, path, count in [
            ("a list", ROWS, (), 4), ("below", {"data": {"trees": ROWS}}, ("data", "trees"), 4), ("one", {"name": "밤나무", "id": 1}, None, 1),
            ("by id", {"a1": {"name": "밤나무"}, "b2": {"name": "槐樹", "age": 9}}, (), 2),
            ("by id, below", {"data": {f"t{row['id']}": row for row in ROWS}}, ("data",), 4),
            ("parts of one object", {"now": {"sky": "clear", "wind": 2}, "place": {"name": "서울", "country": "KR"}}, None, 1),
        ]:
            with self.subTest(name):
                example = example_of(document)
                self.assertEqual((example.rows_path, len(example.rows)), (path, count))
        edges = example_of({"data": {"trees": {"edges": [{"cursor": "x", "node": row} for row in ROWS]}}})
        self.assertEqual((edges.inner, edges.id.key, edges.rows), (("node",), "id", ROWS))

    def test_samples(self):
        """A long example is sampled: numbers keep their spelling, and every member stands in a row."""
        rows = [{"id": number, "name": f"나무 {number} " + "x" * 500} for number in range(10_000)]
        rows[4_321]["rare"] = "金"
        text = json.dumps({"data": {"total": 10_000, "trees": rows}}, ensure_ascii=False).replace('"id": 9999', '"id": 9999, "height": 1.50')
        self.assertGreater(len(text), 5_000_000)
        example = shape.read(text.encode(), "example.json")
        sample, places = shape.sampled(example)
        self.assertLessEqual(len(sample.encode()), shape.MOST_SAMPLE_BYTES + 1_000)
        read = shape.read(sample.encode(), "sample.json")
        self.assertEqual(read.rows_path, ("data", "trees"))
        self.assertEqual(read.rows, [example.rows[place] for place in places])
        self.assertTrue(30 <= len(places) <= 50 and 4_321 in places and "1.50" in sample)
        keyed = {f"k{number}": {"name": f"나무 {number}"} for number in range(500)}
        sample, places = shape.sampled(example_of({"rows": keyed}))
        self.assertEqual(len(json.loads(sample)["rows"]), len(places))
        self.assertTrue(json.loads(sample)["rows"].items() <= keyed.items())


class Words(unittest.TestCase):
    def test_rows(self):
        for name, rows_path, path, expected in [
            ("Weather2", ("data", "cities"), ["cities"], ("City", "city", "cities")), ("Books", ("books",), ["x"], ("Book", "book", "books")),
            ("Cafe", ("cafes",), [], ("Cafe", "cafe", "cafes")), ("Stage", ("results",), ["concerts"], ("Concert", "concert", "concerts")),
            ("Concerts", (), ["search"], ("Concert", "concert", "concerts")), ("Paper", ("news",), [], ("News", "news row", "news rows")),
            ("Shop", ("data", "products", "edges"), ["graphql"], ("Product", "product", "products")),
        ]:
            with self.subTest(name):
                example = shape.Example("", None, rows_path, [], shape.Shape([]))
                self.assertEqual(words.row_words(name, example, path), expected)

    def test_sentences(self):
        """A field's sentence is made of its name and values, and names no person."""
        rows = [{**row, "isOld": True, "planted_at": "2026-01-02", "height": row["id"] * 2.5, "kind": ["oak", "nut"][row["id"] % 2],
                 "keeper": "kim@a.example", "도시 이름": "서울", "lat": 1.5 * row["id"]} for row in ROWS]
        _, lines, _ = lines_of(rows)
        for name, sentence in {
            "id": "The tree's id, such as 1.", "name": "The name, such as 밤나무.", "isOld": "Whether it is old.",
            "plantedAt": "The day it was planted.", "height": "The height, 2.5 to 10 in the example.", "kind": "The kind: nut or oak.",
            "keeper": "The keeper.", "dosiIreum": "The 도시 이름, such as 서울.", "lat": "The latitude, 1.5 to 6 in the example.",
        }.items():
            with self.subTest(name):
                self.assertEqual(lines[name].doc[:-1] + lines[name].more + ".", sentence)

    def test_types(self):
        """Types of this tree that a feature sees are known wherever they lie."""
        types = new_module.declared_types(ROOT)
        self.assertTrue({"Feature", "ListPart", "RowLayout", "Field", "Upstream", "SettingKey", "HTTPRequest", "FeatureHarness", "Table"} <= types)
        self.assertEqual(new_module.own_types("Books"), {"BooksConformanceTests", "BooksAnswerTests"})

    def test_secrets(self):
        """A link that repeats the key of the address stands in no file."""
        example = example_of({"next": "https://a.example/t?key=s3cr%2Bt&page=2", "total": 9, "trees": ROWS})
        options = argparse.Namespace(entity=None, currency=None)
        filling, _, sample, told = new_module.words_of(
            "Wood", example, "https://a.example", ["t"], [("key", "s3cr+t")], "key", set(), options)
        self.assertIn("key=KEY&page=2", sample)
        self.assertNotIn("s3cr", " ".join([*filling.values(), *told]))

    def test_lines(self):
        """Swift of at most 120 columns, and of as few lines as swift-format makes."""
        rows = [{**row, "a_rather_long_name_of_a_member": "a value", "말": "값" * 12} for row in ROWS]
        for line in lines_of(rows)[1].values():
            for text in fields.swift_of(line).split("\n"):
                self.assertLessEqual(len(text), 120)
                self.assertIsNone(re.search(r'", "(What|Where|How|That|Who|Of) ', text))


if __name__ == "__main__":
    unittest.main()
