import FeatureKit

/// The sentences of the book shelf's own failures, in one place.
extension Fault {
    static func unknownBook(_ isbn13: String) -> Fault {
        Fault(
            .notFound, "There is no book with the isbn13 \(isbn13).",
            hint: "bookShelf.search finds books by title, author or number.", module: BookShelf.id)
    }

    /// The upstream's own error message, such as `[search] Invalid request`.
    static func refused(_ message: String, module: String) -> Fault {
        Fault(
            .upstreamRejected, "The book store refused the request: \(quoted(message, limit: 200)).",
            hint: "Try other words.", module: module)
    }

    static func notISBN13(_ text: String) -> Fault {
        Fault(
            .invalidArgument, "An isbn13 is thirteen digits, for example 9781617294136.",
            hint: "bookShelf.search gives the isbn13 of each book.", module: BookShelf.id, field: "isbn13")
    }

    /// The two failures for which the original app had words of its own, in those words.
    var inOriginalWords: Fault {
        var fault = self
        switch code {
        case .upstreamTimeout: fault.message = "request time out, try again"
        case .upstreamUnavailable where message.hasPrefix("The server failed with HTTP status"):
            fault.hint = "\(fault.message) \(fault.hint)"
            fault.message = "server side invalidate"
        default: break
        }
        return fault
    }
}
