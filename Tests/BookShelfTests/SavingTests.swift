import DesignSystem
import FeatureKit
import JSON
import Storage
import TestSupport
import Testing

@testable import BookShelf

@Suite("Pages are shown before they are saved")
struct SavingTests {
    private func books(_ numbers: ClosedRange<Int>) -> [Book] {
        numbers.map { number in
            Book(
                isbn13: Bookstore.isbn(number), title: "Book \(number)", subtitle: "", price: Money(.zero, "USD"),
                imageURL: "", url: "")
        }
    }

    private func saved(_ query: String, _ numbers: ClosedRange<Int>) -> SavedSearch {
        SavedSearch(query: query, total: 30, nextPage: 2, books: books(numbers))
    }

    /// A search with two pages loaded and neither saved.
    private func loaded() throws -> ShelfState {
        var state = ShelfState()
        state.begin(search: "swift")
        let header = state.list.beginHeader()
        #expect(state.take(Page(items: books(1...10), total: 30), for: header) == [])
        let next = state.list.beginFooter()
        let footer = try #require(next)
        #expect(state.take(Page(items: books(11...20), total: 30), for: footer) == books(1...10))
        return state
    }

    @Test("a search of 10,000 books moves its rows no oftener than their room doubles")
    func growth() throws {
        var state = ShelfState()
        state.begin(search: "swift")
        var request: ShelfList.Request? = state.list.beginHeader()
        var held: [Book] = []
        var moves = 0
        var place: UnsafePointer<Book>?
        while let current = request {
            let page = Page(items: books(10 * current.position - 9...10 * current.position), total: 10_000)
            // As the screen has it: what is to be saved is held while the next page comes.
            let taken = state.take(page, for: current)
            held = try #require(taken)
            #expect(held.count == min(10 * (current.position - 1), SavedSearch.capacity))
            let now = state.list.items.withUnsafeBufferPointer(\.baseAddress)
            if now != place { moves += 1 }
            place = now
            request = state.list.beginFooter()
            if state.list.items.count == 10_000 { break }
        }
        // Up to a thousand, what is saved is all of it, and shares the rows' memory; from then on it is a copy.
        #expect(moves <= 100 + 14)
    }

    @Test("what is stored while own pages are being saved lacks their rows, and does not take them away")
    func older() throws {
        var state = try loaded()
        #expect(state.show(saved("swift", 1...10)) == nil)
        #expect(state.list.items == books(1...20))
        #expect(state.endSaving() == false, "the second page is still being saved")
        #expect(state.show(saved("swift", 1...10)) == nil)
        #expect(state.endSaving() == true, "what came meanwhile is to be looked at")
        #expect(state.show(saved("swift", 1...20)) == nil, "these are the rows already")
        #expect(state.show(saved("rust", 5...9)) == true)
        #expect(state.list.items == books(5...9))
    }

    @Test("saving that nothing came between asks for nothing; the new books are not saved")
    func nothingBetween() throws {
        var state = try loaded()
        #expect(state.endSaving() == false)
        #expect(state.endSaving() == false)
        var new = ShelfState()
        let header = new.list.beginHeader()
        #expect(new.take(Page(items: books(1...3), total: nil), for: header) == [])
        #expect(new.show(saved("swift", 1...10)) == true, "nothing is being saved")
    }

    @Test("a page after one that could not be saved brings its rows too: the screen loses none")
    func afterFailure() async throws {
        let store = InMemoryStateStore()
        let harness = try FeatureHarness.bookShelf(hits: 30, store: store)
        let screen = try await harness.open("galleria://shelf")
        try await screen.send("search", ["query": "swift"])
        store.failWrites(with: .full(path: "state.db"))
        try await screen.send("loadMore")
        #expect(try await screen.state["notice"]?.string?.contains("state.db") == true)
        store.failWrites(with: nil)
        try await screen.send("loadMore")
        let all = (1...30).map(Bookstore.isbn)
        #expect(try await screen.state.isbns == all)
        #expect(try await harness.call("bookShelf.shelf").isbns == all)
        let counts = screen.changes.map { $0.state.isbns.count }
        let searched = Array(counts.drop { $0 != 10 })
        #expect(searched == searched.sorted(), "rows came and went: \(counts)")
    }
}
