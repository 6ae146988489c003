package import FeatureKit
import HTTP
package import Settings

/// Whether the servers answer that modules get their data from.
package struct EndpointProbe: Sendable {
    /// The module's id.
    package let module: String
    package let endpoint: String
    package let result: Result

    package enum Result: Sendable {
        /// The module asks nobody: its data mode.
        case notAsked(mode: String)
        /// An answer, whatever its status says, and the time until it was there.
        case answered(status: Int, time: Duration)
        /// No answer: what happened, and what to do.
        case failed(String)
    }

    /// Asks each live module's endpoint itself, all at once, without tries again.
    /// - Parameter timeout: for each.
    /// - Throws: an endpoint that is no address.
    package static func all(
        of features: [Feature], _ settings: Settings, timeout: Duration = .seconds(5)
    ) async throws(CompositionFault) -> [EndpointProbe] {
        var places: [(manifest: ModuleManifest, endpoint: HTTPEndpoint, text: String)] = []
        for feature in features {
            // A module without an endpoint is off.
            guard let keys = feature.manifest.settings, settings[keys.enabled],
                let endpoint = try Upstreams.endpoint(of: feature.manifest, settings)
            else { continue }
            places.append((feature.manifest, endpoint, settings[keys.endpoint] ?? endpoint.text))
        }
        var configuration = ProgramSettings.httpConfiguration(settings)
        configuration.retries = 0
        let client = CurlHTTPClient(configuration: configuration)
        return await withTaskGroup(of: (Int, EndpointProbe).self) { group in
            for (index, place) in places.enumerated() {
                let mode = ProgramSettings.dataMode(of: place.manifest, settings)
                group.addTask {
                    let result: Result =
                        mode == .live || mode == .record
                        ? await ask(place.endpoint, client, timeout) : .notAsked(mode: mode.rawValue)
                    return (
                        index,
                        EndpointProbe(
                            module: place.manifest.id,
                            endpoint: place.text,
                            result: result)
                    )
                }
            }
            var probes: [(Int, EndpointProbe)] = []
            for await probe in group { probes.append(probe) }
            return probes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func ask(_ endpoint: HTTPEndpoint, _ client: CurlHTTPClient, _ timeout: Duration) async -> Result {
        let begin = ContinuousClock.now
        do throws(HTTPFailure) {
            let response = try await client.send(HTTPRequest(get: [], at: endpoint, timeout: timeout))
            return .answered(status: response.status, time: ContinuousClock.now - begin)
        } catch {
            return .failed(error.sentence)
        }
    }
}
