/// Replaces `${VAR}` and `${VAR:-default}` in text; `$${` stands for `${`.
///
/// The default is taken when the variable is unset or empty, as a shell does. What a variable holds is not interpolated
/// again. Nothing else after a `$` has a meaning.
struct Interpolation {
    /// Fault of one `${…}`.
    enum Fault: Sendable, Equatable {
        /// No such variable, and no default.
        case undefined(String)
        /// `${` without `}`.
        case unclosed
        /// Not a variable's name between the braces.
        case badName(String)
    }

    /// The text with everything replaced that could be.
    private(set) var text = ""
    /// True if a variable contributed; such a value is never shown.
    var usesVariable: Bool { !variableTexts.isEmpty }
    /// Values of the variables in the text.
    private(set) var variableTexts: [String] = []
    /// One for each `${…}` that could not be replaced.
    private(set) var faults: [Fault] = []

    /// Whether `text` has anything to replace or unescape.
    static func isNeeded(in text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "$")) && find(in: Array(text.utf8)[...]) != nil
    }

    init(_ source: String, variables: [String: String]) {
        var rest = Array(source.utf8)[...]
        var out: [UInt8] = []
        while let dollar = Self.find(in: rest) {
            let isEscaped = dollar > rest.startIndex && rest[dollar - 1] == UInt8(ascii: "$")
            out += rest[..<dollar]
            rest = rest[(dollar + 2)...]
            if isEscaped {
                out.append(UInt8(ascii: "{"))
                continue
            }
            guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                faults.append(.unclosed)
                break
            }
            out += replacement(for: rest[..<end], variables: variables)
            rest = rest[(end + 1)...]
        }
        text = String(decoding: out + rest, as: UTF8.self)
    }

    private mutating func replacement(for inside: ArraySlice<UInt8>, variables: [String: String]) -> [UInt8] {
        let name = inside.prefix {
            ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F
        }
        let tail = inside.dropFirst(name.count)
        let isName = name.first.map { $0 > 0x39 } == true
        guard isName, tail.isEmpty || tail.starts(with: ":-".utf8), Self.find(in: tail) == nil else {
            faults.append(.badName(String(decoding: name, as: UTF8.self)))
            return []
        }
        let key = String(decoding: name, as: UTF8.self)
        if let value = variables[key], tail.isEmpty || !value.isEmpty {
            variableTexts.append(value)
            return Array(value.utf8)
        }
        if tail.isEmpty { faults.append(.undefined(key)) }
        return Array(tail.dropFirst(2))
    }

    /// The index of the next `${`.
    private static func find(in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.dropLast().first { bytes[$0] == UInt8(ascii: "$") && bytes[$0 + 1] == UInt8(ascii: "{") }
    }
}
