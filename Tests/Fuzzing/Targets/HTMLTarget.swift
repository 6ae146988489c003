import FeatureKit

/// HTML fragments of upstreams, as plain text: no element left, never longer than what came, tidy lines.
enum HTMLTarget {
    /// Elements that an upstream's text could have, and those that run something.
    private static let elements: Set<String> = [
        "a", "b", "i", "u", "p", "br", "em", "div", "span", "strong", "script", "style", "img", "iframe", "ul", "ol",
        "li",
        "table", "tr", "td", "h1", "h2", "h3", "svg", "body", "blockquote",
    ]

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let html = String(decoding: input, as: UTF8.self)
        let decoded = decodingHTMLEntities(html)
        try expect(decoded.utf8.count <= html.utf8.count, "decoding made the text longer")
        if !html.utf8.contains(UInt8(ascii: "&")) {
            try expect(decoded.isIdentical(to: html), "decoding changed a text")
        }

        let text = plainText(html: html)
        try expect(text.utf8.count <= html.utf8.count, "the text is longer than its HTML")
        // An entity may well spell an element: then the upstream's words speak of one.
        if !html.utf8.contains(UInt8(ascii: "&")) {
            let left = element(in: Array(text.utf8))
            try expect(left == nil, "the element \(left ?? "") is left")
        }
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(Substring($0)) }
        try expect(text.isEmpty || lines.first?.isEmpty == false, "an empty line at the beginning")
        try expect(text.isEmpty || lines.last?.isEmpty == false, "an empty line at the end")
        for (line, next) in zip(lines, lines.dropFirst()) {
            try expect(!line.isEmpty || !next.isEmpty, "two empty lines in a row")
        }
        for line in lines { try expect(trimmed(line).isIdentical(to: line), "a line has blanks at its ends") }
    }

    /// The first known element whose tag stands whole in the text.
    private static func element(in text: [UInt8]) -> String? {
        guard let end = text.lastIndex(of: UInt8(ascii: ">")) else { return nil }
        for start in text.indices where start < end && text[start] == UInt8(ascii: "<") {
            var rest = text[(start + 1)...end]
            if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
            let name = String(decoding: rest.prefix { isLetterOrDigit($0) }, as: UTF8.self).lowercased()
            if elements.contains(name) { return name }
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}
