import DiskCache
import FeatureKit
package import JSON
package import UCPFace

extension Storefront {
    /// The catalogue, carts and checkouts as tools of UCP. Makes no module.
    package func ucpFace() -> UCPFace {
        UCPFace(
            FaceParts(
                router: { [modules] in modules.router }, program: modules,
                settings: { [modules] in modules.settings },
                source: { [modules] in modules.current.source(of: FaceParts.module) },
                now: { Int(CacheClock.system.seconds) }), isReadOnly: isReadOnly)
    }

    /// Why the catalogue can't be offered; nil when it can. Makes no module.
    package var catalogIsOff: (reason: String, remedy: String?)? { modules.off(FaceParts.module) }
}

/// Our shop as `serve --face ucp` offers it.
package enum OfferedShop {
    /// The profile for `/.well-known/ucp`.
    /// - Parameter endpoint: address at which the tools are asked by HTTP.
    package static func profile(endpoint: String) -> JSONValue { BusinessProfile.json(endpoint: endpoint) }
}
