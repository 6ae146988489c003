import DeclaredFeature
package import FeatureKit
import HackerNewsSamples

/// A story.
enum Story {
    static let id = Field.text("id", "Id.", .key, .filter, from: "objectID")
    static let title = Field.text("title", "Title.", .title)
    static let author = Field.text("author", "Author.")
    static let points = Field.whole("points", "Points.", nil, .filter)
    static let comments = Field.whole("comments", "Comments.", from: "num_comments")
    static let posted = Field.date("posted", "Posted.", from: "created_at_i")
    static let text = Field.prose("text", "Text.", .html, from: "story_text")
    static let link = Field.link("link", "Link.")
        .derived(by: "url || join('', ['https://news.ycombinator.com/item?id=', objectID])")

    static let layout = RowLayout(
        "story", plural: "stories",
        [id, title, author, points, comments, posted, text, link, Field.route("galleria://hackerNews/{id}")])
}

/// A comment.
enum Comment {
    static let id = Field.text("id", "Id.", .key, .filter).derived(by: "to_string(id)")
    static let author = Field.text("author", "Author.", nil, .filter)
    static let text = Field.text("text", "Text.", nil, .html).derived(by: "plain(text)")
    static let posted = Field.date("posted", "Posted.", from: "created_at_i")

    static let layout = RowLayout(
        "comment", [id, author, text, posted, Field.route("galleria://hackerNews/comments/{id}")])
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
    "comments", "Answers to a story.", of: Comment.layout, parameters: [.text("story")],
    request: .get("/items/{story}"), items: "children[?text]", samples: [.of(["story": "48210377"], "story.json")])

private let show = api.detail(
    "show", "One story.", of: Story.layout, in: search, parameters: [.text("id")],
    request: .get("/search", query: ["tags": "story,story_{id}"]), item: "hits[0]",
    samples: [.of(["id": "48210377"], "found.json")])

/// Stories and comments of Hacker News, as Algolia's search finds them.
package let hackerNews = Feature(
    api, doc: "Stories and comments of Hacker News, as Algolia's search finds them.",
    sampling: [search, show, comments],
    parts: [
        ListPart(search)
            .screen("galleria://hackerNews{?query}", asking: search.examples).summary().heading("Hacker News"),
        ShowPart(show).screen("galleria://hackerNews/{id}", title: "Story"),
        ListPart(comments)
            .screen("galleria://hackerNews/comments{?story}", asking: comments.examples)
            .detail("galleria://hackerNews/comments/{id}"),
    ])

/// A file of Config/samples/HackerNews, from the binary.
private let sampleFile: SampleReader = { name in
    let file = hackernews_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
