import JMESPath
import URITemplate
import Values

/// A mistake in a module's file beyond the form of its values. The one place that words them.
enum FileMistake {
    case missing(String, in: String)
    case badName(String)
    case badModuleName(String)
    case takenModuleName(String)
    case reservedName(String)
    /// A parameter of a list that every list has.
    case listParameter(String, of: String)
    /// A parameter of a list that is a filter of its rows.
    case filterParameter(String, of: String, row: String)
    /// A filter that is named as a parameter of every list.
    case listFilter(String, of: String)
    case tooMany(String, limit: Int)
    case badPattern(String)
    case takenSettingName(String)
    case badRange(String)
    case badDefault(String, kind: String)
    case secretDefault(String)
    case unknown(String, String)
    case notASecret(String)
    case notASetting(String)
    case oneOf([String], in: String)
    case notBoth(String, String, in: String)
    case needs(String, String, in: String)
    case expression(String, JMESFault)
    case template(String, TemplateFault)
    case unknownVariable(String, String)
    case secretVariable(String)
    case notARoot(String)
    case repeatedStep(String)
    case unsampled(String)
    case badFile(String)
    case badRoute(String)
    case badHeader(String)

    var sentence: String {
        switch self {
        case .missing(let key, let place): "\(Self.named(place)) has no `\(key)`"
        case .badName(let name):
            "`\(visibleText(name))` must be a name of letters and digits that begins with a letter, at most 40"
        case .badModuleName(let name):
            "the file's name `\(visibleText(name))` is the module's id: letters and digits, a small letter first, at most 40"
        case .takenModuleName(let name): "another module is called `\(visibleText(name))`; name the file otherwise"
        case .reservedName(let name): "`\(visibleText(name))` has a meaning of its own in templates; name it otherwise"
        case .listParameter(let name, let operation):
            "`operations.\(operation).params.\(name)`: every list has a parameter `\(name)` of its own; name it otherwise"
        case .filterParameter(let name, let operation, let row):
            "`operations.\(operation).params.\(name)`: `filter` of `rows.\(row).fields.\(name)` makes a parameter of this name; "
                + "leave out one of them"
        case .listFilter(let name, let row):
            "`rows.\(row).fields.\(name)`: a filter can't be named as a parameter that every list has; name it otherwise"
        case .tooMany(let what, let limit): "there are more than \(limit) \(what)"
        case .badPattern(let path): "`\(path)` must be a regular expression: POSIX extended, as `^[0-9]{13}$`"
        case .takenSettingName(let name): "every module has the setting `\(name)`; name it otherwise"
        case .badRange(let path): "`\(path)` must be two whole numbers, the first not above the second: `1..20`"
        case .badDefault(let path, let kind): "`\(path)` is not of the type \(kind), or out of its bounds"
        case .secretDefault(let path): "`\(path)` can't be said: a secret comes from the user's settings"
        case .unknown(let what, let name): "there is no \(what) `\(visibleText(name))`"
        case .notASecret(let name): "the setting `\(visibleText(name))` must be of the type secret to be sent as one"
        case .notASetting(let path): "`\(path)` must name a setting: `settings.NAME`"
        case .oneOf(let keys, let place): "\(Self.named(place)) must have exactly one of \(Self.listed(keys))"
        case .notBoth(let one, let other, let place): "\(Self.named(place)) can't have both `\(one)` and `\(other)`"
        case .needs(let key, let other, let place): "`\(key)` of \(Self.named(place)) needs \(other)"
        case .expression(let path, let fault): "`\(path)`: \(Self.clause(fault.sentence))"
        case .template(let path, let fault): "`\(path)`: \(Self.clause(fault.sentence))"
        case .unknownVariable(let path, let name): "`\(path)`: there is no `\(visibleText(name))` to put in"
        case .secretVariable(let path): "`\(path)`: a secret stands in `auth` alone"
        case .notARoot(let path): "`\(path)` must begin with `steps` or `params`, since the operation has steps"
        case .repeatedStep(let id): "the step `\(visibleText(id))` comes twice"
        case .unsampled(let operation): "the operation `\(operation)` has no sample, so it can't be tested"
        case .badFile(let path): "`\(path)` must be a file's name below the folder of the module's file"
        case .badRoute(let path): "`\(path)` must be an address of the module, which begins with `galleria://`"
        case .badHeader(let name): "`\(visibleText(name))` can't be the name of a header"
        }
    }

    /// Names that were probably meant.
    var nearest: String? {
        switch self {
        case .expression(_, let fault): fault.nearest.first
        default: nil
        }
    }

    private static func named(_ place: String) -> String { place.isEmpty ? "the file" : "`\(place)`" }

    private static func listed(_ keys: [String]) -> String { keys.map { "`\($0)`" }.joined(separator: ", ") }

    /// A sentence as the end of another.
    private static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        guard let first = text.unicodeScalars.first, ("A"..."Z").contains(first) else { return text }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
