import HTTP
import JSON

/// A page that the one before it leads to: the items of the query that ask for it, and the way to the page behind it.
package struct TokenPage: Sendable {
    /// Given by the page before it; nil for the first page.
    private let token: String?
    /// Path of the answer's member that leads on.
    private let member: String
    /// The query item that a cursor is sent as; nil where the member is an address.
    private let item: String?
    /// Path of a flag that is false on the last page.
    private let flag: String?

    fileprivate init(_ token: String?, _ member: String, item: String?, while flag: String?) {
        (self.token, self.member, self.item, self.flag) = (token, member, item, flag)
    }

    /// Unicode scalars of a token: a cursor of a list holds it, with the question.
    private static let longest = 2_000

    /// The items of a request: the list's own, of which the token's replace those of their names, but never a secret one.
    func query(_ own: [HTTPQueryItem], secrets: Set<String>) -> [HTTPQueryItem] {
        guard let token else { return own }
        let items = item.map { [HTTPQueryItem(name: $0, value: token)] } ?? Self.items(token)
        let sent = items.filter { !secrets.contains($0.name) }
        return own.filter { item in !sent.contains { $0.name == item.name } } + sent
    }

    /// The token of the page behind this one; nil at the end.
    /// - Parameter path: of the request, to which an address must lead as well.
    /// - Throws: `upstream_malformed` for a page that leads to itself, and for an address with another path.
    func next(
        in root: JSONNode, _ path: [String], secrets: Set<String>, module: String
    ) throws(Fault) -> String? {
        if let flag, node(root, at: flag)?.bool == false { return nil }
        guard var next = node(root, at: member)?.looseText, !next.isEmpty else { return nil }
        if item == nil {
            let parts = next.prefix { $0 != "#" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let last = parts[0].split(separator: "/").suffix(path.count).joined(separator: "/")
            guard parts.count == 2,
                parts[0].isEmpty || path.isEmpty || Route(parsing: "galleria://\(last)")?.segments == path
            else { throw .unexpectedAnswer("\(member) that leads to the same list", module: module) }
            // A secret is sent again without being kept in a cursor.
            next = parts[1].split(separator: "&").filter { pair in
                !Self.items(String(pair)).contains { secrets.contains($0.name) }
            }.joined(separator: "&")
        }
        guard next != token else { throw .unexpectedAnswer("\(member) that leads to another page", module: module) }
        guard next.unicodeScalars.count <= Self.longest else {
            throw .unexpectedAnswer("\(member) of at most \(Self.longest) characters", module: module)
        }
        return next
    }

    /// The items of an address's query, decoded.
    private static func items(_ query: String) -> [HTTPQueryItem] {
        let spaced = query.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20")
        let route = Route(parsing: "galleria://page?\(spaced)")
        return route?.query.map { HTTPQueryItem(name: $0.name, value: $0.value) } ?? []
    }
}

extension PageRequest {
    /// The answer's member at a path is the next page's address, or null. Its query is asked for at the list's own endpoint and
    /// path: no other server is asked, whatever its host.
    package func link(_ member: String) -> TokenPage { TokenPage(token, member, item: nil, while: nil) }

    /// The answer's member at a path is a text that is sent back as an item of the query, or null.
    /// - Parameter flag: path of a flag that is false on the last page, whatever the text.
    package func cursor(_ member: String, as item: String, while flag: String? = nil) -> TokenPage {
        TokenPage(token, member, item: item, while: flag)
    }
}
