import DeclaredFeature
package import FeatureKit
import GutendexSamples

/// A book.
enum Book {
    static let id = Field.whole("id", "Id.", .key, .filter)
    static let title = Field.text("title", "Title.", .title)
    static let authors = Field.text("authors", "Authors.").derived(by: "join('; ', authors[].name)")
    static let language = Field.text("language", "Language.", nil, .filter).derived(by: "join(', ', languages)")
    static let downloads = Field.whole("downloads", "Downloads.", from: "download_count")
    static let subjects = Field.text("subjects", "Subjects.", nil, .unlisted).derived(by: "join('; ', subjects)")
    static let about = Field.text("about", "About.", nil, .unlisted).derived(by: "summaries[0]")
    static let cover = Field.picture("cover", "Cover.", from: "formats.image/jpeg")
    static let epub = Field.link("epub", "Epub.", from: "formats.application/epub+zip")

    static let layout = RowLayout(
        "book",
        [
            id,
            title,
            authors,
            language,
            downloads,
            subjects,
            about,
            cover,
            epub,
            Field.route("galleria://gutendex/{id}"),
        ])
}

private let api = HTTPAPI("gutendex", title: "Gutendex", endpoint: "https://gutendex.com", samples: sampleFile)

private let list = api.list(
    "list", "Books by words of their titles and authors; all of them without words.", of: Book.layout,
    parameters: [
        .text("query", required: false, "Words of titles and names.", examples: ["journey"]),
        .text("languages", pattern: "^[a-z]{2}(,[a-z]{2})*$", required: false, examples: ["zh"]),
    ],
    request: .get("/books/", query: ["search": "{query}", "languages": "{languages}"]), items: "results",
    total: "count", pages: .addresses(at: "next"),
    samples: [
        .of([:], "zh-1.json", "zh-2.json", "zh-3.json"),
        .of(["languages": "zh"], "zh-1.json", "zh-2.json", "zh-3.json"),
    ])

private let show = api.detail(
    "show", "One book.", of: Book.layout, in: list, parameters: [.int("id")], request: .get("/books/{id}/"), item: "@",
    samples: [.of(["id": "71204"], "book.json")])

/// Free books of Project Gutenberg, with their covers and files.
package let gutendex = Feature(
    api, doc: "Free books of Project Gutenberg, with their covers and files.", sampling: [list, show],
    parts: [
        ListPart(list).screen("galleria://gutendex{?query,languages}").summary().heading("Gutendex"),
        ShowPart(show).screen("galleria://gutendex/{id}", title: "Book"),
    ])

/// A file of Config/samples/Gutendex, from the binary.
private let sampleFile: SampleReader = { name in
    let file = gutendex_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
