import Storage
import Synchronization

/// The rows of a list that are made of the state alone, made again when that has changed: a memo is read as JSON, and a state may hold
/// ten thousand of them.
final class StoredPage: Sendable {
    typealias Make = @Sendable (FeatureCall) throws(Fault) -> RowPage

    /// An object: a page that is handed on as a value is copied, 180 instructions.
    final class Made: Sendable {
        fileprivate let revision: Int?
        fileprivate let page: RowPage

        fileprivate init(_ page: RowPage, of revision: Int?) { (self.page, self.revision) = (page, revision) }

        /// Gives a walk its page.
        func give(_ rows: inout PlainRows) { _ = rows.take(page) }
    }

    private let make: Make
    private let last = Mutex<Made?>(nil)

    init(_ make: @escaping Make) { self.make = make }

    /// The rows as the state is now.
    /// - Parameters:
    ///   - revision: of the state. Asked for before the rows: those of a later state are made again, never those of an earlier one given.
    ///   - call: asks for them.
    /// - Throws: what making them throws.
    func made(_ revision: Int?, _ call: () -> FeatureCall) throws(Fault) -> Made {
        if revision != nil, let made = last.withLock({ $0 }), made.revision == revision { return made }
        let made = Made(try make(call()), of: revision)
        if revision != nil, made.page.rows.heldBytes <= KeptPages.mostBytes / 4 { last.withLock { $0 = made } }
        return made
    }
}
