import FeatureKit
import HTTP
import JSON

/// Capabilities of a shop by their name in UCP.
package enum Capability {
    package static let search = "dev.ucp.shopping.catalog.search"
    package static let lookup = "dev.ucp.shopping.catalog.lookup"
    package static let cart = "dev.ucp.shopping.cart"
    package static let checkout = "dev.ucp.shopping.checkout"
    package static let fulfillment = "dev.ucp.shopping.fulfillment"

    /// Those that this client knows.
    static let known: Set<String> = [search, lookup, cart, checkout, fulfillment]
}

/// Way to a shop's tools.
enum ShopTransport: String, Sendable {
    case mcp, rest
}

/// Common ground of a business and this client: the outcome of discovery and negotiation (overview.md of UCP, Negotiation Protocol).
struct Agreement: Sendable {
    /// Versions of the protocol that this client speaks: dates, which compare as texts.
    static let versions = "2026-01-23"..."2026-04-08"

    let version: String
    let transport: ShopTransport
    /// Address of the tools.
    let endpoint: HTTPEndpoint
    /// True if the settings trust its origin; else it is asked at a public address alone.
    let isTrusted: Bool
    /// Versions of what both know, by name.
    let capabilities: [String: String]

    /// The highest version that a profile offers and this client speaks.
    /// - Returns: the version, and the address of its own profile where that is another one.
    /// - Throws: `upstream_rejected` where there is no such version, `upstream_malformed` for what is no profile.
    static func version(in root: JSONNode, module: String) throws(Fault) -> (version: String, profile: String?) {
        guard let ucp = root["ucp"], ucp.kind == .object else {
            throw .malformed("ucp", "is missing from the profile", module: module)
        }
        guard let own = ucp["version"]?.string else {
            throw .malformed("ucp.version", "is no text", module: module)
        }
        var offered: [(version: String, profile: String?)] = [(own, nil)]
        for member in ucp["supported_versions"]?.members ?? root.noMembers {
            if member.key != own { offered.append((member.key, member.value.string)) }
        }
        let common = offered.filter { isVersion($0.version) && versions.contains($0.version) }
        guard let best = common.max(by: { $0.version < $1.version }) else {
            throw .noCommonVersion(offered.map(\.version), module: module)
        }
        return best
    }

    /// True for a date, `2026-04-08`.
    private static func isVersion(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }

    /// Reads the profile of an agreed version.
    /// - Parameters:
    ///   - business: endpoint of the settings, which is trusted.
    ///   - named: endpoint of the tools that the settings name; nil for that of the profile.
    /// - Throws: `blocked_address` for an endpoint that may not be asked, `upstream_rejected` without a way to the tools,
    ///   `upstream_malformed` for what is no profile.
    init(
        _ root: JSONNode, version: String, business: HTTPEndpoint, named: HTTPEndpoint?, module: String
    ) throws(Fault) {
        let ucp = root["ucp"]
        guard ucp?["version"]?.string == version else {
            throw .malformed("ucp.version", "is not \(version), for which the profile stands", module: module)
        }
        self.version = version
        guard let services = ucp?["services"]?["dev.ucp.shopping"], services.kind == .array else {
            throw .malformed("ucp.services", "has no list for dev.ucp.shopping", module: module)
        }
        let usable = services.elements.filter { service in
            service["version"]?.string.map { Self.versions.contains($0) } ?? true
        }
        func service(_ transport: ShopTransport) -> (ShopTransport, JSONNode)? {
            usable.first { $0["transport"]?.string == transport.rawValue && $0["endpoint"] != nil }.map {
                (transport, $0)
            }
        }
        guard let (transport, chosen) = service(.mcp) ?? service(.rest) else {
            throw .noTransport(usable.compactMap { $0["transport"]?.string }, module: module)
        }
        self.transport = transport
        capabilities = try Self.common(ucp?["capabilities"], module: module)
        if let named {
            (endpoint, isTrusted) = (named, true)
            return
        }
        guard let text = chosen["endpoint"]?.string, let found = try? HTTPEndpoint(parsing: text) else {
            throw .malformed("ucp.services", "names an endpoint that is no address", module: module)
        }
        endpoint = found
        isTrusted = found.origin == business.origin
        if !isTrusted, found.scheme != .https { throw .unsafeEndpoint(found.origin, module: module) }
    }

    /// The intersection of capabilities, without extensions of what is not in it.
    private static func common(_ offered: JSONNode?, module: String) throws(Fault) -> [String: String] {
        guard let offered, offered.kind == .object else {
            throw .malformed("ucp.capabilities", "is no object", module: module)
        }
        var common: [String: (version: String, extends: [String])] = [:]
        for member in offered.members where Capability.known.contains(member.key) && member.value.kind == .array {
            let entries = member.value.elements.filter { entry in
                guard let version = entry["version"]?.string else { return false }
                // A specification of another authority is not that of the name.
                let isBound = entry["spec"]?.string?.utf8.starts(with: "https://ucp.dev/".utf8) ?? true
                return versions.contains(version) && isBound
            }
            guard let best = entries.max(by: { ($0["version"]?.string ?? "") < ($1["version"]?.string ?? "") }) else {
                continue
            }
            let parents = best["extends"].map { $0.string.map { [$0] } ?? $0.elements.compactMap(\.string) } ?? []
            common[member.key] = (best["version"]?.string ?? "", parents)
        }
        while let orphan = common.first(where: { entry in
            !entry.value.extends.isEmpty && !entry.value.extends.contains { common[$0] != nil }
        }) {
            common[orphan.key] = nil
        }
        return common.mapValues(\.version)
    }

    /// - Throws: `upstream_rejected` naming what the shop offers.
    func require(_ capability: String, for method: String, module: String) throws(Fault) {
        guard capabilities[capability] == nil else { return }
        throw .noCapability(capability, capabilities.keys.sorted(), for: method, module: module)
    }
}

extension JSONNode {
    /// The members of an empty object.
    fileprivate var noMembers: JSONMembers { (try? JSONDocument(parsing: "{}").root)?.members ?? members }
}
