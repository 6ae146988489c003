import FeatureKit
import HTTP
import JSON

/// The sentences of failures of shops, in one place.
extension Fault {
    /// The shop's answer breaks its schema.
    /// - Parameters:
    ///   - place: path of what is wrong, `products[3].price_range`.
    ///   - what: is wrong there, as the rest of a sentence.
    static func malformed(_ place: String, _ what: String, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The shop's \(place) \(what).",
            hint: "Tell the shop; other modules are not concerned. modules.\(module).data=sample needs no shop.",
            module: module)
    }

    static func noCommonVersion(_ offered: [String], module: String) -> Fault {
        let all = offered.prefix(8).map { quoted($0, limit: 20) }.joined(separator: ", ")
        return Fault(
            .upstreamRejected,
            "The shop speaks UCP \(all); this client \(Agreement.versions.lowerBound) to \(Agreement.versions.upperBound).",
            hint: "There is nothing to set: the shop has to offer one of these versions.", module: module)
    }

    static func noTransport(_ offered: [String], module: String) -> Fault {
        let all = offered.prefix(8).map { quoted($0, limit: 20) }.joined(separator: ", ")
        return Fault(
            .upstreamRejected,
            "The shop offers no way to its tools that this client has: \(all.isEmpty ? "none" : all).",
            hint: "This client calls tools by MCP over HTTP or by REST; the shop has to offer one of them.",
            module: module)
    }

    static func unsafeEndpoint(_ origin: String, module: String) -> Fault {
        Fault(
            .blockedAddress, "The shop names an endpoint of another origin that is not https: \(quoted(origin)).",
            hint: "If it can be trusted, set modules.\(module).endpoint to it.", module: module)
    }

    static func profileElsewhere(module: String) -> Fault {
        Fault(
            .blockedAddress, "The shop's profile of the version that both know lies on another origin.",
            hint: "Set modules.\(module).ucp to the address of the business that has it.", module: module)
    }

    static func notHTTPS(_ origin: String, module: String) -> Fault {
        Fault(
            .blockedAddress, "A shop is asked over https, and \(quoted(origin)) is not.",
            hint: "Set modules.\(module).ucp to an https address; only this machine may be asked over http.",
            module: module)
    }

    static func noProfile(status: Int, module: String) -> Fault {
        Fault(
            .upstreamRejected, "There is no UCP profile at /.well-known/ucp: HTTP status \(status).",
            hint: "Check modules.\(module).ucp; the shop may not speak UCP.", module: module, retryable: status == 429)
    }

    static func noCapability(_ name: String, _ offered: [String], for method: String, module: String) -> Fault {
        let all = offered.isEmpty ? "none that this client knows" : offered.joined(separator: ", ")
        return Fault(
            .upstreamRejected, "The shop has no \(name), which \(method) needs.", hint: "Its capabilities: \(all).",
            module: module)
    }

    static func otherCurrency(_ code: String, not wanted: String, module: String) -> Fault {
        Fault(
            .upstreamMalformed, "The shop answered in \(quoted(code)), although \(wanted) was asked for.",
            hint: "Set modules.\(module).currency to the shop's, or to null.", module: module)
    }

    /// The shop refused a call before it was done.
    /// - Parameters:
    ///   - refusal: its words; nil where the status alone says so.
    ///   - wait: seconds.
    static func refused(_ refusal: ShopRefusal?, status: Int, _ wait: Int?, module: String) -> Fault {
        let code = refusal?.code
        let words = refusal?.text.map { ": \(quoted($0, limit: 300))" } ?? ""
        let page = refusal?.continueURL.map { " In a browser: \($0)" } ?? ""
        if status == 429 || wait != nil {
            return Fault(
                .busy, "The shop asks to wait\(words).",
                hint: wait.map { "Try again in \($0) s.\(page)" } ?? "Try again later.\(page)", module: module,
                retryable: true)
        }
        if status == 409 {
            return Fault(
                .upstreamRejected, "The shop takes the change for another one with the same idempotency key\(words).",
                hint: "Nothing was changed. Call again: each call has a key of its own.\(page)", module: module,
                retryable: true)
        }
        if status == 401 || status == 403 {
            return Fault(
                .upstreamRejected, "The shop wants an account or a permission\(words).",
                hint: "Galleria has no accounts at shops.\(page)", module: module)
        }
        if status >= 500 || refusal?.isFailure ?? false {
            return Fault(
                .upstreamUnavailable, "The shop failed\(status >= 400 ? " with HTTP status \(status)" : "")\(words).",
                hint: "Try again later.\(page)", module: module, retryable: true)
        }
        let name = code.map { " (\(quoted($0, limit: 60)))" } ?? ""
        return Fault(
            .upstreamRejected, "The shop refused the call\(name)\(words).", hint: negotiationHint(code) + page,
            module: module)
    }

    private static func negotiationHint(_ code: String?) -> String {
        switch code {
        case "invalid_profile_url", "profile_unreachable", "profile_malformed":
            "Set ucp.agentProfile to the address of a profile that the shop can read."
        case "version_unsupported": "Set ucp.agentProfile to a profile of a version that the shop speaks."
        default: "Correct the call, or ask the shop."
        }
    }

    /// The shop did what was asked, and says that it can't be.
    static func refused(_ messages: [ShopMessage], _ page: String?, module: String) -> Fault {
        let said = messages.filter { $0.type == "error" }.isEmpty ? messages : messages.filter { $0.type == "error" }
        let words = said.prefix(3).map { quoted($0.text, limit: 300) }.joined(separator: ", ")
        let isAbsent = said.contains { $0.code == "not_found" }
        let code = said.first?.code.map { " (\(quoted($0, limit: 60)))" } ?? ""
        return Fault(
            isAbsent ? .notFound : .upstreamRejected,
            "The shop says no\(code)\(words.isEmpty ? "" : ": \(words)").",
            hint: page.map { "In a browser: \($0)" }
                ?? (isAbsent ? "Search again for what is there." : "Ask for something else."),
            module: module)
    }

    /// The same fault of a shop, whose address is another setting than that of other modules.
    func ofShop(_ id: String) -> Fault {
        var fault = self
        let key = "modules.\(id).endpoint"
        guard code != .blockedAddress, hint.utf8.starts(with: "Check \(key)".utf8) else { return fault }
        fault.hint = "Check modules.\(id).ucp" + hint.dropFirst("Check \(key)".count)
        return fault
    }

    static func unknownDelivery(_ delivery: String, _ known: [String], module: String) -> Fault {
        let fault = Fault(
            .notFound, "The shop offers no delivery \(quoted(delivery)).",
            hint: known.isEmpty
                ? "It offers none yet: give an address first."
                : "It offers \(known.prefix(10).joined(separator: ", ")).",
            module: module, field: "delivery")
        return fault.suggesting(delivery, among: known)
    }

    static func emptyCart(module: String) -> Fault {
        Fault(
            .notFound, "The cart is empty, so there is nothing to check out.",
            hint: "Put variants into it with \(module).setCart.", module: module)
    }

    /// Another call is changing the cart for too long.
    static func cartIsBusy(module: String) -> Fault {
        Fault(
            .busy, "Another call is changing the cart.", hint: "Try again in a moment.", module: module, retryable: true
        )
    }

    /// Another call took over while this one was changing the cart.
    static func overtaken(module: String) -> Fault {
        Fault(
            .busy, "The shop answered so late that another call went on with the cart.",
            hint: "Look at the cart before calling again.", module: module)
    }

    static func unreadableCart(module: String) -> Fault {
        Fault(
            .storageFailed, "What is stored of the cart can't be read.",
            hint: "Another version of Galleria may have written it: use that.", module: module)
    }

    static func tooManyLines(_ most: Int, module: String) -> Fault {
        Fault(
            .invalidArgument, "A cart holds at most \(most) variants.", hint: "Remove some with quantity 0.",
            module: module, field: "items")
    }
}
