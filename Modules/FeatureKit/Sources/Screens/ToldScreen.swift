import DesignSystem
import Synchronization

/// A screen's state as it is told in one layout. Screens that show the same share one: it says neither which screen it is nor the
/// revision.
final class ToldScreen: Sendable {
    /// Told from any other of its client's, also of those that are gone.
    let number: Int
    let snapshot: any ScreenSnapshot
    let layout: ScreenLayout
    /// In the style asked for at `screen.open`, or by `screen.resize` since.
    let laidOut: LaidOutText
    /// The rows of the state; nil for a screen that is no list.
    let toldRows: ToldRows?
    private let kind: any AnyObject & Sendable
    /// Rows that were compared last, and whether their pictures are these.
    private let compared = Mutex<(number: Int, showsSame: Bool)?>(nil)

    init(
        number: Int, _ snapshot: any ScreenSnapshot, _ layout: ScreenLayout, _ laidOut: LaidOutText,
        kind: any AnyObject & Sendable
    ) {
        (self.number, self.snapshot, self.layout, self.laidOut) = (number, snapshot, layout, laidOut)
        self.kind = kind
        toldRows = snapshot.rows
    }

    /// Which of the text's lines are which row; nil where nobody asked.
    var rows: [PlacedRow]? { layout.tellsRows ? laidOut.rows : nil }

    /// Whether a state of a screen of this kind is told as this one.
    func isTold(as snapshot: any ScreenSnapshot, in layout: ScreenLayout, kind: any AnyObject & Sendable) -> Bool {
        self.kind === kind && self.layout == layout && self.snapshot.tellsSame(as: snapshot)
    }

    /// Whether its rows show the pictures of other ones, in their order.
    /// - Parameter number: of the reading that has the rows.
    func showsPictures(of rows: ToldRows, _ number: Int) -> Bool {
        if number == self.number { return true }
        if let known = compared.withLock({ $0 }), known.number == number { return known.showsSame }
        let showsSame = toldRows?.showsPictures(of: rows) ?? false
        compared.withLock { $0 = (number, showsSame) }
        return showsSame
    }
}

/// Readings that the screens of one client told last: of those that show the same, as several windows on one list do, the first one is laid out,
/// compared with what it told before and written, and the others take over what was made.
final class ToldScreens: Sendable {
    private struct State {
        var made = 0
        /// The one that was made last comes first.
        var told: [ToldScreen] = []
        var changes: [ScreenDelta] = []
    }

    /// Those that are remembered of each.
    private static let limit = 4
    /// Rows of a reading that is remembered: more take memory, and are seldom shown twice.
    private static let mostRows = 1_000

    private let state = Mutex(State())

    /// A state as it is told.
    /// - Parameter layOut: lays the state out; not called where another screen showed the same.
    func told(
        _ snapshot: any ScreenSnapshot, in layout: ScreenLayout, kind: any AnyObject & Sendable,
        _ layOut: () -> LaidOutText
    ) -> ToldScreen {
        // One that is told whole is held by nobody else.
        if layout.tellsDeltas {
            let known = state.withLock { $0.told }.first { $0.isTold(as: snapshot, in: layout, kind: kind) }
            if let known { return known }
        }
        let laidOut = layOut()
        return state.withLock { state in
            state.made += 1
            let told = ToldScreen(number: state.made, snapshot, layout, laidOut, kind: kind)
            if layout.tellsDeltas, let rows = told.toldRows, rows.rows.count <= Self.mostRows {
                Self.insert(told, into: &state.told)
            }
            return told
        }
    }

    /// The change from one reading to the next.
    func change(from old: ToldScreen, to new: ToldScreen) -> ScreenDelta {
        if let known = state.withLock({ $0.changes.first { $0.leads(from: old, to: new) } }) { return known }
        let change = ScreenDelta(from: old, to: new)
        state.withLock { Self.insert(change, into: &$0.changes) }
        return change
    }

    /// Lets go of all: called when a screen is closed, which nobody else may show.
    func forget() { state.withLock { ($0.told, $0.changes) = ([], []) } }

    private static func insert<Element>(_ element: Element, into elements: inout [Element]) {
        if elements.count >= limit { elements.removeLast() }
        elements.insert(element, at: 0)
    }
}
