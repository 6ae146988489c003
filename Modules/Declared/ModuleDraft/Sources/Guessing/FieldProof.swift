import JMESPath
import JSON

/// Proof of guesses: a field whose expression gives no row a value is not written.
struct FieldProof: JMESEnvironment {
    let example: Example

    func value(of name: JMESName) -> JMESValue? { name == .reply ? .node(example.document.root) : nil }

    func plain(_ html: String) -> String { html }

    /// Whether a field's expression is one, and gives at least one row something to show.
    func gives(_ field: DraftField) -> Bool {
        var scope = JMESScope()
        scope.hasReply = true
        guard let expression = try? JMESExpression(parsing: field.expression, scope: scope) else { return false }
        return example.rows.contains { row in
            var steps = JMESSteps()
            let value = try? expression.value(of: .node(row), in: self, steps: &steps)
            return value.map { !$0.isNull && !isBlank($0) } ?? false
        }
    }

    private func isBlank(_ value: JMESValue) -> Bool {
        value.kind == .string && value.string.map { $0.allSatisfy(\.isWhitespace) } ?? false
    }
}
