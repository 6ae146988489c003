import FeatureKit
import HTTP
import JSON
import Settings
import TestSupport
import Testing
import UCPShop

@testable import UCPFace

@Suite("The catalogue of our shop") struct CatalogTests {
    private func search(_ stall: Stall, _ catalog: JSONValue) async throws(FaceError) -> JSONValue {
        try await stall.call(.searchCatalog, [JSONMember("catalog", catalog)])
    }

    private func every(_ stall: Stall, _ catalog: [JSONMember], limit: Int) async throws -> [String] {
        var (ids, cursor): ([String], String?) = ([], nil)
        repeat {
            var pagination = [JSONMember("limit", .integer(limit))]
            if let cursor { pagination.append(JSONMember("cursor", .string(cursor))) }
            let page = try await search(stall, .object(catalog + [JSONMember("pagination", .object(pagination))]))
            ids += page.productIDs
            #expect(page.productIDs.count <= limit)
            cursor = page["pagination"]?["cursor"]?.string
            #expect((page["pagination"]?["has_next_page"] == true) == (cursor != nil))
        } while cursor != nil && ids.count < 2_000
        return ids
    }

    @Test("every page together is the whole, in order, each once", arguments: [1, 7, 50])
    func pages(_ limit: Int) async throws {
        let stall = try Stall(60)
        #expect(try await every(stall, [JSONMember("query", "hat")], limit: limit) == (1...60).map { "S\($0)" })
    }

    @Test("categories are looked for over all pages of the catalogue", arguments: [1, 3, 50])
    func categories(_ limit: Int) async throws {
        let stall = try Stall(350)
        for number in stride(from: 90, through: 350, by: 13) {
            stall.change("S\(number)") { good in
                good.category = number % 2 == 0 ? "Shoes|Boots" : "Shoes|Sandals"
                return true
            }
        }
        let all = stride(from: 90, through: 350, by: 13).map { "S\($0)" }
        func of(_ names: [String]) -> [JSONMember] {
            [JSONMember("filters", ["categories": .array(names.map { .string($0) })])]
        }
        #expect(try await every(stall, of(["Shoes"]), limit: limit) == all)
        #expect(try await every(stall, of(["boots", "SANDALS"]), limit: limit) == all, "any of them, in whatever case")
        #expect(
            try await every(stall, of(["Sandals"]), limit: limit)
                == all.filter { Int($0.dropFirst())?.isMultiple(of: 2) == false })
        #expect(try await every(stall, of(["Gloves"]), limit: limit) == [])
    }

    @Test(
        "the largest number that an agent knows, as a bound of the price, means any price or none",
        arguments: [
            Int.max, 9_007_199_254_740_991, 100_000_000_000_001, 100_000_000_000_000,
        ])
    func largest(_ bound: Int) async throws {
        let stall = try Stall(3)
        func ids(_ price: JSONValue) async throws -> [String] {
            try await search(stall, ["filters": ["price": price]]).productIDs
        }
        #expect(try await ids(["max": .integer(bound)]) == ["S1", "S2", "S3"])
        #expect(try await ids(["min": .integer(bound)]) == [])
        #expect(try await ids(["min": 200, "max": .integer(bound)]) == ["S2", "S3"])
    }

    @Test("bounds of the price are inclusive, in minor units of the shop's own currency")
    func bounds() async throws {
        let stall = try Stall(20)
        stall.change("S20") { good in
            good.reduced = 550
            return true
        }
        func found(_ price: JSONValue, _ currency: String?) async throws -> JSONValue {
            var members = [JSONMember("filters", ["price": price])]
            if let currency { members.append(JSONMember("context", ["currency": .string(currency)])) }
            return try await search(stall, .object(members + [JSONMember("pagination", ["limit": 50])]))
        }
        #expect(try await found(["min": 500, "max": 700], "AUD").productIDs == ["S5", "S6", "S7", "S20"])
        #expect(try await found(["min": 501], "aud").productIDs.first == "S6")
        #expect(try await found(["max": 199], nil).productIDs == ["S1"])
        let other = try await found(["max": 199], "USD")
        #expect(other.productIDs.count == 20 && other.codes == ["price_filter_ignored"])
        #expect(try await found(["min": 0], nil)["pagination"]?["total_count"] == 20)
    }

    @Test("a search asks for something, and its cursor is one that was given")
    func refused() async throws {
        let stall = try Stall()
        for catalog: JSONValue in [
            [:], ["query": ""], ["filters": [:]], ["query": "a", "pagination": ["cursor": "x"]],
            ["filters": ["categories": ["Hats"]], "pagination": ["cursor": "x"]],
            ["filters": ["categories": ["Hats"]], "pagination": ["cursor": "-1."]],
            ["filters": ["categories": ["Hats"]], "pagination": ["cursor": "5.nothing"]],
        ] {
            do throws(FaceError) {
                _ = try await search(stall, catalog)
                Issue.record("\(catalog)")
            } catch {
                #expect(error.code == -32_602, "\(catalog): \(error)")
            }
        }
    }

    @Test("a lookup gives each product once, and names what is not there or has no price")
    func lookup() async throws {
        let stall = try Stall()
        stall.change("S2") { good in
            good.price = nil
            return true
        }
        let ids: JSONValue = ["S1", "S2", "S3", "S1", "nope", "", "galleria://product/S1"]
        let found = try await stall.call(.lookupCatalog, [JSONMember("catalog", ["ids": ids])])
        #expect(Set(found.productIDs) == ["S1", "S3"] && found.productIDs.count == 2)
        for product in found["products"]?.array ?? [] {
            #expect(product["variants"]?[0]?["inputs"] == [["id": .string(product.id), "match": "exact"]])
        }
        let missing = (found["messages"]?.array ?? []).filter { $0["code"] == "not_found" }.compactMap {
            $0["content"]?.string
        }
        #expect(missing == ["S2", "nope", "", "galleria://product/S1"])
        let filtered = try await stall.call(
            .lookupCatalog,
            [JSONMember("catalog", ["ids": ["S1", "S5", "S9"], "filters": ["price": ["min": 200, "max": 500]]])])
        #expect(filtered.productIDs == ["S5"] && filtered.codes.isEmpty)
    }

    @Test("one product, or that it is not there")
    func show() async throws {
        let stall = try Stall()
        let found = try await stall.call(.getProduct, [JSONMember("catalog", ["id": "S7"])])
        #expect(found["product"]?["title"] == "Hat 7" && found["product"]?["metadata"]?["brand"] == "Brim & Co")
        for catalog: JSONValue in [
            ["id": "S77"], ["id": "S7", "filters": ["price": ["max": 1]]],
            ["id": "S7", "filters": ["categories": ["Boots"]]],
        ] {
            let none = try await stall.call(.getProduct, [JSONMember("catalog", catalog)])
            #expect(none.isRefused && none.codes == ["not_found"] && none["product"] == nil)
        }
    }

    @Test("a catalogue that fails, or is off, is an error that says so")
    func failing() async throws {
        let router = Router.empty
        final class Program: CallingProgram {}
        let settings = try Settings.load(
            catalog: try SettingsCatalog(FaceSettings.declarations),
            sources: SettingsSources(environmentFile: { _ in ("test", []) }))
        let parts = FaceParts(
            router: { router }, program: Program(), settings: { settings }, source: { nil }, now: { 0 })
        do throws(FaceError) {
            _ = try await FaceCatalog(parts: parts).products(["a"])
            Issue.record("there is no catalogue")
        } catch {
            #expect(error == .noCatalog && error.code == -32_000)
        }
        for (fault, code) in [
            (Fault(.invalidArgument, "Wrong.", hint: ""), -32_602), (Fault(.internal, "Wrong.", hint: ""), -32_603),
            (Fault(.upstreamUnavailable, "Away.", hint: "", retryable: true), -32_000),
            (Fault(.busy, "Much.", hint: ""), -32_000),
        ] {
            #expect(FaceError(fault).code == code)
            #expect((FaceError(fault).data?["retry_after"] != nil) == fault.retryable)
        }
    }

    // MARK: - Profiles where requests leave

    private static let everything = FaceGround.offered.map { JSONMember($0.name, [["version": "2026-04-08"]]) }

    private func platform(_ ucp: JSONValue, status: Int = 200) -> ScriptedHTTPClient {
        ScriptedHTTPClient { _ in
            .response(HTTPResponse(status: status, body: JSONValue.object([JSONMember("ucp", ucp)]).serialized()))
        }
    }

    private func code(_ stall: Stall, _ profile: String) async -> String? {
        do throws(FaceError) {
            let answer = try await stall.call(
                .createCart, [JSONMember("cart", .object([Stall.lines([("S1", 1)])]))], profile: profile)
            return answer.codes.first
        } catch {
            #expect(error.code == -32_001)
            return error.data?["code"]?.string
        }
    }

    @Test("a platform's profile is asked for at its address, and what it knows counts")
    func profiles() async throws {
        let whole: JSONValue = ["version": "2026-04-08", "capabilities": .object(Self.everything)]
        let client = platform(whole)
        let stall = try Stall(platform: client)
        #expect(await code(stall, "https://agent.example/p.json") == nil)
        #expect(client.requests.map(\.url) == ["https://agent.example/p.json"])
        #expect(client.requests.first?.leastLifetime == 60 && client.requests.first?.trustedOrigin == nil)
        // At the catalogue's own origin it is trusted as that is.
        #expect(await code(stall, "https://stall.example/p.json") == nil)
        #expect(client.requests.last?.trustedOrigin == "https://stall.example")
        let fulfilled = try await stall.createCheckout([("S1", 1)])
        #expect(
            fulfilled["fulfillment"] != nil
                && fulfilled["messages"]?.array?.contains { $0["code"] == "sample_data" } == false)
        for profile in ["http://agent.example/p.json", "ftp://agent.example", "agent", ""] {
            #expect(await code(stall, profile) == "invalid_profile_url", "\(profile)")
        }
    }

    @Test(
        "a profile that is not there, not JSON or of another version has its code; one that lacks the capability an answer"
    )
    func refusedProfiles() async throws {
        let address = "https://agent.example/p.json"
        #expect(await code(try Stall(platform: platform([:], status: 404)), address) == "profile_unreachable")
        #expect(await code(try Stall(platform: platform([:], status: 500)), address) == "profile_unreachable")
        #expect(
            await code(
                try Stall(platform: ScriptedHTTPClient { _ in .failure(.timedOut(after: .seconds(5))) }), address)
                == "profile_unreachable")
        let page = ScriptedHTTPClient { _ in .response(HTTPResponse(status: 200, body: Array("<html>".utf8))) }
        #expect(await code(try Stall(platform: page), address) == "profile_malformed")
        #expect(
            await code(try Stall(platform: platform(["version": "2026-01-23", "capabilities": [:]])), address)
                == "version_unsupported")
        let searching: JSONValue = [
            "version": "2026-04-08", "capabilities": .object(Self.everything.filter { $0.key == Capability.search }),
        ]
        let stall = try Stall(platform: platform(searching))
        #expect(await code(stall, address) == "capabilities_incompatible")
        #expect(try await search(stall, ["query": "hat"]).productIDs.count == 10)
        let simple: JSONValue = [
            "version": "2026-04-08", "capabilities": .object(Self.everything.filter { $0.key == Capability.checkout }),
        ]
        let plain = try await Stall(platform: platform(simple)).createCheckout([("S1", 1)])
        #expect(plain["fulfillment"] == nil && plain["status"] == "requires_escalation", "without the extension")
    }

    @Test("under --read-only what changes something is not there")
    func readOnly() async throws {
        let stall = try Stall(isReadOnly: true)
        #expect(stall.face.tools == [.searchCatalog, .lookupCatalog, .getProduct, .getCart, .getCheckout])
        #expect(try await stall.get(.getCart, "cart_x").codes == ["not_found"])
        do throws(FaceError) {
            _ = try await stall.createCart(("S1", 1))
            Issue.record("it was made")
        } catch {
            #expect(error.data?["code"] == "unknown_tool")
        }
    }
}
