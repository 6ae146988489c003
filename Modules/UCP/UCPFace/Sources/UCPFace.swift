package import FeatureKit
import HTTP
package import JSON
package import Settings
package import Storage
import UCPShop

/// The needs of a face: what the running program has.
package struct FaceParts: Sendable {
    /// The module whose products are offered.
    package static let module = "catalog"
    /// The operation that gives products.
    static let list = "catalog.list"

    /// The operations as they are now.
    let router: @Sendable () -> Router
    let program: any CallingProgram
    let settings: @Sendable () -> Settings
    /// The upstream of the catalogue and the state of its source of data, as they are now; nil while it is off.
    let source: @Sendable () -> (upstream: Upstream, state: any StateStore)?
    /// Seconds since 1970.
    let now: @Sendable () -> Int

    package init(
        router: @escaping @Sendable () -> Router, program: any CallingProgram,
        settings: @escaping @Sendable () -> Settings,
        source: @escaping @Sendable () -> (upstream: Upstream, state: any StateStore)?,
        now: @escaping @Sendable () -> Int
    ) {
        (self.router, self.program, self.settings, self.source, self.now) = (router, program, settings, source, now)
    }
}

/// Our shop as others see it: the catalogue, carts and checkouts as tools of the Universal Commerce Protocol.
package final class UCPFace: Sendable {
    private let parts: FaceParts
    private let tidying = FaceTidying()
    /// Tools that are served, in the order of the list.
    package let tools: [FaceTool]

    /// - Parameter isReadOnly: whether what changes something is left out.
    package init(_ parts: FaceParts, isReadOnly: Bool) {
        self.parts = parts
        tools = FaceTool.allCases.filter { !isReadOnly || !$0.changes }
    }

    /// Instructions for the tools; hosts show them to the model.
    package static let instructions = """
        A shop that speaks the Universal Commerce Protocol, \(FaceGround.version). Each call names the profile of its platform in \
        meta.ucp-agent.profile. Amounts are minor units: 9749 of AUD is 97.49. Find products, put them into a cart, begin a checkout \
        of it; a person pays at continue_url. Nothing is paid here.
        """

    /// Calls a tool.
    /// - Parameter arguments: nil counts as none.
    /// - Returns: the structured content.
    /// - Throws: what is no answer of a business, as a JSON-RPC error.
    package func call(_ name: String, _ arguments: JSONNode?) async throws(FaceError) -> JSONValue {
        guard let tool = tools.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) else {
            throw .invalid("there is no tool of this name; tools/list has them all", code: "unknown_tool")
        }
        guard let arguments, arguments.kind == .object else { throw .noProfile }
        guard arguments.rawText.count <= FaceLimits.arguments else {
            throw .invalid("The arguments take more than \(FaceLimits.arguments) bytes.", code: "request_too_large")
        }
        guard let profile = arguments["meta"]?["ucp-agent"]?["profile"]?.string else { throw .noProfile }
        try SchemaCheck.check(arguments, by: tool.inputSchema, at: "")
        guard let source = parts.source() else { throw .noCatalog }
        let ground = try await PlatformProfile(source.upstream).ground(profile, at: parts.now())
        guard ground.capabilities.contains(tool.capability) else {
            let message = FaceMessage.error(
                "capabilities_incompatible", "The platform's profile does not have \(tool.capability).",
                "unrecoverable")
            return ground.refusal(tool, message)
        }
        return try await answer(tool, arguments, ground, source.state)
    }

    private func answer(
        _ tool: FaceTool, _ arguments: JSONNode, _ ground: FaceGround, _ state: any StateStore
    ) async throws(FaceError) -> JSONValue {
        let catalog = FaceCatalog(parts: parts)
        let asked = arguments["catalog"] ?? arguments
        let desk = FaceDesk(catalog: catalog, store: store(state), ground: ground, tool: tool)
        return switch tool {
        case .searchCatalog: try await catalog.search(asked, ground)
        case .lookupCatalog: try await catalog.lookUp(asked, ground)
        case .getProduct: try await catalog.show(asked, ground)
        case .createCart: try await desk.createCart(arguments)
        case .updateCart: try await desk.updateCart(arguments)
        case .cancelCart: try await desk.cancel(.cart, arguments)
        case .createCheckout: try await desk.createCheckout(arguments)
        case .updateCheckout: try await desk.updateCheckout(arguments)
        case .cancelCheckout: try await desk.cancel(.checkout, arguments)
        case .getCart: try await desk.get(.cart, arguments)
        case .getCheckout: try await desk.get(.checkout, arguments)
        }
    }

    private func store(_ state: any StateStore) -> FaceStore {
        let settings = parts.settings()
        let lifetime: @Sendable (FaceSession.Kind) -> Int = { kind in
            let lifetime = settings[kind == .cart ? FaceSettings.cart : FaceSettings.checkout]
            return max(1, Int(lifetime.components.seconds))
        }
        return FaceStore(state: state, now: parts.now(), lifetime: lifetime, tidying: tidying)
    }
}

/// The settings of the face.
package enum FaceSettings {
    static let cart = SettingKey(
        "ucp.cartLifetime", .duration(.seconds(1)...(.seconds(90 * 86_400))), default: .seconds(7 * 86_400),
        "How long serve --face ucp keeps a cart after its last change.")
    static let checkout = SettingKey(
        "ucp.checkoutLifetime", .duration(.seconds(1)...(.seconds(7 * 86_400))), default: .seconds(6 * 3_600),
        "How long serve --face ucp keeps a checkout after its last change.")

    package static let declarations: [SettingDeclaration] = [cart.declaration, checkout.declaration]
}

extension FaceError {
    /// Not -32602: the specification has a code of its own for a request without a profile.
    fileprivate static let noProfile = FaceError.profile(
        "invalid_profile_url", "meta.ucp-agent.profile is missing: the address of the platform's UCP profile.")
}
