import JSON
import Storage
import Testing

@testable import FeatureKit

/// Which states of a list are told the same.
@Suite("States that are told the same")
struct AlikeStatesTests {
    private enum Coin {
        static let id = Field.text("id", "Its number.", .key)
        static let name = Field.text("name", "Its name.", .title)
        static let layout = RowLayout("coin", [id, name])
    }

    private static let strategy = PageStrategy(unit: .pageNumber, size: 5, shortPageEnds: false)
    private static let set = rows(0..<5)

    private static func rows(_ numbers: Range<Int>) -> RowSet {
        Coin.layout.rows(of: numbers) { number, row in
            row.set(Coin.id, "\(number)")
            row.set(Coin.name, "Coin \(number)")
        }
    }

    private static var overlays: Overlays { Overlays(InMemoryStateStore()) }

    /// A list with its first page, as it is told.
    private static func loaded(
        _ set: RowSet = set, total: Int? = 10, token: String? = nil, head: FeatureKit.Row? = nil,
        window: RowWindow? = nil,
        change: (inout ListState) -> Void = { _ in }
    ) -> ListState {
        var state = ListState(Coin.layout, strategy, ListBehavior())
        let request = state.beginFirstPage()
        var page = RowPage(rows: set, total: total, received: set.count)
        (page.token, page.head) = (token, head)
        _ = state.take(page, overlays, for: request)
        change(&state)
        return state.told(within: window)
    }

    @Test("two lists of the same rows, of which nothing was asked, are")
    func same() {
        #expect(Self.loaded().isTold(as: Self.loaded()))
        let window = RowWindow(from: 1, count: 3)
        #expect(Self.loaded(window: window).isTold(as: Self.loaded(window: window)))
        let find: (inout ListState) -> Void = { $0.find(SearchWords("coin"), "coin") }
        #expect(Self.loaded(change: find).isTold(as: Self.loaded(change: find)))
        let filter: (inout ListState) -> Void = { $0.filter([.keys(["1"])], [JSONMember("ids", ["1"])]) }
        #expect(Self.loaded(change: filter).isTold(as: Self.loaded(change: filter)))
    }

    @Test("whatever a state is written or presented by makes another one of it")
    func different() throws {
        let fault = Fault(.internal, "No.", hint: "Ask again.")
        let window = RowWindow(from: 0, count: 5)
        let others: [(String, ListState)] = [
            ("equal rows of another set", Self.loaded(Self.rows(0..<5))),
            ("fewer rows", Self.loaded(Self.rows(0..<4))),
            ("another total", Self.loaded(total: 11)),
            ("no total", Self.loaded(total: nil)),
            ("another token", Self.loaded(token: "x")),
            ("facts before the rows", Self.loaded(head: Self.set.rows[0])),
            ("a window", Self.loaded(window: window)),
            ("words", Self.loaded { $0.find(SearchWords("coin"), "coin") }),
            ("an order", Self.loaded { $0.sort(nil, "name") }),
            ("a filter", Self.loaded { $0.filter([], [JSONMember("ids", ["1"])]) }),
            ("loading the first page", Self.loaded { _ = $0.beginFirstPage() }),
            ("loading a further page", Self.loaded { _ = $0.loadMore(at: .zero) }),
            (
                "a failure",
                Self.loaded {
                    let request = $0.beginFirstPage()
                    _ = $0.fail(request, fault)
                }
            ),
            ("a notice", Self.loaded { _ = $0.tell("Not saved.") }),
            ("the way to the top", Self.loaded { $0.scrollToTop() }),
            ("its rows left out", Self.loaded().withoutItems),
        ]
        for (difference, other) in others {
            #expect(!Self.loaded().isTold(as: other) && !other.isTold(as: Self.loaded()), "\(difference)")
            #expect(other.isTold(as: other), "\(difference)")
        }
        let windowed = Self.loaded(window: window)
        #expect(!windowed.isTold(as: Self.loaded(window: RowWindow(from: 0, count: 4))))
    }

    @Test("texts that look the same and have other bytes are other texts")
    func spelling() {
        func said(_ text: String) -> [ListState] {
            [
                Self.loaded { _ = $0.tell(text) }, Self.loaded { $0.find(SearchWords("c"), text) },
                Self.loaded { $0.filter([], [JSONMember("ids", .string(text))]) }, Self.loaded(token: text),
            ]
        }
        for (one, other) in zip(said("\u{E9}"), said("e\u{301}")) {
            #expect(one.isTold(as: one) && !one.isTold(as: other))
        }
    }

    @Test("a list of another layout, or asked for other rows, is another one")
    func asked() {
        func empty(_ layout: RowLayout, _ arguments: [JSONMember] = []) -> ListState {
            var state = ListState(layout, Self.strategy, ListBehavior(), arguments: arguments)
            return state.told(within: nil)
        }
        let place = [JSONMember("place", "a")]
        #expect(empty(Coin.layout, place).isTold(as: empty(Coin.layout, place)))
        #expect(!empty(Coin.layout, place).isTold(as: empty(Coin.layout, [JSONMember("place", "b")])))
        #expect(!empty(Coin.layout).isTold(as: empty(RowLayout("coin", [Coin.id, Coin.name]))))
    }

    @Test("each property of a state is looked at, follows from those that are, or is never told")
    func properties() {
        let looked: Set = [
            "list", "toldRows", "window", "omitsItems", "arguments", "head", "asked", "toast", "storedNotice",
            "savingNotice", "scrollToTopCount", "isScrolled", "layout", "next",
        ]
        // The question and what it shows follow from what was asked, the rows of an arranged list from its page.
        let following: Set = ["shown", "shownRevision", "question", "arranged"]
        let untold: Set = ["keeping", "isBehind", "strategy", "arrange", "throttle", "failureCount"]
        let all = Mirror(reflecting: Self.loaded()).children.compactMap(\.label)
        #expect(Set(all) == looked.union(following).union(untold), "a new one may have to be compared")
    }
}
