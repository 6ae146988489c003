import DesignSystem
import FeatureKit
import Foundation
import HTTP
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// `images.show`, as a method and as a tool.
@Suite("Pictures") struct ImageTests {
    private static let sample = [(key: "network.data", value: "sample")]
    private static let url = "https://itbook.store/img/books/9781617294136.png"

    private func pixels(_ data: JSONValue?) throws -> [UInt8] {
        let text = try #require(data?.string)
        return Array(try #require(Data(base64Encoded: text)))
    }

    @Test("a picture by its URL: its facts, its bytes, and where they came from")
    func byURL() async throws {
        let client = try Client(Self.sample, features: [Feature(Gallery.self)])
        for source in ["sample", "memory"] {
            let result = try await client.answer("images.show", #"{"url":"\#(Self.url)"}"#)["result"]
            #expect(result?["mimeType"] == "image/png")
            #expect(result?["width"] == 480 && result?["height"] == 480)
            #expect(result?["source"] == .string(source))
            let bytes = try pixels(result?["data"])
            #expect(result?["byteCount"] == .integer(bytes.count))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test("maxSide, also as text, makes it smaller")
    func smaller() async throws {
        let client = try Client(Self.sample, features: [Feature(Gallery.self)])
        for side in ["32", #""32""#] {
            let result = try await client.answer("images.show", #"{"url":"\#(Self.url)","maxSide":\#(side)}"#)["result"]
            #expect(result?["width"] == 32 && result?["height"] == 32)
        }
    }

    @Test("the picture of a route, in the data mode of the route's module")
    func byRoute() async throws {
        for flags in [Self.sample, [(key: "modules.gallery.data", value: "sample")]] {
            let client = try Client(flags, features: [Feature(Gallery.self)])
            let byRoute = try await client.answer("images.show", #"{"route":"galleria://picture/7"}"#)["result"]
            #expect(byRoute?["source"] == "sample" && byRoute?["width"] == 480)
            let byURL = try await client.answer("images.show", #"{"url":"http://127.0.0.1:9/7.png"}"#)["result"]
            #expect(byURL?["source"] == "memory" && byURL?["data"] == byRoute?["data"])
        }
    }

    @Test(
        "as a tool: an image block, then its facts as text, and nothing twice",
        arguments: ["2024-11-05", "2025-06-18", "2025-11-25"])
    func tool(_ revision: String) async throws {
        let client = try Client(Self.sample, features: [Feature(Gallery.self)])
        try await client.offPool { _ = try $0.initialize(revision) }
        let call = #"{"name":"images_show","arguments":{"url":"\#(Self.url)"}}"#
        let result = try await client.answer("tools/call", call)["result"]
        #expect(result?["isError"] == false)
        #expect(result?["content"]?[0]?["type"] == "image" && result?["content"]?[0]?["mimeType"] == "image/png")
        #expect(try pixels(result?["content"]?[0]?["data"]).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let text = result?["content"]?[1]?["text"]?.string ?? ""
        #expect(text.contains("image/png") && text.contains("480 × 480"))
        #expect(result?["structuredContent"] == nil)
    }

    @Test(
        "a picture of any size is the same by its method, as a tool, in a batch, and between other answers",
        arguments: [100, 24_575, 24_576, 49_152, 49_153, 300_001])
    func sizes(_ count: Int) async throws {
        let client = try Client(Self.sample, features: [Feature(Gallery.self)])
        let picture = Gallery.large(count)
        let url = "http://127.0.0.1:9/\(count).gif"
        let plain = try await client.answer("images.show", #"{"url":"\#(url)"}"#)["result"]
        #expect(try pixels(plain?["data"]) == picture)
        #expect(plain?["byteCount"] == .integer(count) && plain?["mimeType"] == "image/gif")
        func show(_ id: Int) -> String {
            #"{"jsonrpc":"2.0","id":\#(id),"method":"images.show","params":{"url":"\#(url)"}}"#
        }
        client.send("[\(show(1)),\(show(2))]")
        let batch = try await client.offPool { try $0.message() }
        #expect(batch[0]?["result"]?["data"] == plain?["data"] && batch[1]?["result"]?["data"] == plain?["data"])
        // Those that wait for a client that does not read take their turn: whole lines, each once.
        client.send(
            (3..<20).map { $0.isMultiple(of: 3) ? #"{"jsonrpc":"2.0","id":\#($0),"method":"host.info"}"# : show($0) }
                .joined(separator: "\n"))
        var seen: Set<Int> = []
        for _ in 3..<20 {
            let answer = try await client.offPool { try $0.message() }
            let id = try #require(answer["id"]?.integer)
            if !id.isMultiple(of: 3) { #expect(answer["result"]?["data"] == plain?["data"]) }
            seen.insert(id)
        }
        #expect(seen == Set(3..<20))
        try await client.offPool { _ = try $0.initialize() }
        let tool = try await client.answer("tools/call", #"{"name":"images_show","arguments":{"url":"\#(url)"}}"#)[
            "result"]
        #expect(tool?["content"]?[0]?["data"] == plain?["data"] && tool?["isError"] == false)
        #expect(tool?["content"]?[1]?["text"]?.string?.contains("\(count) bytes") == true)
    }

    @Test(
        "what is wrong is told with its code",
        arguments: [
            ("neither", "{}", "invalid_argument"),
            ("both", #"{"url":"https://itbook.store/a","route":"galleria://picture/7"}"#, "invalid_argument"),
            ("no URL", #"{"url":"a.png"}"#, "invalid_argument"),
            ("another scheme", #"{"url":"file:///etc/passwd"}"#, "invalid_argument"),
            ("maxSide 0", #"{"url":"https://itbook.store/a","maxSide":0}"#, "invalid_argument"),
            ("an address that is not allowed", #"{"url":"http://169.254.169.254/a"}"#, "blocked_address"),
            ("a host that is not allowed", #"{"url":"https://evil.example/a.png"}"#, "blocked_address"),
            ("no such route", #"{"route":"galleria://nowhere"}"#, "invalid_argument"),
            ("a route without pictures", #"{"route":"galleria://gallery"}"#, "invalid_argument"),
            ("a route whose picture is invalid", #"{"route":"galleria://picture/none"}"#, "not_found"),
            ("a route that fails", #"{"route":"galleria://picture/broken"}"#, "upstream_timeout"),
        ])
    func wrong(_ id: String, _ params: String, _ code: String) async throws {
        let client = try Client(Self.sample, features: [Feature(Gallery.self)])
        #expect(try await client.answer("images.show", params)["error"]?["data"]?["code"] == .string(code))
        try await client.offPool { _ = try $0.initialize() }
        let result = try await client.answer("tools/call", #"{"name":"images_show","arguments":\#(params)}"#)["result"]
        #expect(result?["isError"] == true && result?["_meta"]?["galleria/error"]?["code"] == .string(code))
    }

    @Test("live: from the module's own origin, and from there alone; W16: a cancelled call leaves the wire")
    func live() async throws {
        let server = try FaultServer()
        let client = try Client(
            [
                (key: "network.data", value: "live"), (key: "network.retries", value: "0"),
                (key: "modules.gallery.endpoint", value: server.endpoint("books/1.0")),
            ], features: [Feature(Gallery.self)])
        let shown = try await client.answer("images.show", #"{"url":"\#(server.endpoint("img/books/1.png"))"}"#)
        #expect(shown["result"]?["width"] == 8)
        for (path, code) in [
            ("status/404/x", "not_found"), ("html/x", "upstream_malformed"), ("status/503/x", "upstream_unavailable"),
        ] {
            let answer = try await client.answer("images.show", #"{"url":"\#(server.endpoint(path))"}"#)
            #expect(answer["error"]?["data"]?["code"] == .string(code), "\(path)")
        }
        client.send(
            #"{"jsonrpc":"2.0","id":7,"method":"images.show","params":{"url":"\#(server.endpoint("silent/x"))"}}"#)
        try await server.waitForRequests(5)
        client.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}"#)
        #expect(try await client.offPool { try $0.message() }["error"]?["code"] == -32800)
        let log = try server.log()
        #expect(log.requests.count == 5)
    }

    @Test("F6: offline, what is on disk is shown and the rest is a clear failure")
    func offline() async throws {
        let client = try Client([(key: "network.data", value: "offline")], features: [Feature(Gallery.self)])
        let answer = try await client.answer("images.show", #"{"url":"\#(Self.url)"}"#)
        #expect(answer["error"]?["data"]?["code"] == "offline")
    }
}

extension Client {
    /// As `call`, but without blocking a thread of the pool: pictures come from there.
    func answer(_ method: String, _ params: String) async throws -> JSONValue {
        try await offPool { try $0.call(method, params) }
    }

    /// Does something that blocks, on a thread of its own.
    func offPool<Result: Sendable>(_ body: @escaping @Sendable (Client) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(with: .init { try body(self) }) }
        }
    }
}

/// A feature for tests whose screens have pictures.
struct Gallery: FeatureModule {
    static let manifest = ModuleManifest(
        id: "gallery", title: "Gallery", doc: "A feature for tests.",
        settings: ModuleSettings(id: "gallery", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)),
        sample: { request in
            let name = request.url.split(separator: "/").last ?? ""
            guard name.hasSuffix(".gif"), let count = Int(name.dropLast(4)) else { return nil }
            return HTTPResponse(status: 200, body: large(count))
        })

    /// A picture of so many bytes: the head of one, and what no picture has.
    static func large(_ count: Int) -> [UInt8] {
        let head = Array("GIF89a".utf8) + [16, 0, 16, 0, 0, 0, 0]
        return head + (0..<count - head.count).map { UInt8(truncatingIfNeeded: $0 &* 151 ^ $0 >> 8) }
    }

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            ScreenDefinition(
                "galleria://gallery", title: "Gallery", doc: "Nothing.", shape: ProbeScreen.shape,
                actions: ProbeScreen.actions
            ) {
                _ throws(Fault) in ProbeScreen()
            })
        registry.add(
            ScreenDefinition(
                "galleria://picture/{id}", title: "Picture", doc: "One picture.", shape: ProbeScreen.shape,
                actions: ProbeScreen.actions
            ) { _ throws(Fault) in ProbeScreen() }.withPicture { parameters throws(Fault) in
                switch parameters["id"] {
                case "none": return nil
                case "broken": throw Fault(.upstreamTimeout, "Too late.", hint: "Try again.")
                case let id?: return "http://127.0.0.1:9/\(id).png"
                case nil: return ""
                }
            })
    }
}
