import FeatureKit
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Forecast

/// Bodies of the upstream, and features over scripted answers.
enum ForecastUpstream {
    /// The first two rows of the upstream's answer as they were observed for Ho Chi Minh City.
    static let golden = """
        {"city":{"id":1580578,"name":"Ho Chi Minh City","coord":{"lon":106.6667,"lat":10.8333},"country":"VN",\
        "population":0,"timezone":25200},"cod":"200","message":0.0643443,"cnt":7,"list":[\
        {"dt":1615352400,"sunrise":1615331014,"sunset":1615374240,\
        "temp":{"day":36.3,"min":24.91,"max":37.38,"night":27.3,"eve":30.85,"morn":25.25},\
        "feels_like":{"day":36.8,"night":27.63,"eve":29.07,"morn":26.77},"pressure":1012,"humidity":29,\
        "weather":[{"id":804,"main":"Clouds","description":"overcast clouds","icon":"04d"}],\
        "speed":1.79,"deg":22,"clouds":92,"pop":0.01},\
        {"dt":1615438800,"sunrise":1615417379,"sunset":1615460641,\
        "temp":{"day":36.34,"min":24.64,"max":38.5,"night":26.92,"eve":30.6,"morn":24.64},\
        "feels_like":{"day":37.65,"night":26.29,"eve":29.08,"morn":26.13},"pressure":1011,"humidity":32,\
        "weather":[{"id":804,"main":"Clouds","description":"overcast clouds","icon":"04d"}],\
        "speed":1.51,"deg":359,"clouds":85,"pop":0}]}
        """

    static let notFound = #"{"cod":"404","message":"city not found"}"#

    /// A body with these rows, each JSON.
    /// - Parameter name: as it stands between quotes in JSON.
    static func body(
        _ rows: [String], name: String = "Testville", timezone: Int = 0, cod: String = "\"200\""
    ) -> String {
        """
        {"city":{"name":"\(name)","country":"TV","timezone":\(timezone)},"cod":\(cod),"message":0.1,\
        "cnt":\(rows.count),"list":[\(rows.joined(separator: ","))]}
        """
    }

    /// A row with these members besides `dt` and `temp`.
    static func row(
        dt: Int = 1_615_352_400, min: String = "10", max: String = "20", _ further: String = ""
    ) -> String {
        #"{"dt":\#(dt),"temp":{"min":\#(min),"max":\#(max)}\#(further.isEmpty ? "" : ",\(further)")}"#
    }

    static func response(_ status: Int, _ body: String) -> ScriptedHTTPClient.Answer {
        .response(HTTPResponse(status: status, body: Array(body.utf8)))
    }

    /// The feature over these answers, in this order.
    static func harness(
        _ answers: [ScriptedHTTPClient.Answer], settings: [(key: String, value: String)] = [],
        start: FeatureHarness.Start = .immediate, data: DataMode = .sample,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> FeatureHarness {
        let client = ScriptedHTTPClient(answers, sourceLocation: sourceLocation)
        return try FeatureHarness(
            [forecast], client: { _ in client }, settings: settings, start: start, data: data)
    }

    /// The feature over an upstream that answers every place with one day, named after the place.
    static func echo(settings: [(key: String, value: String)] = []) throws -> FeatureHarness {
        let client = ScriptedHTTPClient(respond: { request in
            let name = JSONValue.string(request.place ?? "?").serialized().dropFirst().dropLast()
            return .body(body([row()], name: String(decoding: name, as: UTF8.self)))
        })
        return try FeatureHarness([forecast], client: { _ in client }, settings: settings)
    }

    /// The result for the one answer `body`.
    static func daily(_ body: String, _ parameters: JSONValue = ["places": "Testville"]) async throws -> JSONValue {
        try await harness([.body(body)]).call("forecast.daily", parameters)
    }
}

extension HTTPRequest {
    /// Requested place.
    var place: String? { item("q") }

    func item(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

extension FeatureHarness {
    /// The places that were asked for so far.
    var places: [String] { requests.compactMap(\.place) }
}

extension JSONValue {
    /// The one forecast of a result; a screen's state is one itself.
    var one: JSONValue { self["items"]?.array?.first ?? self }

    /// The values of one member of each day, as compact JSON.
    func days(_ path: String...) -> [String] {
        (one["days"]?.array ?? []).map { day in
            let value = path.reduce(Optional(day)) { $0?[$1] }
            return value.map { String(decoding: $0.serialized(), as: UTF8.self) } ?? "missing"
        }
    }
}
