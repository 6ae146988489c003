import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Rows and head of an arranged list are made when its page or the state is another one, and then alone.
@Suite("What an arranged list shows")
struct ArrangedListTests {
    private static let name = Field.text("name", "The guest.", .key)
    private static let came = Field.flag("came", "Whether the guest came.").stored { row, overlays in
        do { return try overlays.state.knownValue(for: key(row.key)) != nil } catch { return nil }
    }
    private static let text = Field.text("text", "What they say.", .title)
    private static let layout = RowLayout("guest", [name, text, came])
    private static let count = Field.whole("count", "Those who came.")
    private static let head = RowLayout("party", [count])

    private static func key(_ name: String) -> StateKey { StateKey(namespace: "party", key: name) }

    private final class Made: Sendable {
        let count = Atomic(0)

        var value: Int { count.load(ordering: .relaxed) }
    }

    private let made = Made()
    private let store = InMemoryStateStore()

    /// Those who came, in the order of their names, and how many they are.
    private func list() -> ArrangedList {
        ArrangedList { [made] page in
            made.count.add(1, ordering: .relaxed)
            let rows = page.rows.rows.filter { $0[Self.came] }.sorted { $0.key < $1.key }
            return (rows, page.head?.changing { $0.set(Self.count, rows.count) })
        }
    }

    private func page(_ text: String = #"[{"name":"Eve"},{"name":"Adam"}]"#) throws -> RowPage {
        RowPage(
            Self.layout.read(try JSONDocument(parsing: text).root, try RowContext.test), head: Self.head.row { _ in })
    }

    private func names(_ page: RowPage) -> [String] { page.rows.rows.map(\.key) }

    @Test("it is made once for each state of one page")
    func once() async throws {
        let (list, page) = (list(), try page())
        for _ in 0..<3 { #expect(names(list.shown(page, Overlays(store))) == []) }
        #expect(made.value == 1)
        try await store.commit([.set(Self.key("Eve"), [1]), .set(Self.key("Adam"), [1])])
        for _ in 0..<3 {
            let shown = list.shown(page, Overlays(store))
            #expect(names(shown) == ["Adam", "Eve"] && shown.head?[Self.count] == 2)
        }
        #expect(made.value == 2)
        try await store.commit([.remove(Self.key("Eve"))])
        #expect(names(list.shown(page, Overlays(store))) == ["Adam"] && made.value == 3)
    }

    @Test("another page is shown as it is, with the head of its own")
    func others() async throws {
        let (list, page) = (list(), try page())
        try await store.commit([.set(Self.key("Eve"), [1])])
        #expect(names(list.shown(page, Overlays(store))) == ["Eve"])
        let other = try self.page(#"[{"name":"Abel"}]"#)
        #expect(names(list.shown(other, Overlays(store))) == [])
        #expect(names(list.shown(page, Overlays(store))) == ["Eve"] && made.value == 3)
        // The same rows behind another head, and behind none.
        #expect(list.shown(RowPage(page.rows, head: Self.head.row { _ in }), Overlays(store)).head?[Self.count] == 1)
        #expect(list.shown(RowPage(page.rows), Overlays(store)).head == nil)
        #expect(list.shown(page, Overlays(store)).head?[Self.count] == 1 && made.value == 6)
    }

    @Test("a notice is that of the page that is asked for")
    func notices() throws {
        let (list, page) = (list(), try page())
        #expect(list.shown(page, Overlays(store)).notice == nil)
        let noted = RowPage(page.rows, head: page.head, notice: "kept, 1 h old")
        #expect(list.shown(noted, Overlays(store)).notice == "kept, 1 h old")
        #expect(list.shown(page, Overlays(store)).notice == nil && made.value == 1)
    }

    @Test("of a state that can't be read it is made each time")
    func unreadable() async throws {
        let (list, page) = (list(), try page())
        try await store.commit([.set(Self.key("Eve"), [1])])
        #expect(names(list.shown(page, Overlays(store))) == ["Eve"])
        store.failReads(with: .corrupt(path: "state.db"))
        for _ in 0..<2 { _ = list.shown(page, Overlays(store)) }
        #expect(made.value == 3)
        store.failReads(with: nil)
        #expect(names(list.shown(page, Overlays(store))) == ["Eve"] && made.value == 4)
    }

    @Test("a page of more than a quarter of what pages may take is not kept")
    func large() throws {
        let text = String(repeating: "x", count: 100)
        let guests = (0..<KeptPages.mostBytes / 400).map { #"{"name":"\#($0)","text":"\#(text)"}"# }
        let (list, page) = (list(), try page("[\(guests.joined(separator: ","))]"))
        #expect(page.rows.heldBytes > KeptPages.mostBytes / 4)
        for _ in 0..<2 { #expect(names(list.shown(page, Overlays(store))) == []) }
        #expect(made.value == 2)
    }
}
