package import FeatureKit
package import HTTP
import JSON
package import ModuleFile
package import Settings

/// Asks a module's server for each of its samples.
package struct SampleRecording: Sendable {
    private let module: ModuleDeclaration
    private let api: HTTPAPI

    /// Result of one sample.
    package enum Outcome: Sendable {
        case recorded(bytes: Int)
        /// The call changes something, and was not asked for.
        case leftOut
        case failed(Fault)
        /// The server has fewer pages than there are samples.
        case noPage
    }

    package init(_ module: ModuleDeclaration) {
        self.module = module
        api = HTTPAPI(module)
    }

    /// Asks for each sample, one after the other.
    /// - Parameters:
    ///   - values: settings in force; secrets are among them.
    ///   - writes: whether calls that change something are made as well.
    ///   - keep: takes the answer of a sample's file, as the server sent it.
    /// - Returns: what became of each file, in the order of the samples.
    /// - Throws: a secret that is not set, an endpoint that is no address.
    package func record(
        _ values: Settings, at endpoint: HTTPEndpoint, client: any HTTPClient, writes: Bool,
        keep: (_ name: String, _ body: [UInt8]) throws(Fault) -> Void
    ) async throws(Fault) -> [(file: String, outcome: Outcome)] {
        var told: [(file: String, outcome: Outcome)] = []
        for question in SampleQuestion.all(of: api.operations(of: module), in: module.samples) {
            let (operation, pages) = (question.operation, question.pages)
            if operation.declaration.effect != .reads, !writes {
                told += pages.flatMap { $0 }.compactMap(\.self).map { ($0, .leftOut) }
                continue
            }
            var walk = SampleWalk(
                operation, question.arguments,
                api.settings.filter { !$0.isSecret }.map {
                    JSONMember(settingPrefix + $0.name, $0.value(values))
                }, endpoint, try api.auth.values(values, module: module.id))
            for (index, files) in pages.enumerated() {
                if index > 0, !walk.hasMore {
                    told += files.compactMap(\.self).map { ($0, .noPage) }
                    continue
                }
                for file in files {
                    do throws(Fault) {
                        let request = try walk.request()
                        let response = try await answer(to: request, client)
                        guard let document = try? JSONDocument(parsing: response.body, limits: Upstream.limits) else {
                            throw .unexpectedAnswer("JSON", module: module.id)
                        }
                        if let file {
                            try keep(file, response.body)
                            told.append((file, .recorded(bytes: response.body.count)))
                        }
                        walk.take(response, document, of: request)
                    } catch {
                        told.append((file ?? operation.declaration.name, .failed(error)))
                        break
                    }
                }
                if case .failed? = told.last?.outcome { break }
            }
        }
        return told
    }

    private func answer(to request: HTTPRequest, _ client: any HTTPClient) async throws(Fault) -> HTTPResponse {
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw Fault(error, module: module.id)
        }
        guard (200...299).contains(response.status) else {
            throw .refused(response.status, module: module.id, hasSecrets: module.auth != nil)
        }
        return response
    }
}
