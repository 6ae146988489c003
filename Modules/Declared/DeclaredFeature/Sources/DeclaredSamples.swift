import Drawings
import FeatureKit
import HTTP
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
    private let api: HTTPAPI
    /// Makes the operations, in the order of their declaration.
    private let operations: @Sendable () -> [DeclaredOperation]
    private let answers = Mutex<[String: HTTPResponse]?>(nil)

    init(_ api: HTTPAPI, _ operations: @escaping @Sendable () -> [DeclaredOperation]) {
        (self.api, self.operations) = (api, operations)
    }

    /// The answer to a request; nil for one that no sample answers.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        if request.isOfFoundURL {
            // Nobody is asked for a sample's picture: it is drawn.
            let goods = Goods([api.title], tint: nil, key: request.url, format: .square)
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
        let (url, endpoint) = (request.redactedURL, request.endpoint.text)
        let below = url.utf8.starts(with: endpoint.utf8) ? String(url.dropFirst(endpoint.count)) : url
        return "\(request.method.rawValue) \(below) \(String(decoding: request.body ?? [], as: UTF8.self))"
    }

    // MARK: - Requests of the samples

    private func made() -> [String: HTTPResponse] {
        var answers: [String: HTTPResponse] = [:]
        guard let endpoint = try? HTTPEndpoint(parsing: api.endpoint) else { return [:] }
        let operations = operations()
        for question in SampleQuestion.all(of: operations, in: operations.flatMap(\.samples)) {
            add(question, endpoint, to: &answers)
        }
        return answers
    }

    /// The requests of one question's pages, with their answers.
    private func add(_ question: SampleQuestion, _ endpoint: HTTPEndpoint, to answers: inout [String: HTTPResponse]) {
        let operation = question.operation
        var walk = SampleWalk(
            operation, question.arguments, operation.standingSettings, endpoint, operation.auth.withoutValues)
        for (index, files) in question.pages.enumerated() {
            // A page behind the last, as the answers say: nobody asks for it.
            if index > 0, !walk.hasMore { return }
            for body in files.map({ $0.flatMap(api.sample) }) {
                guard let body, let request = try? walk.request(),
                    let document = try? JSONDocument(parsing: body, limits: Upstream.limits)
                else { return }
                let fields = index < question.pages.count - 1 ? walk.linkFields(behind: request) : []
                let response = HTTPResponse(status: 200, fields: fields, body: body, source: .sample)
                answers[Self.key(of: request)] = response
                walk.take(response, document, of: request)
            }
        }
    }
}
