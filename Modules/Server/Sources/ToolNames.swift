import FeatureKit
import Glibc

/// The names by which an MCP client knows operations: its tools. Features write faults and texts once, for every face:
/// faults with methods, texts for models with tools. What reaches an MCP client names tools, and only those that it has.
package struct ToolNames: Sendable {
    /// Knows the tools and prompts that are served, by their names and methods.
    private let router: Router
    /// Prefixes of each module's tool names: `book_shelf_`.
    private var prefixes: [String] { router.registry.modules.map { "\(snakeCase($0.manifest.id))_" } }
    /// Prefixes of each module's methods, also of one that is off: `bookShelf.`.
    private let methodPrefixes: [String]

    init(_ router: Router) {
        self.router = router
        methodPrefixes = router.registry.modules.map { "\($0.manifest.id)." }
    }

    /// The fault with tools in place of methods. A hint at a tool that is not there gives way to what lists them.
    func named(in fault: Fault) -> Fault {
        var fault = fault
        fault.message = named(fault.message)
        fault.suggestions = fault.suggestions.map(named)
        let hint = servedOnly(named(fault.hint))
        fault.hint = hint.isEmpty && !fault.hint.isEmpty ? "host_info shows which modules are on." : hint
        return fault
    }

    /// The text without the sentences that name a tool which is not served: one of a module that is off, or one that
    /// writes under `--read-only`.
    func servedOnly(_ text: String) -> String {
        guard namesMissing(text) else { return text }
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let sentences = Self.sentences(of: line).filter { !namesMissing($0) }
            let isGone = sentences.isEmpty
            // With a paragraph goes the blank line before it.
            if isGone, lines.last?.isEmpty == true { lines.removeLast() }
            if !isGone { lines.append(sentences.joined(separator: " ")) }
        }
        return lines.joined(separator: "\n")
    }

    /// Whether a text names a tool that is not served. Only words with `_` are looked at: by all words, a start's first
    /// `tools/list` took 1.1 million instructions of 17.4 more (callgrind).
    private func namesMissing(_ text: some StringProtocol) -> Bool {
        var text = String(text)
        return text.withUTF8 { bytes in
            var rest = bytes[...]
            while let mark = Self.mark(in: rest) {
                let behind = rest[mark...].firstIndex { !Self.isOfName($0) } ?? rest.endIndex
                let start = rest[..<mark].lastIndex { !Self.isOfName($0) }.map { $0 + 1 } ?? rest.startIndex
                let last = rest[start..<behind].lastIndex { $0 != Self.dot && $0 != Self.colon } ?? start
                if isMissing(rest[start...last]) { return true }
                rest = rest[behind...]
            }
            return false
        }
    }

    /// The place of the first `_`.
    private static func mark(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        guard let start = UnsafeBufferPointer(rebasing: bytes).baseAddress,
            let found = memchr(start, Int32(UInt8(ascii: "_")), bytes.count)
        else { return nil }
        return bytes.startIndex + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
    }

    private func isMissing(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        // Nearly all are served: to look for one is cheaper than to compare it with the prefixes.
        word.allSatisfy { $0 == UInt8(ascii: "_") || Self.isLowercaseOrDigit($0) }
            && !isServed(String(decoding: word, as: UTF8.self))
            && prefixes.contains { word.starts(with: $0.utf8) && word.count > $0.utf8.count }
    }

    private func isServed(_ name: String) -> Bool {
        router.operation(tool: name) != nil || router.prompt(name) != nil
    }

    private func named(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        for word in Self.words(of: text) {
            guard let tool = tool(of: word) else { continue }
            result += text[rest.startIndex..<word.startIndex] + tool
            rest = text[word.endIndex...]
        }
        return result + rest
    }

    private func tool(of word: Substring) -> String? {
        if let operation = router.operation(method: String(word)), operation.isTool { return operation.toolName }
        let isMethod = methodPrefixes.contains { prefix in
            word.utf8.starts(with: prefix.utf8) && word.utf8.count > prefix.utf8.count
        }
        return isMethod ? snakeCase(String(word)) : nil
    }

    /// Runs of what names, settings and addresses are made of: `catalog.list` in an address is not the method. A full stop
    /// or colon behind a word is not of it.
    ///
    /// By bytes: by characters a start's first `tools/list` took 14.5 million instructions in place of 13.4 (callgrind).
    private static func words(of text: some StringProtocol & SendableMetatype) -> [Substring] {
        Substring(text).utf8.split { !isOfName($0) }.compactMap { bytes in
            guard let last = bytes.lastIndex(where: { $0 != dot && $0 != colon }) else { return nil }
            return Substring(bytes[...last])
        }
    }

    private static let dot = UInt8(ascii: ".")
    private static let colon = UInt8(ascii: ":")

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), dot, colon, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"):
            true
        default: isLowercaseOrDigit(byte)
        }
    }

    private static func isLowercaseOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// The sentences of a line: each ends with `.`, `?` or `!` before a blank.
    private static func sentences(of line: Substring) -> [Substring] {
        var sentences: [Substring] = []
        var start = line.startIndex
        var previous: Character = " "
        for index in line.indices {
            if line[index] == " ", ".?!".contains(previous) {
                sentences.append(line[start..<index])
                start = line.index(after: index)
            }
            previous = line[index]
        }
        return sentences + [line[start...]]
    }
}
