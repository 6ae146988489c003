/// One line of a header block, understood as far as the base protocol needs it.
enum HeaderLine: Equatable {
    /// The empty line that ends a block.
    case blank
    /// `Content-Length`.
    case length(Int)
    /// A field that changes nothing: a `Content-Type` in UTF-8, or an unknown name.
    case other
    case fault(HeaderFault)

    /// - Parameter line: Without its newline; a carriage return at its end is allowed.
    init(_ line: some BidirectionalCollection<UInt8>) {
        let text = line.last == 0x0D ? line.dropLast(1) : line[...]
        guard !text.isEmpty else {
            self = .blank
            return
        }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
            text[..<colon].allSatisfy(\.isTokenByte)
        else {
            self = .fault(.notAField)
            return
        }
        let name = text[..<colon].map(\.lowercasedASCII)
        let value = Self.trimmed(text[colon...].dropFirst().map(\.lowercasedASCII))
        if name.elementsEqual("content-length".utf8) {
            self = Self.parseLength(value)
        } else if name.elementsEqual("content-type".utf8) {
            self = Self.hasSupportedCharset(value) ? .other : .fault(.unsupportedCharset)
        } else {
            self = .other
        }
    }

    private static func parseLength(_ value: ArraySlice<UInt8>) -> HeaderLine {
        var length = 0
        for byte in value {
            guard (0x30...0x39).contains(byte) else { return .fault(.badLength) }
            let (tens, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(byte - 0x30))
            guard !overflow, !carry else { return .fault(.badLength) }
            length = sum
        }
        return value.isEmpty ? .fault(.badLength) : .length(length)
    }

    /// No charset, or one of the two spellings of UTF-8 in the field, quoted or not.
    private static func hasSupportedCharset(_ value: ArraySlice<UInt8>) -> Bool {
        value.split(separator: UInt8(ascii: ";")).dropFirst().allSatisfy { parameter in
            let parts = parameter.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2, trimmed(parts[0]).elementsEqual("charset".utf8) else { return true }
            let charset = trimmed(parts[1]).filter { $0 != UInt8(ascii: "\"") }
            return charset.elementsEqual("utf-8".utf8) || charset.elementsEqual("utf8".utf8)
        }
    }

    private static func trimmed(_ bytes: some Collection<UInt8>) -> ArraySlice<UInt8> {
        let front = Array(bytes.drop(while: \.isBlank))
        guard let last = front.lastIndex(where: { !$0.isBlank }) else { return [] }
        return front[...last]
    }
}

extension UInt8 {
    /// A byte of a field name: `tchar` of RFC 9110, section 5.6.2.
    fileprivate var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    /// `A`–`Z` become `a`–`z`; every other byte stays.
    var lowercasedASCII: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }
}
