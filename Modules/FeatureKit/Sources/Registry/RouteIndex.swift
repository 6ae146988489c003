/// Which of many templates an address may be of, found by its scheme and first part: however many modules there are,
/// an address is held against those that begin like it.
final class RouteIndex: Sendable {
    /// The templates of one scheme, as indices: those without a variable first, each kind in the order of declaration.
    private struct Scheme: Sendable {
        /// By the first part. Each list has those of `open` too, in the same order.
        var fixed: [ExactName: [Int]] = [:]
        /// Templates whose first part is a variable.
        var open: [Int] = []
    }

    private let schemes: [ExactName: Scheme]

    init(_ templates: [RouteTemplate]) {
        // `galleria://shop/orders` is not the row `orders` of `galleria://shop/{id}`, whichever was declared first.
        var schemes: [ExactName: Scheme] = [:]
        let indices = templates.indices
        for index in indices.filter({ templates[$0].isFixed }) + indices.filter({ !templates[$0].isFixed }) {
            let template = templates[index]
            let name = ExactName(template.scheme)
            switch template.parts.first {
            case .literal(let text):
                let open = schemes[name]?.open ?? []
                schemes[name, default: Scheme()].fixed[ExactName(text), default: open].append(index)
            case .variable:
                var scheme = schemes[name] ?? Scheme()
                scheme.open.append(index)
                for first in scheme.fixed.keys { scheme.fixed[first]?.append(index) }
                schemes[name] = scheme
            case nil: break
            }
        }
        self.schemes = schemes
    }

    /// The templates that a route may be of, the first that takes it being meant.
    /// - Parameter scheme: that by which the route was parsed.
    func candidates(for route: Route, scheme: String = RouteTemplate.screens) -> [Int] {
        guard let scheme = schemes[ExactName(scheme)], let first = route.segments.first else { return [] }
        return scheme.fixed[ExactName(first)] ?? scheme.open
    }
}
