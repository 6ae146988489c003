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
        var walk = SampleWalk(operation, arguments, operation.standingSettings, endpoint, DeclaredAuth.Values())
        for (index, files) in pages.enumerated() {
            let bodies = operation.files(files).map { $0.flatMap(read) }
            for body in bodies {
                guard let body, let request = try? walk.request(),
                    let document = try? JSONDocument(parsing: body, limits: Upstream.limits)
                else { return }
                let fields = index < pages.count - 1 ? walk.linkFields(behind: request) : []
                let response = HTTPResponse(status: 200, fields: fields, body: body, source: .sample)
                answers[Self.key(of: request)] = response
                walk.take(response, document, of: request)
            }
        }
    }
}

extension DeclaredOperation {
    /// The file of each request of a sample; nil for a step without one.
    func files(_ files: SampleDeclaration.Files) -> [String?] {
        switch files {
        case .one(let name): [name]
        case .steps(let names): requests.map { request in request.declaration.id.flatMap { names[$0] } }
        }
    }
}
