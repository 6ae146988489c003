import DesignSystem
import FeatureKit
import Suggestions

/// Type of a value on the command line: how a text becomes one, and what it may be.
struct ValueType<Value: Sendable>: Sendable {
    /// Completes “must be”.
    let expected: @Sendable () -> String
    let words: Words
    /// Why a text must not even be shown, as a sentence goes on behind the name; nil where it may.
    let refusal: @Sendable (_ text: String) -> String?
    /// - Returns: nil for a text that is no value.
    let read: @Sendable (_ text: String) -> Value?

    init(
        _ expected: @autoclosure @escaping @Sendable () -> String, completing words: Words = .none,
        refusing refusal: @escaping @Sendable (String) -> String? = { _ in nil },
        read: @escaping @Sendable (String) -> Value?
    ) {
        (self.expected, self.words, self.refusal, self.read) = (expected, words, refusal, read)
    }

    /// One of a few words.
    init(_ candidates: @autoclosure @escaping @Sendable () -> [Candidate], read: @escaping @Sendable (String) -> Value?)
    {
        words = .fixed(candidates)
        expected = {
            let words = candidates().map(\.word)
            let last = words.last.map { words.count > 1 ? " or \($0)" : $0 } ?? ""
            return words.dropLast().joined(separator: ", ") + last
        }
        refusal = { _ in nil }
        self.read = read
    }

    /// - Parameter name: the option or argument, as people know it.
    func value(of text: String, named name: String) throws(UsageFault) -> Value {
        if let refusal = refusal(text) { throw UsageFault("\(name) \(refusal).") }
        if let value = read(text) { return value }
        throw UsageFault(
            "\(name) must be \(expected()), not “\(sanitized(text))”.",
            remedy: nearestNames(to: text, among: words.fixed, limit: 1).first.map { .correction(of: text, to: $0) })
    }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable, Value.AllCases == [Value] {
    /// One of an enumeration's words.
    static func oneOf(_ type: Value.Type) -> ValueType {
        ValueType(type.allCases.map { Candidate($0.rawValue) }) { type.init(rawValue: $0) }
    }
}

extension ValueType<Int> {
    /// A whole number in decimal digits.
    static func whole(_ range: ClosedRange<Int>, of unit: String = "") -> ValueType {
        ValueType("a whole number \(unit)from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueType<String> {
    /// Any text.
    static func text(completing words: Words = .none) -> ValueType { ValueType("text", completing: words) { $0 } }

    /// Id of a module to be: lower camel case.
    static var newModule: ValueType {
        ValueType("a name of letters and digits that begins in lower case, such as concerts") { text in
            let bytes = Array(text.utf8)
            let isPlain = bytes.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) }
            let begins = bytes.first.map { (0x61...0x7A).contains($0) } ?? false
            return begins && isPlain && (2...30).contains(bytes.count) ? text : nil
        }
    }

    /// Path of a file.
    static var file: ValueType { text(completing: .files) }

    /// A route; what is behind `galleria://` is enough.
    static var route: ValueType {
        ValueType("a route", completing: .routes) { text in
            let isLetter = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
            return text.utf8.first { !isLetter($0) } == UInt8(ascii: ":") ? text : "galleria://\(text)"
        }
    }
}

extension ValueType<[String]> {
    /// Names between commas.
    static func names(completing words: Words) -> ValueType {
        ValueType("names between commas", completing: words.severally) { text in
            text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed(String($0)) }
        }
    }
}

extension ValueType<AssignedSetting> {
    /// A setting and its value.
    static var setting: ValueType {
        ValueType("KEY=VALUE, such as network.data=live", completing: .settings) { AssignedSetting($0) }
    }
}

/// A setting as `--set` has it: `KEY=VALUE`.
struct AssignedSetting: Sendable, Equatable {
    let key: String
    let value: String

    init?(_ text: String) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals > text.startIndex else { return nil }
        key = String(text[..<equals])
        value = String(text[text.utf8.index(after: equals)...])
    }
}
