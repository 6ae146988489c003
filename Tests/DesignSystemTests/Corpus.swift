import Foundation
import Testing

@testable import DesignSystem

/// Files beside the tests.
enum Corpus {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    static func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// The lines of a Unicode data file, without comments, trimmed.
    static func dataLines(_ path: String) throws -> [Substring] {
        try text(path).split(separator: "\n").compactMap { line in
            let data = line.prefix { $0 != "#" }.trimmingPrefix { $0 == " " }
            return data.isEmpty ? nil : data
        }
    }
}

/// Fails with the lines that differ when two texts aren't equal.
func expectEqualLines(
    _ text: String, _ expected: String, _ title: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    if text == expected { return }
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    var report = "\(title) differs:"
    for change in new.difference(from: old) {
        switch change {
        case .remove(let line, let text, _): report += "\n- \(line + 1): \(text.debugDescription)"
        case .insert(let line, let text, _): report += "\n+ \(line + 1): \(text.debugDescription)"
        }
    }
    Issue.record(Comment(rawValue: report), sourceLocation: sourceLocation)
}

extension RenderOptions {
    static func plain(_ width: Int? = nil) -> RenderOptions { RenderOptions(style: .plain, width: width) }
    static func ansi(_ width: Int? = nil, depth: ColorDepth = .ansi16, hyperlinks: Bool = false) -> RenderOptions {
        RenderOptions(style: .ansi, width: width, colorDepth: depth, hyperlinks: hyperlinks)
    }
    static let markdown = RenderOptions(style: .markdown)
    static let html = RenderOptions(style: .html)
}
