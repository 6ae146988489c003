import DesignSystem
import FeatureKit

extension Library {
    /// `book_shelf_reading_plan`
    var planPrompt: Prompt {
        Prompt(
            "readingPlan", title: "A reading plan", doc: "Plan what to read on a topic, week by week.",
            arguments: [
                PromptArgument(
                    "topic", "What to learn, in one or two words.", isRequired: true, example: "swift",
                    complete: topicCompletion),
                PromptArgument("weeks", "How many weeks there are; 4 when left out.", isRequired: false, example: "4"),
                PromptArgument(
                    "isbn13", "A book to begin with.", isRequired: false, complete: isbn13Completion),
            ]
        ) { arguments throws(Fault) in
            let topic = arguments.required("topic")
            let first = try await firstBook(arguments["isbn13"])
            let found = try await api.search(topic, page: 1)
            let begin = arguments["isbn13"].map { "Begin with the book \($0), which follows. " } ?? ""
            let total = found.total.map { " of \($0)" } ?? ""
            return [
                .paragraphs(
                    "Make a reading plan on \(topic) for \(arguments["weeks"] ?? "4") weeks.",
                    "\(begin)The first \(found.items.count)\(total) books on the topic follow. `book_shelf_search` finds "
                        + "more, `book_shelf_show` gives one book's pages, year, description and sample chapters; look "
                        + "at each book that you plan with.",
                    "Choose one to three books that build on one another, the newer of two alike. Answer with a table "
                        + "of week, book and pages, name the free sample chapters to start with, and give the price of "
                        + "all. When I agree, note the plan with `book_shelf_memo` at each of its books, without losing "
                        + "what its memo says already.")
            ] + first + [
                .facts(
                    Document([
                        .heading(level: 1, Inline("Books for “\(topic)”", .title)),
                        BookDocuments.table(found.items, emptyText: "No books match."),
                    ]))
            ]
        }
    }

    private func firstBook(_ isbn13: String?) async throws(Fault) -> [PromptMessage] {
        guard let isbn13 else { return [] }
        guard isISBN13(isbn13) else { throw .notISBN13(isbn13) }
        let detail = try await api.book(isbn13)
        var memo: String?
        var notice = storage.trouble?.text
        do throws(Fault) { memo = try await storage.memo(isbn13) } catch { notice = error.text }
        let answer = BookAnswer(detail: detail, memo: memo, notice: notice)
        return [.screen(route: BookShelf.bookRoute(isbn13), answer.document)]
    }

    /// The books of the shelf, of the last search, else the new ones; then those that the upstream finds by what was
    /// typed. Found by title as well.
    var isbn13Completion: Completion {
        Completion { request throws(Fault) in
            let saved = await savedForCompletion()?.books
            let books = if let saved { saved } else { try await api.newBooks().items }
            let found = (try? await search(request.typed)) ?? (books: [], isWhole: false)
            return Candidates(
                (books + found.books).map { Candidate($0.isbn13, about: "\($0.title) \($0.subtitle)") },
                isWhole: found.isWhole)
        }
    }

    /// Every book that the upstream finds, where it can be read whole; else those of its first page.
    private func search(_ typed: String) async throws(Fault) -> (books: [Book], isWhole: Bool) {
        let query = trimmed(typed)
        guard !query.isEmpty else { return ([], true) }
        let paging = BookAPI.searchPaging
        var books: [Book] = []
        var rows = 0
        var next: Int? = paging.first
        while let number = next {
            let page = try await api.search(query, page: number)
            books += page.items
            rows += page.received
            next = paging.next(after: number, received: page.received, total: page.total)
            if next != nil, max(rows, page.total ?? 0) > Self.mostFound { return (books, false) }
        }
        return (books, true)
    }

    /// Ten rows a page: forty requests.
    private static let mostFound = 400

    /// What was searched last, and what is often asked for.
    private var topicCompletion: Completion {
        Completion { _ throws(Fault) in
            let last = await savedForCompletion()?.query
            return Candidates(((last.map { [$0] } ?? []) + Self.topics).map { Candidate($0) })
        }
    }

    /// The last search; nil also where it can't be read: the shelf itself says so.
    private func savedForCompletion() async -> SavedSearch? {
        await storage.ready()
        do throws(Fault) { return try storage.knownSearch() } catch { return nil }
    }

    private static let topics = [
        "algorithms", "android", "databases", "docker", "java", "javascript", "kubernetes", "linux", "machine learning",
        "mongodb", "networks", "python", "rust", "security", "sql", "swift", "typescript", "web",
    ]
}
