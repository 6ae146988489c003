import Foundation
import Testing

@testable import DesignSystem

/// The sample documents in every style and width, compared with the files in Corpus/snapshots.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter SnapshotTests` writes them again; read the difference before committing it.
@Suite("Snapshots") struct SnapshotTests {
    struct Case: CustomStringConvertible, Sendable {
        let name: String
        let document: Document
        let options: RenderOptions
        var description: String { name }
    }

    static let cases: [Case] = SampleDocuments.all.flatMap { name, document in
        let widths = [40, 80, 200]
        var cases = widths.flatMap { width in
            [
                Case(name: "\(name).plain.\(width)", document: document, options: .plain(width)),
                Case(name: "\(name).ansi.\(width)", document: document, options: .ansi(width)),
            ]
        }
        cases.append(Case(name: "\(name).plain.unbounded", document: document, options: .plain()))
        cases.append(
            Case(
                name: "\(name).truecolor.80", document: document,
                options: .ansi(80, depth: .trueColor, hyperlinks: true)))
        cases.append(
            Case(
                name: "\(name).ambiguous.80", document: document,
                options: RenderOptions(style: .ansi, width: 80, ambiguousWidth: 2)))
        if name == "gallery" {
            for theme in Theme.allCases where theme != .auto {
                cases.append(
                    Case(
                        name: "gallery.\(theme.rawValue).80", document: document,
                        options: RenderOptions(
                            style: .ansi, width: 80, colorDepth: theme == .none ? .none : .trueColor, theme: theme)))
            }
            for scale in TextScale.allCases where scale != .standard {
                cases += widths.map { width in
                    Case(
                        name: "gallery.\(scale.rawValue).\(width)", document: document,
                        options: RenderOptions(style: .ansi, width: width, scale: scale))
                }
                cases.append(
                    Case(
                        name: "gallery.\(scale.rawValue).html", document: document,
                        options: RenderOptions(style: .html, scale: scale)))
            }
        }
        cases.append(Case(name: "\(name).markdown", document: document, options: .markdown))
        cases.append(Case(name: "\(name).html", document: document, options: .html))
        return cases
    }

    @Test("a document looks as recorded", arguments: cases)
    func looksAsRecorded(_ sample: Case) throws {
        let text = sample.document.rendered(sample.options)
        let path = "snapshots/\(sample.name).txt"
        // Escape sequences are written as ␛ so that a difference can be read.
        let readable = text.replacing("\u{1B}", with: "␛")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try readable.write(to: Corpus.folder.appending(path: path), atomically: true, encoding: .utf8)
        }
        expectEqualLines(readable, try Corpus.text(path), sample.name)
    }

    @Test("Markdown and HTML don't depend on the width", arguments: [RenderStyle.markdown, .html])
    func widthIndependent(_ style: RenderStyle) {
        for (name, document) in SampleDocuments.all {
            let texts = [nil, 40, 80, 200].map { document.rendered(RenderOptions(style: style, width: $0)) }
            #expect(Set(texts).count == 1, "\(name)")
        }
    }
}
