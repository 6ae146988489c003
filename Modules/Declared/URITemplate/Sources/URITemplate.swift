import Values

/// A template of RFC 6570, levels 1 to 3, compiled. Its variables are named by their place among `variables`.
package struct URITemplate: Sendable {
    /// Texts that a template is for.
    package enum Use: Sendable {
        /// Any URI, as the RFC has it.
        case uri
        /// A path and query below an endpoint. Names are expressions; a value adds no segment, no parameter, and climbs nowhere.
        case address
        /// Any text: names are expressions, values stand as they are.
        case text
    }

    /// The template as it was given.
    package let text: String
    package let use: Use
    /// In their order; one that comes twice is there twice.
    package let variables: [TemplateVariable]
    let parts: [TemplatePart]

    /// UTF-8 of a template.
    package static let longest = 1024
    /// UTF-8 of what it becomes: the longest URL that is asked for.
    package static let longestExpansion = 8192

    /// - Parameter text: at most ``longest`` bytes of UTF-8.
    /// - Throws: the first mistake, with its place in the text.
    package init(parsing text: String, for use: Use) throws(TemplateFault) {
        var parser = TemplateParser(text, use)
        try parser.parse()
        self.text = text
        self.use = use
        variables = parser.variables
        parts = parser.parts
        if use == .address { try expectPath() }
    }

    /// The place of the variable that is the whole template: its value need not become text.
    package var soleVariable: Int? {
        guard parts.count == 1, case .expression(let form, let places) = parts[0], form == .simple, places.count == 1
        else { return nil }
        return places[0]
    }

    /// Fills the variables in.
    /// - Parameter values: one for each variable, in their order; nil is undefined.
    /// - Throws: in an address, a value that would leave its segment empty or climb; a text that gets too long.
    package func expanded(_ values: [TemplateValue?]) throws(TemplateFault) -> String {
        var expansion = Expansion(use: use)
        for part in parts {
            switch part {
            case .literal(let text): expansion.append(text)
            case .expression(let form, let places):
                for place in places where place < values.count {
                    if let value = values[place] { expansion.append(value, of: variables[place], place, form) }
                }
                expansion.end(places)
            }
            guard expansion.text.utf8.count <= Self.longestExpansion else {
                throw TemplateFault(.expansionTooLong(limit: Self.longestExpansion), at: 0..<text.utf8.count)
            }
        }
        if use == .address { try expectSegments(of: expansion) }
        return expansion.text
    }
}

/// A variable of a template: a name, or an expression of JMESPath.
package struct TemplateVariable: Sendable, Hashable {
    package let name: String
    /// UTF-8 bytes of the template.
    package let range: Range<Int>
    /// The name of its parameter, for the operators that write one.
    let label: String
}

/// A value of a variable. An empty list is undefined.
package enum TemplateValue: Sendable, Hashable {
    case text(String)
    /// Written with commas between.
    case list([String])
}

/// A piece of a template.
enum TemplatePart: Sendable {
    /// Percent-encoded, where the template is an address.
    case literal(String)
    case expression(TemplateOperator, [Int])
}

/// The operators of RFC 6570 (section 3.2, appendix A).
enum TemplateOperator: UInt8 {
    case simple = 0
    case reserved = 0x2B  // +
    case fragment = 0x23  // #
    case label = 0x2E  // .
    case path = 0x2F  // /
    case parameter = 0x3B  // ;
    case query = 0x3F  // ?
    case continuation = 0x26  // &

    var first: String {
        switch self {
        case .simple, .reserved: ""
        default: String(Unicode.Scalar(rawValue))
        }
    }

    var separator: String {
        switch self {
        case .simple, .reserved, .fragment: ","
        case .query: "&"
        default: first
        }
    }

    /// Whether the variable's name stands before its value.
    var isNamed: Bool { self == .parameter || self == .query || self == .continuation }

    /// Whether reserved characters of a value stay: then it may add segments and parameters.
    var keepsReserved: Bool { self == .reserved || self == .fragment }
}
