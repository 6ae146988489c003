import Drawings
import FeatureKit
import Glibc
import HTTP
import JMESPath
import JSON
import ModuleFile
import Synchronization
import Values

/// The largest file of samples, in bytes.
package let mostSampleBytes = 8 << 20

/// Reads a file of a module's samples; nil for one that is not there, or too large.
package typealias SampleReader = @Sendable (_ name: String) -> [UInt8]?

/// Answers requests from a module's sample files: each file answers the request that its operation makes of the sample's
/// parameters. Of samples with the same operation and parameters each one is the next page.
final class DeclaredSamples: Sendable {
    private let module: ModuleDeclaration
    private let read: SampleReader
    /// Operations, in the order of the declaration.
    private let operations: [DeclaredOperation]
    private let answers = Mutex<[String: HTTPResponse]?>(nil)

    init(_ module: ModuleDeclaration, _ operations: [DeclaredOperation], _ read: @escaping SampleReader) {
        (self.module, self.operations, self.read) = (module, operations, read)
    }

    /// The answer to a request; nil for one that no sample answers.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        if request.isOfFoundURL {
            // Nobody is asked for a sample's picture: it is drawn.
            let goods = Goods([module.title], tint: nil, key: request.url, format: .square)
            return HTTPResponse(status: 200, body: goods.png(), source: .sample)
        }
        return answers.withLock { answers in
            let known = answers ?? made()
            answers = known
            return known[Self.key(of: request)]
        }
    }

    private static func key(of request: HTTPRequest) -> String {
        // Wherever the settings say that the endpoint is.
        let (url, endpoint) = (request.url, request.endpoint.text)
        let below = url.utf8.starts(with: endpoint.utf8) ? String(url.dropFirst(endpoint.count)) : url
        return "\(request.method.rawValue) \(below) \(String(decoding: request.body ?? [], as: UTF8.self))"
    }

    // MARK: - Requests of the samples

    private func made() -> [String: HTTPResponse] {
        var answers: [String: HTTPResponse] = [:]
        guard let endpoint = try? HTTPEndpoint(parsing: module.endpoint) else { return [:] }
        var seen: [String] = []
        for sample in module.samples {
            guard let operation = operations.first(where: { $0.declaration.name == sample.operation }) else { continue }
            let arguments = operation.standing(with: sample.parameters)
            let name = "\(sample.operation) \(JSONValue.object(arguments).words)"
            if seen.contains(name) { continue }
            seen.append(name)
            let pages = module.samples.filter { other in
                other.operation == sample.operation
                    && operation.standing(with: other.parameters) == arguments
            }
            add(pages.map(\.files), of: operation, arguments, endpoint, to: &answers)
        }
        return answers
    }

    /// The requests of one question's pages, with their answers.
    private func add(
        _ pages: [SampleDeclaration.Files], of operation: DeclaredOperation, _ arguments: [JSONMember],
        _ endpoint: HTTPEndpoint, to answers: inout [String: HTTPResponse]
    ) {
        var walk = SampleWalk(operation, arguments, endpoint)
        for (index, files) in pages.enumerated() {
            var bodies: [[UInt8]] = []
            switch files {
            case .one(let name): bodies = [read(name)].compactMap(\.self)
            case .steps(let names):
                bodies = operation.requests.compactMap { request in
                    request.declaration.id.flatMap { names[$0] }.flatMap(read)
                }
            }
            guard let made = walk.take(bodies, isLast: index == pages.count - 1) else { return }
            for (request, response) in made { answers[Self.key(of: request)] = response }
        }
    }
}

/// Walks through the pages of a sample's question as a call would.
private struct SampleWalk {
    private let operation: DeclaredOperation
    private let arguments: [JSONMember]
    private let endpoint: HTTPEndpoint
    private var place: PagePlace
    private let pages: PagesDeclaration
    /// Target of the first page.
    private var first: String?

    init(_ operation: DeclaredOperation, _ arguments: [JSONMember], _ endpoint: HTTPEndpoint) {
        self.operation = operation
        self.arguments = arguments
        self.endpoint = endpoint
        pages = operation.declaration.pages ?? PagesDeclaration()
        place = PagePlace(size: pages.size)
        switch pages.by {
        case .number: place.number = pages.from
        case .offset: place.offset = 0
        case .cursor, .next, .link, .none: break
        }
    }

    /// The requests of the page at hand, with their answers; moves on to the next page.
    /// - Returns: nil where a request can't be made, or a file is no JSON.
    mutating func take(_ bodies: [[UInt8]], isLast: Bool) -> [(HTTPRequest, HTTPResponse)]? {
        guard bodies.count == operation.requests.count else { return nil }
        var names = CallNames(arguments: arguments + operation.standingSettings)
        var made: [(HTTPRequest, HTTPResponse)] = []
        for (request, body) in zip(operation.requests, bodies) {
            guard
                let asked = try? request.made(
                    names, place, key: "", at: endpoint, secrets: DeclaredAuth.Values()),
                let document = try? JSONDocument(parsing: body, limits: Upstream.limits)
            else { return nil }
            let isPage = made.count == bodies.count - 1
            var fields: [HTTPField] = []
            if pages.by == .link, isPage, !isLast,
                let target = linked(behind: asked),
                let field = try? HTTPField(name: "Link", value: "<\(target)>; rel=\"next\"")
            {
                fields = [field]
            }
            made.append((asked, HTTPResponse(status: 200, fields: fields, body: body, source: .sample)))
            names.steps.append((request.declaration.id ?? "", document.root))
            names.reply = document.root
        }
        guard !isLast, let last = made.last else { return made }
        moveOn(behind: last.0, last.1, names)
        return made
    }

    private var nextNumber: Int { (place.number ?? 1) + 1 }

    /// The address of the page behind the one at hand, of a list that a field of the head leads through.
    private mutating func linked(behind request: HTTPRequest) -> String? {
        first = first ?? (try? request.target(of: "")).flatMap { $0 }
        return first.map { "\($0)\($0.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")page=\(nextNumber)" }
    }

    private mutating func moveOn(behind request: HTTPRequest, _ response: HTTPResponse, _ names: CallNames) {
        var steps = JMESSteps(limit: 400_000)
        guard let reply = names.reply else { return }
        let current: JMESValue = operation.declaration.hasSteps ? names.root : .node(reply)
        func value(_ expression: JMESExpression?) -> JMESValue? {
            expression.flatMap { try? $0.value(of: current, in: names, steps: &steps) }
        }
        switch pages.by {
        case .none: break
        case .number: place.number = nextNumber
        case .offset:
            guard case .items(let items)? = operation.declaration.result else { return }
            place.offset = (place.offset ?? 0) + (pages.size ?? value(items)?.count ?? 0)
        case .cursor: place.cursor = value(pages.at)?.spelled
        case .next:
            guard let next = value(pages.at)?.spelled else { return }
            place.target = (try? request.target(of: next)).flatMap { $0 }.map(operation.auth.withoutSecrets)
        case .link:
            place.number = nextNumber
            place.target = linkTarget(of: "next", in: response.fields)
        }
    }
}
