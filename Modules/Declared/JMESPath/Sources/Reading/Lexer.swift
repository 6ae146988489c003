import JSON

/// Cuts an expression into tokens.
struct Lexer {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// All tokens, the last being the end.
    mutating func tokens() throws(JMESFault) -> [Token] {
        var tokens: [Token] = []
        while true {
            while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
            let token = try next()
            tokens.append(token)
            if token.kind == .end { return tokens }
        }
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    private mutating func next() throws(JMESFault) -> Token {
        guard let byte = peek() else { return Token(.end, bytes.count..<bytes.count) }
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            return identifier()
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return try number()
        case UInt8(ascii: "\""): return try quotedName()
        case UInt8(ascii: "'"): return try text()
        case UInt8(ascii: "`"): return try literal()
        case UInt8(ascii: "@"): return symbol(.current)
        case UInt8(ascii: "."): return symbol(.dot)
        case UInt8(ascii: "*"): return symbol(.star)
        case UInt8(ascii: "]"): return symbol(.closeBracket)
        case UInt8(ascii: "{"): return symbol(.openBrace)
        case UInt8(ascii: "}"): return symbol(.closeBrace)
        case UInt8(ascii: "("): return symbol(.openParenthesis)
        case UInt8(ascii: ")"): return symbol(.closeParenthesis)
        case UInt8(ascii: ","): return symbol(.comma)
        case UInt8(ascii: ":"): return symbol(.colon)
        case UInt8(ascii: "["):
            switch peek(1) {
            case UInt8(ascii: "]"): return symbol(.flatten, 2)
            case UInt8(ascii: "?"): return symbol(.filter, 2)
            default: return symbol(.openBracket)
            }
        case UInt8(ascii: "&"): return peek(1) == byte ? symbol(.and, 2) : symbol(.reference)
        case UInt8(ascii: "|"): return peek(1) == byte ? symbol(.or, 2) : symbol(.pipe)
        case UInt8(ascii: "!"): return hasEqual ? symbol(.notEqual, 2) : symbol(.not)
        case UInt8(ascii: "<"): return hasEqual ? symbol(.lessOrEqual, 2) : symbol(.less)
        case UInt8(ascii: ">"): return hasEqual ? symbol(.greaterOrEqual, 2) : symbol(.greater)
        case UInt8(ascii: "=") where hasEqual: return symbol(.equal, 2)
        default: throw unexpectedCharacter()
        }
    }

    private var hasEqual: Bool { peek(1) == UInt8(ascii: "=") }

    private mutating func symbol(_ kind: Token.Kind, _ length: Int = 1) -> Token {
        defer { position += length }
        return Token(kind, position..<position + length)
    }

    /// The character at the position, whole: the text is well-formed UTF-8.
    private func unexpectedCharacter() -> JMESFault {
        let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
        guard let scalar = rest.unicodeScalars.first else { return JMESFault(.empty, at: position..<position) }
        return JMESFault(
            .unexpectedCharacter(scalar), at: position..<min(position + UTF8.width(scalar), bytes.count))
    }

    private mutating func identifier() -> Token {
        let start = position
        while let byte = peek(), Self.isNameByte(byte) { position += 1 }
        var token = Token(.identifier, start..<position)
        token.text = String(decoding: bytes[start..<position], as: UTF8.self)
        return token
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
    }

    private mutating func number() throws(JMESFault) -> Token {
        let start = position
        position += 1
        while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
        var token = Token(.number, start..<position)
        guard let number = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw JMESFault(.malformedNumber, at: token.range)
        }
        token.number = number
        return token
    }

    /// The bytes between the mark at the position and the next one that no backslash stands before.
    private mutating func quoted(_ what: Token.Kind) throws(JMESFault) -> Range<Int> {
        let start = position
        let mark = bytes[start]
        position += 1
        while let byte = peek() {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == mark { return start + 1..<position - 1 }
        }
        throw JMESFault(.unterminated(what.rawValue), at: start..<bytes.count)
    }

    private mutating func quotedName() throws(JMESFault) -> Token {
        let inner = try quoted(.quoted)
        var token = Token(.quoted, inner.lowerBound - 1..<position)
        token.text = try json(Array(bytes[token.range]), at: token.range).string ?? ""
        return token
    }

    private mutating func text() throws(JMESFault) -> Token {
        let inner = try quoted(.text)
        var token = Token(.text, inner.lowerBound - 1..<position)
        token.text = String(decoding: unescaped(inner, UInt8(ascii: "'")), as: UTF8.self)
        return token
    }

    private mutating func literal() throws(JMESFault) -> Token {
        let inner = try quoted(.literal)
        var token = Token(.literal, inner.lowerBound - 1..<position)
        token.literal = try json(unescaped(inner, UInt8(ascii: "`")), at: token.range)
        return token
    }

    /// The bytes of a text whose marks stand behind backslashes; every other backslash is itself.
    private func unescaped(_ range: Range<Int>, _ mark: UInt8) -> [UInt8] {
        var result: [UInt8] = []
        for index in range {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound, bytes[index + 1] == mark { continue }
            result.append(bytes[index])
        }
        return result
    }

    private func json(_ text: [UInt8], at range: Range<Int>) throws(JMESFault) -> JSONNode {
        do throws(JSONFault) {
            return try JSONDocument(parsing: text, limits: JSONLimits(depth: JMESLimits.standard.depth)).root
        } catch {
            throw JMESFault(.malformedLiteral(error), at: range)
        }
    }
}
