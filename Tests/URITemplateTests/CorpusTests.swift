import Foundation
import JSON
import Testing

@testable import URITemplate

/// uritemplate-test, the examples of RFC 6570 and more (Corpus/uritemplate, Apache 2.0).
@Suite("RFC 6570") struct CorpusTests {
    struct Case {
        let template: String
        let variables: JSONNode
        /// Texts of which one is right; nil where the template must be refused.
        let expected: [String]?
    }

    private static func cases(of file: String) throws -> [Case] {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/uritemplate/\(file)")
        let root = try JSONDocument(parsing: [UInt8](try Data(contentsOf: path))).root
        return try root.members.flatMap { group in
            let variables = try #require(group.value["variables"])
            return try #require(group.value["testcases"]).elements.map { row in
                let expected = row[1]
                return Case(
                    template: try #require(row[0]?.string), variables: variables,
                    expected: expected?.bool == false
                        ? nil : expected?.string.map { [$0] } ?? expected?.elements.compactMap(\.string) ?? [])
            }
        }
    }

    /// Members of an object are a list of names and values (section 3.2.1).
    private static func value(_ node: JSONNode?) -> TemplateValue? {
        guard let node else { return nil }
        switch node.kind {
        case .string: return .text(node.string ?? "")
        case .number: return .text(node.numberText ?? "")
        case .array: return .list(node.elements.compactMap(\.string))
        case .object: return .list(node.members.flatMap { [$0.key, $0.value.string ?? ""] })
        case .null, .bool: return nil
        }
    }

    @Test(
        "every template without a modifier of level 4 expands as it should, every other is refused",
        arguments: [
            ("spec-examples.json", 39, 25), ("spec-examples-by-section.json", 85, 32), ("extended-tests.json", 31, 22),
            ("negative-tests.json", 0, 36),
        ])
    func corpus(_ file: String, _ expanded: Int, _ refused: Int) throws {
        var counts = (expanded: 0, refused: 0)
        for row in try Self.cases(of: file) {
            do throws(TemplateFault) {
                let template = try URITemplate(parsing: row.template, for: .uri)
                let result = try template.expanded(template.variables.map { Self.value(row.variables[$0.name]) })
                #expect(row.expected?.contains(result) ?? false, "\(row.template): \(result)")
                counts.expanded += 1
            } catch {
                counts.refused += 1
                #expect((0...row.template.utf8.count).contains(error.range.upperBound))
                if row.expected != nil {
                    guard case .modifier = error.reason else {
                        Issue.record("\(row.template): \(error.sentence)")
                        continue
                    }
                }
            }
        }
        #expect(counts == (expanded, refused))
    }
}
