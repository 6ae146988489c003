import FeatureKit
import JSON

/// What the user says to an invitation.
enum InvitationAnswer: String, Sendable, CaseIterable {
    case accept, decline
}

/// The user's answers, laid over what the upstream says until the user takes them back.
///
/// The upstream is read-only, so an answer lives here alone.
struct InvitationAnswers: Sendable, Equatable {
    /// One answer: the last one to this person.
    struct Entry: Sendable, Equatable {
        let fid: String
        let answer: InvitationAnswer
    }

    /// In the order given.
    private(set) var entries: [Entry] = []

    /// Answers kept at most; beyond that the oldest go.
    static let capacity = 1_000

    init() {}

    /// Takes an answer. A later one to the same person replaces it.
    mutating func record(_ answer: InvitationAnswer, to fid: String) {
        entries.removeAll { $0.fid.utf8.elementsEqual(fid.utf8) }
        entries.append(Entry(fid: fid, answer: answer))
        entries.removeFirst(max(0, entries.count - Self.capacity))
    }

    /// The answer to a person; nil when there is none.
    func answer(to fid: String) -> InvitationAnswer? {
        entries.first { $0.fid.utf8.elementsEqual(fid.utf8) }?.answer
    }

    /// `rows` as the user sees them: an accepted invitation is a friend, a declined one is gone. A row that is no
    /// invitation is left alone, so an answer never hides a friend.
    func applied(to rows: [Friend]) -> [Friend] {
        if entries.isEmpty { return rows }
        let answers = Dictionary(entries.map { (ExactName($0.fid), $0.answer) }, uniquingKeysWith: { _, last in last })
        return rows.compactMap { row in
            guard row.status == .invited, let answer = answers[ExactName(row.fid)] else { return row }
            return answer == .accept ? row.accepted : nil
        }
    }

    // MARK: Stored form

    func encoded() -> [UInt8] {
        var writer = JSONWriter(reserving: 64 * (entries.count + 1))
        Self.shape.write(self, into: &writer)
        return writer.bytes
    }

    /// - Returns: nil when `bytes` are not answers. Entries that can't be read are left out.
    init?(_ bytes: [UInt8]) {
        guard let rows = try? JSONDocument(parsing: bytes).root["answers"], rows.kind == .array else { return nil }
        entries = rows.elements.compactMap { Entry($0) }
        entries.removeFirst(max(0, entries.count - Self.capacity))
    }

    private static let shape = ResultShape<InvitationAnswers>([
        ResultField("answers", .list(of: .object(Entry.shape)), "The answers.") { $0.entries }
    ])
}

extension InvitationAnswers.Entry {
    fileprivate init?(_ node: JSONNode) {
        guard let fid = node["fid"]?.string, isFID(fid),
            let answer = node["answer"]?.string.flatMap(InvitationAnswer.init(rawValue:))
        else { return nil }
        self.init(fid: fid, answer: answer)
    }

    fileprivate static let shape = ResultShape<Self>([
        ResultField("fid", .text, "The person.") { $0.fid },
        ResultField("answer", .oneOf, "What was said.") { $0.answer },
    ])
}

extension Friend {
    /// The same person once the invitation is accepted.
    var accepted: Friend {
        var friend = self
        friend.status = .friend
        return friend
    }
}
