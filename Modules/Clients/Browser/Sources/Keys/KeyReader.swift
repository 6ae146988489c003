/// Turns the bytes of a terminal (ECMA-48 and xterm's sequences, UTF-8) into keys, however they are cut into reads.
struct KeyReader {
    /// The longest sequence that is waited for; what is longer is none of those known here.
    private static let longestSequence = 32
    /// The most that is taken of one paste: a search, not a book.
    private static let longestPaste = 4096
    private static let escapeByte: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// Text pasted so far; nil outside of a paste.
    private var pasted: [UInt8]?

    /// Whether the last byte may be the Escape key or the beginning of a sequence: the next moment tells.
    var isUndecided: Bool { pasted == nil && bytes.first == Self.escapeByte }

    /// Takes what was typed.
    /// - Returns: the keys that are complete.
    mutating func read(_ typed: [UInt8]) -> [Key] {
        bytes += typed
        var keys: [Key] = []
        var rest = bytes[...]
        while let first = rest.first {
            if pasted != nil {
                guard let key = takePaste(&rest) else { break }
                keys.append(key)
            } else if first == Self.escapeByte {
                guard let sequence = Self.takeSequence(&rest) else { break }
                switch sequence {
                case .key(let key): keys.append(key)
                case .pasteBegins: pasted = []
                case .unknown: break
                }
            } else if first < 0x20 || first == 0x7F {
                rest.removeFirst()
                if let key = Self.controlKey(first) { keys.append(key) }
            } else {
                guard let length = Self.scalarLength(rest) else { break }
                let text = rest.prefix(max(1, length))
                rest = rest.dropFirst(max(1, length))
                if length > 0 { keys.append(.text(String(decoding: text, as: UTF8.self))) }
            }
        }
        bytes = Array(rest)
        return keys
    }

    /// Decides what was undecided: nothing followed the escape byte, so it was the Escape key.
    mutating func decide() -> [Key] {
        guard isUndecided else { return [] }
        bytes = []
        return [.escape]
    }

    private mutating func takePaste(_ rest: inout ArraySlice<UInt8>) -> Key? {
        while !rest.isEmpty {
            if rest.starts(with: Self.pasteEnd) {
                rest = rest.dropFirst(Self.pasteEnd.count)
                defer { pasted = nil }
                return .pasted(String(decoding: pasted ?? [], as: UTF8.self))
            }
            // The end may be cut in two.
            if Self.pasteEnd.starts(with: rest) { return nil }
            let byte = rest.removeFirst()
            if (pasted?.count ?? 0) < Self.longestPaste { pasted?.append(byte) }
        }
        return nil
    }

    private enum Sequence {
        case key(Key)
        case pasteBegins
        case unknown
    }

    /// - Returns: nil when more must come first.
    private static func takeSequence(_ rest: inout ArraySlice<UInt8>) -> Sequence? {
        guard let second = rest.dropFirst().first else { return nil }
        switch second {
        case UInt8(ascii: "["):
            let body = rest.dropFirst(2)
            guard let last = body.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                guard body.count > longestSequence else { return nil }
                rest = []
                return .unknown
            }
            let parameters = String(decoding: body[..<last], as: UTF8.self)
            rest = rest[(last + 1)...]
            return sequence(parameters, final: body[last])
        case UInt8(ascii: "O"):
            guard let third = rest.dropFirst(2).first else { return nil }
            rest = rest.dropFirst(3)
            return sequence("", final: third)
        default:
            // Escape, and then another key.
            rest = rest.dropFirst()
            return .key(.escape)
        }
    }

    private static func sequence(_ parameters: String, final: UInt8) -> Sequence {
        if parameters.utf8.first == UInt8(ascii: "<") {
            // A button that is let go, with a small m, does nothing.
            return final == UInt8(ascii: "M")
                ? mousePress(parameters.dropFirst()).map { .key(.mouse($0)) } ?? .unknown : .unknown
        }
        switch final {
        case UInt8(ascii: "A"): return .key(.up)
        case UInt8(ascii: "B"): return .key(.down)
        case UInt8(ascii: "C"): return .key(.right)
        case UInt8(ascii: "D"): return .key(.left)
        case UInt8(ascii: "H"): return .key(.home)
        case UInt8(ascii: "F"): return .key(.end)
        case UInt8(ascii: "M"): return .key(.enter)
        case UInt8(ascii: "Z"): return .key(.backTab)
        case UInt8(ascii: "~"): break
        default: return .unknown
        }
        switch parameters.split(separator: ";").first {
        case "1", "7": return .key(.home)
        case "3": return .key(.delete)
        case "4", "8": return .key(.end)
        case "5": return .key(.pageUp)
        case "6": return .key(.pageDown)
        case "200": return .pasteBegins
        default: return .unknown
        }
    }

    /// A press as xterm's SGR encoding (1006) has it: `button;column;row`, counted from 1. Shift, Alt and Ctrl change nothing.
    private static func mousePress(_ parameters: Substring) -> MousePress? {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2],
            (1...10_000).contains(column), (1...10_000).contains(row)
        else { return nil }
        let buttons: [Int: MousePress.Button] = [0: .main, 2: .secondary, 64: .wheelUp, 65: .wheelDown, 128: .back]
        return buttons[code & ~0b1_1100].map { MousePress(button: $0, column: column - 1, row: row - 1) }
    }

    private static func controlKey(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0D, 0x0A: .enter
        case 0x7F, 0x08: .backspace
        case 0x09: .tab
        case 1...26: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: nil
        }
    }

    /// The bytes of the scalar that begins here; 0 for invalid bytes, nil when more must come first.
    private static func scalarLength(_ rest: ArraySlice<UInt8>) -> Int? {
        guard let first = rest.first else { return nil }
        let length =
            switch first {
            case ..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return 0 }
        let bytes = rest.prefix(length)
        guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return 0 }
        guard bytes.count == length else { return nil }
        // C1 controls, surrogates and overlong forms are no text.
        guard let text = String(validating: bytes, as: UTF8.self), !isControl(text) else { return 0 }
        return length
    }

    private static func isControl(_ text: String) -> Bool {
        text.unicodeScalars.contains { (0x80...0x9F).contains($0.value) }
    }
}
