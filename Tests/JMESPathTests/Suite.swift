import Foundation
import JSON
import Testing

@testable import JMESPath

/// The compliance suite of JMESPath (Corpus/jmespath, MIT).
enum ComplianceSuite {
    struct Case: Sendable {
        let file: String
        let given: JSONNode
        let expression: String
        let result: JSONNode?
        let error: String?
        let comment: String?
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus/jmespath/tests")

    static let files: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: root.path())) ?? []).sorted()

    static func cases(of file: String) throws -> [Case] {
        let bytes = [UInt8](try Data(contentsOf: root.appending(path: file)))
        return try JSONDocument(parsing: bytes).root.elements.flatMap { suite in
            let given = try #require(suite["given"])
            return try #require(suite["cases"]).elements.map { row in
                Case(
                    file: file, given: given, expression: try #require(row["expression"]?.string),
                    result: row["result"], error: row["error"]?.string, comment: row["comment"]?.string)
            }
        }
    }
}

/// An environment of fixed values.
struct Fixture: JMESEnvironment {
    var values: [JMESName: JMESValue] = [:]

    func value(of name: JMESName) -> JMESValue? { values[name] }

    func plain(_ html: String) -> String { html.replacing("<b>", with: "").replacing("</b>", with: "") }
}

/// The value of an expression on a JSON text.
func value(
    _ expression: String, on json: String, _ environment: Fixture = Fixture(), scope: JMESScope = JMESScope(),
    steps: Int = 10_000
) throws -> JMESValue {
    let expression = try JMESExpression(parsing: expression, scope: scope)
    var steps = JMESSteps(limit: steps)
    return try expression.value(of: .node(try JSONDocument(parsing: json).root), in: environment, steps: &steps)
}

/// The fault of an expression, read or evaluated.
func fault(
    _ expression: String, on json: String = "null", scope: JMESScope = JMESScope(), steps: Int = 10_000
) -> JMESFault? {
    do {
        _ = try value(expression, on: json, scope: scope, steps: steps)
        return nil
    } catch {
        return error as? JMESFault
    }
}

extension JMESValue {
    /// The value as compact JSON.
    var text: String { String(decoding: copied.serialized(), as: UTF8.self) }

    /// The value on its own.
    var copied: JSONValue {
        switch kind {
        case .null: .null
        case .boolean: .bool(bool ?? false)
        case .number: .number(numberText ?? "")
        case .string: .string(string ?? "")
        case .array: .array(elements.map(\.copied))
        case .object: .object(members.map { JSONMember($0.name, $0.value.copied) })
        }
    }
}
