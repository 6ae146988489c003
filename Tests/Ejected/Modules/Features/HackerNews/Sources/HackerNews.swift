import DeclaredFeature
package import FeatureKit
import HackerNewsSamples

/// A story.
enum Story {
    static let id = Field.text("id", "Id.", .key, .filter).derived(by: "objectID || to_string(id)")
    static let title = Field.text("title", "Title.", .title)
    static let author = Field.text("author", "Author.")
    static let points = Field.whole("points", "Points.", nil, .filter)
    static let comments = Field.whole("comments", "Comments.", from: "num_comments")
    static let posted = Field.date("posted", "Posted.", from: "created_at_i")
    static let text = Field.text("text", "Text.", nil, .unlisted).derived(by: "plain(story_text || text)")
    static let link = Field.link("link", "Link.")
        .derived(by: "url || join('', ['https://news.ycombinator.com/item?id=', objectID || to_string(id)])")

    static let layout = RowLayout(
        "story", plural: "stories",
        [id, title, author, points, comments, posted, text, link, Field.route("galleria://hackerNews/{id}")])
}

/// A comment.
enum Comment {
    static let id = Field.text("id", "Id.", .key).derived(by: "to_string(id)")
    static let author = Field.text("author", "Author.", nil, .filter)
    static let posted = Field.date("posted", "Posted.", from: "created_at_i")
    static let text = Field.text("text", "Text.", nil, .html).derived(by: "plain(text)")

    static let layout = RowLayout("comment", [id, author, posted, text, Field.route("galleria://hackerNews/{id}")])
}

private let api = HTTPAPI(
    "hackerNews", title: "Hacker News", endpoint: "https://hn.algolia.com/api/v1", samples: sampleFile)

private let search = api.list(
    "search", "Stories by words, the best match first.", of: Story.layout,
    parameters: [.text("query", 1...1000, examples: ["swift"])],
    request: .get("/search", query: ["query": "{query}", "tags": "story", "page": "{page}", "hitsPerPage": "{size}"]),
    items: "hits", pages: .numbers(from: 0, size: 20, .untilEmpty),
    samples: [.of(["query": "swift"], "1.json", "2.json", "3.json")])

private let comments = api.list(
    "comments", "Its answers.", of: Comment.layout, parameters: [.text("id")], request: .get("/items/{id}"),
    items: "children[?text]", samples: [.of(["id": "48210377"], "story.json")])

private let show = api.detail(
    "show", "One story.", of: Story.layout, in: search, parameters: [.text("id")], request: .get("/items/{id}"),
    item: "@", samples: [.of(["id": "48210377"], "story.json")])

/// Stories and comments of Hacker News, as Algolia's search finds them.
package let hackerNews = Feature(
    api, doc: "Stories and comments of Hacker News, as Algolia's search finds them.",
    sampling: [search, show, comments],
    parts: [
        ListPart(search)
            .screen("galleria://hackerNews{?query}", asking: search.examples).summary().heading("Hacker News"),
        ShowPart(show).screen("galleria://hackerNews/{id}", title: "Story"),
        ListPart(comments).screen("galleria://hackerNews/comments{?id}", asking: comments.examples),
    ])

/// A file of Config/samples/HackerNews, from the binary.
private let sampleFile: SampleReader = { name in
    let file = hackernews_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
