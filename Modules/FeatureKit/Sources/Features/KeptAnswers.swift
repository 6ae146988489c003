import HTTP
import Synchronization

/// Answers of a feature's upstream, in memory: the same question within the lifetime is not asked again.
final class KeptAnswers: Sendable {
    // An object: to find the oldest, all are looked at, and copies of them took 36,000 instructions.
    private final class Entry {
        let value: any Sendable
        /// On the injected clock, since the feature was switched on; nil for what can't change while the program runs.
        let end: Duration?
        /// Rises with every use.
        var lastUse: Int

        init(value: any Sendable, end: Duration?, lastUse: Int) {
            (self.value, self.end, self.lastUse) = (value, end, lastUse)
        }
    }

    private struct State {
        var entries: [ExactName: Entry] = [:]
        var uses = 0
    }

    /// Answers that are kept; the one that was not used for longest goes first.
    static let capacity = 64

    private let elapsed: @Sendable () -> Duration
    private let state = Mutex(State())

    init(_ clock: any Clock<Duration>) { elapsed = stopwatch(clock) }

    /// The answer to a question, unless it is too old.
    func value<Value: Sendable>(_ question: String, as type: Value.Type) -> Value? {
        let (key, now) = (ExactName(question), elapsed())
        return state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            if let end = entry.end, now >= end {
                state.entries[key] = nil
                return nil
            }
            state.uses += 1
            entry.lastUse = state.uses
            return entry.value as? Value
        }
    }

    /// - Parameter lifetime: nil for ever; zero keeps nothing.
    func keep(_ value: some Sendable, as question: String, for lifetime: Duration?) {
        guard lifetime.map({ $0 > .zero }) ?? true else { return }
        let end = lifetime.map { elapsed() + $0 }
        state.withLock { state in
            state.uses += 1
            state.entries[ExactName(question)] = Entry(value: value, end: end, lastUse: state.uses)
            guard state.entries.count > Self.capacity,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return }
            state.entries[oldest.key] = nil
        }
    }

    /// The answers of one type that are kept, the last used first.
    func latest<Value: Sendable>(_ type: Value.Type) -> [Value] {
        state.withLock { $0.entries.values.sorted { $0.lastUse > $1.lastUse }.compactMap { $0.value as? Value } }
    }
}

extension FeatureCall {
    /// The answer to a question that was asked before; else, and where a screen's `refresh` asks, it is read and kept.
    /// - Parameters:
    ///   - question: all that the answer depends on.
    ///   - lifetime: zero keeps nothing.
    ///   - read: a failure is not kept.
    package func kept<Value: Sendable>(
        _ question: String, for lifetime: Duration, _ read: () async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        if !isRefresh, let value = environment.kept.value(question, as: Value.self) {
            if upstream.data == .sample { AnswerOrigin.Recorder.current?.record(.sample, bytes: 0) }
            return value
        }
        let value = try await read()
        environment.kept.keep(value, as: question, for: lifetime)
        return value
    }

    /// A page that is made of several answers. Of sample data, which are always the same, it is made once.
    /// - Parameter question: all that it depends on.
    package func madeOnce(
        _ question: String, _ make: () async throws(Fault) -> RowPage
    ) async throws(Fault) -> RowPage {
        guard upstream.isFixed else { return try await make() }
        if let page = environment.kept.value(question, as: RowPage.self) {
            AnswerOrigin.Recorder.current?.record(.sample, bytes: page.rows.bytes.count)
            return page
        }
        let page = try await make()
        environment.kept.keep(page, as: question, for: nil)
        return page
    }

    /// The rows that were read one by one and are kept, the last used first.
    package var latestRows: [Row] { environment.kept.latest(Row.self) }
}
