import HTTP
import JSON
import Settings
import Storage
import Synchronization
import TestSupport
import Testing

@testable import FeatureKit

/// Answers of the sample data, which are read once for each layout.
@Suite("Answers of the samples that are kept")
struct KeptPageTests {
    private static let id = Field.whole("id", "Its number.", .key)
    private static let name = Field.text("name", "Its name.", .title)
    private static let seats = Field.whole("seats", "Seats.")
    private static let named = RowLayout("hall", [id, name])
    private static let seated = RowLayout("hall", [seats, id])

    /// The paths that were asked for.
    private final class Asked: Sendable {
        let paths = Mutex<[[String]]>([])
    }

    private let asked = Asked()

    /// A call over samples whose one hall is named by the request's path behind its first part.
    private func call(_ layout: RowLayout) throws -> FeatureCall {
        let settings = try Settings.load(
            catalog: try SettingsCatalog([]), sources: SettingsSources(environmentFile: { _ in ("test", []) }))
        let client = SampleHTTPClient { [asked] request in
            asked.paths.withLock { $0.append(request.path) }
            let name = (["동굴"] + request.path.dropFirst()).joined(separator: " + ")
            let hall = #"{"id":1,"name":"\#(name)","seats":40}"#
            let body = #"{"hall":\#(hall),"halls":[\#(hall)]}"#
            return HTTPResponse(status: 200, body: Array(body.utf8), source: .sample)
        }
        let upstream = Upstream(
            module: "hall", endpoint: try HTTPEndpoint(parsing: "http://127.0.0.1:9"), timeout: .seconds(1),
            client: client)
        let context = FeatureContext(
            settings: settings, upstream: upstream, state: InMemoryStateStore(), clock: ContinuousClock(),
            background: Background { work in Task { await work() } })
        return FeatureEnvironment(context).call(layout)
    }

    @Test("a page is read once for the same question, and never answered to one with another layout")
    func layouts() async throws {
        let names = try call(Self.named)
        let seats = names.reading(Self.seated)
        _ = try await names.rows("halls", at: "halls")
        #expect(try await names.rows("halls", at: "halls").rows.rows.first?[Self.name] == "동굴")
        #expect(asked.paths.withLock { $0.count } == 1)
        #expect(try await seats.rows("halls", at: "halls").rows.rows.first?[Self.seats] == 40)
        #expect(asked.paths.withLock { $0.count } == 2)
    }

    @Test("a request whose parts hold separators is another than the one whose parts they separate")
    func separators() async throws {
        let call = try call(Self.named)
        for segments in [["a", "b/c"], ["a/b", "c"], ["a/b/c"]] {
            let page = try await call.rows("halls", segments: segments, at: "halls")
            #expect(page.rows.rows.first?[Self.name] == (["동굴"] + segments).joined(separator: " + "))
        }
        let row = try await call.row(RowRequest("halls", segments: ["a", "b"], at: "hall"))
        let other = try await call.row(RowRequest("halls", segments: ["a/b"], at: "hall"))
        #expect(row?[Self.name] == "동굴 + a + b" && other?[Self.name] == "동굴 + a/b")
    }
}
