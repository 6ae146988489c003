/// The names among `candidates` that `name` may be a misspelling of, best first.
///
/// A candidate is near when it starts with `name` (of at least two scalars), when it differs in case alone, or when at
/// most a third of the longer of the two, and at most three scalars, have to be inserted, removed, replaced or swapped
/// with their neighbour. Equally good candidates keep their order; a candidate equal to `name` or given twice comes
/// once.
/// - Parameters:
///   - name: what was given. Nothing is near a name of no scalars or of more than 128.
///   - candidates: the names there are. Those of more than 128 scalars are passed over.
///   - limit: how many to give at the most.
/// - Returns: at most `limit` names, in the spelling of `candidates`.
package func nearestNames(
    to name: String, among candidates: some Sequence<String>, limit: Int = 3
) -> [String] {
    guard limit > 0, let wanted = SpelledName(name) else { return [] }
    var found: [(name: String, penalty: Int)] = []
    for candidate in candidates {
        guard let spelled = SpelledName(candidate), let penalty = wanted.penalty(of: spelled) else { continue }
        if found.contains(where: { $0.name.utf8.elementsEqual(candidate.utf8) }) { continue }
        // Behind all that are as good or better, so that the order of the candidates is kept.
        let place = found.firstIndex { $0.penalty > penalty } ?? found.endIndex
        found.insert((candidate, penalty), at: place)
        if found.count > limit { found.removeLast() }
    }
    return found.map(\.name)
}
