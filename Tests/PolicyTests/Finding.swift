import Testing

/// One place where the tree breaks a rule of the house, said in a sentence.
struct Finding: Equatable, CustomStringConvertible {
    /// The file, relative to the repository's root.
    let path: String
    /// Counted from 1; nil when the whole file or folder is meant.
    let line: Int?
    let sentence: String

    init(_ path: String, line: Int? = nil, _ sentence: String) {
        self.path = path
        self.line = line
        self.sentence = sentence
    }

    var description: String {
        guard let line else { return "\(path): \(sentence)" }
        return "\(path):\(line): \(sentence)"
    }
}

/// Fails the test with one line for each finding.
func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
    if findings.isEmpty { return }
    let list = findings.map(\.description).joined(separator: "\n")
    Issue.record("\(findings.count) findings:\n\(list)", sourceLocation: sourceLocation)
}
