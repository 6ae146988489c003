import Suggestions

extension RouteTemplate {
    /// The longest route that is suggested, in bytes: it stands in a sentence.
    private static let longest = 200

    /// Suggestions for an unknown route: the nearest of these with the values that it has, or the
    /// template itself where values are missing or a name of the query is wrong.
    /// - Returns: nil where the fixed parts are not near.
    func meant(by route: Route) -> String? {
        let pairs = Array(zip(parts, route.segments))
        let fixed = pairs.compactMap { part, segment in
            if case .literal(let text) = part { (text, segment) } else { nil }
        }
        let (wanted, given) = (fixed.map(\.0).joined(separator: "/"), fixed.map(\.1).joined(separator: "/"))
        guard !nearestNames(to: given, among: [wanted], limit: 1).isEmpty else { return nil }
        guard route.segments.count >= parts.count else { return text }
        let isSpeltRight = wanted.utf8.elementsEqual(given.utf8)
        if isSpeltRight, route.segments.count == parts.count { return text }
        var values: [String: String] = [:]
        for case (.variable(let name), let segment) in pairs { values[name] = segment }
        for (name, value) in route.query where variables.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
            values[name] = value
        }
        let filled = filled { values[$0] }
        return filled.utf8.count <= Self.longest ? filled : text
    }
}

extension Router {
    /// The routes, or templates of some, that an unknown one may have meant, best first; at most three.
    func routes(near route: String, parsed: Route?) -> [String] {
        let templates = registry.screens.map(\.template)
        guard let parsed else {
            // People leave out what every route begins with.
            let whole = "galleria://\(route)"
            if existingScreen(at: whole) != nil { return [whole] }
            if let parsed = Route(parsing: whole) { return routes(near: whole, parsed: parsed) }
            return nearestNames(to: route, among: templates.map { $0.isFixed ? $0.filled([:]) : $0.text })
        }
        let meant = templates.compactMap { $0.meant(by: parsed) }
        let ranked = nearestNames(to: route, among: meant)
        return Array((ranked + meant.filter { !ranked.contains($0) }).prefix(3))
    }
}
