/// A name as scalars, as it is and without regard to case.
struct SpelledName {
    /// The longest name that is compared, in scalars: the cost of a comparison grows with the square.
    static let longest = 128

    let scalars: [Unicode.Scalar]
    let folded: [Unicode.Scalar]

    /// Nil for a name of no scalars or too many.
    init?(_ name: String) {
        // One byte at least for each scalar: long names are left without being walked.
        guard !name.isEmpty, name.utf8.count <= 4 * Self.longest else { return nil }
        scalars = Array(name.unicodeScalars)
        folded = Array(name.lowercased().unicodeScalars)
        guard scalars.count <= Self.longest, folded.count <= 2 * Self.longest else { return nil }
    }

    /// Distance of `candidate` from this name, less being nearer; nil when it is not near at all.
    ///
    /// From near to far: the same, the same but for case, one that starts with this name, then the edits. Edits in case
    /// alone weigh less than others.
    func penalty(of candidate: SpelledName) -> Int? {
        if candidate.scalars == scalars { return 0 }
        if candidate.folded == folded { return 1 }
        if folded.count >= 2, candidate.folded.starts(with: folded) { return 2 }
        let allowed = min(3, max(folded.count, candidate.folded.count) / 3)
        let edits = EditDistance.between(folded, candidate.folded, atMost: allowed)
        guard let edits else { return nil }
        // The same number of edits with the same case is a little nearer.
        let caseKept = EditDistance.between(scalars, candidate.scalars, atMost: allowed) == edits
        return 2 * edits + (caseKept ? 1 : 2)
    }
}
