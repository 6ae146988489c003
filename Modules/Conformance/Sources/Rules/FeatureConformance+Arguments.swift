import FeatureKit
import JSON

extension FeatureConformance {
    func argumentFindings() async throws -> [String] {
        var found: [String] = []
        let harness = try harness()
        for operation in operations(of: harness) {
            let example = operation.exampleParameters
            var cases = WrongArguments.cases(for: operation.parameters, example: example)
            cases.append(WrongArguments.Case(why: "by position", parameters: ["x"], field: nil))
            cases.append(WrongArguments.Case(why: "no object", parameters: 5, field: nil))
            for wrong in cases {
                do throws(Fault) {
                    _ = try await harness.call(operation.method, wrong.parameters)
                    found.append("\(operation.method) takes \(wrong.why): \(wrong.parameters.compact)")
                } catch {
                    found += wrong.findings(in: error, of: operation.method)
                    if error.module != id { found.append("\(operation.method) \(wrong.why): the module is not named") }
                }
            }
        }
        if !harness.requests.isEmpty { found.append("\(id) asked its upstream with wrong arguments") }
        return found
    }

    func numberAsTextFindings() async throws -> [String] {
        var found: [String] = []
        let listing = try harness()
        for operation in operations(of: listing) {
            for field in operation.parameters {
                for value in Self.numbers(field) {
                    let plain = try await outcome(operation, field.name, value)
                    let text = try await outcome(operation, field.name, .string(value.compact))
                    if plain != text {
                        found.append(
                            "\(operation.method): \(field.name)=\"\(value.compact)\" is not taken as \(value.compact)")
                    }
                }
            }
        }
        return found
    }

    private static func numbers(_ field: ParameterField) -> [JSONValue] {
        switch field.schema["type"] {
        case "integer":
            let least = max(field.schema["minimum"]?.integer ?? 0, 0)
            return [.integer(least), .integer(min(field.schema["maximum"]?.integer ?? least + 1, least + 1))]
        case "boolean": return [true, false]
        default: return []
        }
    }

    /// Result or fault of the example with one parameter set, on a fresh store, as text that can be compared.
    private func outcome(_ operation: RegisteredOperation, _ name: String, _ value: JSONValue) async throws -> String {
        let harness = try harness()
        do throws(Fault) {
            return try await harness.call(operation.method, operation.exampleParameters.with(name, value)).compact
        } catch {
            return "\(error.code.rawValue) \(error.text)"
        }
    }
}

extension Fault {
    /// Whether the fault is that of a parameter, or of a place within it: `answers[0].fid`.
    func names(_ parameter: String) -> Bool {
        guard let field = field?.utf8 else { return false }
        return field.elementsEqual(parameter.utf8) || field.starts(with: "\(parameter)[".utf8)
    }
}

/// Wrong calls made from the declaration of the parameters: each must be refused, naming the parameter.
enum WrongArguments {
    struct Case {
        let why: String
        let parameters: JSONValue
        /// The parameter to be named; nil for an argument that no parameter takes.
        let field: String?
        /// The name to be suggested.
        var suggestion: String?

        func findings(in fault: Fault, of owner: String) -> [String] {
            let context = "\(owner) \(why) \(parameters.compact.prefix(80))"
            if fault.code != .invalidArgument { return ["\(context): \(fault.code.rawValue) “\(fault.text)”"] }
            var found: [String] = []
            if let field, !fault.names(field) { found.append("\(context): names the field \(fault.field ?? "none")") }
            if let suggestion, !fault.suggestions.contains(suggestion) {
                found.append("\(context): does not suggest \(suggestion)")
            }
            if fault.message.isEmpty || fault.hint.isEmpty { found.append("\(context): no message or no hint") }
            return found
        }
    }

    /// - Parameter example: parameters that are right.
    static func cases(for fields: [ParameterField], example: JSONValue) -> [Case] {
        var cases = [Case(why: "an unknown parameter", parameters: example.with("zzzzzzzz", 1), field: "zzzzzzzz")]
        for field in fields {
            let near = field.name + "s"
            if !fields.contains(where: { $0.name == near }) {
                cases.append(
                    Case(
                        why: "a near miss", parameters: example.with(near, 1), field: near, suggestion: field.name))
            }
            if field.isRequired {
                cases.append(
                    Case(why: "without \(field.name)", parameters: example.with(field.name, nil), field: field.name))
                cases.append(
                    Case(why: "with \(field.name) null", parameters: example.with(field.name, .null), field: field.name)
                )
            }
            cases += wrongValues(of: field.schema).map { value in
                Case(why: "a wrong \(field.name)", parameters: example.with(field.name, value), field: field.name)
            }
        }
        return cases
    }

    /// Values of other types, and values just over the bounds.
    private static func wrongValues(of schema: JSONValue) -> [JSONValue] {
        var values: [JSONValue]
        switch schema["type"]?.string {
        // A number is its digits.
        case "string": values = [true, ["x"], ["x": 1]]
        case "integer": values = ["x", "", "1.5", " 1", "+1", .number("1.5"), .number("1e400"), true, [1], ["x": 1]]
        case "boolean": values = ["yes", "TRUE", "", 1, 0, [true], ["x": 1]]
        case "object": values = [5, "x", true, ["x"], "[]"]
        case "array":
            values = [true, ["x": 1], [], [["x"]], [true], "[]", "[[]]"]
            if schema["items"]?["enum"] != nil { values += ["no such name", ["no such name"]] }
        case "number": values = ["x", "", true, [1], ["x": 1], .number("1e400")]
        default: values = []
        }
        if schema["enum"] != nil { values += ["no such name", ""] }
        if let least = schema["minimum"]?.integer, least > .min {
            values += [.integer(least - 1), .string("\(least - 1)")]
        }
        if let most = schema["maximum"]?.integer, most < .max {
            values += [.integer(most + 1), .string("\(most + 1)")]
        }
        if let least = schema["minLength"]?.integer, least > 0 {
            values.append(.string(String(repeating: "a", count: least - 1)))
        }
        if let most = schema["maxLength"]?.integer { values.append(.string(String(repeating: "é", count: most + 1))) }
        return values
    }
}
