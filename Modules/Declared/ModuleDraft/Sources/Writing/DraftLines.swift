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

extension DraftLines {
    /// The line of a field: its expression alone where that says all, or a mapping. Its mark is `field NAME`.
    mutating func add(_ field: DraftField) {
        let mark = "field \(field.name)"
        var members = [Member("from", text: field.expression)]
        if let type = field.typeWord { members.append(Member("type", text: type)) }
        if let doc = field.doc { members.append(Member("doc", text: doc)) }
        if !field.isListed { members.append(Member("listed", word: "false")) }
        if field.isFilter { members.append(Member("filter", word: "true")) }
        if members.count == 1 {
            add(field.name, text: field.expression, indent: 6, mark: mark)
        } else {
            add(field.name, members: members, indent: 6, mark: mark)
        }
    }
}
