import DesignSystem
import JSON
import Transcripts

/// Result of a replay, for people and for programs.
struct ReplayReport {
    let outcome: ReplayOutcome
    let plan: ReplayPlan
    /// Damage of the recording behind the replayed part.
    let damage: TranscriptFault?
    /// The settings that differ when it was recorded.
    let settings: [ValueDifference]

    /// The most of a value that people are shown, in columns.
    private static let shown = 120
    /// Shown characters of two long texts before their first difference.
    private static let context = 24
    /// The most differences that people are shown.
    private static let listed = 200

    // MARK: For people

    var document: Document {
        var blocks = groups(of: Self.listed).flatMap { self.blocks(of: $0) }
        let more = outcome.differences.count - Self.listed
        if more > 0 {
            blocks.append(.paragraph(Inline("\(Self.count(more, "more difference")): --json has them all.")))
        }
        if !outcome.isSame, !settings.isEmpty {
            blocks += [
                .heading(level: 2, "settings that differ"),
                .table(Self.table("setting", settings)),
            ]
        }
        for omission in plan.omissions {
            blocks.append(.paragraph(Inline("Line \(omission.line) can't be played: \(omission.reason)", .warning)))
        }
        if let damage { blocks.append(.paragraph(Inline("Played in part: \(damage.sentence)", .warning))) }
        if let mishap = outcome.mishap { blocks.append(.paragraph(Inline("It was cut short: \(mishap).", .failure))) }
        blocks.append(.paragraph(Inline(sum, outcome.isSame ? .success : .failure)))
        return Document(blocks)
    }

    private var sum: String {
        let extent = "\(Self.count(outcome.answers, "answer")) to \(Self.count(outcome.messages, "message"))"
        if outcome.isSame { return "The same: \(extent)." }
        return "\(Self.count(outcome.differences.count, "difference")) in \(extent)."
    }

    private static func count(_ number: Int, _ what: String) -> String { "\(number) \(what)\(number == 1 ? "" : "s")" }

    /// The differences of one message after those of the other, as recorded; what was not recorded comes last.
    /// - Parameter limit: the most differences in all of them.
    private func groups(of limit: Int) -> [[ReplayOutcome.Difference]] {
        let sorted = outcome.differences.enumerated().sorted { one, other in
            let (left, right) = (one.element.line ?? .max, other.element.line ?? .max)
            return left == right ? one.offset < other.offset : left < right
        }
        var groups: [[ReplayOutcome.Difference]] = []
        for (_, difference) in sorted.prefix(limit) {
            if let last = groups.last?.last, last.line == difference.line, last.id == difference.id,
                last.kind == difference.kind, last.method == difference.method
            {
                groups[groups.count - 1].append(difference)
            } else {
                groups.append([difference])
            }
        }
        return groups
    }

    private func blocks(of group: [ReplayOutcome.Difference]) -> [Block] {
        guard let first = group.first else { return [] }
        let place = [
            first.line.map { "line \($0)" }, first.method.isEmpty ? nil : first.method,
            first.id.map { "id \(Self.text($0))" },
        ]
        let heading = Block.heading(level: 2, Inline(place.compactMap { $0 }.joined(separator: ", ")))
        switch first.kind {
        case .value: return [heading, .table(Self.table("place", group.compactMap(\.value)))]
        case .missingAnswer: return [heading, .paragraph(Inline("No answer came.", .failure))]
        case .missingNotification: return [heading, .paragraph(Inline("The notification did not come.", .failure))]
        case .unexpectedNotification: return [heading, .paragraph("The recording has no such notification.")]
        case .unexpectedAnswer:
            let answer = first.value?.new.map(Self.text) ?? ""
            return [heading, .paragraph(Inline("The recording has no such answer: \(answer)"))]
        }
    }

    private static func table(_ first: String, _ differences: [ValueDifference]) -> Table {
        Table(
            columns: [
                Column(first, priority: 0, minimumWidth: 12), Column("recorded", priority: 0, minimumWidth: 8),
                Column("now", priority: 0, minimumWidth: 8),
            ],
            rows: differences.map { difference in
                let (old, new) = shortened(difference.old, difference.new)
                return [
                    Inline(difference.path.isEmpty ? "all of it" : difference.path, .code),
                    old.map { Inline(text($0)) } ?? Inline("nothing", .muted),
                    new.map { Inline(text($0)) } ?? Inline("nothing", .muted),
                ]
            })
    }

    /// Two long texts from shortly before the place where they part.
    private static func shortened(_ old: JSONValue?, _ new: JSONValue?) -> (JSONValue?, JSONValue?) {
        guard case (.string(let one)?, .string(let other)?) = (old, new), max(one.count, other.count) > shown else {
            return (old, new)
        }
        let skipped = zip(one, other).prefix { $0 == $1 }.count - context
        guard skipped > 0 else { return (old, new) }
        return (.string("…\(one.dropFirst(skipped))"), .string("…\(other.dropFirst(skipped))"))
    }

    private static func text(_ value: JSONValue) -> String {
        truncated(String(decoding: value.serialized(), as: UTF8.self), toWidth: shown)
    }

    // MARK: For programs

    var json: JSONValue {
        .object(given: [
            "same": .bool(outcome.isSame), "messages": .integer(outcome.messages), "answers": .integer(outcome.answers),
            "differences": .array(groups(of: .max).joined().map(\.json)),
            "settings": .array(settings.map { .object([JSONMember("key", .string($0.path))] + $0.values) }),
            "notPlayed": .array(plan.omissions.map { ["line": .integer($0.line), "reason": .string($0.reason)] }),
            "damage": (damage?.sentence).map { .string($0) }, "mishap": outcome.mishap.map { .string($0) },
        ])
    }
}

extension ReplayOutcome.Difference {
    fileprivate var json: JSONValue {
        .object(
            (JSONValue.object(given: [
                "kind": .string(kind.rawValue), "line": line.map { .integer($0) }, "id": id, "method": .string(method),
            ]).members ?? []) + (value.map { [JSONMember("path", .string($0.path))] + $0.values } ?? []))
    }
}

extension ValueDifference {
    /// `old` and `new`, as far as there are any.
    fileprivate var values: [JSONMember] {
        [old.map { JSONMember("old", $0) }, new.map { JSONMember("new", $0) }].compactMap { $0 }
    }
}
