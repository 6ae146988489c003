import DesignSystem
import FeatureKit

/// `book_shelf_reading_plan`: books on a topic, to be planned week by week.
struct ReadingPlan: FeaturePart {
    let routes: [RouteTemplate] = []

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        registration.add(
            Prompt(
                "readingPlan", title: "A reading plan", doc: "Plan reading on a topic, week by week.",
                arguments: [
                    PromptArgument(
                        "topic", "The topic, in one or two words.", isRequired: true, example: "swift",
                        complete: .oneOf(Self.topics)),
                    PromptArgument(
                        "weeks", "The number of weeks; 4 when left out.", isRequired: false, example: "4",
                        complete: .oneOf((1...12).map(String.init))),
                    PromptArgument(
                        Book.isbn13.name, "A book to begin with.", isRequired: false,
                        complete: bookCompletion(environment)),
                ], guide: Self.guide
            ) { arguments throws(Fault) in
                let topic = arguments.required("topic")
                let first = try await Self.book(arguments[Book.isbn13.name], environment)
                let found = try await environment.call(Book.layout).books(matching: topic, page: 1)
                let begin = arguments[Book.isbn13.name].map { "Begin with the book \($0), which follows. " } ?? ""
                let total = found.total.map { " of \($0)" } ?? ""
                return [
                    .paragraphs(
                        "Make a reading plan on \(topic) for \(arguments["weeks"] ?? "4") weeks.",
                        "\(begin)The first \(found.received)\(total) books on the topic follow.", Self.guide)
                ] + first + [
                    .facts(
                        Document([
                            .heading(level: 1, Inline("Books for “\(topic)”", .title)),
                            Book.layout.table(found.rows.rows, emptyText: "No books."),
                        ]))
                ]
            })
    }

    private static func book(_ isbn13: String?, _ environment: FeatureEnvironment) async throws(Fault)
        -> [PromptMessage]
    {
        guard let isbn13 else { return [] }
        let call = environment.call(Book.detail)
        guard let book = try await call.book(isbn13) else { throw await call.unknownBook(isbn13) }
        let row = await call.overlaid(book)
        return [.screen(route: row.route ?? "", Document(row.detail()))]
    }

    private static let guide = """
        `book_shelf_search` finds books on a topic. `book_shelf_show` gives the pages, year, description and sample \
        chapters of several at once; look at each book of the plan.

        Choose one to three books that build on one another, the newer of two alike. Answer with a table of week, book and \
        pages, name the free sample chapters to start with, and give the price of all. When that is agreed, note the plan \
        with `book_shelf_set_memo` at each of its books, without losing the memo that is there already.
        """

    private static let topics = [
        "algorithms", "android", "databases", "docker", "java", "javascript", "kubernetes", "linux", "machine learning",
        "mongodb", "networks", "python", "rust", "security", "sql", "swift", "typescript", "web",
    ]
}
