package import JSON
import UCPShop

/// The profile of this shop, which a web server shows at `/.well-known/ucp` (overview.md of UCP, Business Profile).
package enum BusinessProfile {
    /// - Parameter endpoint: address at which the tools are asked by HTTP.
    package static func json(endpoint: String) -> JSONValue {
        let version = FaceGround.version
        let service: JSONValue = [
            "version": .string(version), "transport": "mcp", "endpoint": .string(endpoint),
            "spec": .string("https://ucp.dev/\(version)/specification/overview"),
            "schema": .string("https://ucp.dev/\(version)/services/shopping/mcp.openrpc.json"),
        ]
        let capabilities = FaceGround.offered.map { capability in
            let (page, file) = documents(of: capability.name)
            var members = [
                JSONMember("version", .string(version)),
                JSONMember("spec", .string("https://ucp.dev/\(version)/specification/\(page)")),
                JSONMember("schema", .string("https://ucp.dev/\(version)/schemas/shopping/\(file).json")),
            ]
            if let extended = capability.extends { members.append(JSONMember("extends", .string(extended))) }
            return JSONMember(capability.name, [.object(members)])
        }
        return [
            "ucp": [
                "version": .string(version), "services": ["dev.ucp.shopping": [service]],
                "capabilities": .object(capabilities), "payment_handlers": .object([]),
            ]
        ]
    }

    /// Names of a capability's page and of its schema.
    private static func documents(of capability: String) -> (page: String, file: String) {
        switch capability {
        case Capability.search: ("catalog/search", "catalog_search")
        case Capability.lookup: ("catalog/lookup", "catalog_lookup")
        case Capability.cart: ("cart", "cart")
        case Capability.checkout: ("checkout", "checkout")
        default: ("fulfillment", "fulfillment")
        }
    }
}
