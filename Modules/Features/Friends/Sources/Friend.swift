import DesignSystem
import FeatureKit
import Storage
import Values

/// One person, as a list of the upstream has them. Two rows are the same person when their fid is, byte for byte.
enum Friend {
    static let fid = Field.text("fid", "The person's key.", .key).accepting { $0.unicodeScalars.count <= longestKey }
    static let name = Field.text("name", "The person's name; two may share one.", .title, .search)
    /// The upstream's number. Any but ours has no true word, and such a row is left out.
    static let number = Field.number("number", "The upstream's number of the status.", nil, .hidden, from: "status")
    /// The place of that number among the states.
    static let rank = Field.whole("rank", "The upstream's status.", nil, .hidden).computed { row in
        row[number].flatMap { number in Status.allCases.indices.first { DecimalAmount($0) == number } }
    }
    static let status = Field.word(
        "status", "friend; inviting: asked by the user, no answer yet. Who asks the user is in invitations.",
        Status.allCases.map(\.rawValue), .filter, filter: [Status.friend.rawValue, Status.inviting.rawValue]
    ).stored { row, overlays in Status.shown(of: row, overlays.state)?.rawValue }
    static let starred = Field.flag(
        "starred", "Whether a favourite, friend or inviting.", .badge("★"), .filter, from: "isTop")
    static let updatedOn = Field.date("updatedOn", "The day of the last change.", from: "updateDate")

    static let fields: [any RowField] = [fid, name, number, rank, status, starred, updatedOn]

    /// Unicode scalars of a fid.
    static let longestKey = 64

    /// Each readable fid once, where it first appeared, with the whole record of its newest day. Of records with equal days the later
    /// one stays; a record without a day gives way to any with one.
    static func merged(_ rows: [Row]) -> [Row] {
        var places: [ExactName: Int] = [:]
        var merged: [Row] = []
        for row in rows where Status(row) != nil {
            if let place = places[ExactName(row.key)] {
                if day(merged[place]) <= day(row) { merged[place] = row }
            } else {
                places[ExactName(row.key)] = merged.count
                merged.append(row)
            }
        }
        return merged
    }

    /// Starred first, then the newest day, then as they stood; rows without a day come last of their kind.
    static func inOrder(_ rows: [Row]) -> [Row] {
        // Numbers that hold all of it: to sort rows with their values took six times the instructions.
        let keys = rows.indices.map { place in
            ((rows[place][starred] ? 0 : 1) << 27 | 99_999_999 - day(rows[place])) << 24 | place
        }
        return keys.sorted().map { rows[$0 & 0xFF_FFFF] }
    }

    /// The day as a number that compares; 0 without one.
    private static func day(_ row: Row) -> Int {
        row[updatedOn].map { ($0.year * 100 + $0.month) * 100 + $0.day } ?? 0
    }
}

/// State of a friendship, by the upstream's numbers 0, 1 and 2.
enum Status: String, CaseIterable {
    /// They invited the user, who has not answered.
    case invited
    case friend
    /// The user invited them, and they have not answered.
    case inviting

    /// The upstream's state of a row; nil for a number that means nothing here.
    init?(_ row: Row) {
        guard let rank = row[Friend.rank] else { return nil }
        self = Self.allCases[rank]
    }

    /// The same with the user's answer over it; nil for an invitation that was declined. Unreadable answers count as not given:
    /// the list's notice says so.
    static func shown(of row: Row, _ state: any StateStore) -> Status? {
        guard let status = Status(row) else { return nil }
        do throws(StorageFailure) {
            guard status == .invited, let answer = try Answer.given(to: row.key, state) else { return status }
            return answer == .accept ? .friend : nil
        } catch {
            return status
        }
    }
}

/// The user's answer to an invitation. The upstream is read-only, so an answer lives in the state alone, under the fid.
enum Answer: String, CaseIterable, Sendable {
    case accept, decline

    static let namespace = StateNamespace("friends")

    func change(of fid: String) -> StateChange { .set(Self.key(fid), Array(rawValue.utf8)) }

    /// Takes the answer to a person back.
    static func forgetting(_ fid: String) -> StateChange { .remove(key(fid)) }

    /// The answer to a person as it is known at this moment; nil for none.
    static func given(to fid: String, _ state: any StateStore) throws(StorageFailure) -> Answer? {
        try state.knownValue(for: key(fid)).flatMap { Answer(rawValue: String(decoding: $0, as: UTF8.self)) }
    }

    private static func key(_ fid: String) -> StateKey { StateKey(namespace: namespace, key: fid) }
}
