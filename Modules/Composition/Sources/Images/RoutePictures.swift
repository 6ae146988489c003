package import FeatureKit
package import Images

extension ModuleSet {
    /// The picture at an address that a caller gave.
    /// - Parameter maxSide: pixels that its longer side should have at most.
    func picture(at url: String, maxSide: Int?) async throws(Fault) -> ImageAnswer {
        try await picture(at: url, module: nil, field: "url", maxSide: maxSide)
    }

    /// The first picture of what a route shows, in the data mode of the route's module.
    /// - Throws: also when there is none.
    func picture(of route: String, maxSide: Int?) async throws(Fault) -> ImageAnswer {
        let (screen, url) = try await pictureAddress(of: route)
        guard let url else {
            throw screen.picture == nil ? .screenWithoutPicture(screen.template.text) : .nothingToShow
        }
        return try await picture(at: url, module: screen.module, field: nil, maxSide: maxSide)
    }

    /// A route's screen, and the URL of the first picture of what the route shows; nil when there is none.
    fileprivate func pictureAddress(of route: String) async throws(Fault) -> (screen: ScreenDefinition, url: String?) {
        let (screen, parameters) = try router.screen(at: route)
        let url = try await screen.picture?(parameters)
        return (screen, url == "" ? nil : url)
    }

    /// - Parameters:
    ///   - module: whose row shows it; nil when a caller gave the address.
    ///   - field: the parameter that gave the address.
    fileprivate func picture(
        at url: String, module: String?, field: String?, maxSide: Int?
    ) async throws(Fault) -> ImageAnswer {
        do throws(ImageFailure) {
            let (service, address) = try images.source(of: url, module: module)
            return try await service.image(address, maxSide: maxSide)
        } catch {
            throw Fault(error, field: field)
        }
    }
}

extension Storefront {
    /// The first picture of what a route shows, as `images.show` gives it; nil when there is none.
    package func picture(of route: String) async throws(Fault) -> ImageAnswer? {
        let composition = modules.current
        let (screen, url) = try await composition.pictureAddress(of: route)
        guard let url else { return nil }
        return try await composition.picture(at: url, module: screen.module, field: nil, maxSide: nil)
    }
}
