import DesignSystem
import FeatureKit
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

    /// Returns when what is kept was read, or can't be read for now.
    func ready() async { await store.ready() }

    /// Whether the shelf can be kept at all.
    var takesWrites: Bool { store.takesWrites }

    /// Why what is kept may have changed by now; nil when it is known as it is.
    var trouble: Fault? { store.trouble.map { Fault($0, module: BookShelf.id) } }

    /// The last search as it is known at this moment; nil when there is none.
    /// - Throws: `storage_failed`, also for a search that can't be understood: the next one replaces it.
    func knownSearch() throws(Fault) -> SavedSearch? {
        guard let bytes = try knownValue(Self.savedKey) else { return nil }
        guard let saved = SavedSearch(bytes, locale) else {
            throw Fault(
                .refused(reason: "The saved search can't be understood. The next search replaces it."),
                module: BookShelf.id)
        }
        return saved
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

    /// The memo of a book, once memos were read; empty when there is none.
    /// - Throws: `storage_failed`.
    func memo(_ isbn13: String) async throws(Fault) -> String {
        await store.ready()
        return try knownMemo(isbn13)
    }

    /// The memo of a book as it is known at this moment; empty when there is none.
    /// - Throws: `storage_failed`.
    func knownMemo(_ isbn13: String) throws(Fault) -> String {
        try knownValue(Self.memoKey(isbn13)).map { String(decoding: $0, as: UTF8.self) } ?? ""
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

    /// - Parameter changed: called after each change, whoever made it, of the book's memo.
    func observeMemo(_ isbn13: String, changed: @escaping @Sendable () -> Void) -> StateObservation {
        let key = Self.memoKey(isbn13)
        return store.observe(key.namespace) { news in if news.concerns(key) { changed() } }
    }

    /// - Parameter changed: called after each change, whoever made it, of the saved search.
    func observeSavedSearch(changed: @escaping @Sendable () -> Void) -> StateObservation {
        store.observe(Self.savedKey.namespace) { news in if news.concerns(Self.savedKey) { changed() } }
    }

    private func knownValue(_ key: StateKey) throws(Fault) -> [UInt8]? {
        do throws(StorageFailure) {
            return try store.knownValue(for: key)
        } catch {
            throw Fault(error, module: BookShelf.id)
        }
    }
}
