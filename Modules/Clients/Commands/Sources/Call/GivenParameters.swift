import DesignSystem
import FeatureKit
import Glibc
import JSON

/// The parameters of one call as its command line gives them: `key=value` pairs, the value of the one required parameter by
/// itself, or one JSON object as text, in a file, or from standard input.
struct GivenParameters {
    /// Nil for none.
    let node: JSONNode?
    private let operation: RegisteredOperation
    /// The words that give a parameter, by its name; empty where JSON gives all.
    private let words: [GivenWord]
    /// The JSON, and what people call its source; nil for pairs.
    private let text: (name: String, bytes: [UInt8])?

    /// - Parameter fields: the value of `fields`, where an option gives it.
    init(_ words: [String], of operation: RegisteredOperation, fields: JSONValue? = nil) throws {
        self.operation = operation
        let text = words.count == 1 ? try Self.text(words[0]) : nil
        self.text = text
        var members: [JSONMember] = []
        if let text {
            self.words = []
            let document = try Self.document(text)
            guard fields != nil, let given = JSONValue(document).members else {
                node = document
                return
            }
            members = given
        } else {
            self.words = try Self.named(words, operation)
            // Text: each parameter reads text as what its schema says.
            members = self.words.filter(\.isPair).map { JSONMember($0.name, .string($0.value)) }
            let alone = self.words.filter { !$0.isPair }
            if let name = alone.first?.name {
                members.append(
                    JSONMember(name, alone.count == 1 ? .string(alone[0].word) : .array(alone.map { .string($0.word) }))
                )
            }
        }
        if let fields {
            if members.contains(where: { $0.key == FieldChoice.parameter }) {
                throw UsageFault("The fields are given twice, by --fields and as a parameter.", hint: "Leave one out.")
            }
            members.append(JSONMember(FieldChoice.parameter, fields))
        }
        node = members.isEmpty ? nil : try Self.document(("", JSONValue.object(members).serialized()))
    }

    // MARK: Words

    /// Each word with the parameter that it gives.
    private static func named(
        _ words: [String], _ operation: RegisteredOperation
    ) throws(UsageFault) -> [GivenWord] {
        var named: [GivenWord] = []
        let required = operation.parameters.filter(\.isRequired)
        for (place, word) in words.enumerated() {
            let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
            if name.count < word.utf8.count, isName(name) {
                named.append(GivenWord(name: String(Substring(name)), word: word))
            } else if required.count == 1, let field = required.first, !name.isEmpty,
                field.takesSeveral || !named.contains(where: { $0.name == field.name })
            {
                named.append(GivenWord(name: field.name, word: word))
            } else {
                throw .noParameter(word, and: Array(words[(place + 1)...]), after: named, operation)
            }
        }
        return named
    }

    // MARK: JSON

    /// The JSON that a word stands for; nil for a word of another kind.
    private static func text(_ word: String) throws(UsageFault) -> (name: String, bytes: [UInt8])? {
        switch word.utf8.first {
        case UInt8(ascii: "-") where word.utf8.count == 1:
            ("standard input", try contents(of: "/dev/stdin", named: "standard input"))
        case UInt8(ascii: "@"): (String(word.dropFirst()), try contents(of: String(word.dropFirst())))
        case UInt8(ascii: "{"): ("", Array(word.utf8))
        default: nil
        }
    }

    private static func document(_ text: (name: String, bytes: [UInt8])) throws(UsageFault) -> JSONNode {
        do throws(JSONFault) {
            return try JSONDocument(parsing: text.bytes).root
        } catch {
            let place = TextPlace(of: error.offset, in: text.bytes)
            throw UsageFault(place.prefix(text.name) + error.sentence(at: place.words))
        }
    }

    // MARK: Faults

    /// A fault of the call, with its place where a file or standard input gave the parameters, else with what puts the
    /// command line right.
    func remedied(_ fault: Fault) -> RemediedFault {
        guard let name = fault.field, fault.code == .invalidArgument || fault.code == .notFound else {
            return RemediedFault(fault: fault, remedy: nil)
        }
        if let text {
            var fault = fault
            if let value = node?[name] {
                let isKnown = operation.parameters.contains { $0.name == name }
                let offset = isKnown ? value.offset : text.bytes.nameOffset(name, before: value.offset)
                fault.message = TextPlace(of: offset, in: text.bytes).prefix(text.name) + fault.message
            }
            return RemediedFault(fault: fault, remedy: nil)
        }
        return RemediedFault(fault: fault, remedy: remedy(for: fault, name))
    }

    private func remedy(for fault: Fault, _ name: String) -> Remedy? {
        // A row's key is `sku`, the parameter of several `skus`.
        guard let field = operation.parameters.first(where: { $0.name == name || $0.name == "\(name)s" }) else {
            return fault.suggestions.first.map { .correction(of: name, to: $0) }
        }
        let given = words.filter { $0.name == field.name }
        guard given.count <= 1 else { return nil }
        if let value = fault.suggestions.first {
            return given.first.map { .replacement(of: $0.word, by: "\(field.name)=\(value)") }
        }
        guard fault.code == .invalidArgument, let example = field.example(in: operation) else { return nil }
        let pair = "\(field.name)=\(example)"
        // Without a required parameter, too many may have been given: `url` and `route`.
        if !operation.parameters.contains(where: \.isRequired) {
            return .example(shellLine(["call", operation.method, pair]))
        }
        return .addition(pair, instead: given.first?.word)
    }
}

/// A word that gives a parameter: `key=value`, or the value alone.
private struct GivenWord {
    let name: String
    let word: String

    var isPair: Bool { word.utf8.starts(with: "\(name)=".utf8) }

    var value: String { isPair ? String(word.dropFirst(name.count + 1)) : word }

    /// The pair of this value and further words of it.
    func joined(with rest: [String]) -> String { "\(name)=\(([value] + rest).joined(separator: " "))" }
}

extension ParameterField {
    /// True for a parameter of several values.
    var takesSeveral: Bool { schema["type"] == "array" }

    /// A value that it takes, as it stands on a command line.
    fileprivate func example(in operation: RegisteredOperation) -> String? {
        (examples.first ?? operation.example.first { $0.key == name }?.value)?.word ?? words.first
    }
}

extension JSONValue {
    /// The value as `key=value` has it.
    fileprivate var word: String {
        if let string { return string }
        if let only = array?.first?.string, array?.count == 1 { return only }
        return String(decoding: serialized(), as: UTF8.self)
    }
}

extension UsageFault {
    /// A word that is no parameter, and can't be the value of one.
    fileprivate static func noParameter(
        _ word: String, and rest: [String], after named: [GivenWord],
        _ operation: RegisteredOperation
    ) -> UsageFault {
        let required = operation.parameters.filter(\.isRequired)
        let call = ["call", operation.method]
        let remedy: Remedy =
            if required.count == 1, let before = named.last, before.name == required.first?.name {
                // Several words of one text.
                .command(shellLine(call + named.dropLast().map(\.word) + [before.joined(with: [word] + rest)]))
            } else if required.isEmpty, operation.parameters.contains(where: { $0.name == "query" }) {
                .replacement(of: word, by: "query=\(word)")
            } else {
                .example(shellLine(call + operation.example.map { "\($0.key)=\($0.value.word)" }))
            }
        return UsageFault("“\(sanitized(word))” is not a parameter.", remedy: remedy)
    }
}

/// Place of a byte in a text, from 1, in characters.
private struct TextPlace {
    let line: Int
    let column: Int

    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        column = 1 + String(decoding: before[start...], as: UTF8.self).count
    }

    var words: String { "line \(line), column \(column)" }

    /// The place before a sentence on it, as compilers have it; nothing for a text without a name.
    func prefix(_ name: String) -> String { name.isEmpty ? "" : "\(sanitized(name)):\(line):\(column): " }
}

extension [UInt8] {
    /// Offset of a JSON member's name, which stands before its value; that of the value where the name has escapes.
    fileprivate func nameOffset(_ name: String, before value: Int) -> Int {
        let end = prefix(value).lastIndex(of: UInt8(ascii: "\""))
        let start = (end ?? 0) - name.utf8.count - 1
        guard let end, start >= 0, self[(start + 1)..<end].elementsEqual(name.utf8) else { return value }
        return start
    }
}

/// A file's bytes.
/// - Parameters:
///   - name: what people call it; its path by default.
///   - limit: the most that is read.
func contents(of path: String, named name: String? = nil, limit: Int = 4 << 20) throws(UsageFault) -> [UInt8] {
    let name = sanitized(name ?? path)
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(name, errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .unreadable(name, errno) }
        bytes += chunk[..<count]
    }
    throw UsageFault("“\(name)” is larger than \(limit) bytes.")
}

extension UsageFault {
    fileprivate static func unreadable(_ name: String, _ error: Int32) -> UsageFault {
        UsageFault("“\(name)” can't be read: \(String(cString: strerror(error))).", hint: "Check the path.")
    }
}
