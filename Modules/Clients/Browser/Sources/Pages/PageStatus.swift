import FeatureKit
import JSON

/// Status line of a page.
extension Page {
    /// True once the first request has an answer.
    var isLoaded: Bool {
        guard let status else { return true }
        return status.running == .none && status.ended != .none
    }

    /// Current note: the last message to the user, else the loading state.
    var standing: Note? {
        if let note { return note }
        guard screen != nil || document != nil else { return Note(text: "closed; r opens it again", isFailure: true) }
        guard let status else { return nil }
        switch status.running {
        case .header: return Note(text: "loading …")
        case .footer: return Note(text: [inForce, "loading more …"].compactMap { $0 }.joined(separator: ", "))
        case .none: break
        }
        guard status.ended == .error else { return inForce.map { Note(text: $0) } }
        let why = status.message ?? "it could not be loaded"
        return Note(text: "r tries again: \(why)", isFailure: true)
    }

    /// The conditions and the order in force, in one line; nil without any.
    var inForce: String? {
        var parts: [String] = []
        if let find = state["find"]?.string { parts.append("find “\(find)”") }
        for member in state["filter"]?.members ?? [] { parts.append("\(spaced(member.key)) \(member.value.shown)") }
        if let sort = state["sort"]?.string {
            parts.append("by \(spaced(String(sort.drop { $0 == "-" }))) \(sort.utf8.first == 45 ? "↓" : "↑")")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ") + " (Esc takes it back)"
    }

    /// The condition that Esc takes back next.
    var lastAsked: String? {
        let present = ["sort", "filter", "find"].filter { state[$0] != nil }
        return asked.last { present.contains($0) } ?? present.last
    }

    /// Which of its rows are in sight: `showing 1–20 of 28`; of its lines where it has no rows and is longer than the window.
    func place(height: Int) -> String {
        let extent = extent(height: height)
        let sight = position.top..<position.top + extent.height
        guard !rows.isEmpty else {
            guard lineCount > extent.height else { return "" }
            return "lines \(sight.lowerBound + 1)–\(min(sight.upperBound, lineCount)) of \(lineCount)"
        }
        let seen = extent.rows.indices.filter { extent.rows[$0].overlaps(sight) }
        guard let first = seen.first, let last = seen.last else { return "\(rowCount) rows" }
        let (start, end) = (rowsAbove + first + 1, rowsAbove + last + 1)
        let range = start == end ? "\(start)" : "\(start)–\(end)"
        return "showing \(range) of \(total)"
    }

    /// The rows there are in all; with a plus where nobody knows yet.
    private var total: String {
        let hasMore = state["nextCursor"] != nil
        // Some screens tell a total of what is loaded.
        let told = state["of"] ?? state["total"]
        if let total = told?.integer, hasMore ? total > rowCount : total >= rowCount { return String(total) }
        return hasMore ? "\(rowCount)+" : String(rowCount)
    }
}
