import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Catalog

@Suite("The prompt of the catalogue")
struct PromptTests {
    @Test("an outfit has its budget, the currency, and the first page with its cursor")
    func outfit() async throws {
        let harness = try FeatureHarness.sample(catalog)
        let messages = try await harness.prompt("catalog_outfit", ["budget": "250", "occasion": "a wedding"])
        let list = try await harness.call("catalog.list")
        #expect(messages.count == 2)
        #expect(messages[0].contains("an outfit for a wedding. My budget for all of it is 250; prices are in AUD."))
        #expect(list.skus.allSatisfy { messages[1].contains($0) })
        #expect(messages[0].contains("The first 30 of 253 products") && messages[1].contains("THE ICONIC"))
    }

    @Test("a budget completes, and any text is one")
    func budget() async throws {
        let harness = try FeatureHarness.sample(catalog)
        #expect(await harness.completed("catalog_outfit", "budget", "2").values == ["200", "250"])
        let messages = try await harness.prompt("catalog_outfit", ["budget": "about three hundred"])
        #expect(messages[0].contains("an outfit. My budget for all of it is about three hundred;"))
    }

    @Test("without an upstream there is no outfit")
    func offline() async throws {
        let harness = try FeatureHarness([catalog], client: { _ in OfflineHTTPClient() })
        let fault = await harness.promptFault("catalog_outfit", ["budget": "250"])
        #expect(fault?.code == .offline && fault?.module == "catalog")
    }
}
