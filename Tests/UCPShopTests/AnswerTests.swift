import Conformance
import HTTP
import JSON
import TestSupport
import Testing

@testable import FeatureKit
@testable import UCPShop

/// Answers of shops that break the protocol in one place, or that only look like addresses and sentences.
@Suite("Answers of shops")
struct AnswerTests {
    private static func answer(
        _ body: JSONValue, _ status: Int = 200, by transport: ShopTransport = .mcp, of tool: ShopTool = .getCart
    ) throws -> Result<ShopAnswer, Fault> {
        let document = try JSONDocument(parsing: body.serialized())
        let reply = UpstreamReply(status: status, fields: [], document: document)
        do throws(Fault) {
            return .success(try ShopAnswer(reply, of: tool, by: transport, module: "harbour"))
        } catch {
            return .failure(error)
        }
    }

    private static func content(_ members: JSONValue) -> JSONValue {
        JSONValue.object([JSONMember("ucp", ["version": "2026-04-08"])] + (members.members ?? []))
    }

    @Test(
        "only an address of the web is told as the shop's page",
        arguments: [
            ("https://shop.example/cart?a=1#b", true), ("http://shop.example", true), ("javascript:alert(1)", false),
            ("data:text/html,x", false), ("//shop.example/x", false), ("/cart", false), ("ftp://shop.example", false),
            ("https://shop.example/a b", false), ("https://shop.example/\u{1B}[31m", false),
            ("https://shop.example/\n", false), ("https://shop.example/é", false),
            ("https://shop.example/\u{202E}", false),
            ("https://a.example/" + String(repeating: "a", count: 8_174), true),
            ("https://a.example/" + String(repeating: "a", count: 8_175), false), ("", false),
        ])
    func addresses(_ text: String, _ isOne: Bool) throws {
        let answer = try Self.answer(Self.content(["continue_url": .string(text)]), by: .rest).get()
        #expect(answer.continueURL == (isOne ? text : nil))
    }

    @Test("MCP's content is its structured one, else the first text that is an object")
    func contents() throws {
        let cart = Self.content(["id": "c"])
        let text = JSONValue.string(String(decoding: cart.serialized(), as: UTF8.self))
        let blocks: JSONValue = [
            ["type": "image"], ["type": "text", "text": "Here it is:"], ["text": "[1]"], ["text": text],
        ]
        for result: JSONValue in [
            ["structuredContent": cart], ["structuredContent": .null, "content": blocks], ["content": blocks],
            ["structuredContent": cart, "content": [["text": "{\"ucp\": 7}"]]],
        ] {
            #expect(try Self.answer(["result": result]).get().root["id"]?.string == "c", "\(result)")
        }
        for result: JSONValue in [
            [:], ["content": "x"], ["content": [["text": 7]]], ["content": [["text": "{\"a\":1,\"a\":2}"]]],
            ["structuredContent": [cart]],
        ] {
            let fault = try Self.answer(["result": result])
            #expect(throws: Fault.self, "\(result)") { try fault.get() }
        }
    }

    @Test(
        "a failure is told by whatever says so: the transport, the status, or the severity of a message",
        arguments: [
            (["ucp": ["status": "error"]], false),
            (["messages": [["type": "error", "content": "No.", "severity": "unrecoverable"]]], false),
            (["messages": [["type": "error", "content": "Say more.", "severity": "recoverable"]]], true),
            (["messages": [["type": "warning", "content": "Hm.", "severity": "unrecoverable"]]], true),
            (["messages": [["type": "ERROR", "content": "No.", "severity": "unrecoverable"]]], true),
            (["messages": "none"], true), (["messages": .null], true),
            (["messages": [7, .null, [], ["type": "error"]]], true),
        ] as [(JSONValue, Bool)])
    func failures(_ members: JSONValue, _ isTaken: Bool) throws {
        let body = members["ucp"] == nil ? Self.content(members) : members
        for transport in [ShopTransport.mcp, .rest] {
            let outcome = try Self.answer(
                transport == .mcp ? ["result": ["structuredContent": body]] : body, by: transport)
            #expect(((try? outcome.get()) != nil) == isTaken, "\(transport)")
        }
        let failed = try Self.answer(["result": ["structuredContent": body, "isError": true]])
        #expect(throws: Fault.self) { try failed.get() }
    }

    @Test("over REST the status of an address that names a cart says that it is gone; of another one it is a refusal")
    func gone() throws {
        for (tool, status, code) in [
            (ShopTool.getCart, 404, FaultCode.notFound), (.updateCart, 410, .notFound), (.cancelCart, 404, .notFound),
            (.getCheckout, 404, .notFound), (.createCart, 404, .upstreamRejected),
            (.searchCatalog, 410, .upstreamRejected),
            (.getCart, 403, .upstreamRejected), (.getCart, 429, .busy), (.createCheckout, 409, .upstreamRejected),
        ] {
            guard case .failure(let fault) = try Self.answer([:], status, by: .rest, of: tool) else {
                Issue.record("\(tool) \(status) is taken for an answer")
                continue
            }
            #expect(fault.code == code, "\(tool) \(status): \(fault.text)")
        }
        // The body's own word counts more than the status.
        let said = Self.content([
            "messages": [["type": "error", "code": "not_found", "content": "No.", "severity": "unrecoverable"]]
        ])
        if case .failure(let fault) = try Self.answer(said, 400, by: .rest, of: .createCart) {
            #expect(fault.code == .notFound)
        } else {
            Issue.record("it is taken for an answer")
        }
    }

    @Test("the versions that both speak are agreed on as by a plain list of them, the highest first")
    func versions() throws {
        var random = SeededGenerator("versions")
        let known = [
            "2026-01-11", "2026-01-22", "2026-01-23", "2026-02-30", "2026-04-08", "2026-04-09", "2026-4-8", "draft", "",
            "2026-04-08x",
        ]
        for round in 0..<500 {
            let own = known.randomElement(using: &random) ?? ""
            let others = known.filter { _ in Bool.random(using: &random) }
            let members = others.map { JSONMember($0, .string("https://shop.example/\($0)")) }
            let root = try JSONDocument(
                parsing: (["ucp": ["version": .string(own), "supported_versions": .object(members)]] as JSONValue)
                    .serialized()
            ).root
            let common = Set(others + [own]).filter { ["2026-01-23", "2026-02-30", "2026-04-08"].contains($0) }.sorted()
            let agreed: (version: String, profile: String?)?
            do throws(Fault) { agreed = try Agreement.version(in: root, module: "harbour") } catch {
                agreed = nil
                #expect(error.code == .upstreamRejected, "round \(round)")
            }
            #expect(agreed?.version == common.last, "round \(round): \(own) \(others)")
            // The profile at hand is that of its own version; another version's lies elsewhere.
            #expect(
                agreed?.profile == (agreed?.version == own ? nil : common.last.map { "https://shop.example/\($0)" }))
        }
    }

    @Test("capabilities in common are those of which every extended one is there, as pruned in rounds")
    func capabilities() throws {
        var random = SeededGenerator("capabilities")
        let known = Capability.known.sorted()
        let business = try HTTPEndpoint(parsing: "https://shop.example")
        for round in 0..<500 {
            var parents: [String: [String]] = [:]
            for name in known + ["com.example.loyalty"] where Bool.random(using: &random) {
                parents[name] = (known + ["com.example.gone"]).filter { _ in Int.random(in: 0..<4, using: &random) == 0
                }
            }
            let offered = parents.map { name, extends -> JSONMember in
                let list = JSONValue.array(extends.map { .string($0) })
                let single = extends.count == 1 ? JSONValue.string(extends[0]) : list
                return JSONMember(name, [["version": "2026-04-08", "extends": extends.isEmpty ? [] : single]])
            }
            // Pruned in rounds, all orphans of a round at once; what is left in a ring of extensions holds itself.
            var reference = Set(known.filter { parents[$0] != nil })
            for _ in known {
                let before = reference
                reference = before.filter { name in
                    let extends = parents[name] ?? []
                    return extends.isEmpty || extends.contains { before.contains($0) }
                }
            }
            let root = try JSONDocument(parsing: AgreementTests.profile(capabilities: .object(offered)).serialized())
                .root
            let agreement = try Agreement(
                root, version: "2026-04-08", business: business, named: nil, module: "harbour")
            #expect(Set(agreement.capabilities.keys) == reference, "round \(round): \(parents)")
        }
    }
}
