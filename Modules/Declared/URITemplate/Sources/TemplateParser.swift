import Values

/// Cuts a template into literals and expressions.
struct TemplateParser {
    private let bytes: [UInt8]
    private let use: URITemplate.Use
    private var position = 0
    private(set) var parts: [TemplatePart] = []
    private(set) var variables: [TemplateVariable] = []
    /// Whether the address has its `?`.
    private var hasQuery = false

    init(_ text: String, _ use: URITemplate.Use) {
        bytes = Array(text.utf8)
        self.use = use
    }

    mutating func parse() throws(TemplateFault) {
        guard bytes.count <= URITemplate.longest else {
            throw TemplateFault(.tooLong(limit: URITemplate.longest), at: URITemplate.longest..<bytes.count)
        }
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "{") { try expression() } else { try literal() }
        }
    }

    // MARK: - Literals

    private mutating func literal() throws(TemplateFault) {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "{") {
            if bytes[position] == UInt8(ascii: "}") { throw TemplateFault(.strayBrace, at: position..<position + 1) }
            if use != .text { try expectURI() }
            position += 1
        }
        let literal = bytes[start..<position]
        guard use != .text else { return parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
        // A percent-encoded byte stays encoded.
        let text = PercentEncoding.encoded(literal) { byte in
            PercentEncoding.isUnreserved(byte) || PercentEncoding.isReserved(byte) || byte == UInt8(ascii: "%")
        }
        parts.append(.literal(text))
    }

    /// The byte at the position may stand in a URI, or is of a scalar beyond ASCII.
    private mutating func expectURI() throws(TemplateFault) {
        let byte = bytes[position]
        switch byte {
        case 0x80...: break
        case UInt8(ascii: "%"):
            let digits = hexDigits
            guard digits == 2 else { throw TemplateFault(.brokenEncoding, at: position..<position + 1 + digits) }
        case _ where PercentEncoding.isUnreserved(byte): break
        case UInt8(ascii: "#") where use == .address: throw TemplateFault(.fragment, at: position..<position + 1)
        case UInt8(ascii: "?") where use == .address:
            if hasQuery { throw TemplateFault(.secondQuery, at: position..<position + 1) }
            hasQuery = true
        case _ where PercentEncoding.isReserved(byte): break
        default: throw TemplateFault(.forbidden(Unicode.Scalar(byte)), at: position..<position + 1)
        }
    }

    /// Hexadecimal digits behind the `%` at the position, at most 2.
    private var hexDigits: Int { bytes[(position + 1)...].prefix(2).prefix(while: PercentEncoding.isHexDigit).count }

    // MARK: - Expressions

    private mutating func expression() throws(TemplateFault) {
        let start = position
        position += 1
        let form = try operatorMark(from: start)
        var places: [Int] = []
        while true {
            let name = try variable(from: start, form)
            places.append(variables.count)
            variables.append(name)
            let mark = bytes[position]
            position += 1
            if mark == UInt8(ascii: "}") { return parts.append(.expression(form, places)) }
        }
    }

    private mutating func operatorMark(from start: Int) throws(TemplateFault) -> TemplateOperator {
        guard position < bytes.count, use != .text else { return .simple }
        let byte = bytes[position]
        guard byte != 0, let form = TemplateOperator(rawValue: byte) else {
            // Kept for later by section 2.2.
            if "=,!@|".utf8.contains(byte) {
                throw TemplateFault(.unknownOperator(Unicode.Scalar(byte)), at: position..<position + 1)
            }
            return .simple
        }
        if use == .address {
            if form.keepsReserved {
                throw TemplateFault(.refusedOperator(Unicode.Scalar(byte)), at: position..<position + 1)
            }
            if form == .query, hasQuery { throw TemplateFault(.secondQuery, at: position..<position + 1) }
            if form == .continuation, !hasQuery { throw TemplateFault(.noQuery, at: position..<position + 1) }
            if hasQuery, form == .path { throw TemplateFault(.pathInQuery, at: position..<position + 1) }
            hasQuery = hasQuery || form == .query
        }
        position += 1
        return form
    }

    /// A variable, up to the comma or brace behind it.
    private mutating func variable(
        from start: Int, _ form: TemplateOperator
    ) throws(TemplateFault) -> TemplateVariable {
        let first = position
        if use == .uri { try skipName(from: start) } else { try skipExpression(from: start) }
        let range = first..<position
        guard !range.isEmpty else { throw TemplateFault(.noName, at: start..<position + 1) }
        let name = String(decoding: bytes[range], as: UTF8.self)
        // The parameter of `params.query` has its last name.
        let label = use == .uri ? name : name.split(separator: ".").last.map { String($0) } ?? name
        if form.isNamed, use != .uri, !label.utf8.allSatisfy(PercentEncoding.isUnreserved) {
            throw TemplateFault(.noLabel(name), at: range)
        }
        return TemplateVariable(name: name, range: range, label: label)
    }

    /// A name of section 2.3: letters, digits, `_` and percent-encoded bytes, with single points between.
    private mutating func skipName(from start: Int) throws(TemplateFault) {
        let first = position
        var isAfterPoint = true
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: ","):
                if position > first, isAfterPoint { throw TemplateFault(.malformedName, at: first..<position) }
                return
            case UInt8(ascii: "*"), UInt8(ascii: ":"):
                throw TemplateFault(.modifier(Unicode.Scalar(byte)), at: position..<position + 1)
            case UInt8(ascii: ".") where !isAfterPoint: isAfterPoint = true
            case UInt8(ascii: "%"):
                let digits = hexDigits
                guard digits == 2 else { throw TemplateFault(.malformedName, at: position..<position + 1 + digits) }
                position += 2
                isAfterPoint = false
            case UInt8(ascii: "_"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: isAfterPoint = false
            default: throw TemplateFault(.malformedName, at: position..<position + 1)
            }
            position += 1
        }
        throw TemplateFault(.unclosed, at: start..<bytes.count)
    }

    /// An expression, in which brackets and quotes hold commas and braces.
    private mutating func skipExpression(from start: Int) throws(TemplateFault) {
        var closing: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "}") where closing.isEmpty, UInt8(ascii: ",") where closing.isEmpty: return
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                position += 1
                while position < bytes.count, bytes[position] != byte {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "("): closing.append(UInt8(ascii: ")"))
            case UInt8(ascii: "["), UInt8(ascii: "{"): closing.append(byte + 2)
            default: if byte == closing.last { closing.removeLast() }
            }
            position += 1
        }
        position = bytes.count
        throw TemplateFault(.unclosed, at: start..<bytes.count)
    }
}
