import Settings

/// The keys of the file itself, its settings, auth, rows, screens and samples.
enum ModuleKeys {
    static let galleria = ValueKey("galleria", .whole(1...1), required: true, "Version of the format.")
    static let title = ValueKey("title", .text(1...60), required: true, "Name of the module, for people.")
    static let doc = ValueKey("doc", .text(1...200), required: true, "What the module is, in one line.")
    static let endpoint = ValueKey("endpoint", .url, required: true, "The upstream's address; a setting's default.")
    static let settings = FileKey("settings", .named(SettingKeys.table), "Keys of its own below `modules.ID`.")
    static let auth = FileKey("auth", .table(AuthKeys.table), "How a request shows who asks.")
    static let rows = FileKey("rows", .named(RowKeys.table), required: true, "Types of row.")
    static let operations = FileKey("operations", .named(OperationKeys.table), required: true, "What can be asked.")
    static let screens = FileKey("screens", .named(ScreenKeys.table), "Screens that say otherwise than derived.")
    static let samples = FileKey("samples", .list(SampleKeys.table), required: true, "Answers kept beside the file.")

    /// Those that say what must be known before the module is made.
    static let head = FileTable("a module's head", [galleria.key, title.key, doc.key, endpoint.key, settings, auth])

    static let table = FileTable(
        "a module",
        [
            galleria.key, title.key, doc.key, endpoint.key, settings, auth, rows, operations, screens, samples,
        ])
}

enum SettingKeys {
    static let type = ValueKey(
        "type", .oneOf(OwnSettingDeclaration.Kind.self), required: true, "Type of its values.")
    static let defaultValue = FileKey("default", .scalar, "Value where nothing sets it.")
    static let range = ValueKey("range", .text(1...40), "Bounds of an `int`: `1..20`.")
    static let doc = ValueKey("doc", .text(1...200), required: true, "What it is, in one line.")

    static let table = FileTable("a setting", [type.key, defaultValue, range.key, doc.key])
}

enum AuthKeys {
    static let header = FileKey("header", .namedTexts, "Headers, and the secret settings that hold them.")
    static let query = FileKey("query", .namedTexts, "Parameters, and the secret settings that hold them.")
    static let bearer = ValueKey("bearer", .text(1...100), "The secret setting of a bearer token: `settings.NAME`.")
    static let basic = FileKey("basic", .table(BasicKeys.table), "The settings of a user and a password.")

    static let table = FileTable(
        "auth", [header, query, bearer.key, basic], exactlyOneOf: [header, query, bearer.key, basic])
}

enum BasicKeys {
    static let user = ValueKey("user", .text(1...100), required: true, "The setting of the user: `settings.NAME`.")
    static let password = ValueKey(
        "password", .text(1...100), required: true, "The secret setting of the password: `settings.NAME`.")

    static let table = FileTable("basic auth", [user.key, password.key])
}

enum RowKeys {
    static let key = ValueKey("key", .text(1...64), required: true, "The field that tells a row from all others.")
    static let title = ValueKey("title", .text(1...64), "The field that names a row.")
    static let fields = FileKey("fields", .namedExpressions(FieldKeys.table), required: true, "What a row has.")

    static let table = FileTable("a row type", [key.key, title.key, fields])
}

enum FieldKeys {
    static let from = FileKey("from", .expression, required: true, "Its value, on the upstream's row.")
    static let type = ValueKey("type", .oneOf(RowFieldDeclaration.Kind.self), "Type of its values; text without one.")
    static let doc = ValueKey("doc", .text(1...200), "What it is, in one line.")
    static let listed = ValueKey("listed", .flag, "Whether tables show it.")
    static let filter = ValueKey("filter", .flag, "Whether rows can be narrowed by it.")
    static let sort = ValueKey("sort", .flag, "Whether rows can be sorted by it although it is not listed.")

    static let table = FileTable("a field", [from, type.key, doc.key, listed.key, filter.key, sort.key])
}

enum ScreenKeys {
    static let route = ValueKey("route", .text(1...200), required: true, "Its address: `galleria://ID/{key}`.")
    static let from = ValueKey("from", .text(1...64), required: true, "The operation that it shows.")
    static let actions = ValueKey(
        "actions", .list(of: .text(1...64), count: 0...12), "Operations that are its actions.")

    static let table = FileTable("a screen", [route.key, from.key, actions.key])
}

enum SampleKeys {
    static let operation = ValueKey("op", .text(1...64), required: true, "The operation that was called.")
    static let params = FileKey("params", .namedValues, "Its parameters.")
    static let file = FileKey(
        "file", .files, required: true, "The answer, or its pages in order, relative to the module's file.")

    static let table = FileTable("a sample", [operation.key, params, file])
}
