package import JSON
import Values

/// The parameters of an operation or of a screen's action: one declaration from which reading, schema and help come.
package struct ParameterShape<Parameters: Sendable>: Sendable {
    package let fields: [ParameterField]
    let make: @Sendable (JSONNode?) -> Result<Parameters, WrongParameter>
    private let names: ParameterNames
    /// A schema that others declared; nil where it comes from the fields.
    private let verbatimSchema: [JSONMember]?

    /// - Parameters:
    ///   - make: makes the parameters from the values, in the order of `parameters`.
    ///   - parameters: the declarations; names must differ.
    package init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) -> Parameters, _ parameters: repeat Parameter<each Value>
    ) {
        var fields: [ParameterField] = []
        // As most have at most.
        fields.reserveCapacity(4)
        for parameter in repeat each parameters { fields.append(parameter.field) }
        self.fields = fields
        names = ParameterNames()
        verbatimSchema = nil
        self.make = { object in
            do {
                return .success(make(repeat try Self.value(of: each parameters, in: object)))
            } catch let wrong as WrongParameter {
                return .failure(wrong)
            } catch {
                return .failure(WrongParameter(name: ""))  // only WrongParameter is thrown above
            }
        }
    }

    /// Parameters that are known at run time alone.
    /// - Parameters:
    ///   - fields: their names must differ.
    ///   - read: asks the reader for the value of each.
    package init(
        fields: [ParameterField],
        read: @escaping @Sendable (ParameterReader) throws(WrongParameter) -> Parameters
    ) {
        self.fields = fields
        names = ParameterNames()
        verbatimSchema = nil
        make = { object in
            do throws(WrongParameter) {
                return .success(try read(ParameterReader(object: object)))
            } catch {
                return .failure(error)
            }
        }
    }

    private init(
        fields: [ParameterField], names: ParameterNames, verbatimSchema: [JSONMember]?,
        make: @escaping @Sendable (JSONNode?) -> Result<Parameters, WrongParameter>
    ) {
        self.fields = fields
        self.names = names
        self.verbatimSchema = verbatimSchema
        self.make = make
    }

    /// The same parameters, made into something else.
    package func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Parameters) -> Other
    ) -> ParameterShape<Other> {
        ParameterShape<Other>(fields: fields, names: names, verbatimSchema: verbatimSchema) { [make] object in
            make(object).map(transform)
        }
    }

    /// The schema of the whole object.
    var values: ValueSchema { verbatimSchema.map { .given($0) } ?? .parameters(fields) }

    /// The same as a value.
    package var schema: JSONValue { values.value }

    /// Reads and checks the parameters of one call.
    /// - Parameters:
    ///   - node: the params as sent: an object, or nil, null or `[]` for none.
    ///   - method: the name for error messages.
    /// - Throws: `invalid_argument` naming the parameter.
    package func read(_ node: JSONNode?, of method: String) throws(Fault) -> Parameters {
        let object = try Self.object(node, of: method)
        if let object, object.count > 0, verbatimSchema == nil, !object.hasNoMember(beside: names.table(of: fields)) {
            let names = fields.map(\.name)
            for member in object.members where !names.contains(where: { $0.isExactly(member.key) }) {
                // Null counts as left out, whatever its name.
                if member.key.isExactly("_meta") || member.value.isNull { continue }
                let nearest = fields.meant(by: member.key)
                throw .unknownParameter(
                    member.key, of: method, known: names, nearest: nearest,
                    call: fields.meantCall(object), doc: fields.first { $0.name == nearest.first }?.doc)
            }
        }
        switch make(object) {
        case .success(let parameters): return parameters
        case .failure(let wrong): throw fault(for: wrong, in: object, of: method)
        }
    }

    private static func object(_ node: JSONNode?, of method: String) throws(Fault) -> JSONNode? {
        guard let node else { return nil }
        switch node.kind {
        case .object: return node
        case .null: return nil
        case .array where node.count == 0: return nil
        default: throw .parametersNotByName(of: method)
        }
    }

    private static func value<Value>(of parameter: Parameter<Value>, in object: JSONNode?) throws -> Value {
        guard let value = parameter.read(object?[parameter.field.name]) else {
            throw WrongParameter(name: parameter.field.name)
        }
        return value
    }

    private func fault(for wrong: WrongParameter, in object: JSONNode?, of method: String) -> Fault {
        if let sentence = wrong.sentence {
            return .wrongParameter(wrong.name, sentence: sentence, hint: wrong.hint, suggestions: wrong.suggestions)
        }
        let field = fields.first { $0.name == wrong.name }
        let sent = object?[wrong.name].flatMap { $0.isNull ? nil : $0 }
        guard let sent else {
            return .missingParameter(
                wrong.name, of: method, expected: field?.expected ?? "another value",
                example: field?.examples.first?.spelled, call: object == nil ? nil : fields.meantCall(object))
        }
        return .wrongParameter(wrong.name, of: method, field, sent)
    }
}

extension JSONValue {
    /// The value as a parameter is given in a sentence: `swift`, `25`, `["a"]`.
    var spelled: String { string ?? String(decoding: serialized(), as: UTF8.self) }
}

extension ParameterShape where Parameters == JSONValue {
    /// Parameters whose schema others declared: it is handed on as it is, and any object is taken. What reads them checks
    /// them.
    /// - Parameter schema: a JSON Schema of an object.
    package static func verbatim(_ schema: JSONValue) -> Self {
        Self(fields: [], names: ParameterNames(), verbatimSchema: schema.members ?? []) { object in
            .success(object.map { JSONValue($0) } ?? .object([]))
        }
    }
}

extension ParameterShape where Parameters == NoParameters {
    /// The shape of an operation or action without parameters.
    package static var none: Self { Self { NoParameters() } }
}

/// The names of an operation's parameters, by which a call is searched for others: made by the first call, since a list of operations
/// needs none.
private final class ParameterNames: Sendable {
    private final class Table: Sendable {
        let names: MemberTable

        init(_ fields: [ParameterField]) { names = MemberTable(fields.map { $0.name }) }
    }

    private let made = MadeOnce<Table>()

    func table(of fields: [ParameterField]) -> MemberTable { made.value { Table(fields) }.names }
}

/// The parameters of an operation that takes none.
package struct NoParameters: Sendable {
    package init() {}
}

/// The parameter that could not be read.
package struct WrongParameter: Error {
    let name: String
    /// The mistake, where it is not the format alone.
    let sentence: String?
    /// Remedy; nil for that of every mistake.
    let hint: String?
    /// Values that were perhaps meant.
    let suggestions: [String]

    package init(name: String, sentence: String? = nil, hint: String? = nil, suggestions: [String] = []) {
        (self.name, self.sentence, self.hint, self.suggestions) = (name, sentence, hint, suggestions)
    }
}

/// Reads the parameters of one call, each by its declaration.
package struct ParameterReader {
    let object: JSONNode?

    /// True if nothing was sent.
    var isEmpty: Bool { object.map { $0.count == 0 } ?? true }

    /// - Throws: a value that was sent and is wrong, or a required one that is missing.
    package func value<Value>(_ parameter: Parameter<Value>) throws(WrongParameter) -> Value {
        guard let value = parameter.read(object?[parameter.field.name]) else {
            throw WrongParameter(name: parameter.field.name)
        }
        return value
    }
}
