import Composition
import HTTP
import JSON

/// `galleria shops profile URL`
@Sendable func shopProfile(_ invocation: Invocation) throws -> ExitStatus {
    let endpoint = try invocation.shopEndpoint(of: "the tools", example: "https://shop.example/ucp/mcp")
    let isHere = ["127.0.0.1", "localhost", "[::1]"].contains(endpoint.host)
    guard endpoint.scheme == .https || isHere else {
        throw UsageFault(
            "Shops are asked over https; http is for this machine alone.",
            hint: "For example https://shop.example/ucp/mcp.")
    }
    let profile = OfferedShop.profile(endpoint: endpoint.text)
    invocation.console.show(json: { $0.value(profile) }, looks: invocation.renderOptions())
    return .done
}
