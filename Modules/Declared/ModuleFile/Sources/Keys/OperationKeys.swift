import Settings

/// The keys of an operation, its parameters, pages, errors and steps.
enum OperationKeys {
    static let doc = ValueKey("doc", .text(1...200), required: true, "What it gives or does, in one line.")
    static let params = FileKey("params", .named(ParameterKeys.table), "What it takes.")
    static let items = FileKey("items", .expression, "The list of rows in the answer.")
    static let item = FileKey("item", .expression, "The one row in the answer.")
    static let row = ValueKey("row", .text(1...64), "Type of its rows.")
    static let pages = FileKey("pages", .table(PageKeys.table), "How the upstream pages.")
    static let total = FileKey("total", .expression, "The count of all rows, in the answer.")
    static let effect = FileKey(
        "effect", .wordOrTable(["reads"], WritesKeys.table), "What it changes: nothing for `get`.")
    static let confirm = FileKey("confirm", .text, "A question before it is done.")
    static let idempotency = ValueKey("idempotency", .text(1...64), "The header of a key that stays over retries.")
    static let steps = FileKey("steps", .list(StepKeys.table), "Requests in a row, in place of one.")

    static let table = FileTable(
        "an operation",
        [doc.key, params] + RequestKeys.methods + [RequestKeys.query, RequestKeys.headers, RequestKeys.body]
            + [items, item, row.key, pages, total, RequestKeys.cache, RequestKeys.errors, effect, confirm]
            + [idempotency.key, steps], exactlyOneOf: RequestKeys.methods + [steps])
}

enum ParameterKeys {
    static let type = ValueKey("type", .oneOf(ParameterDeclaration.Kind.self), required: true, "Type of its values.")
    static let doc = ValueKey("doc", .text(1...200), "What it is, in one line.")
    static let min = ValueKey("min", .whole(0...10_000), "Least characters of a text.")
    static let max = ValueKey("max", .whole(1...10_000), "Most characters of a text.")
    static let range = ValueKey("range", .text(1...40), "Bounds of an `int`: `1..20`.")
    static let pattern = ValueKey("pattern", .text(1...200), "A regular expression of a text.")
    static let values = ValueKey("values", .list(of: .text(1...100), count: 1...50), "The only texts.")
    static let defaultValue = FileKey("default", .scalar, "Value of a call without it.")
    static let required = ValueKey("required", .flag, "Whether a call must have it; true without a default.")
    static let examples = FileKey("examples", .scalars(1...10), "Values to show.")

    static let table = FileTable(
        "a parameter",
        [
            type.key, doc.key, min.key, max.key, range.key, pattern.key, values.key, defaultValue, required.key,
            examples,
        ])
}

enum RequestKeys {
    static let methods = RequestDeclaration.Method.allCases.map {
        FileKey($0.rawValue, .address, "The address that is asked by \($0.rawValue.uppercased()), below the endpoint.")
    }
    static let query = FileKey("query", .namedTexts, "Parameters of the address.")
    static let headers = FileKey("headers", .namedTexts, "Headers of the request.")
    static let body = FileKey("body", .body, "JSON that is sent.")
    static let cache = FileKey("cache", .wordOrTable(["http", "none"], CacheKeys.table), "How long an answer serves.")
    static let errors = FileKey("errors", .list(ErrorKeys.table), "What refusals mean.")
}

enum StepKeys {
    static let id = ValueKey("id", .text(1...40), required: true, "Its name in later steps.")

    static let table = FileTable(
        "a step",
        [id.key] + RequestKeys.methods
            + [RequestKeys.query, RequestKeys.headers, RequestKeys.body, RequestKeys.cache, RequestKeys.errors],
        exactlyOneOf: RequestKeys.methods)
}

enum PageKeys {
    static let by = ValueKey("by", .oneOf(PagesDeclaration.By.self), required: true, "How pages are counted.")
    static let size = ValueKey("size", .whole(1...1000), "Rows of a page.")
    static let from = ValueKey("from", .whole(0...1), "The first number: 0 of `offset`, 1 of others without it.")
    static let at = FileKey("at", .expression, "The cursor, or the next address, in the answer.")
    static let ends = FileKey("ends", .expression, "How the last page is known: short, empty, total, or an expression.")

    static let table = FileTable("pages", [by.key, size.key, from.key, at, ends])
}

enum CacheKeys {
    static let lasting = ValueKey(
        "for", .duration(.seconds(1)...(.seconds(31_536_000))), required: true, "How long an answer serves.")

    static let table = FileTable("cache", [lasting.key])
}

enum ErrorKeys {
    static let status = ValueKey("status", .whole(400...599), "The HTTP status.")
    static let when = FileKey("when", .expression, "A condition on the answer.")
    static let code = ValueKey(
        "code", .oneOf(ErrorDeclaration.codes), required: true, "The code of the failed call.")
    static let message = FileKey("message", .expression, "What happened, in the answer.")
    static let hint = ValueKey("hint", .text(1...200), "What to do next.")

    static let table = FileTable(
        "an error", [status.key, when, code.key, message, hint.key], exactlyOneOf: [status.key, when])
}

enum WritesKeys {
    static let writes = FileKey("writes", .table(effects), required: true, "It changes something.")
    static let idempotent = ValueKey("idempotent", .flag, required: true, "Whether twice is the same as one time.")
    static let destructive = ValueKey("destructive", .flag, required: true, "Whether it can't be taken back.")

    static let effects = FileTable("a change", [idempotent.key, destructive.key])
    static let table = FileTable("an effect", [writes])
}
