/// Names by which upstreams page, without marks between words and in lower case.
enum PagingNames {
    static let links: Set<String> = ["next", "nextpage", "nextpageurl", "nexturl", "nextlink", "href"]
    static let more: Set<String> = ["hasnextpage", "hasnext", "hasmore", "more", "hasmorepages"]
    static let back: Set<String> = ["previous", "prev", "prevpage", "prevpageurl", "previouspageurl", "prevurl"]
    static let totals = [
        "total", "totalcount", "totalresults", "totalelements", "totalitems", "totalhits", "totalrows", "numfound",
        "found", "count",
    ]
    static let pages: Set<String> = ["page", "pageno", "pagenumber", "pagenum", "pageindex", "currentpage", "p"]
    static let pageCounts: Set<String> = ["totalpages", "pages", "lastpage", "pagecount", "numpages"]
    static let sizes = [
        "perpage", "pagesize", "limit", "size", "numofrows", "rows", "take", "max", "maxresults", "itemsperpage",
        "count",
    ]
    static let offsets: Set<String> = ["offset", "skip", "start", "startindex", "from"]
    /// Parameters that take a cursor.
    static let cursorParameters: Set<String> = [
        "cursor", "after", "pagetoken", "nexttoken", "startingafter", "continuation", "continuationtoken",
        "nextcursor",
    ]
    /// Parameters that take words to search for.
    static let searches: Set<String> = ["q", "query", "search", "keyword", "keywords", "term", "searchterm"]

    static func isCursor(_ name: String) -> Bool {
        for start in ["", "next", "end"] {
            for middle in ["", "page"] where ["cursor", "token"].contains(where: { name == start + middle + $0 }) {
                return true
            }
        }
        return ["continuation", "continuationtoken", "nextstartingafter", "nextstartafter"].contains(name)
    }
}
