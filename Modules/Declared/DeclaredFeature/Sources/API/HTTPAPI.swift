import DesignSystem
package import FeatureKit
import HTTP
import JMESPath
package import ModuleFile
import URITemplate
import Values

/// An API over HTTP: its address, its settings, the way requests show who asks, and the answers that are kept for samples.
package struct HTTPAPI: Sendable {
    let id: String
    let title: String
    let endpoint: String
    let settings: [DeclaredSetting]
    let auth: DeclaredAuth
    /// Reads a file of the samples.
    let sample: SampleReader

    /// - Parameters:
    ///   - id: of the module, in lower camel case.
    ///   - title: of the module, for people.
    ///   - endpoint: default of the setting `modules.ID.endpoint`.
    ///   - settings: those of the module alone.
    ///   - samples: reads a file of the samples, at the first request that it answers; nil for one that is not there.
    package init(
        _ id: String, title: String, endpoint: String, settings: [OwnSettingDeclaration] = [],
        auth: AuthDeclaration? = nil, samples: @escaping SampleReader
    ) {
        (self.id, self.title, self.endpoint, sample) = (id, title, endpoint, samples)
        let settings = settings.map { DeclaredSetting($0, module: id) }
        self.settings = settings
        self.auth = DeclaredAuth(declaration: auth, settings: settings)
    }

    /// The API of a module's file.
    /// - Parameter samples: reads the files of its samples.
    init(_ module: ModuleDeclaration, samples: @escaping SampleReader = { _ in nil }) {
        self.init(
            module.id, title: module.title, endpoint: module.endpoint, settings: module.settings, auth: module.auth,
            samples: samples)
    }

    /// The operations of a module's file, in its order.
    func operations(of module: ModuleDeclaration) -> [DeclaredOperation] {
        module.operations.map { operation in
            DeclaredOperation(operation, of: self, samples: module.samples.filter { $0.operation == operation.name })
        }
    }
}

/// A call of an API, of any kind.
package protocol HTTPAPICall: Sendable {
    /// Its requests, and the answers that are kept for them.
    var samples: CallSamples { get }
}

/// The sample answers of a call.
package struct CallSamples: Sendable {
    let operation: DeclaredOperation
}

extension DeclaredList: HTTPAPICall {
    package var samples: CallSamples { CallSamples(operation: operation) }
}

extension DeclaredDetail: HTTPAPICall {
    package var samples: CallSamples { CallSamples(operation: operation) }
}

extension DeclaredCall: HTTPAPICall {
    package var samples: CallSamples { CallSamples(operation: operation) }
}

extension Feature {
    /// A feature over an API.
    /// - Parameters:
    ///   - calls: those whose samples answer where the setting `data` is `sample`.
    ///   - parts: made of the calls, when they are asked for first.
    package init(
        _ api: HTTPAPI, doc: String, sampling calls: @autoclosure @escaping @Sendable () -> [any HTTPAPICall],
        parts: @autoclosure @escaping @Sendable () -> [any FeaturePart]
    ) {
        self.init(api, doc: doc, operations: { calls().map(\.samples.operation) }, parts: parts)
    }

    /// A feature over an API that makes nothing before the first question that needs it.
    init(
        _ api: HTTPAPI, doc: String, operations: @escaping @Sendable () -> [DeclaredOperation],
        parts: @escaping @Sendable () -> [any FeaturePart]
    ) {
        let answers = DeclaredSamples(api, operations)
        self.init(
            api.id, title: api.title, doc: doc, endpoint: api.endpoint, settings: api.settings.map(\.declaration),
            sample: { answers.answer($0) }, parts: parts())
    }
}

extension HTTPAPI {
    /// A call whose answer is rows, page by page.
    /// - Parameters:
    ///   - name: of the operation.
    ///   - doc: one line: what it gives.
    ///   - requests: one, or as many as steps, each named; expressions are on the answer to the last, or on `{params, steps}`.
    ///   - items: expression of the rows.
    ///   - total: expression of the number of all rows; without one nobody says it.
    ///   - samples: answers that are kept, each for the values that it answers; the first are the operation's example.
    package func list(
        _ name: String, _ doc: String, of layout: RowLayout, parameters: [ParameterDeclaration] = [],
        request requests: RequestDeclaration..., items: String, total: String? = nil, pages: PagesDeclaration? = nil,
        samples: [SampleAnswers]
    ) -> DeclaredList {
        let items = compiled(items)
        var declaration = declaration(name, doc, parameters, requests)
        declaration.result = .items(items)
        declaration.total = total.map { compiled($0) }
        declaration.pages = pages
        return DeclaredList(operation(declaration, samples), of: layout, items: items)
    }

    /// A call whose answer is one row, asked for by its key: the parameter of the key's name.
    /// - Parameters:
    ///   - item: expression of the row; null where there is none.
    ///   - list: of rows that it shows: it completes their keys, and has those that no sample of this call answers.
    package func detail(
        _ name: String, _ doc: String, of layout: RowLayout, in list: DeclaredList? = nil,
        parameters: [ParameterDeclaration], request requests: RequestDeclaration..., item: String,
        samples: [SampleAnswers]
    ) -> DeclaredDetail {
        let item = compiled(item)
        var declaration = declaration(name, doc, parameters, requests)
        declaration.result = .item(item)
        return DeclaredDetail(operation(declaration, samples), of: layout, item: item, list: list)
    }

    /// A call with one result, such as an order.
    /// - Parameters:
    ///   - layout: of the result; nil where the answer says nothing.
    ///   - item: expression of the result.
    ///   - confirm: question that a person is asked before, with variables.
    ///   - idempotency: header that holds a key, one a call.
    package func call(
        _ name: String, _ doc: String, of layout: RowLayout? = nil, parameters: [ParameterDeclaration] = [],
        request requests: RequestDeclaration..., item: String? = nil, effect: OperationEffect = .reads,
        confirm: String? = nil, idempotency: String? = nil, samples: [SampleAnswers]
    ) -> DeclaredCall {
        var declaration = declaration(name, doc, parameters, requests)
        declaration.result = item.map { .item(compiled($0)) }
        declaration.confirm = confirm.map { TextDeclaration($0, for: .text) }
        declaration.idempotency = idempotency
        if case .writes(let isIdempotent, let isDestructive) = effect {
            declaration.effect = .writes(isIdempotent: isIdempotent, isDestructive: isDestructive)
        }
        return DeclaredCall(operation: operation(declaration, samples), row: layout)
    }

    private func declaration(
        _ name: String, _ doc: String, _ parameters: [ParameterDeclaration], _ requests: [RequestDeclaration]
    ) -> OperationDeclaration {
        var declaration = OperationDeclaration(name: name)
        declaration.doc = doc
        declaration.parameters = parameters
        declaration.requests = requests
        declaration.hasSteps = requests.contains { $0.id != nil }
        return declaration
    }

    private func operation(_ declaration: OperationDeclaration, _ samples: [SampleAnswers]) -> DeclaredOperation {
        DeclaredOperation(
            declaration, of: self,
            samples: samples.flatMap { sample in
                sample.pages.map {
                    SampleDeclaration(operation: declaration.name, parameters: sample.parameters, files: $0)
                }
            })
    }
}

/// Files that answer a call with some values of its parameters, each a page.
package struct SampleAnswers: Sendable {
    let parameters: [(name: String, value: String)]
    let pages: [SampleDeclaration.Files]

    /// - Parameter values: as a user would type them.
    package static func of(_ values: KeyValuePairs<String, String> = [:], _ files: String...) -> SampleAnswers {
        SampleAnswers(parameters: values.map { ($0.key, $0.value) }, pages: files.map { .one($0) })
    }

    /// - Parameter files: of each page, the file of each step.
    package static func of(
        _ values: KeyValuePairs<String, String> = [:], steps files: [String: String]...
    ) -> SampleAnswers {
        SampleAnswers(parameters: values.map { ($0.key, $0.value) }, pages: files.map { .steps($0) })
    }
}
