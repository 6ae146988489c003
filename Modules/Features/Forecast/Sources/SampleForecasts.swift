import Drawings
import FeatureKit
import ForecastSamples
import HTTP
import JSON

/// Answers the upstream's one request from the sample data, with bodies of the upstream's own shape.
enum SampleForecasts {
    /// - Parameter now: in seconds since 1970: the first day is the local day at the place; nil for the days as they are stored.
    static func answer(_ request: HTTPRequest, now: Int?) -> HTTPResponse? {
        if request.isOfFoundURL { return picture(request.url) }
        guard request.path == ["forecast", "daily"] else { return nil }
        func value(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
        let name = trimmed(value("q") ?? "")
        if name.isEmpty { return failure(400, "Nothing to geocode") }
        guard let body = body(for: name) else { return failure(404, "city not found") }
        let days = value("cnt").flatMap { Int($0) } ?? WeatherService.dayRange.upperBound
        let units = value("units").flatMap { TemperatureUnits(rawValue: $0) } ?? .standard
        var writer = JSONWriter(reserving: 8192)
        SampleBody(days: max(0, days), units: units, shift: now.map { shift(of: body, to: $0) } ?? 0)
            .write(body, into: &writer)
        return HTTPResponse(status: 200, body: writer.bytes, source: .sample)
    }

    /// The drawing of a sky; nil for an address that is not the service's.
    private static func picture(_ url: String) -> HTTPResponse? {
        guard url.hasPrefix("https://openweathermap.org/") else { return nil }
        let file = url.split(separator: "/").last ?? ""
        guard file.hasSuffix(".png"), let sky = Sky(code: String(file.dropLast(4))) else {
            return HTTPResponse(status: 404, source: .sample)
        }
        return HTTPResponse(status: 200, body: sky.png(), source: .sample)
    }

    /// Seconds from the first stored day to the local day at the place: whole days, so that each keeps its time of day.
    private static func shift(of body: JSONNode, to now: Int) -> Int {
        guard let first = body["list"]?[0]?["dt"]?.integer else { return 0 }
        let offset = body["city"]?["timezone"]?.looseInteger ?? 0
        func day(_ seconds: Int) -> Int { Int((Double(seconds + offset) / 86_400).rounded(.down)) }
        return (day(now) - day(first)) * 86_400
    }

    /// Every sample: an object with the `names` that find it and its `body`. Parsed at the first request.
    static let samples: [JSONNode] = {
        let bytes = UnsafeRawBufferPointer(start: forecast_sample_places, count: forecast_sample_places_size)
        let document = try? JSONDocument(parsing: bytes, limits: .standard)
        return document.map { Array($0.root.elements) } ?? []
    }()

    private static func names(_ sample: JSONNode, _ member: String = "names") -> [String] {
        sample[member]?.elements.compactMap(\.string) ?? []
    }

    private static func country(_ sample: JSONNode) -> String { sample["body"]?["city"]?["country"]?.string ?? "" }

    private static let byName: [ExactName: JSONNode] = {
        var bodies: [ExactName: JSONNode] = [:]
        for sample in samples {
            for name in names(sample) + names(sample, "aliases") {
                // Of two cities of one name the first answers to the name alone.
                for key in [name, "\(name),\(country(sample))"].map({ ExactName($0.lowercased()) })
                where bodies[key] == nil {
                    bodies[key] = sample["body"]
                }
            }
        }
        return bodies
    }()

    /// Every name that finds a sample, with its country where two places share it; each is about all names of its place.
    private static let placesOfSamples: [[Candidate]] = {
        var counts: [ExactName: Int] = [:]
        for name in samples.flatMap({ names($0) }) { counts[ExactName(name), default: 0] += 1 }
        return samples.map { sample in
            names(sample).map { name in
                Candidate(
                    counts[ExactName(name)] == 1 ? name : "\(name),\(country(sample))",
                    about: (names(sample) + names(sample, "aliases") + [country(sample)]).joined(separator: " "))
            }
        }
    }()

    /// The first name of the place that has a short one: `서울` is 서울특별시. Names in Korean and Chinese of two characters are too
    /// short to be asked for.
    @Sendable static func fullName(_ short: String) -> String? {
        samples.first { sample in
            names(sample, "aliases").contains { $0.utf8.elementsEqual(short.utf8) }
        }.flatMap { names($0).first }
    }

    static var places: [Candidate] { placesOfSamples.flatMap(\.self) }

    /// One name of each place, as anybody can type it: in ASCII where it has one.
    static var titles: [String] {
        placesOfSamples.compactMap { place in
            (place.lazy.map(\.value).first { $0.utf8.allSatisfy { $0 < 0x80 } } ?? place.first?.value)
        }
    }

    /// By name, or name and country: `London`, `london, gb`.
    private static func body(for name: String) -> JSONNode? {
        let parts = name.lowercased().split(separator: ",", omittingEmptySubsequences: false).map {
            trimmed(String($0))
        }
        return byName[ExactName(parts.joined(separator: ","))]
    }

    private static func failure(_ status: Int, _ message: String) -> HTTPResponse {
        let body: JSONValue = ["cod": .string(String(status)), "message": .string(message)]
        return HTTPResponse(status: status, body: body.serialized(), source: .sample)
    }
}

/// Writes a stored body, which is metric and has all its days, as the upstream would for another question.
private struct SampleBody {
    let days: Int
    let units: TemperatureUnits
    /// Seconds that are added to every instant.
    let shift: Int

    func write(_ body: JSONNode, into writer: inout JSONWriter) {
        let rows = body["list"].map { Array($0.elements.prefix(days)) } ?? []
        writer.beginObject()
        for (name, value) in body.members {
            writer.key(name)
            switch name {
            case "cnt": writer.integer(rows.count)
            case "list":
                writer.beginArray()
                for row in rows { write(row: row, into: &writer) }
                writer.endArray()
            default: writer.node(value)
            }
        }
        writer.endObject()
    }

    private func write(row: JSONNode, into writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in row.members {
            writer.key(name)
            switch (name, value.integer) {
            case ("dt", let seconds?), ("sunrise", let seconds?), ("sunset", let seconds?):
                writer.integer(seconds + shift)
            case ("temp", _), ("feels_like", _):
                writer.beginObject()
                for (part, degrees) in value.members {
                    writer.key(part)
                    number(degrees, into: &writer, convert: converted(celsius:))
                }
                writer.endObject()
            case ("speed", _), ("gust", _): number(value, into: &writer, convert: converted(metresPerSecond:))
            default: writer.node(value)
            }
        }
        writer.endObject()
    }

    /// A number in the asked units, with two decimals as the upstream sends them; anything else as it is stored.
    private func number(_ node: JSONNode, into writer: inout JSONWriter, convert: (Double) -> Double) {
        guard units != .metric, let value = node.double else { return writer.node(node) }
        writer.double((convert(value) * 100).rounded() / 100)
    }

    private func converted(celsius: Double) -> Double {
        switch units {
        case .metric: celsius
        case .imperial: celsius * 9 / 5 + 32
        case .standard: celsius + 273.15
        }
    }

    /// Miles an hour for imperial; the others stay.
    private func converted(metresPerSecond: Double) -> Double {
        units == .imperial ? metresPerSecond * 3600 / 1609.344 : metresPerSecond
    }
}
