import CByteScan

/// Reads members as most are: a short name, its colon right behind it, then a text without escapes, a number of digits, a word
/// or a container.
///
/// A loop of its own, whose state stays in registers: in the reader's loop over all values it took 100 instructions a member more.
/// It takes nothing that the reader would not; at the first member that is not so it stops, and the reader goes on.
enum PlainMembers {
    /// Place at which the loop stopped.
    enum Found {
        /// Before a name, or what should be one.
        case name
        /// Before the bracket of a container whose name was read.
        case container
        /// Behind a value without a comma and a further name right behind it.
        case end
    }

    /// Bytes of the longest name and what is loaded at once behind it: sixteen and the bytes of a word.
    private static let reach = 32

    /// - Parameters:
    ///   - tape: where the words go; past `lastStep` no member is begun.
    ///   - open: the tape index of the object.
    ///   - numberLength: bytes of the longest number.
    @inline(never)
    static func read(
        _ bytes: RawSpan, _ tape: UnsafeMutableBufferPointer<UInt64>, _ lastStep: Int, of open: Int,
        _ numberLength: Int,
        _ step: inout JSONReader.Step
    ) -> Found {
        var (at, next, names) = (step.at, step.next, step.names)
        // Members that can be read here: of many, names are looked at in the end.
        var left = DuplicateMembers.few &- step.count
        defer { step = JSONReader.Step(at: at, next: next, count: DuplicateMembers.few &- left, names: names) }
        let last = bytes.byteCount &- reach
        while at <= last, next <= lastStep {
            // Unchecked loads are within `reach` of `at`.
            let start = at &+ 1
            let sixteen = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: galleria_sixteen.self)
            let stops = galleria_string_stops(sixteen)
            guard stops != 0, byte(bytes, at) == UInt8(ascii: "\"") else { return .name }
            let length = stops.trailingZeroBitCount
            // The quote, which is the low byte, and the colon.
            guard pair(bytes, start &+ length) == 0x3A22 else { return .name }
            var seen = names
            if left > 0 {
                let head = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
                if seen.mayHave(UInt64(littleEndian: head), length: length) {
                    if names.needLook { return .name }
                    let name = TapeWord(.string, offset: start, length: length)
                    if DuplicateMembers.comesEarlier(name, bytes, UnsafeBufferPointer(tape), from: open &+ 2, to: next)
                    {
                        return .name
                    }
                }
            }
            let value = start &+ length &+ 2
            var end = value
            let word: TapeWord
            switch byte(bytes, value) {
            case UInt8(ascii: "\""):
                end &+= 1
                var stops: UInt32 = 0
                while true {
                    guard let found = ByteScan.stops(of: bytes, at: end) else { return .name }
                    stops = found
                    if stops != 0 { break }
                    end &+= 16
                }
                end &+= stops.trailingZeroBitCount
                guard byte(bytes, end) == UInt8(ascii: "\"") else { return .name }
                word = TapeWord(.string, offset: value &+ 1, length: end &- value &- 1)
                end &+= 1
            case UInt8(ascii: "n"):
                guard four(bytes, value) == 0x6C6C_756E else { return .name }
                end &+= 4
                word = TapeWord(.null, offset: value, length: 4)
            case UInt8(ascii: "t"):
                guard four(bytes, value) == 0x6575_7274 else { return .name }
                end &+= 4
                word = TapeWord(.true, offset: value, length: 4)
            case UInt8(ascii: "f"):
                guard four(bytes, value &+ 1) == 0x6573_6C61 else { return .name }
                end &+= 5
                word = TapeWord(.false, offset: value, length: 5)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                var isInteger = true
                while ByteScan.byte(of: bytes, at: end) &- 0x30 < 10 { end &+= 1 }
                // No further digit behind a leading zero.
                if byte(bytes, value) == UInt8(ascii: "0"), end &- value > 1 { return .name }
                if ByteScan.byte(of: bytes, at: end) == UInt8(ascii: ".") {
                    isInteger = false
                    let fraction = end &+ 1
                    end = fraction
                    while ByteScan.byte(of: bytes, at: end) &- 0x30 < 10 { end &+= 1 }
                    if end == fraction { return .name }
                }
                // Neither an exponent nor a number that is too long.
                if ByteScan.byte(of: bytes, at: end) | 0x20 == UInt8(ascii: "e") || end &- value > numberLength {
                    return .name
                }
                word = TapeWord(isInteger ? .integer : .number, offset: value, length: end &- value)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                names = seen
                tape[next] = TapeWord(.string, offset: start, length: length).bits
                next &+= 1
                at = value
                return .container
            default: return .name
            }
            names = seen
            tape[next] = TapeWord(.string, offset: start, length: length).bits
            tape[next &+ 1] = word.bits
            next &+= 2
            left &-= 1
            at = end
            // A comma, which is the low byte, and the quote of the next name.
            guard end &+ 2 <= bytes.byteCount, pair(bytes, end) == 0x222C else { return .end }
            at = end &+ 1
        }
        return .name
    }

    @inline(__always)
    private static func byte(_ bytes: RawSpan, _ at: Int) -> UInt8 {
        bytes.unsafeLoad(fromUncheckedByteOffset: at, as: UInt8.self)
    }

    @inline(__always)
    private static func pair(_ bytes: RawSpan, _ at: Int) -> UInt16 {
        UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt16.self))
    }

    @inline(__always)
    private static func four(_ bytes: RawSpan, _ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt32.self))
    }
}
