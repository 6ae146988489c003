import DeclaredFeature
package import FeatureKit
import GithubSamples

/// An issue.
enum Issue {
    static let number = Field.whole("number", "Number.", .key, .filter)
    static let title = Field.text("title", "Title.", .title)
    static let author = Field.text("author", "Author.", nil, .filter, from: "user.login")
    static let labels = Field.text("labels", "Labels.").derived(by: "join(', ', labels[].name)")
    static let opened = Field.date("opened", "Opened.", from: "created_at")
    static let text = Field.text("text", "Text.", nil, .unlisted, from: "body")

    static let fields: [any RowField] = [number, title, author, labels, opened, text]
    static let layout = RowLayout("issue", fields + [Field.route("galleria://github/{number}")])
    static let openLayout = RowLayout("issue", fields)
}

private let api = HTTPAPI(
    "github", title: "GitHub Issues", endpoint: "https://api.github.com/repos/swiftlang/swift",
    settings: [.secret("token", "A personal access token that may write issues.")], auth: .bearer(setting: "token"),
    samples: sampleFile)

private let list = api.list(
    "list", "Issues, newest first; pull requests are left out.", of: Issue.layout,
    parameters: [.text("state", values: ["open", "closed", "all"], default: "open")],
    request: .get("/issues", query: ["state": "{state}", "per_page": "{size}"]), items: "[?!pull_request]",
    pages: .linkFields(size: 20), samples: [.of([:], "issues-1.json", "issues-2.json")])

private let show = api.detail(
    "show", "One issue.", of: Issue.layout, in: list, parameters: [.int("number")], request: .get("/issues/{number}"),
    item: "@", samples: [.of(["number": "90417"], "issue.json")])

private let open = api.call(
    "open", "Opens an issue.", of: Issue.openLayout,
    parameters: [.text("title", 3...200), .text("text", required: false)],
    request: .post(
        "/issues", body: ["title": "{title}", "body": "{text}"],
        errors: [.status(410, .upstreamRejected, message: "message", hint: "This repository takes no issues.")]),
    item: "@", effect: .writes(idempotent: false, destructive: false), confirm: "Open the issue “{title}”?",
    samples: [.of(["title": "Diagnose a shadowed label", "text": "See the thread."], "opened.json")])

private let close = api.call(
    "close", "Closes an issue.", of: Issue.openLayout, parameters: [.int("number")],
    request: .patch("/issues/{number}", body: ["state": "closed"]), item: "@",
    effect: .writes(idempotent: true, destructive: false), confirm: "Close {number}?",
    samples: [.of(["number": "90417"], "closed.json")])

/// Issues of one repository on GitHub; opens and closes them.
package let github = Feature(
    api, doc: "Issues of one repository on GitHub; opens and closes them.", sampling: [list, show, open, close],
    parts: [
        ListPart(list).screen("galleria://github{?state}").summary().heading("GitHub Issues"),
        ShowPart(show).screen("galleria://github/{number}", title: "Issue"),
        RowOperation(open),
        RowOperation(close),
    ])

/// A file of Config/samples/Github, from the binary.
private let sampleFile: SampleReader = { name in
    let file = github_sample(name)
    return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
}
