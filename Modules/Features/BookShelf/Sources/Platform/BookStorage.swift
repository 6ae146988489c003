import Core
import DesignSystem
import Storage

/// What the book shelf keeps: the last search, and a memo per book.
struct BookStorage: Sendable {
    let store: any StateStore
    /// For whom prices are written.
    let locale: TextLocale

    private static let savedKey = StateKey(namespace: BookShelf.id, key: "searchedBooksKey")

    /// The keys of the original app, so that its memos could be taken over.
    static func memoKey(_ isbn13: String) -> StateKey {
        StateKey(namespace: BookShelf.id, key: base64(Array("savedMemoKey\(isbn13)".utf8), .standard))
    }

    /// The last search; nil when there is none, or what was saved can't be read.
    func savedSearch() throws(Fault) -> SavedSearch? {
        try value(Self.savedKey).flatMap { SavedSearch($0, locale) }
    }

    /// Adds a page to the last search, or begins a new one, in one transaction.
    /// - Parameter preceding: the rows before the page, for when the last search is another one by now.
    func save(
        _ page: [Book], after preceding: [Book] = [], of query: String, from position: Int, total: Int?, next: Int?
    ) async throws(Fault) {
        // A search without hits is none to keep.
        if position == 1, page.isEmpty { return }
        do throws(StorageFailure) {
            _ = try await store.update(Self.savedKey) { [locale] bytes throws(StorageFailure) in
                let none = SavedSearch(query: "", total: nil, nextPage: nil, books: [])
                var saved = bytes.flatMap { SavedSearch($0, locale) } ?? none
                saved.add(page, after: preceding, of: query, from: position, total: total, next: next)
                return saved.books.isEmpty ? bytes : saved.encoded()
            }
        } catch {
            throw Fault(error, module: BookShelf.id)
        }
    }

    /// The memo of a book; empty when there is none.
    func memo(_ isbn13: String) throws(Fault) -> String {
        try value(Self.memoKey(isbn13)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Sets the memo, durable when this returns; an empty text clears it.
    func setMemo(_ text: String, of isbn13: String) async throws(Fault) {
        let key = Self.memoKey(isbn13)
        do throws(StorageFailure) {
            try await store.commit([text.isEmpty ? .remove(key) : .set(key, Array(text.utf8))])
        } catch {
            throw Fault(error, module: BookShelf.id)
        }
    }

    /// - Parameter changed: called after each commit that changed the book's memo.
    func observeMemo(_ isbn13: String, changed: @escaping @Sendable () -> Void) -> StateObservation {
        let key = Self.memoKey(isbn13)
        return store.observe(BookShelf.id) { keys in if keys.contains(key) { changed() } }
    }

    /// - Parameter changed: called after each commit that changed the saved search.
    func observeSavedSearch(changed: @escaping @Sendable () -> Void) -> StateObservation {
        store.observe(BookShelf.id) { keys in if keys.contains(Self.savedKey) { changed() } }
    }

    private func value(_ key: StateKey) throws(Fault) -> [UInt8]? {
        do throws(StorageFailure) {
            return try store.value(for: key)
        } catch {
            throw Fault(error, module: BookShelf.id)
        }
    }
}
