import FeatureKit
import HTTP
import JSON
import Values

extension FeatureConformance {
    /// Calls of each kind for each operation.
    private static let calls = 1_000

    func generatedCallFindings() async throws -> [String] {
        var found: [String] = []
        for operation in operations(of: try harness()) {
            found += try await generatedCallFindings(operation).thinned
        }
        return found
    }

    private func generatedCallFindings(_ operation: RegisteredOperation) async throws -> [String] {
        var found: [String] = []
        var desk = try await CallDesk(operation, self)
        var calls = GeneratedCalls(operation.parameterSchema(), name: operation.method)
        var answered = 0
        for _ in 0..<Self.calls {
            let outcome = try await desk.play(calls.valid())
            if outcome.result != nil { answered += 1 }
            found += desk.findings(in: outcome, isRight: true)
        }
        if answered == 0 { found.append("\(operation.method) answers no right call, which proves little") }
        for _ in 0..<Self.calls {
            let wrong = calls.wrong()
            // First the call, then the desk that tells of it.
            let outcome = try await desk.play(wrong.parameters)
            found += desk.findings(in: outcome, isRight: false, field: wrong.field)
        }
        for property in operation.parameters where property.schema["type"] == "integer" {
            for number in OddNumbers.values { found += try await desk.findings(putting: number, as: property) }
        }
        return found
    }

    func naughtyTextFindings() async throws -> [String] {
        var found: [String] = []
        for operation in operations(of: try harness()) {
            var desk = try await CallDesk(operation, self)
            var own: [String] = []
            for property in operation.parameters {
                for text in NaughtyTexts.all { own += try await desk.findings(putting: .string(text), as: property) }
            }
            found += own.thinned
        }
        return found
    }
}

/// Desk for calls of one operation with many parameters, over an upstream with constant answers.
private struct CallDesk {
    private let operation: RegisteredOperation
    private let stage: AlteredStage
    private let schema: JSONSchema
    /// The shapes of the addresses that the feature's examples ask for.
    private let shapes: Set<String>
    private var parameters: JSONValue = .null

    init(_ operation: RegisteredOperation, _ kit: FeatureConformance) async throws {
        self.operation = operation
        stage = try await kit.stage(.operation(operation))
        schema = JSONSchema(operation.resultSchema())
        var requests = stage.samples.requests
        for other in kit.operations(of: try kit.harness()) {
            let stage = try await kit.stage(.operation(other))
            requests += stage.samples.requests
            // Each of few words may lead elsewhere.
            for property in other.parameters {
                for word in property.words {
                    _ = try await stage.play(nil, other.exampleParameters.with(property.name, .string(word)))
                    requests += stage.samples.requests
                }
            }
        }
        // What is not there is looked for among what is near it.
        for property in operation.parameters {
            let outcome = try await stage.play(nil, operation.exampleParameters.with(property.name, "not there"))
            if case .fault(let fault) = outcome, fault.code == .notFound { requests += stage.samples.requests }
        }
        shapes = Set(requests.map(Self.shape))
        stage.samples.answerAlike()
    }

    mutating func play(_ parameters: JSONValue) async throws -> AlteredStage.Outcome {
        self.parameters = parameters
        return try await stage.play(nil, parameters)
    }

    /// Calls the example with one parameter set to a value, and judges what comes by the parameter's schema.
    mutating func findings(putting value: JSONValue, as property: ParameterField) async throws -> [String] {
        let outcome = try await play(operation.exampleParameters.with(property.name, value))
        // Only the server knows what cursor it gave.
        let isRight = property.name == "cursor" ? false : GeneratedCalls.takes(value, property.schema)
        var found = findings(in: outcome, isRight: isRight, field: property.name)
        // What was taken is what was sent, blanks at its ends aside.
        if let text = value.string, let told = outcome.result?[property.name]?.string,
            !text.hasPrefix("galleria://"), !told.utf8.elementsEqual(text.utf8),
            !told.utf8.elementsEqual(trimmed(text).utf8), !isSent(text)
        {
            found.append("\(context): takes it for \(told.debugDescription.prefix(80))")
        }
        return found
    }

    /// - Parameters:
    ///   - isRight: nil where both is right.
    ///   - field: the parameter to be named; nil for none in particular.
    func findings(
        in outcome: AlteredStage.Outcome, isRight: Bool?, field: String? = nil
    ) -> [String] {
        var found = outcome.text.forbiddenScalars.prefix(3).map { "shows \($0)" }
        var isRefused = false
        switch outcome {
        case .answer(let json, _): found += schema.mistakes(in: json)
        case .screen: break
        case .fault(let fault):
            isRefused = fault.code == .invalidArgument
            if fault.code == .internal || fault.module != operation.module { found.append("fails: \(fault.text)") }
            if fault.text.contains(where: \.isNewline) { found.append("fails in two lines") }
            if isRefused, let field, !fault.names(field) {
                found.append("names \(fault.field ?? "nothing"), not \(field)")
            }
        }
        // Together, objects of a list may be more than is taken, such as of one product: that the server alone knows.
        if isRefused, isRight == true, case .fault(let fault) = outcome, fault.field?.contains("[") == true {
            return found
        }
        if let isRight, isRight == isRefused { found.append(isRight ? "is refused: \(outcome.text)" : "is taken") }
        if isRefused, !stage.samples.requests.isEmpty { found.append("was asked for before it was refused") }
        for request in stage.samples.requests { found += faults(in: request) }
        return found.map { "\(context): \($0)" }
    }

    /// Whether the upstream was sent this text: what an answer tells under the same name is then the upstream's.
    private func isSent(_ text: String) -> Bool {
        let wanted = [text, trimmed(text)]
        func has(_ value: JSONValue) -> Bool {
            if let string = value.string { return wanted.contains { $0.utf8.elementsEqual(string.utf8) } }
            return (value.array ?? value.members?.map(\.value) ?? []).contains(where: has)
        }
        return stage.samples.requests.contains { request in
            let parts = request.path + request.query.map(\.value)
            if parts.contains(where: { part in wanted.contains { $0.utf8.elementsEqual(part.utf8) } }) { return true }
            if wanted.contains(where: { request.url.holds(PercentEncoding.component($0)) }) { return true }
            return (try? JSONValue(parsing: String(decoding: request.body ?? [], as: UTF8.self))).map(has) ?? false
        }
    }

    private var context: String { "\(operation.method) \(parameters.compact.prefix(160))" }

    /// H7: an argument stays in its own part of the address.
    private func faults(in request: HTTPRequest) -> [String] {
        let isPlain = request.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        let isInPlace = shapes.contains(Self.shape(of: request))
        return isPlain && isInPlace ? [] : ["asks for \(request.url.debugDescription)"]
    }

    /// The first part of the path and the number of parts.
    private static func shape(of request: HTTPRequest) -> String {
        let count = request.url.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
            .filter { $0 != "." && $0 != ".." }.count
        return "\(request.path.first ?? "") \(count)"
    }
}
