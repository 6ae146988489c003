import Composition
import FeatureKit
import JSON

/// `galleria shops doctor`
@Sendable func examineShops(_ invocation: Invocation) throws -> ExitStatus {
    let workplace = try invocation.workplace()
    return try workplace.run {
        let shops = invocation.shops
        if shops.isEmpty {
            let none = Finding(.shops, .ok, "the settings name no shop", advice: "galleria shops add URL adds one.")
            return show([none], invocation)
        }
        let findings = await workplace.telling("Asking the shops") { _ in await ShopCheck.findings(shops, workplace) }
        return show(findings.map { $0.hiding(workplace.storefront.settings) }, invocation)
    }
}

/// The shops of the settings, asked for their profile and for one product.
enum ShopCheck {
    /// - Parameter shops: ids.
    static func findings(_ shops: [String], _ workplace: Workplace) async -> [Finding] {
        var findings: [Finding] = []
        for id in shops { findings += await self.findings(id, workplace) }
        return findings
    }

    private static func findings(_ id: String, _ workplace: Workplace) async -> [Finding] {
        let router = workplace.storefront.router
        guard let about = router.operation(method: "\(id).about") else {
            return [Finding(.shops, .ok, "\(id) is off", advice: "modules.\(id).enabled=true turns it on.")]
        }
        switch await answer(of: about, to: nil, workplace) {
        case .failure(let fault): return [problem(fault, of: id)]
        case .success(let facts):
            var findings = [place(of: facts, id), offers(facts, id)]
            if offered(facts).contains("\(capabilities)catalog.search") {
                findings.append(await search(id, router, workplace))
            }
            return findings
        }
    }

    private static let capabilities = "dev.ucp.shopping."

    private static func offered(_ facts: JSONValue) -> [String] {
        (facts["capabilities"]?.array ?? []).compactMap(\.string)
    }

    private static func problem(_ fault: Fault, of id: String) -> Finding {
        Finding(.shops, .problem, "\(id): \(fault.message)", advice: fault.hint)
    }

    /// The address of the tools, and why it is asked.
    private static func place(of facts: JSONValue, _ id: String) -> Finding {
        func text(_ name: String) -> String { facts[name]?.string ?? "" }
        let sentence =
            "\(id): \(text("business")) speaks UCP \(text("version")) over \(text("transport")), "
            + "at \(text("endpoint")). \(text("trust"))"
        return Finding(.shops, .ok, sentence)
    }

    /// Capabilities that both sides know, and what is refused for want of it.
    private static func offers(_ facts: JSONValue, _ id: String) -> Finding {
        let offered = offered(facts)
        let names = offered.map { $0.dropFirst(capabilities.count) }.joined(separator: ", ")
        let wanted = [
            ("catalog.search", "search"), ("catalog.lookup", "show"), ("cart", "cart"), ("checkout", "checkout"),
        ]
        let missing = wanted.filter { !offered.contains(capabilities + $0.0) }.map { "\(id).\($0.1)" }
        let sentence = "\(id) offers \(names.isEmpty ? "nothing that this client knows" : names)"
        if missing.isEmpty { return Finding(.shops, .ok, sentence) }
        return Finding(
            .shops, .warning, sentence, advice: "Without the rest, \(missing.joined(separator: ", ")) can't work there."
        )
    }

    /// One search for whatever the shop has.
    private static func search(_ id: String, _ router: Router, _ workplace: Workplace) async -> Finding {
        guard let operation = router.operation(method: "\(id).search"),
            let one = try? JSONDocument(parsing: JSONValue.object([JSONMember("limit", 1)]).serialized())
        else { return Finding(.shops, .problem, "\(id) has no search") }
        switch await answer(of: operation, to: one.root, workplace) {
        case .failure(let fault): return problem(fault, of: id)
        case .success(let page):
            guard let price = page["items"]?.array?.first?["price"]?.string else {
                return Finding(
                    .shops, .warning, "\(id) found no product", advice: "Ask the shop whether its catalogue is open.")
            }
            let count = page["total"]?.integer.map { "\($0) products" } ?? "products"
            return Finding(.shops, .ok, "\(id) answered a search with \(count); the first costs \(price)")
        }
    }
}
