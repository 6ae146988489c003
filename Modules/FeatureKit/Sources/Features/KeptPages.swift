import HTTP
import JSON
import Synchronization
import Values

/// Pages of a feature's upstream as rows, in memory: as long as an answer may be given again without asking its server, it is not
/// read from the disk and as JSON again. A question over a list of 1,000 rows took 132 million instructions where it was.
final class KeptPages: Sendable {
    private struct Entry {
        let page: RowPage
        /// On the injected clock, since the feature was switched on.
        let (begin, end): (Duration, Duration)
        /// Seconds, when the page was kept.
        let age: Int64
        /// Rises with every use.
        var lastUse: Int
    }

    /// All rows of a list.
    struct Whole: Sendable {
        let rows: [Row]
        let first: RowPage
        let read: RowsAnswer.Read?
        /// Values of the rows that questions compare; nil for rows that are not kept.
        var columns: RowColumns?
    }

    private struct State {
        var entries: [ExactName: Entry] = [:]
        var bytes = 0
        var uses = 0
        /// Gone as soon as a page is kept, or gone.
        var whole: KeptWhole?
        /// Questions that wait for all rows of a list, which are being read, by their key.
        var waiting: [ExactName: [Int: CheckedContinuation<Void, Never>]] = [:]

        mutating func remove(_ key: ExactName) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            bytes -= entry.page.rows.heldBytes
            whole = nil
        }
    }

    private struct KeptWhole {
        let whole: Whole
        let question: String
        let (begin, end): (Duration, Duration)
        let age: Int64
    }

    /// Bytes in memory; what was not used for longest goes first.
    static let mostBytes = 4 << 20
    /// Seconds: another process may have asked for something newer, or forgotten all.
    static let longest: Int64 = 60

    private let elapsed: @Sendable () -> Duration
    /// Whether the upstream is sample data, which are always the same.
    private let isFixed: Bool
    private let state = Mutex(State())

    init(_ clock: any Clock<Duration>, isFixed: Bool) {
        elapsed = stopwatch(clock)
        self.isFixed = isFixed
    }

    /// The page that answers a question, unless it must be asked for again.
    /// - Parameter question: made where any page is kept: it is as long as its request, and of many upstreams none is.
    func page(_ question: @autoclosure () -> String, of layout: RowLayout) -> RowPage? {
        if isEmpty { return nil }
        let (key, now) = (ExactName(question()), elapsed())
        return state.withLock { state in
            guard let entry = state.entries[key], entry.page.rows.layout === layout else { return nil }
            guard now < entry.end else {
                state.remove(key)
                return nil
            }
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            record(entry.age, since: entry.begin, now)
            return entry.page
        }
    }

    private var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// Keeps a page in the place of an earlier answer to its question, as long as it may be given again.
    /// - Parameter question: made where there is such an answer, or one to be kept.
    /// - Returns: the page. Rows that are those of the earlier answer are the same object: each screen asks again for what is there
    ///   now, and several would hold the same rows.
    func keep(_ page: RowPage, as question: @autoclosure () -> String) -> RowPage {
        if page.reuse == nil, isEmpty { return page }
        let (key, now) = (ExactName(question()), elapsed())
        return state.withLock { state in
            var page = page
            if let rows = state.entries[key]?.page.rows, rows.isExactly(page.rows) { page.rows = rows }
            state.remove(key)
            guard let reuse = page.reuse, page.rows.heldBytes <= Self.mostBytes / 4 else { return page }
            state.uses += 1
            state.whole = nil
            state.bytes += page.rows.heldBytes
            state.entries[key] = Entry(
                page: page, begin: now, end: now + .seconds(min(reuse.lifetime, Self.longest)), age: reuse.age,
                lastUse: state.uses)
            for old in state.entries where now >= old.value.end { state.remove(old.key) }
            while state.bytes > Self.mostBytes,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.remove(oldest.key)
            }
            return page
        }
    }

    /// Forgets all.
    func forget() {
        state.withLock { state in
            for key in Array(state.entries.keys) { state.remove(key) }
            state.whole = nil
        }
    }

    /// True while all rows of some list are kept.
    var hasWhole: Bool { state.withLock { $0.whole != nil } }

    /// All rows of a list, if they were made of pages none of which has changed or must be asked for again; their origin is recorded.
    func whole(_ question: String) -> Whole? {
        guard let (whole, origin) = known(question) else { return nil }
        AnswerOrigin.Recorder.current?.record(origin, bytes: 0)
        return whole
    }

    /// The same with their origin, which is not recorded.
    func known(_ question: String) -> (Whole, AnswerOrigin)? {
        let now = elapsed()
        return state.withLock { state in
            guard let known = state.whole, known.question.isExactly(question) else { return nil }
            guard now < known.end else {
                state.whole = nil
                return nil
            }
            return (known.whole, origin(known.age, since: known.begin, now))
        }
    }

    /// Reads all rows of a list; where they are being read for somebody else, waits once for that and looks whether they are known
    /// then. 64 questions that came together held 180 MB of the same rows.
    func reading(_ question: String, _ read: () async throws(Fault) -> Whole) async throws(Fault) -> Whole {
        let key = ExactName(question)
        let place: Int? = state.withLock { state in
            if state.waiting[key] == nil {
                state.waiting[key] = [:]
                return nil
            }
            state.uses += 1
            return state.uses
        }
        guard let place else {
            defer {
                for waiting in state.withLock({ $0.waiting.removeValue(forKey: key) ?? [:] }).values {
                    waiting.resume()
                }
            }
            return try await read()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                let isOver = state.withLock { state in
                    guard state.waiting[key] != nil, !Task.isCancelled else { return true }
                    state.waiting[key]?[place] = waiting
                    return false
                }
                if isOver { waiting.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting[key]?.removeValue(forKey: place) }?.resume()
        }
        if let whole = whole(question) { return whole }
        return try await read()
    }

    /// Keeps all rows of a list, as long as each of the pages that they are made of, with columns that take what room the pages leave.
    /// - Parameter pages: where one of them is not kept, or another one by now, nothing is kept.
    func keep(_ whole: Whole, of pages: [RowPage], as question: String) {
        let now = elapsed()
        state.withLock { state in
            var (age, end): (Int64, Duration) = (0, now + .seconds(Self.longest))
            for page in pages {
                guard page.reuse != nil else { return }
                // Sample data are kept elsewhere, and never change.
                if isFixed { continue }
                guard let entry = state.entries.values.first(where: { $0.page.rows === page.rows }) else { return }
                age = max(age, Self.age(entry.age, since: entry.begin, now))
                end = min(end, entry.end)
            }
            var whole = whole
            whole.columns = RowColumns(whole.rows, room: Self.mostBytes - state.bytes)
            state.whole = KeptWhole(whole: whole, question: question, begin: now, end: end, age: age)
        }
    }

    /// No bytes are told: they are held already, and nothing of them is read.
    private func record(_ age: Int64, since begin: Duration, _ now: Duration) {
        AnswerOrigin.Recorder.current?.record(origin(age, since: begin, now), bytes: 0)
    }

    private func origin(_ age: Int64, since begin: Duration, _ now: Duration) -> AnswerOrigin {
        isFixed ? AnswerOrigin(.sample) : AnswerOrigin(.cache, age: Self.age(age, since: begin, now))
    }

    /// Seconds since a server gave an answer that had some age already, by the server's word.
    private static func age(_ age: Int64, since begin: Duration, _ now: Duration) -> Int64 {
        let sum = age.addingReportingOverflow((now - begin).components.seconds)
        return sum.overflow ? .max : sum.partialValue
    }
}
