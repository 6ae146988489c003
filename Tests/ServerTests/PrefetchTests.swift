import Cassettes
import DesignSystem
import FeatureKit
import HTTP
import Images
import JSON
import Settings
import Storage
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// Pictures that an open screen has fetched ahead.
@Suite("Pictures fetched ahead") struct PrefetchTests {
    typealias Flag = (key: String, value: String)

    private func flags(_ server: FaultServer, _ more: [Flag] = [("network.data", "live")]) -> [Flag] {
        [("network.retries", "0"), ("modules.exhibition.endpoint", server.endpoint("books/1.0"))] + more
    }

    private func open(_ client: Client, _ folder: String) async throws -> String {
        let route = "galleria://exhibition/\(folder)"
        let answer = try await client.answer("screen.open", #"{"route":"\#(route)"}"#)
        #expect(try await client.offPool { try $0.message() }["method"] == "screen.changed")
        return try #require(answer["result"]?["screen"]?.string)
    }

    private func targets(_ server: FaultServer) throws -> [String] { try server.log().requests.map(\.target).sorted() }

    @Test(
        "the pictures of a screen's rows are fetched once, whoever asks for them afterwards",
        arguments: [
            [("network.data", "live")], [("network.data", "record")],
            [("network.data", "sample"), ("modules.exhibition.data", "record")],
        ] as [[Flag]])
    func fetched(_ mode: [Flag]) async throws {
        let server = try FaultServer()
        let client = try Client(flags(server, mode), features: [Feature(Exhibition.self)])
        _ = try await open(client, "img")
        _ = try await open(client, "img")
        try await server.waitForRequests(Exhibition.count)
        for number in 0..<Exhibition.count {
            let url = server.endpoint("img/books/\(number).png")
            for _ in 0..<2 {
                let answer = try await client.answer("images.show", #"{"url":"\#(url)"}"#)
                #expect(answer["result"]?["width"] == 8)
            }
        }
        #expect(try targets(server) == (0..<Exhibition.count).map { "/img/books/\($0).png" })
    }

    @Test("closing the screen takes the requests off the wire, and those in the queue are never made")
    func closed() async throws {
        let server = try FaultServer()
        let client = try Client(flags(server), features: [Feature(Exhibition.self)])
        let screen = try await open(client, "silent")
        try await server.waitForRequests(3)
        _ = try await client.answer("screen.close", #"{"screen":"\#(screen)"}"#)
        let log = try await server.waitForOpenConnections(0)
        #expect(log.openConnections == 0 && log.requests.count == 3)
    }

    @Test("the end of the client does not wait for pictures")
    func ending() async throws {
        let server = try FaultServer()
        let client = try Client(flags(server), features: [Feature(Exhibition.self)])
        _ = try await open(client, "silent")
        try await server.waitForRequests(3)
        client.endInput()
        #expect(try await client.offPool { try $0.exitStatus() } == 0)
    }

    /// Settings under which nothing is fetched ahead.
    static let quiet: [[Flag]] = [
        [("network.data", "live"), ("images.prefetch", "false")], [("network.data", "sample")],
        [("network.data", "offline")], [("network.data", "replay")],
        [("network.data", "live"), ("modules.exhibition.data", "sample")],
    ]

    @Test("nothing is fetched ahead unless the module's data comes from its server and the settings allow it")
    func modes() async throws {
        for flags in Self.quiet {
            #expect(try images(flags).prefetch(["http://127.0.0.1:9/1.png"], module: "exhibition") == nil, "\(flags)")
        }
        let live = try images([("network.data", "live")])
        #expect(live.prefetch(["http://127.0.0.1:9/1.png"], module: "other") == nil)
        // No addresses, and one that is not allowed: nobody is asked, and nothing breaks.
        await live.prefetch(["", "a.png", "file:///etc/passwd", "http://169.254.169.254/a"], module: "exhibition")?
            .value
        let statistics = live.services.map(\.service.statistics.downloads)
        #expect(statistics == [0, 0])
    }

    private func images(_ flags: [Flag]) throws -> PictureSources {
        let folder = "/nonexistent/galleria-tests"
        let settings = try Settings.load(
            catalog: try ProgramSettings.catalog(of: [Feature(Exhibition.self)]),
            sources: SettingsSources(
                environmentFile: { name in ShippedEnvironments.file(name).map { (label: name, bytes: $0) } },
                shippedEnvironments: ShippedEnvironments.names,
                flags: [("images.disk.path", folder), ("images.disk.bytes", "0B")] + flags))
        let background = Background { work in Task { await work() } }
        let parts = ModuleSet.Parts(
            features: [Feature(Exhibition.self)], state: InMemoryStateStore(), background: background,
            refreshes: Refreshes(background), recordings: CassetteWriter(), warn: { _ in }, resourceChanged: { _ in })
        return PictureSources(parts, settings: settings, on: [Exhibition.manifest])
    }
}

/// A feature for tests whose screen shows pictures of its server.
private struct Exhibition: FeatureModule {
    static let manifest = ModuleManifest(
        id: "exhibition", title: "Exhibition", doc: "A feature for tests.",
        settings: ModuleSettings(id: "exhibition", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { _ in nil })

    /// Pictures on a screen.
    static let count = 7

    private let origin: String

    init(_ context: FeatureContext) throws(Fault) {
        origin = context.upstream.endpoint.origin
    }

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            ScreenDefinition(
                "galleria://exhibition/{folder}", title: "Exhibition", doc: "Pictures.", shape: ExhibitionScreen.shape,
                actions: []
            ) {
                [origin] parameters throws(Fault) in
                ExhibitionScreen(
                    (0..<Self.count).map { "\(origin)/\(parameters["folder"] ?? "")/books/\($0).png" })
            })
    }
}

/// Shows its pictures once it is open.
private final class ExhibitionScreen: ScreenModel {
    let state = ScreenState<[String]>([])
    private let urls: [String]

    init(_ urls: [String]) {
        self.urls = urls
    }

    static var shape: ResultShape<[String]> { ResultShape([ResultField("count", .whole, "Rows.") { $0.count }]) }

    func present(_ state: [String]) -> Document { Document() }
    func pictures(of state: [String]) -> [String] { state }
    func open() { state.change { $0 = urls } }
    func close() {}
}
