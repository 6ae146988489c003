import DesignSystem
import FeatureKit
import JSON
import Storage

/// The user's own memo on a book. The title is kept with it, so that a list of memos asks no upstream.
enum Memo {
    static let namespace = StateNamespace("bookShelf.memos")
    static let text = Field.text("text", "The memo.", nil, .search)
    static let layout = RowLayout("memo", [Book.isbn13, Book.title, text])
    /// One memo: its text ends with its book's route.
    private static let one = RowLayout("memo", [Book.isbn13, Book.title, text, replaced, route])
    private static let replaced = Field.text("replaced", "The memo that was there before.").told { text, _ in
        Inline(text ?? "no memo before")
    }
    private static let route = Field.route("galleria://book/{isbn13}", .hidden)

    private static let longest = 0...10_000
    private static let newText = Parameter.required(
        text.name, .text(longest), "The whole memo; an empty one clears it.", examples: ["Read chapter 2"],
        prompt: "Memo", source: Book.memo.name, known: ["memo", "note", "content", "body", "value"]
    )

    /// `bookShelf.memos`
    static let list = ListPart(
        "memos", title: "List memos", doc: "The user's memos on books.",
        guidance: "Use to find again what the user noted, 20 a call; book_shelf_set_memo changes a memo.", of: layout
    ) { call throws(Fault) in
        do throws(StorageFailure) {
            let entries = try call.state.knownEntries(in: namespace, limit: 10_000)
            return RowPage(
                layout.rows(of: entries) { entry, row in
                    let kept = decoded(entry.value)
                    row.set(Book.isbn13, entry.key)
                    row.set(Book.title, kept?.title)
                    row.set(text, kept?.text)
                }, notice: call.trouble)
        } catch {
            throw call.fault(error)
        }
    }.heading("Memos")

    /// `bookShelf.setMemo`
    static let set = RowOperation(
        "setMemo", title: "Write a memo", doc: "Sets the user's memo on a book; an empty text clears it.",
        guidance:
            "Takes an isbn13 that a list gave. The whole memo is replaced; the answer tells the old one, or that there was none.",
        effect: .writes(idempotent: true, destructive: true),
        example: [JSONMember(Book.isbn13.name, "9781617294136"), JSONMember(text.name, "Read chapter 2")],
        ParameterShape(
            { ($0, $1) },
            Parameter.required(
                Book.isbn13.name, .key(in: KeyRoutes(Book.isbn13.name, ["galleria://book/{isbn13}"]), longest: 200),
                "The book.", examples: ["9781617294136"], known: ["isbn", "isbn13s", "id", "book", "bookId"]
            ), newText),
        of: one
    ) { asked, call throws(Fault) in
        let (isbn13, note) = asked
        let written = try await write(note, of: isbn13, call)
        return one.row { row in
            row.set(Book.isbn13, isbn13)
            row.set(Book.title, written.title)
            row.set(text, note)
            row.set(replaced, written.replaced)
        }
    }

    /// The action of a book's screen.
    static let edit = RowAction(
        "editMemo", "Changes the memo, and saves it.",
        ParameterShape({ $0 }, newText), isTyped: true, showing: { note, row in row.set(Book.memo, note) }
    ) { note, call throws(Fault) in
        _ = try await write(note, of: call[Book.isbn13.name], call)
    }

    /// The memo on a book as it is known at this moment; nil without one, and where it can't be read.
    static func known(of isbn13: String, _ state: any StateStore) -> (title: String, text: String)? {
        do throws(StorageFailure) {
            return try state.knownValue(for: key(isbn13)).flatMap(decoded)
        } catch {
            return nil
        }
    }

    private static func key(_ isbn13: String) -> StateKey { StateKey(namespace: namespace, key: isbn13) }

    /// Writes a memo, durable when this returns. One that is kept can be changed although the upstream no longer has the book.
    /// - Returns: the book's title, and the memo that was there.
    private static func write(
        _ note: String, of isbn13: String, _ call: FeatureCall
    ) async throws(Fault) -> (title: String, replaced: String?) {
        try await call.readyToWrite()
        let title: String
        let kept = known(of: isbn13, call.state)
        if let kept {
            title = kept.title
        } else if let book = call.shown.first {
            title = book.title ?? ""
        } else if let book = try await call.reading(Book.detail).book(isbn13) {
            title = book.title ?? ""
        } else {
            throw await call.unknownBook(isbn13)
        }
        do throws(StorageFailure) {
            let change: StateChange =
                note.isEmpty ? .remove(key(isbn13)) : .set(key(isbn13), encoded(title: title, text: note))
            try await call.state.commit([change])
        } catch {
            throw call.fault(error)
        }
        return (title, kept?.text)
    }

    private static func encoded(title: String, text: String) -> [UInt8] {
        let value: JSONValue = [Book.title.name: .string(title), Memo.text.name: .string(text)]
        return value.serialized()
    }

    private static func decoded(_ bytes: [UInt8]) -> (title: String, text: String)? {
        guard let root = try? JSONDocument(parsing: bytes).root, let text = root[Memo.text.name]?.string else {
            return nil
        }
        return (root[Book.title.name]?.string ?? "", text)
    }
}
