import FeatureKit
import ForecastSamples
import HTTP
import JSON

/// Answers the upstream's one request from the sample data, with bodies of the upstream's own shape.
enum SampleForecasts {
    /// The `sample` of the module's manifest.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path == ["forecast", "daily"] else { return nil }
        let name = trimmed(value("q", in: request) ?? "")
        if name.isEmpty { return failure(400, "Nothing to geocode") }
        guard let body = body(for: name) else { return failure(404, "city not found") }
        let days = value("cnt", in: request).flatMap { Int($0) } ?? ForecastQuery.dayRange.upperBound
        let units = value("units", in: request).flatMap { TemperatureUnits(rawValue: $0) } ?? .standard
        var writer = JSONWriter(reserving: 8192)
        SampleBody(days: max(0, days), units: units).write(body, into: &writer)
        return HTTPResponse(status: 200, body: writer.bytes, source: .sample)
    }

    /// Every sample: an object with the `names` that find it and its `body`. Parsed at the first request.
    static let samples: [JSONNode] = {
        let bytes = UnsafeRawBufferPointer(start: forecast_sample_places, count: forecast_sample_places_size)
        let document = try? JSONDocument(parsing: bytes, limits: .standard)
        return document.map { Array($0.root.elements) } ?? []
    }()

    private static let byName: [ExactName: JSONNode] = {
        var bodies: [ExactName: JSONNode] = [:]
        for sample in samples {
            guard let body = sample["body"] else { continue }
            let country = body["city"]?["country"]?.string ?? ""
            for name in (sample["names"]?.elements.compactMap(\.string) ?? []) {
                // Of two cities of one name the first answers to the name alone.
                for key in [name, "\(name),\(country)"].map({ ExactName($0.lowercased()) }) where bodies[key] == nil {
                    bodies[key] = body
                }
            }
        }
        return bodies
    }()

    /// Every name that finds a sample, with its country where two places share it; each is about all names of its place.
    static let places: [Candidate] = {
        let all = samples.map { sample in
            (
                names: sample["names"]?.elements.compactMap(\.string) ?? [],
                country: sample["body"]?["city"]?["country"]?.string ?? ""
            )
        }
        var counts: [ExactName: Int] = [:]
        for name in all.flatMap(\.names) { counts[ExactName(name), default: 0] += 1 }
        return all.flatMap { place in
            place.names.map { name in
                Candidate(
                    counts[ExactName(name)] == 1 ? name : "\(name),\(place.country)",
                    about: (place.names + [place.country]).joined(separator: " "))
            }
        }
    }()

    /// By name, or name and country: `London`, `london, gb`.
    private static func body(for name: String) -> JSONNode? {
        let parts = name.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
            trimmed(String($0))
        }
        return byName[ExactName(parts.joined(separator: ","))]
    }

    private static func value(_ name: String, in request: HTTPRequest) -> String? {
        request.query.first { $0.name == name }?.value
    }

    private static func failure(_ status: Int, _ message: StaticString) -> HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("cod")
        writer.string(String(status))
        writer.key("message")
        writer.string(message)
        writer.endObject()
        return HTTPResponse(status: status, body: writer.bytes, source: .sample)
    }
}
