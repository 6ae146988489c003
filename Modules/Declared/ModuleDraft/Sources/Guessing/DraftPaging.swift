/// Paging of a list, as an answer shows it.
struct DraftPaging: Sendable, Equatable {
    enum Form: Sendable, Equatable {
        /// One answer has all rows, or nothing says how to ask for more.
        case whole
        /// The answer has the next page's address there.
        case next(at: [String])
        /// The answer's `Link` field has it (RFC 8288).
        case link
        /// `more`: a flag of the answer that is false on the last page.
        case cursor(at: [String], parameter: String, more: [String]?)
        case offset(parameter: String, size: String)
        case number(parameter: String, size: String?, first: Int)
        /// The page's number is the last segment of the address.
        case numberInPath(first: Int)
    }

    /// Rows of a page that is asked for, at most.
    static let mostSize = 100

    var form = Form.whole
    /// Rows of a page of the upstream.
    var size: Int
    /// Path of the number of all rows, where the upstream says it.
    var total: [String]?
    /// The number that stands there.
    var totalCount: Int?
    /// The end of a sentence: `by next: the answer's `next` is the following page`.
    var said = ""
    /// Sentences on what could not be read.
    var doubts: [String] = []
    /// Names of parameters that are guessed from the answer.
    var guessed: [String] = []

    init(size: Int) { self.size = size }

    /// Parameters of the request that say the page, and the variable that each takes.
    var parameters: [(name: String, variable: String)] {
        switch form {
        case .whole, .next, .link, .numberInPath: []
        case .cursor(_, let parameter, _): [(parameter, "{cursor}")]
        case .offset(let parameter, let size): [(parameter, "{offset}"), (size, "{size}")]
        case .number(let parameter, let size, _): [(parameter, "{page}")] + (size.map { [($0, "{size}")] } ?? [])
        }
    }

    static func == (one: DraftPaging, other: DraftPaging) -> Bool {
        one.form == other.form && one.size == other.size && one.total == other.total
    }
}
