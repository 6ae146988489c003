import Foundation
import TestSupport
import Testing

@testable import DesignSystem

/// Texts that try to leave the region they are shown in, in every style (T1, T2, T5).
@Suite("Break-out") struct BreakOutTests {
    /// A document with the text in every field.
    private func document(_ text: String) -> Document {
        Document {
            Block.heading(level: 2, Inline(text))
            Block.paragraph(Inline(text, .title))
            Block.text(text)
            Block.list(ordered: true, [Inline(text), Inline(text, .oldPrice)])
            Block.keyValues([KeyValue(text, Inline(text, .price))])
            Block.table(
                Table(
                    columns: [Column("A"), Column(text)],
                    rows: [[Inline(text), Inline(text, .code)], [Inline(text, .badge), Inline(text, .oldPrice)]]))
            Block.badges([Inline(text), Inline(text)])
            Block.notice(.failure, title: Inline(text), detail: Inline(text))
            Block.link(title: text, target: "https://e.example/")
            Block.link(title: "x", target: text)
            Block.pageSummary(PageSummary(shown: 1, nextCursor: text))
        }
    }

    /// A line's characters that are not escaped by a backslash.
    private func unescaped(_ line: some StringProtocol) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.append(scalar)
            }
        }
        return result
    }

    private func scalarLines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    @Test("T2: Markdown keeps its lines, whatever the text", arguments: HostileText.lures)
    func markdownLines(_ lure: String) {
        let lines = scalarLines(document(lure).rendered(.markdown))
        let harmless = scalarLines(document("harmless").rendered(.markdown))
        // Prose alone may have more lines, all of them quoted.
        #expect(lines.filter { !$0.unicodeScalars.starts(with: ">".unicodeScalars) }.count == harmless.count - 1)
        let starts = [
            "## ", "**", ">", "1. ", "2. ", "- ", "|A|", "|---|", "|", "[", "**Error:**", "x: ", "showing 1, next",
        ]
        for line in lines where !line.isEmpty {
            let isDetail = lines.firstIndex(of: line).map { $0 > 0 && lines[$0 - 1].hasPrefix("**Error:**") } ?? false
            #expect(isDetail || starts.contains { line.unicodeScalars.starts(with: $0.unicodeScalars) }, "\(line)")
        }
    }

    @Test("T2: a Markdown table keeps its cells, for strict and for naive readers", arguments: HostileText.lures)
    func markdownCells(_ lure: String) {
        let rows = scalarLines(document(lure).rendered(.markdown)).filter { $0.unicodeScalars.first == "|" }
        #expect(rows.count == 4)
        for row in rows {
            #expect(unescaped(row).count { $0 == "|" } == 3, "\(row)")
            // A reader that looks at the one character before a pipe.
            let scalars = Array(row.unicodeScalars)
            #expect(scalars.indices.count { scalars[$0] == "|" && ($0 == 0 || scalars[$0 - 1] != "\\") } == 3, "\(row)")
        }
    }

    @Test("T2, T5: Markdown text holds no markup of its own", arguments: HostileText.lures)
    func markdownMarkup(_ lure: String) {
        let rendered = Document {
            Block.paragraph(Inline(lure))
            Block.text(lure)
        }.rendered(.markdown)
        for line in scalarLines(rendered) {
            let live = unescaped(
                line.unicodeScalars.starts(with: "> ".unicodeScalars) ? String(line.dropFirst(2)) : line)
            #expect(!live.contains("`"), "\(line)")
            for (index, scalar) in live.enumerated() where index + 1 < live.count {
                let next = live[index + 1]
                #expect(!(scalar == "]" && next == "("), "\(line)")
                #expect(
                    !(scalar == "<" && (next.properties.isAlphabetic || "/!?".unicodeScalars.contains(next))), "\(line)"
                )
            }
            #expect(!"#>".unicodeScalars.contains(line.unicodeScalars.first ?? " ") || line.hasPrefix(">"), "\(line)")
        }
    }

    @Test("T2: HTML has the same elements, whatever the text", arguments: HostileText.lures)
    func htmlElements(_ lure: String) {
        let targets: Set = ["https://e.example", "<https://e.example>"]
        // Paragraphs within prose are the text's own; links to safe targets are the target's.
        func tags(_ text: String) -> [String] {
            document(text).rendered(.html).replacing("</p><p>", with: "")
                .matches(of: #/<[^>]*>/#.matchingSemantics(.unicodeScalar)).map { String($0.output) }
        }
        if targets.contains(lure) { return }
        #expect(tags(lure) == tags("harmless"))
        let html = document(lure).rendered(.html)
        #expect(!html.contains("<script") && !html.contains("<img"))
        #expect(!html.matches(of: #/href="(?!https:\/\/e\.example\/")/#).contains { _ in true })
    }

    @Test("T2: prose is indented or barred on every line, at any width", arguments: HostileText.lures)
    func proseRegion(_ lure: String) {
        for width in [nil, 16, 40] {
            let plain = Document([.text(lure + "\n" + lure)]).rendered(.plain(width))
            for line in scalarLines(plain) where !line.isEmpty { #expect(line.hasPrefix("  "), "\(line)") }
            let drawn = Document([.text(lure + "\n" + lure)]).rendered(.ansi(width, depth: .none))
            for line in scalarLines(drawn) where !line.isEmpty { #expect(line.hasPrefix("│"), "\(line)") }
        }
    }

    @Test("T2: a table's lines fill their columns, at any width", arguments: HostileText.lures)
    func tableRegion(_ lure: String) {
        let table = Table(
            columns: [Column("A", minimumWidth: 4), Column("B", priority: 0)], rows: [[Inline(lure), "end"]])
        for width in [nil, 16, 40, 80] {
            let lines = scalarLines(Document([.table(table)]).rendered(.plain(width))).dropLast()
            #expect(lines.first.map { $0.hasSuffix("  B") } ?? false)
            #expect(lines.dropFirst().first.map { $0.hasSuffix("  end") } ?? false)
            for line in lines { #expect(displayWidth(line) <= width ?? .max, "\(line)") }
        }
    }

    @Test("T1: no style lets a forbidden scalar out of a text", arguments: HostileText.all)
    func forbidden(_ hostile: HostileText) {
        for style in RenderStyle.allCases {
            for width in [nil, 40, 80] {
                let text = document(hostile.text).rendered(RenderOptions(style: style, width: width))
                #expect(text.forbiddenScalars == [], "\(style)")
                #expect(text.utf8.last == 0x0A && !text.utf8.dropLast().isEmpty)
            }
        }
    }

    @Test("T1: escape sequences are the style sheet's own, each closed on its line", arguments: HostileText.all)
    func sequences(_ hostile: HostileText) {
        let sequence = #/\u{1B}\[[0-9;]+m|\u{1B}\]8;;(?:https:\/\/e\.example\/)?\u{1B}\\/#.matchingSemantics(
            .unicodeScalar)
        for depth in ColorDepth.allCases {
            let text = document(hostile.text).rendered(.ansi(80, depth: depth, hyperlinks: true))
            for line in scalarLines(text) {
                let sequences = line.matches(of: sequence).map { String($0.output) }
                let escapes = sequences.joined().unicodeScalars.count { $0 == "\u{1B}" }
                #expect(escapes == line.unicodeScalars.count { $0 == "\u{1B}" }, "\(line.debugDescription)")
                #expect(sequences.count.isMultiple(of: 2))
                #expect(sequences.isEmpty || sequences.last == "\u{1B}[0m" || sequences.last == "\u{1B}]8;;\u{1B}\\")
            }
            if depth == .none { #expect(!text.utf8.contains(0x1B)) }
        }
    }
}
