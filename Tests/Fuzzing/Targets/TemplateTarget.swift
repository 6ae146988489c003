import URITemplate

/// A template of RFC 6570, and behind its line break a value for all of its variables: an address that it makes has the segments
/// that it shows, one query, and nothing that a URL may not hold.
enum TemplateTarget {
    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let end = input.firstIndex(of: 0x0A) ?? input.endIndex
        let text = String(decoding: input[..<end], as: UTF8.self)
        let value = String(decoding: input[end...].dropFirst(), as: UTF8.self)
        for use in [URITemplate.Use.uri, .address, .text] {
            let plain = try expanded(text, use, .text("x"))
            for value in [TemplateValue.text(value), .list([value, value])] {
                guard let address = try expanded(text, use, value), let plain, use == .address else { continue }
                try expectShape(address, of: plain)
                try expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a raw byte: \(address)")
            }
        }
    }

    /// The text; nil where there is a fault, which must say where it lies.
    private static func expanded(
        _ text: String, _ use: URITemplate.Use, _ value: TemplateValue
    ) throws(BrokenProperty) -> String? {
        do throws(TemplateFault) {
            let template = try URITemplate(parsing: text, for: use)
            return try template.expanded(template.variables.map { _ in value })
        } catch {
            try expect((0...text.utf8.count).contains(error.range.upperBound), "the fault lies at \(error.range)")
            try expect(error.sentence.forbiddenScalar == nil, "the fault's sentence holds a control")
            return nil
        }
    }

    /// Two addresses of one template differ in nothing but what stands between its delimiters.
    private static func expectShape(_ address: String, of plain: String) throws(BrokenProperty) {
        for mark in "/?&#".utf8 {
            let counts = [address, plain].map { text in text.utf8.count { $0 == mark } }
            try expect(counts[0] == counts[1], "another count of \(Unicode.Scalar(mark)): \(address)")
        }
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        try expect(
            !segments.contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }, "climbs: \(address)")
        try expect(segments.first?.isEmpty ?? false, "no path: \(address)")
        try expect(!segments.dropFirst().dropLast().contains { $0.isEmpty }, "an empty segment: \(address)")
    }
}
