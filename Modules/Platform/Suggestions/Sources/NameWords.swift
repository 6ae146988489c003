/// The words of a name, in lower case: `maxPrice`, `max_price` and `Max price` are two each, `book_shelf_search` three.
///
/// - Returns: each as it is, without a plural's ending: `books` and `book` are one word.
package func nameWords(_ name: String) -> [String] {
    guard name.utf8.count <= 4 * SpelledName.longest else { return [] }
    var words: [String] = []
    var word = ""
    var isAfterLower = false
    for scalar in name.unicodeScalars {
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        let isUpper = scalar.properties.isUppercase
        if !isLetter || (isUpper && isAfterLower), !word.isEmpty {
            words.append(word)
            word = ""
        }
        if isLetter { word += String(scalar).lowercased() }
        isAfterLower = isLetter && !isUpper
    }
    if !word.isEmpty { words.append(word) }
    return words.map(singular)
}

/// A word without an English plural's ending; a short one as it is.
package func singular(_ word: String) -> String {
    if word.utf8.count > 4, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    if word.utf8.count > 4, ["sses", "shes", "ches", "xes"].contains(where: word.hasSuffix) {
        return String(word.dropLast(2))
    }
    return word.utf8.count > 2 && word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
}

/// The candidates that have the most words of a name, and at least half of them, best first.
/// - Parameters:
///   - name: what was given.
///   - candidates: each with the words by which it is known besides its own.
package func namesWithWords(
    of name: String, among candidates: some Sequence<(name: String, about: String)>, limit: Int = 3
) -> [String] {
    let wanted = Set(nameWords(name))
    var found: [(name: String, count: Int)] = []
    for candidate in candidates {
        let known = Set(nameWords(candidate.name) + nameWords(candidate.about))
        let count = wanted.intersection(known).count
        guard count > 0, 2 * count >= wanted.count else { continue }
        let place = found.firstIndex { $0.count < count } ?? found.endIndex
        found.insert((candidate.name, count), at: place)
    }
    return found.prefix(max(0, limit)).map(\.name)
}
