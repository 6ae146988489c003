import Testing

@testable import Settings

/// A base file that must be refused, and the whole text of the report.
struct WrongFile: Sendable, CustomTestStringConvertible {
    let id: String
    let base: String
    let expected: String

    init(_ id: String, _ base: String, _ expected: String) {
        (self.id, self.base, self.expected) = (id, base, expected)
    }

    var testDescription: String { id }

    /// Compares line by line, so that a difference is seen at once; a secret of the table is called CANARY.
    func check() throws {
        let report = try #require(try Sample.report(Sample.sources(base)), "accepted: \(id)")
        let lines = report.rendered().split(separator: "\n", omittingEmptySubsequences: false)
        let wanted = (expected + "\n").split(separator: "\n", omittingEmptySubsequences: false)
        for (index, (line, want)) in zip(lines, wanted).enumerated() {
            #expect(line == want, "\(id), line \(index + 1)")
        }
        #expect(lines.count == wanted.count, "\(id): \(report.rendered())")
        #expect(!report.rendered().contains("CANARY"), "\(id)")
        #expect(!String(describing: report.problems).contains("CANARY"), "\(id)")
    }
}
