import FeatureKit
import HTTP
import JSON
import UCPShop

/// The profile of a platform, and what it and this shop have in common (overview.md of UCP, Negotiation Protocol).
struct PlatformProfile {
    private let upstream: Upstream

    /// - Parameter upstream: of the catalogue: by its client the profile is fetched.
    init(_ upstream: Upstream) { self.upstream = upstream }

    /// Seconds for which a profile is kept at least.
    private static let leastLifetime: Int64 = 60

    /// Common ground with a platform.
    ///
    /// The profile is fetched where requests leave at all. With sample data, a cassette or kept answers none does: then the platform is
    /// taken to speak as this shop does.
    /// - Throws: -32001 for an invalid address, a profile that can't be had or read, and another version.
    func ground(_ profile: String, at now: Int) async throws(FaceError) -> FaceGround {
        let isSample = upstream.data == .sample
        let endpoint: HTTPEndpoint
        do throws(HTTPEndpointFault) { endpoint = try HTTPEndpoint(parsing: profile) } catch {
            throw .profile("invalid_profile_url", "meta.ucp-agent.profile is no http or https address.")
        }
        guard upstream.data == .live || upstream.data == .record else {
            return FaceGround(capabilities: Set(FaceGround.offered.map(\.name)), isSample: isSample)
        }
        let isTrusted = endpoint.origin == upstream.endpoint.origin
        guard isTrusted || endpoint.scheme == .https else {
            throw .profile("invalid_profile_url", "A profile is served over https.")
        }
        let root = try await fetch(endpoint, isTrusted: isTrusted).root
        return FaceGround(capabilities: try Self.common(root), isSample: false)
    }

    private func fetch(_ endpoint: HTTPEndpoint, isTrusted: Bool) async throws(FaceError) -> JSONDocument {
        var request =
            isTrusted
            ? HTTPRequest(.get, [], at: endpoint, timeout: .seconds(5))
            : HTTPRequest(.get, vouchedFor: endpoint, timeout: .seconds(5))
        (request.lifetimeUnsaid, request.leastLifetime) = (Self.leastLifetime, Self.leastLifetime)
        do throws(Fault) {
            return try await upstream.reply(to: request, judging: [], takesNothing: false) { reply throws(Fault) in
                guard reply.isSuccess else { throw .rejected(reply.status, module: FaceParts.module) }
                return reply.document
            }
        } catch {
            if error.code == .upstreamMalformed || error.code == .tooLarge {
                throw .profile("profile_malformed", "The platform's profile is not JSON.")
            }
            throw .profile("profile_unreachable", "The platform's profile can't be fetched: \(error.message)")
        }
    }

    /// Capabilities that both have at the version of this shop, without extensions of what is not among them.
    /// - Throws: -32001 for what is no profile, and for another version.
    static func common(_ root: JSONNode) throws(FaceError) -> Set<String> {
        guard let ucp = root["ucp"], let version = ucp["version"]?.string else {
            throw .profile("profile_malformed", "The platform's profile has no ucp.version.")
        }
        guard version == FaceGround.version else {
            throw .profile(
                "version_unsupported",
                "Protocol version \(Fault.quoted(version, limit: 20)) is not supported. This business supports version \(FaceGround.version).",
                message: "Protocol version not supported")
        }
        guard let capabilities = ucp["capabilities"], capabilities.kind == .object else {
            throw .profile("profile_malformed", "The platform's profile has no object ucp.capabilities.")
        }
        var common = Set(
            FaceGround.offered.map(\.name).filter { name in
                (capabilities[name]).elementsOrNone.contains { $0["version"]?.string == FaceGround.version }
            })
        for (name, extended) in FaceGround.offered {
            if let extended, !common.contains(extended) { common.remove(name) }
        }
        return common
    }
}
