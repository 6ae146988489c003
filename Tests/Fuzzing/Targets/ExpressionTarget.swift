import JMESPath
import JSON

/// An expression of JMESPath, and behind its line break the JSON that it is evaluated on: it ends within its steps, its faults
/// lie in its text, and its value is one that JSON can be made of.
enum ExpressionTarget {
    /// Without names of a module.
    private struct Bare: JMESEnvironment {
        func value(of name: JMESName) -> JMESValue? { nil }
        func plain(_ html: String) -> String { html }
    }

    /// An expression of an expression's value, which is as good as one from outside.
    private static let next = "[to_string(@), @ == @, type(@)]"

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let end = input.firstIndex(of: 0x0A) ?? input.endIndex
        let text = String(decoding: input[..<end], as: UTF8.self)
        let row = (try? JSONDocument(parsing: Array(input[end...].dropFirst())))?.root
        var steps = JMESSteps()
        guard let value = try value(of: text, on: row.map(JMESValue.node) ?? .null, &steps) else { return }
        if let expression = try? JMESExpression(parsing: text) { try expectPath(of: expression, value, on: row) }
        _ = try self.value(of: next, on: value, &steps)
    }

    /// The value; nil where there is a fault, which must say where it lies.
    private static func value(
        of text: String, on current: JMESValue, _ steps: inout JMESSteps
    ) throws(BrokenProperty) -> JMESValue? {
        do throws(JMESFault) {
            return try JMESExpression(parsing: text).value(of: current, in: Bare(), steps: &steps)
        } catch {
            try expect((0...text.utf8.count).contains(error.range.upperBound), "the fault lies at \(error.range)")
            try expect(error.sentence.forbiddenScalar == nil, "the fault's sentence holds a control")
            return nil
        }
    }

    /// A path of names leads where its members do.
    private static func expectPath(
        of expression: JMESExpression, _ value: JMESValue, on row: JSONNode?
    ) throws(BrokenProperty) {
        guard let path = expression.memberPath else { return }
        let member = path.reduce(row) { $0?[$1] }
        try expect(member?.isNull ?? true == value.isNull, "the path \(path) leads elsewhere")
        if case .node(let node) = value, let member {
            try expect(node.offset == member.offset, "the path is another's")
        }
    }
}
