/// An expression of Swift, and its layout: one line where it fits, as swift-format breaks it elsewhere.
indirect enum SwiftCode {
    /// As it stands: a name, a number, `.key`.
    case name(String)
    /// A literal of this text.
    case text(String)
    case call(String, [Argument])
    case array([SwiftCode])
    case dictionary([(key: String, value: SwiftCode)])
    /// A value, and calls on it: `ListPart(search).screen("…")`.
    case chain(SwiftCode, [SwiftCode])

    struct Argument {
        let label: String?
        let value: SwiftCode

        init(_ label: String? = nil, _ value: SwiftCode) { (self.label, self.value) = (label, value) }

        /// A label with its colon; nothing without one.
        var prefix: String { label.map { "\($0): " } ?? "" }
    }

    /// Columns of a line: swift-format finds one of 120 that ends with a comma too long.
    static let width = 119

    // MARK: - One line

    var inline: String {
        switch self {
        case .name(let name): name
        case .text(let text): Self.literal(text)
        case .call(let name, let arguments):
            "\(name)(\(arguments.map { $0.prefix + $0.value.inline }.joined(separator: ", ")))"
        case .array(let items): "[\(items.map(\.inline).joined(separator: ", "))]"
        case .dictionary(let members):
            members.isEmpty
                ? "[:]" : "[\(members.map { "\(Self.literal($0.key)): \($0.value.inline)" }.joined(separator: ", "))]"
        case .chain(let base, let calls): base.inline + calls.map(\.inline).joined()
        }
    }

    /// A literal; raw where the text has quotes or backslashes, and nothing that needs an escape.
    static func literal(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { !isEscaped($0) }
        let hasMarks = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        if isPlain, hasMarks, !text.has("\"#"), !text.has("\\#") { return "#\"\(text)\"#" }
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            default:
                if isEscaped(scalar) {
                    literal += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    literal.unicodeScalars.append(scalar)
                }
            }
        }
        return literal + "\""
    }

    /// Control characters, and those that turn or hide what stands beside them.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: scalar != "\u{200D}"
        default: false
        }
    }

    /// True for a text or a name alone: several of such stand on a line.
    private var isWord: Bool {
        switch self {
        case .name, .text: true
        case .call, .array, .dictionary, .chain: false
        }
    }

    // MARK: - Several lines

    /// - Parameters:
    ///   - indent: spaces before the line that it begins on.
    ///   - column: characters before it on that line.
    ///   - trailing: characters behind it on its last line.
    func rendered(at indent: Int, after column: Int, before trailing: Int = 0) -> String {
        let line = inline
        if column + Self.length(line) + trailing <= Self.width { return line }
        let inner = Self.spaces(indent + 4)
        switch self {
        case .name: return line
        case .text(let text): return Self.parts(of: text, at: indent + 4, trailing).joined(separator: "\n\(inner)+ ")
        case .call(let name, let arguments):
            guard !arguments.isEmpty else { return line }
            return "\(name)(\n" + Self.filled(arguments, at: indent + 4, before: trailing + 1) + ")"
        case .array(let items):
            let lines = items.map { $0.rendered(at: indent + 4, after: indent + 4, before: 1) }
            return Self.bracketed(
                lines, isShort: items.allSatisfy { $0.isWord }, indent)
        case .dictionary(let members):
            let lines = members.map { member in
                Self.labelled("\(Self.literal(member.key)): ", member.value, at: indent + 4, before: 1)
            }
            return Self.bracketed(lines, isShort: true, indent)
        case .chain(let base, let calls):
            let head = base.rendered(at: indent, after: column, before: 0)
            var lines: [String] = []
            for call in calls {
                let alone = call.rendered(at: indent + 4, after: indent + 4, before: trailing)
                if let last = lines.last, !alone.contains("\n"), !last.contains("\n"),
                    indent + 4 + Self.length(last + alone) + trailing <= Self.width
                {
                    lines[lines.count - 1] += alone
                } else {
                    lines.append(alone)
                }
            }
            return head + lines.map { "\n\(inner)\($0)" }.joined()
        }
    }

    /// Arguments, as many on a line as fit; one of several lines has them for itself.
    private static func filled(_ arguments: [Argument], at indent: Int, before trailing: Int) -> String {
        var lines: [String] = []
        for (index, argument) in arguments.enumerated() {
            let behind = index == arguments.count - 1 ? trailing : 1
            let whole = argument.prefix + argument.value.inline
            if let last = lines.last, !last.contains("\n"), indent + length(last) + 2 + length(whole) + behind <= width
            {
                lines[lines.count - 1] += ", \(whole)"
                continue
            }
            lines.append(labelled(argument.prefix, argument.value, at: indent, before: behind))
        }
        return lines.map { spaces(indent) + $0 }.joined(separator: ",\n")
    }

    /// A value behind its label or key; a text of several lines stands below it.
    private static func labelled(_ label: String, _ value: SwiftCode, at indent: Int, before trailing: Int) -> String {
        let text = value.rendered(at: indent, after: indent + length(label), before: trailing)
        guard case .text = value, text.contains("\n"), !label.isEmpty else { return label + text }
        let below = value.rendered(at: indent, after: indent + 4, before: trailing)
        return "\(label.dropLast())\n\(spaces(indent + 4))\(below)"
    }

    /// Elements of a literal, one a line, or as many as fit.
    private static func bracketed(_ elements: [String], isShort: Bool, _ indent: Int) -> String {
        var lines: [String] = []
        for element in elements {
            if isShort, let last = lines.last, !last.contains("\n"), !element.contains("\n"),
                indent + 4 + length(last) + 2 + length(element) + 1 <= width
            {
                lines[lines.count - 1] += ", \(element)"
            } else {
                lines.append(element)
            }
        }
        let comma = elements.count > 1 ? "," : ""
        return "[\n" + lines.map { spaces(indent + 4) + $0 }.joined(separator: ",\n") + "\(comma)\n\(spaces(indent))]"
    }

    /// A text as literals that fit on a line each, cut behind spaces and commas; elsewhere where neither is near.
    private static func parts(of text: String, at indent: Int, _ trailing: Int) -> [String] {
        let most = width - indent - 3 - trailing
        var parts: [String] = []
        // The part at hand, up to its last space or comma, and what stands behind that.
        var (part, word) = ("", "")
        for scalar in text.unicodeScalars {
            word.unicodeScalars.append(scalar)
            if length(literal(part + word)) > most {
                if part.isEmpty {
                    (part, word) = (String(String.UnicodeScalarView(word.unicodeScalars.dropLast())), String(scalar))
                }
                parts.append(literal(part))
                part = ""
            }
            if scalar == " " || scalar == "," { (part, word) = (part + word, "") }
        }
        return parts + [literal(part + word)]
    }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    static func length(_ text: String) -> Int { text.unicodeScalars.count }
}

extension SwiftCode: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .name(text) }
}
