import Foundation

/// The goals of `Tools/bench`, what was measured beside them, and the pages that say so.
struct Figures {
    struct Section: Decodable {
        let id: String
        let rows: [Goal]
    }

    struct Goal: Decodable {
        let id: String
        let part: String
        let what: String
        let beside: String
        let bound: String
        let target: Double?
    }

    /// Results of a part: a value a round, null where other work disturbed it.
    struct Part: Decodable {
        let part: String
        let values: [String: [Double?]]
    }

    let sections: [Section]
    let parts: [String: Part]

    init(tree: SourceTree) throws {
        let decoder = JSONDecoder()
        let folder = "Tools/bench"
        sections = try decoder.decode([Section].self, from: Data(try tree.text(of: "\(folder)/goals.json").utf8))
        let kept = tree.names(in: "\(folder)/results").filter { $0.hasSuffix(".json") }.compactMap { name in
            // Other reports have no rows: those of the soak, of kills and the like.
            try? decoder.decode(Part.self, from: Data(try tree.text(of: "\(folder)/results/\(name)").utf8))
        }
        parts = Dictionary(kept.map { ($0.part, $0) }, uniquingKeysWith: { $1 })
    }

    func goal(_ id: String) -> Goal? {
        sections.lazy.flatMap(\.rows).first { $0.id == id }
    }

    /// Whether the goal is reached; nil where it is not judged, was not measured, or was disturbed.
    func isReached(_ goal: Goal) -> Bool? {
        let values = (parts[goal.part]?.values[goal.id] ?? []).compactMap { $0 }.sorted()
        guard let target = goal.target, !values.isEmpty else { return nil }
        let middle = values.count / 2
        let median = values.count.isMultiple(of: 2) ? (values[middle - 1] + values[middle]) / 2 : values[middle]
        return goal.bound == "≥" ? median >= target : median <= target
    }

    /// The sentence that both pages begin or end with: goals alone, no budgets.
    var count: String {
        let verdicts = sections.filter { ["goals", "before"].contains($0.id) }.flatMap(\.rows).map(isReached)
        let reached = verdicts.count { $0 == true }
        let missed = verdicts.count { $0 == false }
        return "\(reached) goals reached, \(missed) missed, \(verdicts.count - reached - missed) not measured"
    }
}
