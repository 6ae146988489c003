import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

@testable import Composition
@testable import Server

/// 17.9: whom the settings trust, and for whom.
@Suite("Trust by module") struct TrustTests {
    typealias Flag = (key: String, value: String)

    /// Two modules with servers of their own; what each shows is the address that the route says.
    private func flags(_ gallery: FaultServer, _ annex: FaultServer, _ more: [Flag] = []) -> [Flag] {
        [
            ("network.data", "live"), ("network.retries", "0"), ("modules.gallery.endpoint", gallery.endpoint("a")),
            ("modules.annex.endpoint", annex.endpoint("b")),
        ] + more
    }

    private func client(_ flags: [Flag]) throws -> Client {
        try Client(
            flags.map { (key: $0.key, value: $0.value) }, features: [Feature(WallGallery.self), Feature(Annex.self)])
    }

    private func code(_ client: Client, _ params: String) async throws -> JSONValue? {
        try await client.answer("images.show", params)["error"]?["data"]?["code"]
    }

    /// The route of a wall that shows the picture of a URL.
    private func route(_ module: String, _ url: String) -> String {
        let hex = url.utf8.map { String($0, radix: 16) }.joined()
        return #"{"route":"galleria://\#(module)/\#(hex)"}"#
    }

    @Test("17.9: a row's picture may lie at its own module's endpoint, and at no other's")
    func rows() async throws {
        let (gallery, annex) = (try FaultServer(), try FaultServer())
        let client = try client(flags(gallery, annex))
        let own = gallery.endpoint("img/books/1.png")
        let shown = try await client.answer("images.show", route("wall", own))
        #expect(shown["result"]?["width"] == 8)
        #expect(try await code(client, route("annex", own)) == "blocked_address", "though it is in the cache")
        #expect(try await code(client, route("wall", annex.endpoint("img/books/1.png"))) == "blocked_address")
        let redirect = gallery.endpoint("redirect-to?url=\(annex.endpoint("img/books/2.png"))")
        #expect(try await code(client, route("wall", redirect)) == "blocked_address")
        #expect(try annex.log().requests.isEmpty)
        #expect(try gallery.log().requests.count == 2)
    }

    @Test("17.9: by its URL alone a picture is of a module that is on, or of an allowed host at a public address")
    func alone() async throws {
        let (gallery, annex) = (try FaultServer(), try FaultServer())
        let client = try client(flags(gallery, annex, [("modules.annex.enabled", "false")]))
        let shown = try await client.answer("images.show", #"{"url":"\#(gallery.endpoint("img/books/1.png"))"}"#)
        #expect(shown["result"]?["width"] == 8)
        let off = #"{"url":"\#(annex.endpoint("img/books/1.png"))"}"#
        #expect(try await code(client, off) == "blocked_address")
        _ = try await client.answer("host.setModule", #"{"id":"annex","enabled":true}"#)
        #expect(try await client.answer("images.show", off)["result"]?["width"] == 8)
        _ = try await client.answer("host.setModule", #"{"id":"annex","enabled":false}"#)
        #expect(try await code(client, off) == "blocked_address", "though it is in the cache")
        #expect(try annex.log().requests.count == 1)
    }

    @Test(
        "17.9: a module in another mode than live is asked for no picture", arguments: ["sample", "offline", "replay"])
    func otherMode(_ mode: String) async throws {
        let (gallery, annex) = (try FaultServer(), try FaultServer())
        let folder = try Folder()
        let client = try client(
            flags(gallery, annex, [("modules.annex.data", mode), ("network.cassettes", folder("cassettes"))]))
        let url = annex.endpoint("img/books/1.png")
        for params in [route("annex", url), #"{"url":"\#(url)"}"#] {
            let answer = try await client.answer("images.show", params)
            if mode == "sample" {
                #expect(answer["result"]?["width"] == 480)
            } else {
                #expect(answer["error"]?["data"]?["code"] == "offline")
            }
        }
        #expect(try annex.log().requests.isEmpty)
    }

    @Test("17.13: what was recorded is replayed, pictures too, by URL and by route; what was not fails clearly")
    func replayed() async throws {
        let (gallery, annex) = (try FaultServer(), try FaultServer())
        let folder = try Folder()
        let cassettes: Flag = ("network.cassettes", folder("cassettes"))
        let url = gallery.endpoint("img/books/1.png")
        let recording = try client(flags(gallery, annex, [("network.data", "record"), cassettes]))
        let recorded = try await recording.answer("images.show", route("wall", url))["result"]
        #expect(recorded?["width"] == 8)
        // The cassette is written beside the answer: whole when the session has ended.
        recording.endInput()
        #expect(try recording.exitStatus() == 0)
        let replaying = try client(flags(gallery, annex, [("network.data", "replay"), cassettes]))
        for params in [route("wall", url), #"{"url":"\#(url)"}"#] {
            #expect(try await replaying.answer("images.show", params)["result"]?["data"] == recorded?["data"])
        }
        let other = try await replaying.answer("images.show", #"{"url":"\#(gallery.endpoint("img/books/2.png"))"}"#)
        #expect(other["error"]?["data"]?["code"] == "offline")
        #expect(other["error"]?["data"]?["message"]?.string?.contains("no recorded answer") == true)
        #expect(try gallery.log().requests.count == 1)
    }

    @Test("17.13: offline a picture is of the disk cache alone, beside a module that is live")
    func offline() async throws {
        let (gallery, annex) = (try FaultServer(), try FaultServer())
        let folder = try Folder()
        let disk: Flag = ("images.disk.path", folder("images"))
        let url = gallery.endpoint("img/books/1.png")
        let live = try client(flags(gallery, annex, [disk]))
        _ = try await live.answer("images.show", route("wall", url))
        let offline = try client(flags(gallery, annex, [disk, ("modules.gallery.data", "offline")]))
        #expect(try await offline.answer("images.show", route("wall", url))["result"]?["source"] == "disk")
        #expect(try await code(offline, route("wall", gallery.endpoint("img/books/2.png"))) == "offline")
        #expect(try gallery.log().requests.count == 1)
    }

    @Test("17.9: a module without an endpoint is off, says which setting turns it on, and nobody can switch it on")
    func withoutServer() async throws {
        let gallery = try FaultServer()
        let client = try client(flags(gallery, gallery, [("modules.annex.endpoint", "null")]))
        let key = "modules.annex.endpoint"
        let info = try await client.answer("host.info", "{}")["result"]?["modules"]?[1]
        #expect(info?["enabled"] == false && info?["reason"]?.string?.contains(key) == true)
        let on = try await client.answer("host.setModule", #"{"id":"annex","enabled":true}"#)["error"]
        #expect(on?["data"]?["code"] == "module_disabled" && on?["data"]?["hint"]?.string?.contains(key) == true)
        let sample = try self.client(
            flags(gallery, gallery, [("modules.annex.endpoint", "null"), ("modules.annex.data", "sample")]))
        let shown = try await sample.answer("host.info", "{}")["result"]?["modules"]?[1]
        #expect(shown?["enabled"] == true, "sample data needs no server")
    }
}

/// Shows, at each route, the picture whose URL the route spells in hexadecimal digits.
private protocol Wall: FeatureModule {}

extension Wall {
    fileprivate static func wall(_ id: String) -> ModuleManifest {
        ModuleManifest(
            id: id, title: "Wall", doc: "A feature for tests.",
            settings: ModuleSettings(id: id, endpoint: "http://127.0.0.1:9", isPublic: false, timeout: .seconds(1)),
            sample: { _ in nil }
        )
    }

    fileprivate static func screen(_ host: String) -> ScreenDefinition {
        ScreenDefinition(
            "galleria://\(host)/{url}", title: "Picture", doc: "One picture.", shape: ProbeScreen.shape,
            actions: ProbeScreen.actions
        ) { _ throws(Fault) in ProbeScreen() }.withPicture { parameters throws(Fault) in
            let digits = Array((parameters["url"] ?? "").utf8)
            let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

private struct WallGallery: Wall {
    static let manifest = wall("gallery")

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) { registry.add(Self.screen("wall")) }
}

private struct Annex: Wall {
    static let manifest = wall("annex")

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) { registry.add(Self.screen("annex")) }
}
