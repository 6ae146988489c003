import CByteScan

/// Reads objects as most are: members with a short name, its colon right behind it, then a text without escapes, a number of
/// digits, a word or an object; arrays of such objects among them. Behind a colon or a comma may be a blank, as Python writes them.
///
/// A loop of its own, whose state stays in registers: in the reader's loop over all values it took 100 instructions a member more.
/// It takes nothing that the reader would not; at the first thing that is not so it stops, and the reader goes on.
enum PlainMembers {
    /// Place at which the loop stopped.
    enum Found {
        /// Before a name, or what should be one.
        case name
        /// Before the bracket of a container whose name was read.
        case container
        /// Behind a value.
        case end
    }

    /// Bytes that may be loaded unchecked from the quote of a name on: it has at most 31, with a word behind them.
    static let reach = 48

    /// - Parameters:
    ///   - last: the offset up to which bytes may be loaded so.
    ///   - tape: where the words go; past `lastStep` no member is begun.
    ///   - step: within an object, before a member.
    @inline(never)
    static func read(
        _ bytes: RawSpan, _ last: Int, _ tape: UnsafeMutableBufferPointer<UInt64>, _ lastStep: Int,
        _ limits: JSONLimits,
        _ step: inout JSONReader.Step
    ) -> Found {
        var (at, next, names) = (step.at, step.next, step.names)
        // Members that can be read here: of many, names are looked at in the end.
        var left = DuplicateMembers.few &- step.count
        defer { (step.at, step.next, step.names, step.count) = (at, next, names, DuplicateMembers.few &- left) }

        /// Opens a container whose bracket is at `at`, with what is read before it kept as in the reader.
        @inline(__always)
        func open(_ tag: TapeWord.Tag) {
            step.outerNames[step.depth] = names
            tape[next] = TapeWord(tag, offset: at, length: 0).bits
            tape[next &+ 1] = TapePair(index: step.open, count: DuplicateMembers.few &- left).bits
            step.open = next
            step.depth &+= 1
            next &+= 2
            at &+= 1
            left = DuplicateMembers.few
            names = SeenNames()
        }
        /// Closes the innermost container, whose bracket is at `at`, and counts it in the one around it.
        /// - Returns: false for one that the reader has to look at; nothing is done then.
        @inline(__always)
        func close() -> Bool {
            let count = DuplicateMembers.few &- left
            guard left >= 0, !names.needLook, count <= limits.elements, step.depth > 1,
                step.depth <= step.deepestKept
            else { return false }
            let head = TapeWord(bits: tape[step.open])
            let parent = TapePair(bits: tape[step.open &+ 1])
            at &+= 1
            tape[step.open] = head.withLength(at &- head.offset).bits
            tape[step.open &+ 1] = TapePair(index: next, count: count).bits
            step.open = parent.index
            step.depth &-= 1
            names = step.outerNames[step.depth]
            left = DuplicateMembers.few &- parent.count &- 1
            return true
        }

        members: while at <= last, next <= lastStep {
            // Unchecked loads are within `reach` of `at`.
            let start = at &+ 1
            var stops = stops(bytes, start)
            guard byte(bytes, at) == UInt8(ascii: "\"") else { return .name }
            var length = stops.trailingZeroBitCount
            if stops == 0 {
                stops = self.stops(bytes, start &+ 16)
                if stops == 0 { return .name }
                length = stops.trailingZeroBitCount &+ 16
            }
            // The quote, which is the low byte, and the colon.
            guard pair(bytes, start &+ length) == 0x3A22 else { return .name }
            let name = TapeWord(.string, offset: start, length: length)
            var seen = names
            if left > 0 {
                let head = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self)
                if seen.mayHave(UInt64(littleEndian: head), length: length) {
                    let isThere =
                        names.needLook
                        || DuplicateMembers.comesEarlier(
                            name, bytes, UnsafeBufferPointer(tape), from: step.open &+ 2, to: next)
                    if isThere { return .name }
                }
            }
            var value = start &+ length &+ 2
            if byte(bytes, value) == UInt8(ascii: " ") { value &+= 1 }
            var end = value
            let word: TapeWord
            switch byte(bytes, value) {
            case UInt8(ascii: "\""):
                end &+= 1
                var stops: UInt32 = 0
                text: while true {
                    guard end &- reach &+ 16 <= last else { return .name }
                    stops = self.stops(bytes, end)
                    if stops != 0 { break }
                    end &+= 16
                    // Two at once of a longer text.
                    while end &- reach &+ 32 <= last {
                        stops = self.stops(bytes, end) | self.stops(bytes, end &+ 16) &<< 16
                        if stops != 0 { break text }
                        end &+= 32
                    }
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
                if ByteScan.byte(of: bytes, at: end) | 0x20 == UInt8(ascii: "e")
                    || end &- value > limits.numberLength
                {
                    return .name
                }
                word = TapeWord(isInteger ? .integer : .number, offset: value, length: end &- value)
            case let byte where byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["):
                (names, at) = (seen, value)
                tape[next] = name.bits
                next &+= 1
                // A name and two containers may take five words.
                guard next &+ 1 <= lastStep, step.depth &+ 2 <= step.deepestKept else { return .container }
                if byte == UInt8(ascii: "{") {
                    guard self.byte(bytes, at &+ 1) == UInt8(ascii: "\"") else { return .container }
                } else {
                    guard pair(bytes, at &+ 1) == 0x227B else { return .container }
                    open(.array)
                }
                open(.object)
                continue members
            default: return .name
            }
            names = seen
            tape[next] = name.bits
            tape[next &+ 1] = word.bits
            next &+= 2
            left &-= 1
            at = end

            while at <= last {
                // A comma, which is the low byte, and the quote of the next name.
                if pair(bytes, at) == 0x222C {
                    at &+= 1
                    continue members
                }
                if pair(bytes, at) == 0x202C, byte(bytes, at &+ 2) == UInt8(ascii: "\"") {
                    at &+= 2
                    continue members
                }
                guard byte(bytes, at) == UInt8(ascii: "}"), close() else { return .end }
                while !TapeWord(bits: tape[step.open]).isObject {
                    if byte(bytes, at) == UInt8(ascii: ",") {
                        // A further object with a member.
                        var begin = at &+ 1
                        if self.byte(bytes, begin) == UInt8(ascii: " ") { begin &+= 1 }
                        guard pair(bytes, begin) == 0x227B, step.depth < step.deepestKept, next <= lastStep else {
                            return .end
                        }
                        at = begin
                        open(.object)
                        continue members
                    }
                    guard byte(bytes, at) == UInt8(ascii: "]"), close(), at <= last else { return .end }
                }
            }
            return .end
        }
        return .name
    }

    @inline(__always)
    private static func stops(_ bytes: RawSpan, _ at: Int) -> UInt32 {
        galleria_string_stops(bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: galleria_sixteen.self))
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
