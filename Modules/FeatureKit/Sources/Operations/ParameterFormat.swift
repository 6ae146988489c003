package import JSON
import Suggestions
package import Values

/// Format of a parameter's values: reading from JSON, words for people, JSON Schema.
package struct ParameterFormat<Value: Sendable>: Sendable {
    /// The JSON Schema of one value (`type`, bounds); no `$ref`, no unions, since hosts refuse those.
    let schema: ValueSchema
    /// The sentence part after "must be", such as "a whole number from 1 to 100". Made when it is said: for all parameters it took
    /// 300,000 instructions of a start.
    var expected: String { makeExpected() }
    let makeExpected: @Sendable () -> String
    /// The value, or nil when the node is not one.
    let read: @Sendable (JSONNode) -> Value?
    /// The value that a refused node probably means; nil where nothing is near.
    let meant: @Sendable (JSONNode) -> JSONValue?

    init(
        schema: ValueSchema, expected: @autoclosure @escaping @Sendable () -> String,
        meant: @escaping @Sendable (JSONNode) -> JSONValue? = { _ in nil },
        read: @escaping @Sendable (JSONNode) -> Value?
    ) {
        self.schema = schema
        makeExpected = expected
        self.meant = meant
        self.read = read
    }
}

extension ParameterFormat {
    /// The same values as another type.
    package func map<Other: Sendable>(_ make: @escaping @Sendable (Value) -> Other) -> ParameterFormat<Other> {
        ParameterFormat<Other>(schema: schema, expected: expected, meant: meant) { [read] node in read(node).map(make) }
    }
}

extension JSONNode {
    /// A text, or a number's digits: agents send numbers where texts are wanted.
    var textOrDigits: String? { string ?? numberText }
}

extension ParameterFormat<String> {
    /// Text of so many Unicode scalars, blanks at the ends included.
    package static func text(_ length: ClosedRange<Int>) -> Self {
        let least = length.lowerBound
        return Self(
            schema: .text(least: least, most: length.upperBound),
            expected: "text of \(least == 0 ? "at most" : "\(least) to") \(length.upperBound) characters"
        ) { node in
            node.textOrDigits.flatMap { length.contains($0.unicodeScalars.count) ? $0 : nil }
        }
    }

    /// The same texts, whose schema says the type alone.
    var withoutBounds: Self { Self(schema: .type(.string), expected: expected, meant: meant, read: read) }

    /// Text of so many Unicode scalars, of which at least one is no blank.
    package static func words(_ length: ClosedRange<Int>) -> Self {
        let text = text(length)
        return Self(
            schema: .with(text.schema, [JSONMember("pattern", #"\S"#)]), expected: "\(text.expected), not blanks alone"
        ) { node in
            text.read(node).flatMap { trimmed($0).isEmpty ? nil : $0 }
        }
    }

    /// Text that a rule of the feature accepts.
    /// - Parameter accepts: true for a good value; called with text from outside.
    package static func text(
        matching pattern: String, expected: String, accepts: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(
            schema: .with(.type(.string), [JSONMember("pattern", .string(pattern))]), expected: expected
        ) { node in
            node.textOrDigits.flatMap { accepts($0) ? $0 : nil }
        }
    }
}

extension ParameterFormat<Int> {
    /// A whole number. Text that is one ("5") counts, since agents send numbers as text.
    package static func whole(_ range: ClosedRange<Int>) -> Self {
        let bounds =
            range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return Self(
            schema: .number(
                .integer, least: range.lowerBound, most: range.upperBound == .max ? nil : range.upperBound),
            expected: "a whole number \(bounds)", meant: { node in nearest(to: node, in: range).map { .integer($0) } }
        ) { node in
            let value = node.integer ?? node.string.flatMap { wholeNumber(in: $0) }
            return value.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The nearest of a range to the number in a node, such as 20 in "20 rows"; nil without one.
    private static func nearest(to node: JSONNode, in range: ClosedRange<Int>) -> Int? {
        guard let text = node.textOrDigits, let number = numbers(in: text).first else { return nil }
        let whole = number.prefix { $0 != "." }
        let value = node.integer ?? Int(whole) ?? (whole.first == "-" ? .min : .max)
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// Decimal digits with an optional minus sign, nothing else ("+5", " 5" and "5.0" are not whole numbers in text).
    private static func wholeNumber(in text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension ParameterFormat<Bool> {
    /// `true` or `false`, as JSON or as text.
    package static var flag: Self {
        Self(
            schema: .type(.boolean), expected: "true or false",
            meant: { node in
                switch node.textOrDigits?.lowercased() {
                case "true", "yes", "1", "on": true
                case "false", "no", "0", "off": false
                default: nil
                }
            }
        ) { node in
            node.bool ?? (node.isString("true") ? true : node.isString("false") ? false : nil)
        }
    }
}

extension ParameterFormat
where Value: CaseIterable & RawRepresentable, Value.RawValue == String, Value.AllCases == [Value] {
    /// One of the names of an enumeration.
    package static var oneOf: Self {
        let words = ParameterFormat<String>.oneOf(names(of: Value.self))
        return Self(schema: words.schema, expected: words.expected, meant: words.meant) { node in
            words.read(node).flatMap(Value.init(rawValue:))
        }
    }
}

/// The names of an enumeration, in its order.
func names<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> [String]
where Value.RawValue == String, Value.AllCases == [Value] {
    // A loop over places: `map` would look up what an array of them is, and a key path be made.
    let cases = Value.allCases
    var names: [String] = []
    names.reserveCapacity(cases.count)
    for place in 0..<cases.count { names.append(cases[place].rawValue) }
    return names
}

extension ParameterFormat<JSONNode> {
    /// An object that someone else reads. Text of JSON counts, since agents send objects as text.
    package static var object: ParameterFormat<JSONNode> {
        Self(schema: .type(.object), expected: "a JSON object") { node in
            if node.kind == .object { return node }
            guard let text = node.string, let document = try? JSONDocument(parsing: text) else { return nil }
            return document.root.kind == .object ? document.root : nil
        }
    }
}

extension ParameterFormat<[JSONMember]> {
    /// An object of texts, each of which may be left out. Text of JSON counts, since agents send objects as text.
    /// - Parameter names: of the texts, 1 to 200 characters each.
    package static func texts(named names: [String]) -> ParameterFormat<[JSONMember]> {
        let object = ParameterFormat<JSONNode>.object
        let text = ParameterFormat<String>.text(1...200)
        return Self(
            schema: .with(
                object.schema,
                [
                    JSONMember("properties", .object(names.map { JSONMember($0, text.schema.value) })),
                    JSONMember("additionalProperties", false),
                ]), expected: "an object of texts: \(names.joined(separator: ", "))"
        ) { node in
            guard let node = object.read(node) else { return nil }
            var members: [JSONMember] = []
            for member in node.members {
                guard names.contains(where: { member.key.utf8.elementsEqual($0.utf8) }),
                    let value = text.read(member.value)
                else { return nil }
                members.append(JSONMember(member.key, .string(value)))
            }
            return members
        }
    }
}

extension ParameterFormat<String> {
    /// One of some words, in whatever case it is written.
    package static func oneOf(_ words: [String]) -> Self {
        Self(
            schema: .words(words), expected: "one of \(words.joined(separator: ", "))",
            meant: { node in
                let text = node.string ?? (node.kind == .array && node.count == 1 ? node[0]?.string : nil)
                return text.flatMap { nearestNames(to: $0, among: words).first }.map { .string($0) }
            }
        ) { node in
            node.string.flatMap { word($0, of: words) }
        }
    }
}

/// The word that a text spells: in the same bytes, else the only one in another case. By bytes and ASCII letters alone, not by
/// characters: a look-alike is another word.
func word(_ text: String, of words: [String]) -> String? {
    if let word = words.first(where: { $0.utf8.elementsEqual(text.utf8) }) { return word }
    func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    let alike = words.filter { $0.utf8.lazy.map(small).elementsEqual(text.utf8.lazy.map(small)) }
    return alike.count == 1 ? alike.first : nil
}

extension ParameterFormat<String> {
    /// An order by one of some fields: its name, or with - before it for descending. "price desc" and "lowest price" are refused with
    /// what they mean.
    static func order(of fields: [String]) -> Self {
        var words: [String] = []
        words.reserveCapacity(2 * fields.count)
        for field in fields {
            words.append(field)
            words.append("-" + field)
        }
        let format = oneOf(words)
        @Sendable func meant(_ node: JSONNode) -> JSONValue? {
            let given = nameWords(node.string ?? "")
            let said = fields.filter { Set(nameWords($0)).isSubset(of: given) }
            guard let field = said.max(by: { $0.utf8.count < $1.utf8.count }) else { return format.meant(node) }
            let isDescending =
                node.string?.first == "-"
                || given.contains { ["desc", "descending", "high", "highest", "most", "reverse", "down"].contains($0) }
            return .string(isDescending ? "-\(field)" : field)
        }
        return Self(
            schema: format.schema, expected: "one of \(fields.joined(separator: ", ")), or - and one of them",
            meant: meant, read: format.read)
    }
}

extension ParameterFormat<DecimalAmount> {
    /// A number, exact. Text that is one counts, since agents send numbers as text.
    package static var number: Self {
        Self(schema: .type(.number), expected: "a number") { node in
            node.textOrDigits.flatMap { DecimalAmount($0) }
        }
    }

    /// An amount of money, not below nothing: a number, or text that spells one, with its currency or without.
    /// - Parameter currency: of the amounts; text in another one is refused. Nil where rows have one each.
    package static func amount(_ currency: Currency? = nil) -> ParameterFormat<DecimalAmount> {
        ParameterFormat(
            schema: .number(.number, least: 0, most: nil),
            expected: "an amount of 0 or more\(currency.map { " in \($0.code)" } ?? "")",
            meant: { node in
                guard let text = node.textOrDigits, let number = numbers(in: text).first,
                    number.utf8.first != UInt8(ascii: "-"),
                    currency?.isSpelled(in: text) ?? true
                else { return nil }
                return DecimalAmount(number).map { .number($0.text) }
            }
        ) { node in
            guard let text = node.textOrDigits, currency?.isSpelled(in: text) ?? true else { return nil }
            return spelledAmount(text).flatMap { $0.isNegative ? nil : $0 }
        }
    }
}

extension Currency {
    /// Whether the letters and signs beside an amount are this currency's: `AUD 50`, `A$50` and `$50` are Australian dollars.
    fileprivate func isSpelled(in text: String) -> Bool {
        // A number alone names none.
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) { return true }
        let sign = Money(.zero, self).text.unicodeScalars
        func isOf(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .currencySymbol || scalar == "원"
        }
        let letters = String(String.UnicodeScalarView(text.unicodeScalars.filter { ("A"..."Z").contains($0) }))
        let marks = text.unicodeScalars.filter(isOf)
        return (letters.isEmpty || letters == code || sign.starts(with: letters.unicodeScalars))
            && marks.allSatisfy { mark in sign.contains(mark) || mark == "원" && code == "KRW" }
    }
}

/// The numbers in a text, in order, without the commas between thousands.
func numbers(in text: String) -> [String] {
    var numbers: [String] = []
    var number = ""
    let bytes = Array(text.utf8)
    func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && (0x30...0x39).contains(bytes[index]) }
    for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0x30...0x39: number.append(Character(Unicode.Scalar(byte)))
        case UInt8(ascii: "-") where number.isEmpty && isDigit(index + 1) && !isDigit(index - 1): number = "-"
        case UInt8(ascii: ".") where isDigit(index - 1) && isDigit(index + 1) && !number.contains("."): number += "."
        case UInt8(ascii: ",") where isDigit(index - 1) && isDigit(index + 1): break
        default:
            if !number.isEmpty { numbers.append(number) }
            number = ""
        }
    }
    return number.isEmpty ? numbers : numbers + [number]
}
