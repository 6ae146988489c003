import DesignSystem
import FeatureKit
package import JSON
import Values

/// Calls made from the JSON Schema of an operation's parameters: right ones, and ones with exactly one mistake (W13, W14).
package struct GeneratedCalls {
    /// A call that must be refused.
    package struct Wrong {
        package let why: String
        package let parameters: JSONValue
        /// The parameter to be named; nil when none is at fault.
        package let field: String?
    }

    private let properties: [JSONMember]
    private let required: Set<String>
    /// Parameters that right calls leave out, since what is right for them is known to the server alone.
    private let opaque: Set<String>
    private var random: SeededGenerator

    /// - Parameters:
    ///   - schema: of an object.
    ///   - name: by which the calls are other ones than those of another operation, and the same every time.
    ///   - opaque: parameters that a right call leaves out.
    package init(_ schema: JSONValue, name: String, opaque: Set<String> = ["cursor"]) {
        properties = schema["properties"]?.members ?? []
        required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        self.opaque = opaque
        random = SeededGenerator(name)
    }

    // MARK: Right calls

    /// Parameters that the schema takes.
    package mutating func valid() -> JSONValue {
        var members: [JSONMember] = []
        for property in properties where !opaque.contains(property.key) {
            if !required.contains(property.key), Bool.random(using: &random) { continue }
            members.append(JSONMember(property.key, value(of: property.value)))
        }
        return .object(members.shuffled(using: &random))
    }

    private mutating func value(of schema: JSONValue) -> JSONValue {
        if let names = schema["enum"]?.array { return names.randomElement(using: &random) ?? .null }
        switch schema["type"]?.string {
        case "integer": return spelled(integer(of: schema))
        case "boolean": return [true, false, "true", "false"].randomElement(using: &random) ?? true
        case "string": return .string(text(of: schema))
        case "array":
            if Int.random(in: 0..<8, using: &random) == 0,
                let example = schema["examples"]?.array?.randomElement(using: &random)
            {
                return example
            }
            let least = schema["minItems"]?.integer ?? 0
            let count = Int.random(in: least...max(least, min(3, schema["maxItems"]?.integer ?? 3)), using: &random)
            let values = (0..<count).map { _ in value(of: schema["items"] ?? [:]) }
            // One alone is taken as well.
            return values.count == 1 && Bool.random(using: &random) ? values[0] : .array(values)
        case "number":
            let number = Int.random(in: 0...200_000, using: &random)
            return [.integer(number), .number("\(number).5"), .string("\(number)")].randomElement(using: &random) ?? 0
        case "object":
            let required = (schema["required"]?.array ?? []).compactMap(\.string)
            var properties: [JSONMember] = []
            if case .object(let all) = schema["properties"] { properties = all }
            let members = properties.filter { member in
                required.contains(member.key) || Bool.random(using: &random)
            }
            return .object(members.map { JSONMember($0.key, value(of: $0.value)) })
        default: return .object([])
        }
    }

    /// Near the least more often than not: lists of many pages cost time, and show no more. Now and then an example: only
    /// that may be the number of something that there is.
    private mutating func integer(of schema: JSONValue) -> Int {
        let least = schema["minimum"]?.integer ?? 0
        let most = max(least, schema["maximum"]?.integer ?? .max)
        let examples = (schema["examples"]?.array ?? []).compactMap(\.integer)
        return switch Int.random(in: 0..<16, using: &random) {
        case 0: most
        case 1...3: Int.random(in: least...most, using: &random)
        case 4 where !examples.isEmpty: examples.randomElement(using: &random) ?? least
        default: Int.random(in: least...min(most, least.addingReportingOverflow(2).partialValue), using: &random)
        }
    }

    /// The number in one of the spellings that are the same number.
    private mutating func spelled(_ number: Int) -> JSONValue {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .string("\(number)")
        case 1: .number("\(number).0")
        case 2: .number("\(number)e0")
        // Not of zero: 00e-1 is no number.
        case 3 where number != 0: .number("\(number)0e-1")
        default: .integer(number)
        }
    }

    private mutating func text(of schema: JSONValue) -> String {
        let examples = (schema["examples"]?.array ?? []).compactMap(\.string)
        // A value that a parameter's own rule takes resembles an example.
        for _ in 0..<50 where schema["pattern"] != nil || Int.random(in: 0..<8, using: &random) == 0 {
            let example = examples.randomElement(using: &random) ?? ""
            let text = Bool.random(using: &random) ? example : relative(of: example)
            if Self.takes(.string(text), schema) == true { return text }
        }
        let least = schema["minLength"]?.integer ?? 0
        let most = schema["maxLength"]?.integer ?? 200
        let length =
            switch Int.random(in: 0..<32, using: &random) {
            case 0: most
            case 1...4: least
            default: Int.random(in: least...min(most, least + 40), using: &random)
            }
        let alphabet = Self.alphabets.randomElement(using: &random) ?? []
        let scalars = (0..<length).compactMap { _ in alphabet.randomElement(using: &random) }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The text with other digits and letters.
    private mutating func relative(of example: String) -> String {
        let scalars = example.unicodeScalars.map { scalar -> Unicode.Scalar in
            let range: ClosedRange<UInt8>
            switch scalar {
            case "0"..."9": range = 0x30...0x39
            case "a"..."z": range = 0x61...0x7A
            case "A"..."Z": range = 0x41...0x5A
            default: return scalar
            }
            return Unicode.Scalar(UInt8.random(in: range, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static let alphabets: [[Unicode.Scalar]] = [
        0x20...0x7E, 0x61...0x7A, 0x30...0x39, 0xA1...0x17F, 0x300...0x36F, 0x4E00...0x4FFF, 0xAC00...0xAFFF,
        0x1F300...0x1F5FF, 0x0...0x1F, 0x80...0x9F, 0x200B...0x206F, 0xE0000...0xE007F, 0x25...0x2F,
    ].map { (range: ClosedRange<UInt32>) in [" ", "x"] + range.compactMap(Unicode.Scalar.init) }

    // MARK: Wrong calls

    /// Parameters with one mistake.
    package mutating func wrong() -> Wrong {
        let right = valid()
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            let values: [JSONValue] = [5, "x", true, ["x"], [.object([])], .number("1e400"), ""]
            return Wrong(why: "not by name", parameters: values.randomElement(using: &random) ?? 5, field: nil)
        case 1, 2:
            let name = unknownName()
            // Null is left out, whatever its name.
            let value = anyValue()
            return Wrong(why: "unknown", parameters: right.with(name, value.isNull ? true : value), field: name)
        case 3:
            guard let name = required.sorted().randomElement(using: &random) else { return wrong() }
            let isNull = Bool.random(using: &random)
            return Wrong(why: "missing", parameters: right.with(name, isNull ? .null : nil), field: name)
        default:
            guard let property = properties.randomElement(using: &random) else {
                let name = unknownName()
                return Wrong(why: "unknown", parameters: right.with(name, true), field: name)
            }
            for _ in 0..<100 {
                let value = anyValue()
                if value.isNull || Self.takes(value, property.value) != false { continue }
                return Wrong(why: "wrong value", parameters: right.with(property.key, value), field: property.key)
            }
            return wrong()
        }
    }

    /// A name that no parameter has, often nearly that of one.
    private mutating func unknownName() -> String {
        let own = properties.randomElement(using: &random)?.key ?? "x"
        let names = [own + "s", own.uppercased(), own + "\u{301}", " " + own, String(own.dropLast()), own + "\0"]
        let odd = NaughtyTexts.all.randomElement(using: &random) ?? ""
        let name = (names + [odd]).randomElement(using: &random) ?? "x"
        let isKnown = name == "_meta" || properties.contains { $0.key.utf8.elementsEqual(name.utf8) }
        return isKnown || name.unicodeScalars.count > 60 ? "zzz" : name
    }

    private mutating func anyValue() -> JSONValue {
        let number = OddNumbers.values.randomElement(using: &random) ?? 0
        let near = properties.flatMap { property in
            ["minimum", "maximum"].compactMap { property.value[$0]?.integer }.flatMap { bound in
                [-1, 1].map { JSONValue.integer(bound.addingReportingOverflow($0).partialValue) }
            }
        }
        let text = JSONValue.string(NaughtyTexts.all.randomElement(using: &random) ?? "")
        let others: [JSONValue] = [.null, true, false, [], .object([]), [number], ["a": text], .string(number.compact)]
        return [number, text, others.randomElement(using: &random) ?? 0, near.randomElement(using: &random) ?? number]
            .randomElement(using: &random) ?? 0
    }

    // MARK: What is right

    /// Whether a parameter of this schema takes a value: as JSON Schema has it, but that whole numbers, flags and objects may
    /// come as text, as agents send them.
    /// - Returns: nil where only the server knows: a pattern says what it means in ASCII alone, since other engines have other
    ///   ideas of blanks and digits.
    package static func takes(_ value: JSONValue, _ schema: JSONValue) -> Bool? {
        let text = value.string
        let plain: JSONValue
        // A route stands for the key in it, where a key is wanted.
        if (value.array ?? [value]).contains(where: { $0.string?.hasPrefix("galleria://") ?? false }) { return nil }
        switch schema["type"]?.string {
        case "integer": plain = text.flatMap(wholeNumber).map { .integer($0) } ?? value
        case "boolean": plain = text == "true" ? true : text == "false" ? false : value
        case "object": plain = text.flatMap { try? JSONValue(parsing: $0) } ?? value
        case "array":
            let inText = text.flatMap { $0.hasPrefix("[") ? try? JSONValue(parsing: $0) : nil }
            let elements = (inText ?? value).array ?? [value]
            let needed = (schema["items"]?["required"]?.array ?? []).compactMap(\.string)
            let ofObjects = schema["items"]?["type"] == "object"
            // An object in text: only the server knows.
            if ofObjects, inText == nil, text.flatMap({ try? JSONValue(parsing: $0) }) != nil { return nil }
            // A number among texts is its digits; a text among objects stands for the one member that they need.
            plain = .array(
                elements.map { element in
                    switch element {
                    case .integer, .number: ofObjects ? element : .string(element.compact)
                    case .string where ofObjects && needed.count == 1: .object([JSONMember(needed[0], element)])
                    default: element
                    }
                })
        case "number":
            // Finer, or of more digits, than amounts are: only the server knows.
            let amount = spelledAmount(text ?? value.compact)
            if amount == nil, value.double != nil { return nil }
            // Digits in groups are an amount's; of another number only the server knows.
            if schema["minimum"] == nil, text?.contains(where: { ", ".contains($0) }) == true { return nil }
            // Letters and signs may be those of another currency.
            if amount != nil, text?.allSatisfy({ $0.isNumber || ",. ".contains($0) }) == false { return nil }
            plain = amount.map { .number($0.text) } ?? value
        case "string":
            switch value {
            case .integer, .number: plain = .string(value.compact)
            default: plain = value
            }
        default: plain = value
        }
        let hasRule = schema["pattern"] != nil || schema["items"]?["pattern"] != nil
        if hasRule, !value.compact.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        return JSONSchema(schema).mistakes(in: plain).isEmpty
    }

    private static func wholeNumber(_ text: String) -> Int? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        return digits.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
