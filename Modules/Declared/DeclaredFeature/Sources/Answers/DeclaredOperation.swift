import FeatureKit
import HTTP
import JMESPath
import JSON
import ModuleFile
import Values

/// A declared operation, ready to be called: its requests one after the other, and the rows of what came back.
struct DeclaredOperation: Sendable {
    let api: HTTPAPI
    let declaration: OperationDeclaration
    let parameters: [DeclaredParameter]
    let requests: [DeclaredRequest]
    /// Answers that are kept for its calls.
    let samples: [SampleDeclaration]

    init(_ declaration: OperationDeclaration, of api: HTTPAPI, samples: [SampleDeclaration]) {
        self.api = api
        self.declaration = declaration
        self.samples = samples
        let sample = samples.first
        parameters = declaration.parameters.map { parameter in
            DeclaredParameter(
                parameter, sample: sample?.parameters.first { $0.name == parameter.name }?.value,
                isInPath: declaration.requests.contains { $0.address?.reads(parameter.name) ?? false })
        }
        let isIdempotent = if case .writes(let isIdempotent, _) = declaration.effect { isIdempotent } else { true }
        requests = declaration.requests.map { request in
            DeclaredRequest(
                declaration: request, module: api.id, idempotency: declaration.idempotency,
                isIdempotent: isIdempotent)
        }
    }

    var module: String { api.id }
    var auth: DeclaredAuth { api.auth }
    private var settings: [DeclaredSetting] { api.settings }

    /// Two to four words for people.
    var title: String { "\(api.title): \(trimmed(spelledOut(declaration.name)))" }

    /// Values of its required parameters that its samples answer.
    var requiredExamples: [JSONMember] {
        parameters.compactMap { parameter in
            parameter.declaration.isRequired
                ? parameter.example.map { JSONMember(parameter.declaration.name, $0) } : nil
        }
    }

    // MARK: - Values

    /// The arguments of a call with the values of the module's settings, as expressions read them.
    func names(_ arguments: [JSONMember], _ call: FeatureCall) -> CallNames {
        CallNames(
            arguments: arguments
                + settings.lazy.filter { !$0.isSecret }.map {
                    JSONMember(settingPrefix + $0.name, $0.value(call.settings))
                })
    }

    /// The arguments of a list's or a detail's call, as the parameters read them.
    /// - Throws: `invalid_argument` for a required one that is missing.
    func arguments(of call: FeatureCall) throws(Fault) -> [JSONMember] {
        var given: [JSONMember] = []
        for parameter in parameters {
            guard let value = try call.value(parameter.parameter), value != .null else { continue }
            given.append(JSONMember(parameter.declaration.name, value))
        }
        return given
    }

    /// The arguments of a call with some values, as the file spells them, and the defaults of the others.
    func standing(with given: [(name: String, value: String)]) -> [JSONMember] {
        parameters.compactMap { parameter in
            let declaration = parameter.declaration
            let text = given.first { $0.name == declaration.name }?.value ?? declaration.defaultText
            return text.map { JSONMember(declaration.name, DeclaredParameter.value($0, declaration.kind)) }
        }
    }

    /// The module's settings as they are where nothing sets them.
    var standingSettings: [JSONMember] {
        settings.filter { !$0.isSecret }.map { JSONMember(settingPrefix + $0.name, $0.standard) }
    }

    // MARK: - Asking

    /// The answer to the last request, with what the rows in it may read.
    struct Answer: Sendable {
        let reply: UpstreamReply
        let names: CallNames
        let request: HTTPRequest

        /// The current node of expressions on the answer.
        let current: JMESValue
    }

    /// Asks for a page, or for what there is: each step after the one before it, and makes something of the last answer.
    /// - Parameter make: on a pool thread where the answer is large.
    func ask<Value: Sendable>(
        _ arguments: [JSONMember], _ place: PagePlace, _ call: FeatureCall,
        _ make: @Sendable (Answer) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        var names = names(arguments, call)
        let key = declaration.idempotency == nil ? "" : newUUID()
        let secrets = try auth.values(call)
        let (endpoint, timeout) = (call.upstream.endpoint, call.upstream.timeout)
        for (index, request) in requests.enumerated() where index < requests.count - 1 {
            let made = try request.made(
                names, place, key: key, at: endpoint, timeout: timeout, secrets: secrets)
            let document = try await send(made, request, call, names) { reply, _ throws(Fault) in reply.document }
            names.steps.append((request.declaration.id ?? "", document.root))
        }
        guard let last = requests.last else { throw .noAddress(nil, module: module) }
        let made = try last.made(names, place, key: key, at: endpoint, timeout: timeout, secrets: secrets)
        let hasSteps = declaration.hasSteps
        // Whatever is answered: the server may have done it.
        defer { if declaration.effect != .reads { call.didWrite() } }
        return try await send(made, last, call, names) { [names] reply, request throws(Fault) in
            var names = names
            names.reply = reply.document.root
            if hasSteps { names.steps.append((last.declaration.id ?? "", reply.document.root)) }
            return try make(
                Answer(
                    reply: reply, names: names, request: request,
                    current: hasSteps ? names.root : .node(reply.document.root)))
        }
    }

    private func send<Value: Sendable>(
        _ request: HTTPRequest, _ declared: DeclaredRequest, _ call: FeatureCall, _ names: CallNames,
        _ read: @Sendable (UpstreamReply, HTTPRequest) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let errors = declared.declaration.errors
        var statuses: Set<Int> = []
        for case .status(let status) in errors.map(\.condition) { statuses.insert(status) }
        let isSample = call.upstream.data == .sample
        let request = call.prepared(request)
        let module = module
        return try await told(once: !request.isRepeatable, judging: statuses, request, call) {
            reply throws(Fault) in
            // What no sample answers is no error that the file declares.
            if isSample, reply.status == 404 { throw .noSample(module: module) }
            for error in errors {
                if let fault = error.fault(for: reply, names, module: module) { throw fault }
            }
            guard reply.isSuccess else {
                throw .refused(reply.status, module: module, hasSecrets: auth.declaration != nil)
            }
            return try read(reply, request)
        }
    }

    /// Sends a request; a failure after which it may have been done all the same says so.
    private func told<Value: Sendable>(
        once isOnce: Bool, judging statuses: Set<Int>, _ request: HTTPRequest, _ call: FeatureCall,
        _ read: @Sendable (UpstreamReply) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        do throws(Fault) {
            return try await call.upstream.reply(
                to: request, judging: statuses, takesNothing: declaration.result == nil, read: read)
        } catch {
            guard isOnce, declaration.effect != .reads, error.retryable,
                error.code == .upstreamTimeout || error.code == .upstreamUnavailable
            else { throw error }
            throw error.perhapsDone
        }
    }
}

extension ErrorDeclaration {
    /// Steps of evaluation of a condition and a message.
    private static let mostSteps = 10_000

    /// Failure that an answer means; nil for an answer of another kind.
    fileprivate func fault(for reply: UpstreamReply, _ names: CallNames, module: String) -> Fault? {
        var (names, steps) = (names, JMESSteps(limit: Self.mostSteps))
        names.reply = reply.document.root
        let current = JMESValue.node(reply.document.root)
        switch condition {
        case .status(let status): guard reply.status == status else { return nil }
        case .when(let condition):
            guard let value = try? condition.value(of: current, in: names, steps: &steps), !value.isFalse else {
                return nil
            }
        }
        let told = message.flatMap { try? $0.value(of: current, in: names, steps: &steps) }?.spelled
        return .declared(code, told.map(trimmed), hint, status: reply.status, module: module)
    }
}
