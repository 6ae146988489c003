import Synchronization

/// The port by which a screen's pictures are fetched before somebody asks for them. Whoever hosts the screens decides
/// whether anything is fetched at all, and does it behind everything that is asked for.
package struct PicturePrefetch: Sendable {
    private let start: Start

    package typealias Start = @Sendable (_ urls: [String], _ module: String) -> Task<Void, Never>?

    /// - Parameter start: begins to fetch the pictures that a module's rows name, in their order, and returns at once;
    ///   nil when nothing is to be fetched. Cancelling the task gives up what is not there yet.
    package init(start: @escaping Start) {
        self.start = start
    }

    func begin(_ urls: [String], of module: String) -> Task<Void, Never>? { start(urls, module) }
}

/// The pictures of one open screen: fetched when their rows appear, given up when the rows are gone.
final class ScreenPictures: Sendable {
    /// The most pictures that one change of the rows has fetched: a page at its largest. What a long list had before, such
    /// as a saved search of a thousand books, nobody scrolls through at once.
    static let batchLimit = 100

    /// A hash of an address, with a seed of each process. A list of a million rows would hold a hundred bytes more of each, were
    /// the addresses themselves kept; if two are ever taken for one, a picture is not fetched ahead.
    private typealias Mark = Int

    /// Outcome of one change of the rows.
    private struct Batch {
        let marks: Set<Mark>
        let task: Task<Void, Never>
    }

    private struct State {
        var shown: Set<Mark> = []
        var batches: [Batch] = []
        var isClosed = false
    }

    private let module: String
    private let prefetch: PicturePrefetch
    private let state = Mutex(State())

    /// - Parameter module: whose rows they are.
    init(of module: String, _ prefetch: PicturePrefetch) {
        self.module = module
        self.prefetch = prefetch
    }

    /// Takes the pictures of the rows as they are now.
    /// - Parameter urls: in the order of the rows; what is no address is the port's to leave out.
    func show(_ urls: [String]) {
        let (fresh, gone) = state.withLock { state in
            let earlier = state.shown
            var fresh: [String] = []
            state.shown = []
            for url in urls {
                let mark = Self.mark(of: url)
                guard state.shown.insert(mark).inserted, fresh.count < Self.batchLimit, !earlier.contains(mark) else {
                    continue
                }
                fresh.append(url)
            }
            let gone = state.batches.filter { $0.marks.isDisjoint(with: state.shown) }
            if !gone.isEmpty { state.batches.removeAll { $0.marks.isDisjoint(with: state.shown) } }
            return (state.isClosed ? [] : fresh, gone)
        }
        for batch in gone { batch.task.cancel() }
        guard !fresh.isEmpty, let task = prefetch.begin(fresh, of: module) else { return }
        let batch = Batch(marks: Set(fresh.map(Self.mark)), task: task)
        let isKept = state.withLock { state in
            if !state.isClosed { state.batches.append(batch) }
            return !state.isClosed
        }
        if !isKept { task.cancel() }
    }

    private static func mark(of url: String) -> Mark { ExactName(url).hashValue }

    /// Gives up all that is not there yet, for good.
    func close() {
        let batches = state.withLock { state in
            defer { state.batches = [] }
            state.isClosed = true
            return state.batches
        }
        for batch in batches { batch.task.cancel() }
    }
}
