import FeatureKit
import HTTP
import JSON
import Settings
import Values

/// The tools of UCP that this client calls. `complete_checkout` is not one of them: Galleria never pays.
enum ShopTool: String, Sendable {
    case searchCatalog = "search_catalog"
    case getProduct = "get_product"
    case createCart = "create_cart"
    case getCart = "get_cart"
    case updateCart = "update_cart"
    case cancelCart = "cancel_cart"
    case createCheckout = "create_checkout"
    case getCheckout = "get_checkout"
    case updateCheckout = "update_checkout"

    /// True if a call names a cart or a checkout that the shop made.
    var namesOne: Bool {
        switch self {
        case .searchCatalog, .getProduct, .createCart, .createCheckout: false
        case .getCart, .updateCart, .cancelCart, .getCheckout, .updateCheckout: true
        }
    }

    /// True if a call changes something.
    var changes: Bool {
        switch self {
        case .searchCatalog, .getProduct, .getCart, .getCheckout: false
        case .createCart, .updateCart, .cancelCart, .createCheckout, .updateCheckout: true
        }
    }
}

/// One shop: discovery, and calls of its tools.
struct Shop: Sendable {
    let declaration: ShopDeclaration
    let settings: ShopSettings

    init(_ declaration: ShopDeclaration) {
        self.declaration = declaration
        settings = ShopSettings(declaration)
    }

    var id: String { declaration.id }

    // MARK: - Discovery

    /// Seconds for which a profile is kept at least.
    private static let leastLifetime: Int64 = 60

    /// Common ground of the business and this client. The profile is kept by HTTP's rules.
    func agreement(_ call: FeatureCall) async throws(Fault) -> Agreement {
        try await call.beside { () throws(Fault) in try await discovered(call) }
    }

    private func discovered(_ call: FeatureCall) async throws(Fault) -> Agreement {
        let business = call.upstream.endpoint
        if business.scheme == .http, !business.isLoopback { throw .notHTTPS(business.origin, module: id) }
        var named: HTTPEndpoint?
        if let text = call.settings[settings.endpoint] { named = try? HTTPEndpoint(parsing: text) }
        let first = try await profile(at: "/.well-known/ucp", call)
        let (version, other) = try Agreement.version(in: first.root, module: id)
        guard let other else {
            return try Agreement(first.root, version: version, business: business, named: named, module: id)
        }
        let place: String?
        do throws(HTTPEndpointFault) {
            place = try request(at: "/.well-known/ucp", call).target(of: other)
        } catch {
            throw .malformed("ucp.supported_versions", "names an invalid address", module: id)
        }
        guard let place else { throw .profileElsewhere(module: id) }
        let profile = try await profile(at: place, call)
        return try Agreement(profile.root, version: version, business: business, named: named, module: id)
    }

    private func request(at target: String, _ call: FeatureCall) throws(HTTPEndpointFault) -> HTTPRequest {
        var request = try HTTPRequest(
            .get, target: target, isBelowOrigin: true, at: call.upstream.endpoint, timeout: call.upstream.timeout)
        (request.lifetimeUnsaid, request.leastLifetime) = (Self.leastLifetime, Self.leastLifetime)
        return request
    }

    private func profile(at target: String, _ call: FeatureCall) async throws(Fault) -> JSONDocument {
        let request: HTTPRequest
        do throws(HTTPEndpointFault) { request = try self.request(at: target, call) } catch {
            throw .malformed("ucp.supported_versions", "names an invalid address", module: id)
        }
        let id = id
        do throws(Fault) {
            return try await call.upstream.reply(to: request, judging: [], takesNothing: false) {
                reply throws(Fault) in
                guard reply.isSuccess else { throw .noProfile(status: reply.status, module: id) }
                return reply.document
            }
        } catch {
            throw error.ofShop(id)
        }
    }

    // MARK: - Tools

    /// Calls a tool.
    /// - Parameters:
    ///   - arguments: besides `meta`.
    ///   - read: makes something of the answer; on a pool thread where it is large.
    /// - Throws: the failure, as UCP or HTTP says it.
    func ask<Value: Sendable>(
        _ tool: ShopTool, _ arguments: [JSONMember], _ agreement: Agreement, _ call: FeatureCall,
        _ read: @escaping @Sendable (ShopAnswer) throws(Fault) -> Value
    ) async throws(Fault) -> Value {
        let key = tool.changes ? newUUID() : nil
        let request = ShopRequest(
            tool: tool, arguments: arguments, key: key, profile: profile(agreement.version, call.settings)
        ).http(agreement, timeout: call.upstream.timeout)
        let (id, transport) = (id, agreement.transport)
        defer { if tool.changes { call.didWrite() } }
        do throws(Fault) {
            return try await call.upstream.reply(to: request, judging: Self.failures, takesNothing: false) {
                reply throws(Fault) in
                try read(try ShopAnswer(reply, of: tool, by: transport, module: id))
            }
        } catch {
            throw error.ofShop(id)
        }
    }

    /// Statuses of failures whose bodies say more.
    private static let failures: Set<Int> = [500, 501, 502, 503, 504]

    private func profile(_ version: String, _ settings: Settings) -> String {
        let template = settings[UCPSettings.agentProfile]
        guard let place = template.utf8.indices.first(where: { template.utf8[$0...].starts(with: "{version}".utf8) })
        else { return template }
        let rest = template.utf8[place...].dropFirst("{version}".utf8.count)
        return "\(template[..<place])\(version)\(Substring(rest))"
    }

    /// The buyer's country and currency, for requests that take it; nil where the settings say nothing of it.
    func context(_ settings: Settings) -> JSONMember? {
        var members: [JSONMember] = []
        if let country = settings[self.settings.country] {
            members.append(JSONMember("address_country", .string(country.uppercased())))
        }
        if let currency = settings[self.settings.currency] {
            members.append(JSONMember("currency", .string(currency.uppercased())))
        }
        return members.isEmpty ? nil : JSONMember("context", .object(members))
    }

    /// The currency of the settings; nil where they leave it to the shop.
    func currency(_ settings: Settings) -> String? { settings[self.settings.currency]?.uppercased() }
}

extension HTTPEndpoint {
    /// True for an address of this machine as it is spelled: no name server is asked.
    var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "[::1]" || host == "::1" || isNumber && parts[0] == "127"
    }
}
