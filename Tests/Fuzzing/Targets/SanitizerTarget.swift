import DesignSystem

/// Text from outside on its way to a reader: nothing that steers a terminal, hides words or breaks out of its place.
enum SanitizerTarget {
    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let text = String(decoding: input, as: UTF8.self)
        for multiline in [false, true] {
            let once = sanitized(text, multiline: multiline)
            try expectHarmless(once)
            try expect(multiline || !once.utf8.contains(0x0A), "a line break is left in one line")
            try expect(once.utf8.count <= text.utf8.count, "the text grew")
            try expect(
                once.allSatisfy { $0.unicodeScalars.count <= TextLimits.scalarsPerCluster }, "a cluster is too long")
            try expect(sanitized(once, multiline: multiline).isIdentical(to: once), "sanitising twice is not as once")
        }
        try expectWidths(sanitized(text), Int(input.first ?? 0) % 40)
        try expectDocuments(text)
        if let target = safeLinkTarget(text) {
            try expect(target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a link's target is not printable ASCII")
            try expect(
                safeLinkTarget(target) == target || target.utf8.count > TextLimits.linkTarget, "a target changes")
        }
    }

    private static func expectHarmless(_ text: String) throws(BrokenProperty) {
        let found = text.forbiddenScalar
        try expect(found == nil && !text.utf8.contains(0x09), "\(found ?? "a tab") is left")
    }

    private static func expectWidths(_ text: String, _ width: Int) throws(BrokenProperty) {
        for ambiguous in [1, 2] {
            let cut = truncated(text, toWidth: width, ambiguous: ambiguous)
            let columns = displayWidth(cut, ambiguous: ambiguous)
            try expect((0...width).contains(columns), "cut to \(width) columns it takes \(columns)")
        }
    }

    /// The text in a document, in each style.
    private static func expectDocuments(_ text: String) throws(BrokenProperty) {
        let document = Document([
            .heading(level: 1, Inline(text)), .text(text), .keyValues([KeyValue("Title", Inline(text))]),
            .list(ordered: false, [Inline(text, .price, link: text)]),
        ])
        for style in [RenderStyle.plain, .markdown, .html] {
            let rendered = document.rendered(RenderOptions(style: style, width: style == .plain ? 40 : nil))
            try expect(rendered.forbiddenScalar == nil, "a control is left in \(style.rawValue)")
            try expect(rendered.utf8.last == 0x0A, "\(style.rawValue) does not end with a line feed")
        }
        let html = Document([.text(text)]).rendered(RenderOptions(style: .html))
        let known = ["blockquote class=\"text\">", "/blockquote>", "p>", "/p>"]
        for piece in html.utf8.split(separator: UInt8(ascii: "<")).dropFirst(html.utf8.first == 0x3C ? 0 : 1) {
            try expect(known.contains { piece.starts(with: $0.utf8) }, "the text begins an element of its own")
        }
    }
}
