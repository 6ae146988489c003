/// A conversation with the server as a text file, one entry a line:
///
///     # a comment; kept, like blank lines
///     $ serve --set limits.depth=8     the arguments of galleria, split at spaces; `serve` if there is no such line
///     > {"jsonrpc":"2.0","id":1,"method":"ping"}          a line sent
///     < {"jsonrpc":"2.0","id":1,"result":{}}              the next line answered, to the byte
///     <~ {"id":1}                                         the next line answered has these members with these values
///     ! exit 0                                            after the end of input: nothing more, and this exit status
///
/// In a `<` line `{version}` stands for any version number. Without a `!` line, `! exit 0` is meant.
struct Transcript {
    enum Entry: Equatable {
        case note(String)
        case arguments([String])
        case send(String)
        case expect(String)
        case expectSubset(String)
        case exit(Int32)
    }

    struct Line: Equatable {
        /// Counted from 1.
        let number: Int
        let entry: Entry
    }

    struct SyntaxFault: Error, CustomStringConvertible {
        let line: Int
        let text: String

        var description: String { "line \(line) is none of # $ > < <~ !: \(text)" }
    }

    let lines: [Line]

    init(_ text: String) throws(SyntaxFault) {
        var lines: [Line] = []
        var rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        if rows.last?.isEmpty == true { rows.removeLast() }
        for (index, row) in rows.enumerated() {
            guard let entry = Entry(String(row)) else { throw SyntaxFault(line: index + 1, text: String(row)) }
            lines.append(Line(number: index + 1, entry: entry))
        }
        self.lines = lines
    }

    var arguments: [String] {
        for line in lines {
            if case .arguments(let words) = line.entry { return words }
        }
        return ["serve"]
    }

    /// The entries after the arguments, which end with an exit.
    var steps: [Line] {
        let steps = lines.filter {
            if case .arguments = $0.entry { false } else { true }
        }
        if case .exit = steps.last?.entry { return steps }
        return steps + [Line(number: (lines.last?.number ?? 0) + 1, entry: .exit(0))]
    }
}

extension Transcript.Entry {
    init?(_ row: String) {
        func after(_ mark: String) -> String? { row.hasPrefix(mark) ? String(row.dropFirst(mark.count)) : nil }
        if row.isEmpty || row.hasPrefix("#") {
            self = .note(row)
        } else if let words = after("$ ") {
            self = .arguments(words.split(separator: " ").map(String.init))
        } else if let line = after("> ") {
            self = .send(line)
        } else if let line = after("< ") {
            self = .expect(line)
        } else if let line = after("<~ ") {
            self = .expectSubset(line)
        } else if let status = after("! exit ").flatMap({ Int32($0) }) {
            self = .exit(status)
        } else {
            return nil
        }
    }

    /// The entry as a row of a file.
    var row: String {
        switch self {
        case .note(let text): text
        case .arguments(let words): "$ " + words.joined(separator: " ")
        case .send(let line): "> " + line
        case .expect(let line): "< " + line
        case .expectSubset(let line): "<~ " + line
        case .exit(let status): "! exit \(status)"
        }
    }

    /// Difference of an answered line from this expectation: rows of a diff, or nil.
    func difference(from answer: String?) -> String? {
        let actual = answer.map { "+ " + $0 } ?? "+ (end of output)"
        switch self {
        case .expect(let line):
            return answer.map { Self.matches(line, $0) } == true ? nil : "- \(line)\n\(actual)"
        case .expectSubset(let line):
            guard let expected = WireValue(line) else { return "- \(line)\n  (this expectation is not JSON)" }
            guard let answer, let value = WireValue(answer) else { return "- \(line)\n\(actual)" }
            return expected.difference(from: value).map { "- \(line)\n\(actual)\n  (they differ at \($0))" }
        default:
            return nil
        }
    }

    /// Compares scalar by scalar; `{version}` takes the place of any version number.
    private static func matches(_ expected: String, _ answer: String) -> Bool {
        var rest = answer.unicodeScalars[...]
        let parts = expected.split(separator: "{version}", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 {
                let version = rest.prefix {
                    $0.isASCII && ($0.properties.isAlphabetic || "0123456789.+-".unicodeScalars.contains($0))
                }
                if version.isEmpty { return false }
                rest = rest.dropFirst(version.count)
            }
            guard rest.starts(with: part.unicodeScalars) else { return false }
            rest = rest.dropFirst(part.unicodeScalars.count)
        }
        return rest.isEmpty
    }
}
