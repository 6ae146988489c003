import DesignSystem
import JSON
import Testing
import Values

@testable import FeatureKit

/// Markdown is escaped where it is written; what comes of it is what comes of escaping it as a whole.
@Suite("Markdown in a string of JSON")
struct MarkdownInStringTests {
    private static let texts = [
        "plain", "\"quoted\"", "a \"b\" c", "back\\slash", "* star", "a | b", "line\nanother \"line\"\n\n\nand on",
        "\u{2028}\u{85}", "é",
        "한국어 “따옴표”", "- item", "<b>", "&amp;", "`code`", "tab\there", "]", "(\")", "", " ", "\u{7F}\u{1B}[31mred",
    ]

    /// The same Markdown written raw and escaped as a whole, and escaped where it is written.
    private static func expectSame(
        _ write: (inout MarkdownRenderer) -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var raw = MarkdownRenderer()
        write(&raw)
        var whole = JSONWriter()
        whole.beginArray()
        raw.withText { whole.string(utf8: $0) }
        whole.endArray()
        var written = JSONWriter()
        written.beginArray()
        written.string { before in
            var markdown = MarkdownRenderer(after: before, escaping: JSONWriter.escape)
            write(&markdown)
            return markdown.taken()
        }
        written.endArray()
        #expect(
            String(decoding: written.bytes, as: UTF8.self) == String(decoding: whole.bytes, as: UTF8.self),
            sourceLocation: sourceLocation)
    }

    @Test("every block, with what a string escapes in its texts")
    func blocks() {
        for one in Self.texts {
            for other in Self.texts {
                let blocks: [Block] = [
                    .heading(level: 2, Inline(one, .title)), .paragraph(Inline(other)), .text(one + "\n" + other),
                    .list(ordered: true, [Inline(one, .code), Inline(other, link: "https://a.example/\(one)")]),
                    .keyValues([KeyValue(one, Inline(other, .emphasis)), KeyValue(other, Inline(one, .oldPrice))]),
                    .badges([Inline(one, .badge), Inline(other, .badge)]),
                    .notice(.warning, title: Inline(one), detail: Inline(other)), .link(title: one, target: other),
                    .table(
                        Table(
                            columns: [Column(one), Column(other, alignment: .trailing)],
                            rows: [[Inline(other), Inline(one)], [Inline(one)]])), .divider,
                    .pageSummary(PageSummary(firstIndex: 1, shown: 2, total: 9, nextCursor: one)),
                ]
                Self.expectSame { markdown in
                    for block in blocks { markdown.part(block) }
                    markdown.end(one.isEmpty ? "Sample data." : nil) { markdown in
                        markdown.own(other)
                        return !other.isEmpty
                    }
                }
            }
        }
    }

    @Test("what is written from where it lies")
    func facts() {
        for one in Self.texts {
            Self.expectSame { markdown in
                markdown.part { markdown in
                    markdown.fact(one, isFirst: true, isPlain: isPlainLabel(one))
                    markdown.text(one, .title, .line)
                    markdown.fact("two", isFirst: false, isPlain: true)
                    markdown.text(one, .body, .line, isPlain: isPlainMarkdown(one))
                    markdown.newLine()
                    markdown.border()
                    markdown.columnTitle(one)
                    markdown.columnTitle("plain", isPlain: true)
                    markdown.columnAlignment(.center)
                    markdown.number(-7, .code)
                }
                markdown.part { _ in }
                markdown.part { markdown in
                    Array(one.utf8).withUnsafeBufferPointer { markdown.prose($0, isPlain: false) }
                }
                markdown.part { markdown in
                    Array(one.utf8).withUnsafeBufferPointer { text in
                        markdown.link(text, .line, isPlain: TextMarks(text).isLink)
                        markdown.cells(atLeast: 2 * MarkdownCells.besideText + text.count) { cells in
                            cells.beginRow()
                            cells.number(7, .body)
                            if TextMarks(text).isPlain { cells.text(text, .code) }
                        }
                    }
                }
                markdown.end()
            }
        }
    }

    @Test("nothing is one empty line, as it is raw")
    func nothing() {
        Self.expectSame { $0.end() }
        Self.expectSame { markdown in
            markdown.part { _ in }
            markdown.end("Sample data.")
        }
    }

    @Test("a quote is no part of a plain text, but of plain prose")
    func plain() {
        #expect(!isPlainMarkdown("a \"b\"") && !isPlainLabel("\"b\""))
        #expect(isPlainMarkdown("a “b”"))
        var raw = MarkdownRenderer()
        raw.text("a \"b\" c", .title, .line)
        raw.withText { #expect(String(decoding: $0, as: UTF8.self) == "**a \"b\" c**") }
    }
}
