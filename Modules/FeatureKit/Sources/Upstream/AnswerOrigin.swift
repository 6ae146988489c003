import DesignSystem
import HTTP
package import JSON
import Synchronization

/// Origin of an answer's facts: the least fresh of the upstream's answers that it was made of.
package struct AnswerOrigin: Sendable, Equatable {
    /// Ordered: a later one outweighs an earlier one.
    package enum Source: String, Sendable, CaseIterable {
        case network, sample, cassette, cache
    }

    package let source: Source
    /// Seconds since the server gave or confirmed a kept answer; nil for others.
    package let age: Int64?
    /// Whether the answer is older than its server allows.
    package let isStale: Bool

    init(of source: HTTPSource) {
        switch source {
        case .network: self.init(.network)
        case .sample: self.init(.sample)
        case .cassette: self.init(.cassette)
        case .cache(let age, let isStale): self.init(.cache, age: age, isStale: isStale)
        }
    }

    package init(_ source: Source, age: Int64? = nil, isStale: Bool = false) {
        self.source = source
        self.age = age
        self.isStale = isStale
    }

    /// The member of a result's `_meta` that tells it.
    package static let metaKey: StaticString = "galleria/origin"

    private static let shape = ResultShape<AnswerOrigin>([
        ResultField("source", .oneOf, "Where it came from.") { $0.source },
        ResultField(optional: "age", .whole, "Seconds since its server gave it.") { $0.age.map { Int($0) } },
        ResultField(optional: "stale", .flag, "Older than allowed.") { $0.source == .cache ? $0.isStale : nil },
    ])

    /// Writes one JSON object.
    package func write(into writer: inout JSONWriter) {
        // Samples say nothing further: the same text each time.
        source == .sample ? writer.raw(Self.sampleText) : Self.shape.write(self, into: &writer)
    }

    private static let sampleText: [UInt8] = {
        var writer = JSONWriter()
        shape.write(AnswerOrigin(.sample), into: &writer)
        return writer.bytes
    }()

    /// Whether people should be told: what they see is not as new as it could be.
    package var isWorthSaying: Bool { source == .cache && (isStale || age ?? 0 > 0) }

    /// For people: `Kept answer, 5 min old.`
    package var sentence: String {
        let age = age ?? 0
        let text =
            switch age {
            case ..<60: "\(age) s"
            case ..<3_600: "\(age / 60) min"
            case ..<172_800: "\(age / 3_600) h"
            default: "\(age / 86_400) days"
            }
        return isStale ? "Kept answer, \(text) old; its server could not be asked." : "Kept answer, \(text) old."
    }

    /// The less fresh of two.
    private func merged(with other: AnswerOrigin) -> AnswerOrigin {
        let order = Source.allCases
        func rank(_ origin: AnswerOrigin) -> (Int, Int, Int64) {
            (order.firstIndex(of: origin.source) ?? 0, origin.isStale ? 1 : 0, origin.age ?? 0)
        }
        return rank(self) < rank(other) ? other : self
    }

    /// Collects the origins of what is asked while one operation runs, and how much it is.
    final class Recorder: Sendable {
        /// Bytes of upstreams' answers from which on an operation asks for no further page: 20 pages of 8 MiB would be held
        /// together until the answer is written.
        private static let most = 16 << 20

        /// Whether the operation that this task runs has as much.
        static var isFull: Bool { current.map { $0.bytes >= most } ?? false }

        private let recording = Mutex<(origin: AnswerOrigin?, bytes: Int)>((nil, 0))

        /// The recorder of the operation that this task runs; nil outside of one.
        @TaskLocal static var current: Recorder?

        /// - Parameter bytes: of the upstream's answer.
        func record(_ source: HTTPSource, bytes: Int) { record(AnswerOrigin(of: source), bytes: bytes) }

        /// - Parameter bytes: of the upstream's answer.
        func record(_ new: AnswerOrigin, bytes: Int) {
            recording.withLock { recording in
                recording.origin = recording.origin?.merged(with: new) ?? new
                recording.bytes = recording.bytes.addingReportingOverflow(bytes).partialValue
            }
        }

        /// Nil when no upstream was asked.
        var recorded: AnswerOrigin? { recording.withLock { $0.origin } }

        /// Bytes of all upstreams' answers.
        var bytes: Int { recording.withLock { $0.bytes } }
    }
}

extension Document {
    /// The document with a last line about its origin, where that is worth saying.
    func telling(_ origin: AnswerOrigin?) -> Document {
        guard let origin, origin.isWorthSaying else { return self }
        return Document(blocks + [.paragraph(Inline(origin.sentence, .muted))])
    }
}

extension FeatureCall {
    /// Asks for what the answer is not made of, such as the way to a server: where that comes from is not told with the answer.
    package func beside<Value: Sendable>(
        _ work: @Sendable () async throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        try await AnswerOrigin.Recorder.$current.withValue(nil) { () async -> Result<Value, Fault> in
            do throws(Fault) { return .success(try await work()) } catch { return .failure(error) }
        }.get()
    }
}
