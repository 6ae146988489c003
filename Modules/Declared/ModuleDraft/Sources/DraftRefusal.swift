package import JSON
import Values

/// Why no file can be made, and what to do. The one place that words it.
package enum DraftRefusal: Error, Sendable {
    case notAnAddress(String)
    case tooLong(Int, limit: Int)
    case notJSON(JSONFault, place: (line: Int, column: Int), looksLikeHTML: Bool)
    case noRows
    case noRow
    case noText
    case rowTooLong(limit: Int)
    case notOpenAPI
    case notYAML(String, line: Int)
    case noRowsInDocument

    /// One sentence on what is the matter.
    package var sentence: String {
        switch self {
        case .notAnAddress(let reason): "The endpoint is no address of an API: \(reason)"
        case .tooLong(let count, let limit): "The answer has \(count) bytes; the most is \(limit)."
        case .notJSON(let fault, let place, _): fault.sentence(at: "line \(place.line), column \(place.column)")
        case .noRows: "The answer is neither an object nor a list of objects, so it has no rows."
        case .noRow: "The answer has no row, so nothing can be read from it."
        case .noText: "The rows have no text and no number, so nothing could be shown of them."
        case .notOpenAPI: "It is no OpenAPI document of version 3."
        case .notYAML(let sentence, let line): "line \(line): \(sentence)."
        case .noRowsInDocument: "None of the operations answers with JSON that has rows."
        case .rowTooLong(let limit): "One row has more than \(limit) bytes, too many for a sample."
        }
    }

    /// One sentence on what to do.
    package var hint: String {
        switch self {
        case .notAnAddress: "Give the address of a list, such as https://api.example.com/v1/concerts."
        case .tooLong: "Ask for fewer rows, or take rows out of the file: some of each kind are enough."
        case .notJSON(_, _, let looksLikeHTML):
            looksLikeHTML
                ? "It looks like a web page; give the address of the API behind it."
                : "Give an address that answers with JSON, or a file of such an answer by --sample."
        case .noRows, .noText: "Give the address of a list of objects, or a file of its answer by --sample."
        case .noRow: "Give an address whose answer has a row, or a file of such an answer by --sample."
        case .notOpenAPI: "Give a document with `openapi: 3.0.0` or newer, as JSON or YAML."
        case .notYAML: "Give the document as JSON, which may be longer and deeper."
        case .noRowsInDocument: "Choose an operation that answers with an object or a list of objects."
        case .rowTooLong: "Take long members out of the answer, and give it as a file by --sample."
        }
    }
}
