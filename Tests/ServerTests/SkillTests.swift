import DiskCache
import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

/// The Skills extension (SEP-2640): `skills/list`, `skills/get`, and the files as resources.
@Suite("Skills") struct SkillTests {
    private static let meta =
        #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#

    private func client() throws -> Client { try Client(features: [Feature(Storyteller.self), Feature(Probe.self)]) }

    private func ask(_ client: Client, _ method: String, _ uri: String? = nil) throws -> JSONValue {
        try client.call(method, "{\(uri.map { "\"uri\":\"\($0)\"," } ?? "")\(Self.meta)}")
    }

    @Test("each entry has the whole file's digest and size, and its frontmatter; the file is a resource")
    func entries() throws {
        let client = try client()
        #expect(
            try ask(client, "server/discover")["result"]?["capabilities"]?["extensions"]?[
                "io.modelcontextprotocol/skills"] == [:])
        let list = try ask(client, "skills/list")["result"]
        #expect(list?["resultType"] == "complete" && list?["ttlMs"]?.integer != nil && list?["cacheScope"] != nil)
        let skills = try #require(list?["skills"]?.array)
        #expect(skills.map { $0["frontmatter"]?["name"] } == ["story-tell", "galleria-add-a-module"])
        for skill in skills {
            let uri = try #require(skill["uri"]?.string)
            let (name, doc) = (skill["frontmatter"]?["name"]?.string, skill["frontmatter"]?["description"]?.string)
            #expect(uri == "skill://\(name ?? "")/SKILL.md")
            #expect(try ask(client, "skills/get", uri)["result"]?["skill"] == skill)
            let contents = try ask(client, "resources/read", uri)["result"]?["contents"]?[0]
            let text = try #require(contents?["text"]?.string)
            #expect(contents?["mimeType"] == "text/markdown")
            #expect(text.hasPrefix("---\nname: \(name ?? "")\ndescription: \"\(doc ?? "")\"\n---\n\n# "))
            let digest = try #require(SHA256.hexadecimal(text.utf8))
            #expect(
                skill["resources"] == [
                    ["uri": .string(uri), "digest": "sha256:\(digest)", "size": .integer(text.utf8.count)]
                ])
        }
    }

    @Test("a skill says what is needed of the user, and names tools that are served alone")
    func body() throws {
        let text = try ask(client(), "resources/read", "skill://story-tell/SKILL.md")["result"]?["contents"]?[0]?[
            "text"]?
            .string
        let body = text?.components(separatedBy: "\n---\n\n").last
        #expect(
            body == "# Tell a story\n\nNeeded of the user:\n\n- hero: Who.\n- mood (optional): How.\n\nBegin at once.\n"
        )
    }

    @Test("an unknown skill is -32602; the handshake's era has no skills")
    func unknown() throws {
        for method in ["skills/get", "resources/read"] {
            #expect(try ask(client(), method, "skill://story-wait/SKILL.md")["error"]?["code"] == -32602)
        }
        #expect(try ask(client(), "skills/get")["error"]?["code"] == -32602)
        let client = try client()
        try client.initialize()
        #expect(try client.call("skills/list")["error"]?["code"] == -32601)
    }
}
