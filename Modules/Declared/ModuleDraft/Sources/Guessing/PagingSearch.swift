import JSON

/// Reads in an answer's envelope how further rows are asked for.
struct PagingSearch {
    private let example: Example
    private let address: DraftAddress
    private let hasLinkField: Bool
    private let scalars: [(path: [String], value: JSONNode)]
    private let count: Int
    private var paging: DraftPaging

    /// - Parameter hasLinkField: whether the answer's `Link` field names a next page.
    static func paging(of example: Example, at address: DraftAddress, hasLinkField: Bool) -> DraftPaging {
        guard let path = example.path else {
            var paging = DraftPaging(size: 1)
            paging.said = "one object, no list"
            return paging
        }
        var search = PagingSearch(example, address, hasLinkField, path)
        search.find()
        return search.paging
    }

    private init(_ example: Example, _ address: DraftAddress, _ hasLinkField: Bool, _ path: [String]) {
        (self.example, self.address, self.hasLinkField) = (example, address, hasLinkField)
        scalars = Envelope(example.document.root, rows: path).scalars
        count = example.rows.count
        paging = DraftPaging(size: max(1, count))
    }

    private typealias Scalar = (path: [String], value: JSONNode)

    private func named(_ names: Set<String>, _ isWanted: (JSONNode) -> Bool = { _ in true }) -> Scalar? {
        scalars.first { names.contains(MemberName($0.path.last ?? "").joined) && isWanted($0.value) }
    }

    /// A count as upstreams spell it.
    private static func whole(_ value: JSONNode) -> Int? {
        let number = value.integer ?? value.string.flatMap { $0.utf8.count <= 15 ? Int($0) : nil }
        return number.flatMap { $0 >= 0 ? $0 : nil }
    }

    private mutating func find() {
        let link = link
        findTotal(link)
        if example.isKeyed, !hasLinkField {
            paging.said = "all rows in one answer"
            if link != nil || named(PagingNames.pages.union(PagingNames.offsets)) != nil
                || paging.totalCount.map({ $0 > count }) ?? false
            {
                paging.doubts.append(
                    "The rows are the members of an object; how further ones are asked for is not known.")
            }
            return
        }
        if byLink(link) || byCursor() || byOffset() || byNumber() { return }
        if hasLinkField {
            paging.form = .link
            paging.said = "by link: the `Link` field of the answer has the following page"
            return
        }
        paging.said = "all rows in one answer"
        if let total = paging.totalCount, total > count {
            paging.said = "one answer is read"
            paging.doubts.append("the answer has \(count) of \(total) rows, and not how to ask for more")
        } else if let more = named(PagingNames.more, { $0.bool == true }) {
            paging.said = "one answer is read"
            paging.doubts.append(
                "`\(more.path.joined(separator: "."))` says that there are more rows, and not how to ask")
        }
    }

    // MARK: - Total

    /// The number of all rows: at least as many as there are, and not that of a page alone.
    private mutating func findTotal(_ link: Scalar?) {
        for name in PagingNames.totals {
            for scalar in scalars {
                guard MemberName(scalar.path.last ?? "").joined == name, let number = Self.whole(scalar.value),
                    number >= count
                else { continue }
                let hasMore = link?.value.isNull == false || named(PagingNames.more, { $0.bool == true }) != nil
                let hasPages = named(PagingNames.pageCounts, { Self.whole($0).map { $0 > 1 } ?? false }) != nil
                if name == "count", number == count, hasMore || hasPages { continue }
                (paging.total, paging.totalCount) = (scalar.path, number)
                return
            }
        }
    }

    // MARK: - Next, cursor

    private var link: Scalar? {
        let next = named(PagingNames.links) { value in value.string.map(Self.isAddress) ?? false }
        if let next, MemberName(next.path.last ?? "").joined == "href", !Self.isBelowNext(next.path) {
            return scalars.first { MemberName($0.path.last ?? "").joined == "href" && Self.isBelowNext($0.path) }
        }
        if let next { return next }
        if let odata = scalars.first(where: { $0.path.last == "@odata.nextLink" && $0.value.string != nil }) {
            return odata
        }
        guard let null = named(PagingNames.links.subtracting(["href"]), { $0.isNull }) else { return nil }
        let name = MemberName(null.path.last ?? "").joined
        let isLink =
            named(PagingNames.back) != nil || name.hasSuffix("url") || name.hasSuffix("link")
            || scalars.contains { PagingNames.totals.contains(MemberName($0.path.last ?? "").joined) }
        return isLink ? null : nil
    }

    private static func isBelowNext(_ path: [String]) -> Bool {
        path.count > 1 && MemberName(path[path.count - 2]).joined == "next"
    }

    /// `https://…`, `/…`, `?…`, or anything with a query.
    private static func isAddress(_ text: String) -> Bool {
        ["http://", "https://", "/", "?"].contains { text.utf8.starts(with: $0.utf8) }
            || text.has("?") && text.has("=")
    }

    private mutating func byLink(_ link: Scalar?) -> Bool {
        guard let link else { return false }
        paging.form = .next(at: link.path)
        paging.said = "by next: the answer's `\(link.path.joined(separator: "."))` is the following page"
        return true
    }

    private mutating func byCursor() -> Bool {
        let found =
            scalars.first { PagingNames.isCursor(MemberName($0.path.last ?? "").joined) }
            ?? named(["next", "nextpage", "after"]) { $0.kind == .string || $0.kind == .number }
        guard let found else { return false }
        let (path, key) = (found.path, found.path.last ?? "")
        let name = MemberName(key).joined
        let place = path.joined(separator: ".")
        if example.inner != nil, address.query.contains(where: { $0.name == "query" && $0.value.has("{") }) {
            paging.said = "one answer is read"
            paging.doubts.append("`\(place)` belongs into the text of the GraphQL query, which is written by hand")
            return true
        }
        let given = address.query.first { item in
            let plain = MemberName(item.name).joined
            return PagingNames.cursorParameters.contains(plain) || plain == "page" && name == "nextpage"
        }?.name
        let guess =
            switch name {
            case "endcursor": "after"
            case "nextpagetoken": key.has("P") ? "pageToken" : "page_token"
            case "nexttoken", "continuation", "continuationtoken": key
            case "nextpage": "page"
            case "token": "token"
            default: "cursor"
            }
        let parameter = given ?? guess
        let more = named(PagingNames.more) { $0.bool != nil }?.path
        paging.form = .cursor(at: path, parameter: parameter, more: more)
        paging.said = "by cursor: `\(place)` is sent back as `\(parameter)`"
        if given == nil { paging.guessed = [parameter] }
        return true
    }

    // MARK: - Offset, number

    /// The parameter of a page's size, the size, and whether the address has it.
    private func size(_ names: [String], _ scalars: [Scalar]) -> (name: String, size: Int, isGiven: Bool)? {
        for name in names {
            if let item = address.query.first(where: { MemberName($0.name).joined == name }) {
                return (item.name, Int(item.value) ?? paging.size, true)
            }
        }
        for name in names {
            let found = scalars.first {
                MemberName($0.path.last ?? "").joined == name && (Self.whole($0.value) ?? 0) > 0
            }
            if let found, let size = Self.whole(found.value) { return (found.path.last ?? name, size, false) }
        }
        return nil
    }

    private mutating func byOffset() -> Bool {
        let given = address.query.first { PagingNames.offsets.contains(MemberName($0.name).joined) }?.name
        let told = named(PagingNames.offsets) { Self.whole($0) != nil }
        // The number of all rows is no size.
        let size = size(PagingNames.sizes, scalars.filter { $0.path != paging.total })
        guard given != nil || (told != nil && size != nil) else { return false }
        let offset = given ?? told?.path.last ?? "offset"
        let limit = size?.name ?? "limit"
        paging.form = .offset(parameter: offset, size: limit)
        paging.size = min(max(1, size?.size ?? paging.size), DraftPaging.mostSize)
        paging.said = "by offset, with `\(offset)` and `\(limit)`"
        paging.guessed = (given == nil ? [offset] : []) + (size?.isGiven == true ? [] : [limit])
        return true
    }

    private mutating func byNumber() -> Bool {
        let given = address.query.first { PagingNames.pages.contains(MemberName($0.name).joined) }
        let told = named(PagingNames.pages) { Self.whole($0) != nil }
        let hasCounts = named(PagingNames.pageCounts) { Self.whole($0) != nil } != nil
        let spring = hasCounts ? named(["number"]) { Self.whole($0) != nil } : nil
        if given == nil, let told, let last = Int(address.lastSegment ?? ""), last == Self.whole(told.value) {
            paging.form = .numberInPath(first: last == 0 ? 0 : 1)
            paging.said = "by number, the last part of the address"
            return true
        }
        guard given != nil || told != nil || spring != nil else { return false }
        let toldName = told?.path.last ?? "page"
        let isWord = ["currentpage", "p"].contains(MemberName(toldName).joined)
        let name = given?.name ?? (told == nil || isWord ? "page" : toldName)
        let first =
            given.flatMap { Int($0.value) } == 0 || (told ?? spring).flatMap { Self.whole($0.value) } == 0 ? 0 : 1
        // A count of the page is no size where nothing else says the number of all rows.
        let names = paging.total == nil ? PagingNames.sizes.filter { $0 != "count" } : PagingNames.sizes
        let size = size(names, scalars.filter { $0.path != paging.total })
        paging.form = .number(parameter: name, size: size?.name, first: first)
        if let size { paging.size = min(max(1, size.size), DraftPaging.mostSize) }
        let with = size.map { " and `\($0.name)`" } ?? ", \(paging.size) rows a page"
        paging.said = "by number from \(first), with `\(name)`\(with)"
        paging.guessed = (given == nil ? [name] : []) + (size.map { $0.isGiven ? [] : [$0.name] } ?? [])
        return true
    }
}
