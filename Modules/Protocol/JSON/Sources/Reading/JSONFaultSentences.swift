// The one place that words this module's errors.

extension JSONFault {
    /// Event, place and remedy; one line, without a full quotation of the text.
    package var sentence: String { sentence(at: "byte \(offset)") }

    /// - Parameter place: the place, as the reader finds it.
    package func sentence(at place: String) -> String {
        "The text is not valid JSON: \(happened) at \(place). \(advice)"
    }

    private var happened: String {
        switch reason {
        case .empty: "it is empty"
        case .byteOrderMark: "it starts with a byte order mark"
        case .unexpectedEnd: "it stops in the middle of a value"
        case .unexpectedByte(let byte): "\(Self.shown(byte)) is out of place"
        case .invalidUTF8: "a string is not UTF-8"
        case .loneSurrogate: "a string escapes half of a surrogate pair"
        case .controlCharacterInString(let byte): "a string has the raw control character \(Self.shown(byte))"
        case .duplicateMember(let name): "the member \(Self.quoted(name)) comes twice in one object"
        case .tooDeep(let limit): "more than \(limit) arrays and objects are nested"
        case .numberTooLong(let limit): "a number has more than \(limit) bytes"
        case .tooManyElements(let limit): "an array or object has more than \(limit) elements"
        case .tooManyValues(let limit): "it has more than \(limit) values"
        case .trailingBytes: "something follows the value"
        case .documentTooLong(let limit): "it has more than \(limit) bytes"
        }
    }

    private var advice: String {
        switch reason {
        case .empty, .unexpectedEnd: "Send one whole value."
        case .byteOrderMark: "Send UTF-8 without the mark."
        case .unexpectedByte: "Check quotes, commas and brackets before it."
        case .invalidUTF8: "Encode the text as UTF-8."
        case .loneSurrogate: "Escape both halves, or write the character itself."
        case .controlCharacterInString: "Escape it as \\u00XX."
        case .duplicateMember: "Keep one of the two."
        case .tooDeep: "Send a flatter value."
        case .numberTooLong: "Send a shorter number, or a string."
        case .tooManyElements, .tooManyValues: "Send fewer at once."
        case .trailingBytes: "Send one value at a time."
        case .documentTooLong: "Send it in parts."
        }
    }

    /// A byte as its character when that is visible ASCII, otherwise as a number.
    private static func shown(_ byte: UInt8) -> String {
        if byte > 0x20, byte < 0x7F { return "'\(Unicode.Scalar(byte))'" }
        let digits = String(byte, radix: 16, uppercase: true)
        return "0x" + (digits.utf8.count == 1 ? "0" : "") + digits
    }

    /// A name from outside, in quotes, with whatever could disturb a terminal escaped.
    private static func quoted(_ name: String) -> String {
        var text = "\""
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += scalar.escaped(asASCII: true)
            default:
                text += scalar.escaped(asASCII: false)
            }
        }
        return text + "\""
    }
}
