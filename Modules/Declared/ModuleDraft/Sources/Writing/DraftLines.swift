import Settings

/// Lines of a YAML file, and where what is asked for later stands.
struct DraftLines {
    /// Columns of a line; a mapping that is wider is written on several.
    static let width = 140

    private(set) var lines: [String] = []
    private var marks: [String: Int] = [:]

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Number of the marked line, from 1.
    func line(of mark: String) -> Int? { marks[mark] }

    mutating func add(_ line: String, indent: Int = 0, mark: String? = nil) {
        lines.append(String(repeating: " ", count: indent) + line)
        if let mark { marks[mark] = lines.count }
    }

    /// `key: text`
    mutating func add(_ key: String, text: String, indent: Int = 0, mark: String? = nil) {
        add("\(key): \(YAMLWriter.prose(text, isInFlow: false))", indent: indent, mark: mark)
    }

    /// `key: { a: 1, b: 2 }`, or a line each where that is too wide.
    mutating func add(_ key: String, members: [Member], indent: Int = 0, mark: String? = nil) {
        let flow = "\(key): { \(members.map(\.flow).joined(separator: ", ")) }"
        guard flow.unicodeScalars.count + indent > Self.width else { return add(flow, indent: indent, mark: mark) }
        add("\(key):", indent: indent, mark: mark)
        for member in members { add("\(member.key): \(member.block)", indent: indent + 2) }
    }

    /// One key and its value in both forms.
    struct Member {
        let key: String
        let block: String
        let inFlow: String

        var flow: String { "\(key): \(inFlow)" }

        init(_ key: String, text: String) {
            self.key = YAMLWriter.prose(key, isInFlow: true)
            block = YAMLWriter.prose(text, isInFlow: false)
            inFlow = YAMLWriter.prose(text, isInFlow: true)
        }

        /// - Parameter word: YAML as it is: a number, a flag, a mapping.
        init(_ key: String, word: String) {
            self.key = YAMLWriter.prose(key, isInFlow: true)
            (block, inFlow) = (word, word)
        }
    }
}
