import FeatureKit
import HTTP
import JSON

/// The upstream of the forecast: one request, and what its answers mean.
struct ForecastAPI: Sendable {
    let upstream: Upstream
    /// A secret: sent to the endpoint, told to nobody else.
    private let key: String

    /// The public service.
    static let publicEndpoint = "https://api.openweathermap.org/data/2.5"
    private static let publicHost = "api.openweathermap.org"

    init(upstream: Upstream, key: String) {
        self.upstream = upstream
        self.key = trimmed(key)
    }

    /// `forecast/daily`
    /// - Throws: `not_found` for a place that the upstream doesn't know; `upstream_rejected` when the key is missing or
    ///   wrong. No fault holds the key, even where the upstream repeats it.
    func daily(_ query: ForecastQuery) async throws(Fault) -> PlaceForecast {
        if lacksKey { throw .missingKey }
        do throws(Fault) {
            return try await upstream.json(
                ["forecast", "daily"],
                query: [
                    HTTPQueryItem(name: "q", value: query.place), HTTPQueryItem(name: "cnt", value: String(query.days)),
                    HTTPQueryItem(name: "units", value: query.units.rawValue), HTTPQueryItem(name: "appid", value: key),
                ], secretQueryNames: ["appid"]
            ) { reply throws(Fault) in PlaceForecast(upstream: try judged(reply), query: query) }
        } catch {
            throw error.without(secret: key)
        }
    }

    /// Only the public service is known to refuse requests without a key; a server of one's own may not need any.
    private var lacksKey: Bool {
        key.isEmpty && upstream.data == .live && upstream.endpoint.host.utf8.elementsEqual(Self.publicHost.utf8)
    }

    /// The answer's object, once the status and its member `cod` (text or a number) say that it is a forecast.
    private func judged(_ reply: UpstreamReply) throws(Fault) -> JSONNode {
        let root = reply.document.root
        let told = root["cod"]?.looseInteger
        switch reply.isSuccess ? told ?? reply.status : reply.status {
        case 200...299: break
        case 401: throw .refusedKey
        case 404: throw .unknownPlace
        case 429: throw .tooManyRequests
        case let status: throw .refused(root["message"]?.boundedText, status: status)
        }
        // Without a list there are no days; without anything of a forecast it is something else.
        guard root.kind == .object, told != nil || root["list"] != nil || root["city"] != nil else {
            throw .unexpectedAnswer("list", module: upstream.module)
        }
        return root
    }
}
