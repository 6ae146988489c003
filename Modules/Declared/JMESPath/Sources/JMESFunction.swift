/// The functions: the 26 of the specification, then those that modules need, then those that read the environment.
enum JMESFunction: String, CaseIterable {
    case abs, avg, ceil, contains
    case endsWith = "ends_with"
    case floor, join, keys, length, map, max
    case maxBy = "max_by"
    case merge, min
    case minBy = "min_by"
    case notNull = "not_null"
    case reverse, sort
    case sortBy = "sort_by"
    case startsWith = "starts_with"
    case sum
    case toArray = "to_array"
    case toNumber = "to_number"
    case toString = "to_string"
    case type, values
    case money, date, plain, split
    case param, setting, step, reply

    /// Kinds of values that an argument takes.
    enum Argument: Equatable {
        case anything, number, string, array, object
        case arrayOrString
        case arrayStringOrObject
        /// A list of numbers alone.
        case numbers
        case strings
        /// A list of numbers alone or of strings alone.
        case numbersOrStrings
        /// A string, or null, of which the result is null.
        case stringOrNull
        /// `&expression`
        case reference

        var name: String {
            switch self {
            case .anything: "a value"
            case .number: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            case .arrayOrString: "an array or a string"
            case .arrayStringOrObject: "an array, a string or an object"
            case .numbers: "an array of numbers"
            case .strings: "an array of strings"
            case .numbersOrStrings: "an array of numbers or of strings"
            case .stringOrNull: "a string"
            case .reference: "an expression behind `&`"
            }
        }
    }

    var arguments: [Argument] {
        switch self {
        case .abs, .ceil, .floor: [.number]
        case .avg, .sum: [.numbers]
        case .contains: [.arrayOrString, .anything]
        case .endsWith, .startsWith: [.string, .string]
        case .join: [.string, .strings]
        case .keys, .values: [.object]
        case .length: [.arrayStringOrObject]
        case .map: [.reference, .array]
        case .max, .min, .sort: [.numbersOrStrings]
        case .maxBy, .minBy, .sortBy: [.array, .reference]
        case .merge: [.object]
        case .notNull, .toArray, .toNumber, .toString, .type: [.anything]
        case .reverse: [.arrayOrString]
        case .money: [.anything, .string]
        case .date: [.anything]
        case .plain: [.stringOrNull]
        case .split: [.stringOrNull, .string]
        case .param, .setting, .step: [.string]
        case .reply: []
        }
    }

    /// Whether the last argument may come again.
    var isVariadic: Bool { self == .merge || self == .notNull }

    /// The kind of the argument at a place; the last one's beyond it.
    func argument(_ place: Int) -> Argument {
        let arguments = arguments
        return place < arguments.count ? arguments[place] : arguments.last ?? .anything
    }
}
