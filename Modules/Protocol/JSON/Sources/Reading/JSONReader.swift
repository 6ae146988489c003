/// Reads a text onto a tape in one pass, without recursion and without memory beside the tape.
///
/// Grammar faults win over duplicate members: a text that is both broken and repetitive is reported as broken.
enum JSONReader {
    /// Reads all of `bytes` onto the empty `tape`, whose capacity must be ``TapeCapacity``.
    /// - Throws: the first fault of the text.
    static func read(
        _ bytes: RawSpan, limits: JSONLimits, into tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) {
        if ByteScan.byte(of: bytes, at: 0) == 0xEF, ByteScan.byte(of: bytes, at: 1) == 0xBB,
            ByteScan.byte(of: bytes, at: 2) == 0xBF
        {
            throw JSONFault(.byteOrderMark, at: 0)
        }
        let end = try readRoot(bytes, limits, &tape)
        if end < bytes.byteCount { throw JSONFault(.trailingBytes, at: end) }
    }

    /// Reads one value and the white space around it. A loop over values, whose state is in local variables alone so
    /// that it stays in registers.
    /// - Returns: the offset of what follows.
    private static func readRoot(
        _ bytes: RawSpan, _ limits: JSONLimits, _ tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) -> Int {
        let deepest = min(max(limits.depth, 1), JSONLimits.deepest)
        // The next byte to read; how many containers are open.
        var at = endOfSpace(of: bytes, from: 0)
        var depth = 0
        // Of the innermost open container: its tape index, its elements or members so far, whether it is an object.
        var open = 0
        var count = 0
        var inObject = false
        // The tape index of the first repeated name.
        var repeated: Int?
        if at == bytes.byteCount { throw JSONFault(.empty, at: at) }

        values: while true {
            // A value starts here, in an object with its name.
            if inObject {
                tape.append(try readName(of: bytes, at: &at))
                at = endOfSpace(of: bytes, from: at)
            }
            let byte = ByteScan.byte(of: bytes, at: at)
            var isEmptyContainer = false
            switch byte {
            case UInt8(ascii: "\""):
                tape.append(try readString(of: bytes, at: &at))
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                tape.append(try readNumber(of: bytes, at: &at, atMost: limits.numberLength))
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if depth == deepest { throw JSONFault(.tooDeep(limit: deepest), at: at) }
                let head = tape.count
                inObject = byte == UInt8(ascii: "{")
                tape.append(TapeWord(inObject ? .object : .array, offset: at, length: 0).bits)
                tape.append(TapePair(index: open, count: count).bits)
                (open, count) = (head, 0)
                depth &+= 1
                at = endOfSpace(of: bytes, from: at &+ 1)
                // The closing brackets are the opening ones and 2.
                if ByteScan.byte(of: bytes, at: at) != byte &+ 2 { continue values }
                isEmptyContainer = true
            default:
                tape.append(try readWord(of: bytes, at: &at))
            }

            // A value ended here, or an empty container is about to.
            if depth == 0 { break }
            if !isEmptyContainer { count &+= 1 }
            while true {
                at = endOfSpace(of: bytes, from: at)
                let byte = ByteScan.byte(of: bytes, at: at)
                if byte == UInt8(ascii: ","), !isEmptyContainer {
                    at = endOfSpace(of: bytes, from: at &+ 1)
                    continue values
                }
                guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw ByteScan.unexpected(in: bytes, at: at)
                }
                at &+= 1
                if count > limits.elements { throw JSONFault(.tooManyElements(limit: limits.elements), at: at &- 1) }
                isEmptyContainer = false
                let head = TapeWord(bits: tape[open])
                let parent = TapePair(bits: tape[open &+ 1])
                tape[open] = head.withLength(at &- head.offset).bits
                tape[open &+ 1] = TapePair(index: tape.count, count: count).bits
                if inObject, count > 1, repeated == nil {
                    repeated = DuplicateMembers.firstRepeated(bytes, tape.span, from: open &+ 2, count: count)
                }
                depth &-= 1
                if depth == 0 { break values }
                // The container is a value that ended in its parent.
                (open, count) = (parent.index, parent.count &+ 1)
                inObject = TapeWord(bits: tape[open]).isObject
            }
        }
        at = endOfSpace(of: bytes, from: at)
        if let repeated, at == bytes.byteCount {
            let name = TapeWord(bits: tape[repeated])
            throw JSONFault(.duplicateMember(DuplicateMembers.shortened(name, bytes)), at: name.offset - 1)
        }
        return at
    }

    /// Reads a member's name and its colon. The caller appends the word only now, when the colon that ``TapeCapacity``
    /// counts for it was seen.
    @inline(__always)
    private static func readName(of bytes: RawSpan, at: inout Int) throws(JSONFault) -> UInt64 {
        guard ByteScan.byte(of: bytes, at: at) == UInt8(ascii: "\"") else {
            throw ByteScan.unexpected(in: bytes, at: at)
        }
        let name = try readString(of: bytes, at: &at)
        at = endOfSpace(of: bytes, from: at)
        guard ByteScan.byte(of: bytes, at: at) == UInt8(ascii: ":") else {
            throw ByteScan.unexpected(in: bytes, at: at)
        }
        at &+= 1
        return name
    }

    /// Reads a string, from its opening quote.
    @inline(__always)
    private static func readString(of bytes: RawSpan, at: inout Int) throws(JSONFault) -> UInt64 {
        var escaped = false
        let start = at &+ 1
        let end = try StringScan.closingQuote(of: bytes, from: start, escaped: &escaped)
        at = end &+ 1
        return TapeWord(escaped ? .escapedString : .string, offset: start, length: end &- start).bits
    }

    /// Reads a number, from its minus or first digit.
    @inline(__always)
    private static func readNumber(
        of bytes: RawSpan, at: inout Int, atMost longest: Int
    ) throws(JSONFault) -> UInt64 {
        var isInteger = true
        let end = try NumberScan.end(of: bytes, from: at, isInteger: &isInteger)
        if end &- at > longest { throw JSONFault(.numberTooLong(limit: longest), at: at) }
        let word = TapeWord(isInteger ? .integer : .number, offset: at, length: end &- at).bits
        at = end
        return word
    }

    /// Reads `true`, `false` or `null`.
    private static func readWord(of bytes: RawSpan, at: inout Int) throws(JSONFault) -> UInt64 {
        let word: StaticString
        let tag: TapeWord.Tag
        switch ByteScan.byte(of: bytes, at: at) {
        case UInt8(ascii: "t"): (word, tag) = ("true", .true)
        case UInt8(ascii: "f"): (word, tag) = ("false", .false)
        case UInt8(ascii: "n"): (word, tag) = ("null", .null)
        default: throw ByteScan.unexpected(in: bytes, at: at)
        }
        let length = word.utf8CodeUnitCount
        for step in 0..<length {
            guard ByteScan.byte(of: bytes, at: at &+ step) == word.utf8Start[step] else {
                throw ByteScan.unexpected(in: bytes, at: at &+ step)
            }
        }
        defer { at &+= length }
        return TapeWord(tag, offset: at, length: length).bits
    }

    /// Steps over white space.
    @inline(__always)
    private static func endOfSpace(of bytes: RawSpan, from start: Int) -> Int {
        ByteScan.byte(of: bytes, at: start) > 0x20 ? start : endOfLongSpace(of: bytes, from: start)
    }

    @inline(never)
    private static func endOfLongSpace(of bytes: RawSpan, from start: Int) -> Int {
        var at = start
        while true {
            switch ByteScan.byte(of: bytes, at: at) {
            case 0x20, 0x0A, 0x0D, 0x09: at &+= 1
            default: return at
            }
        }
    }
}
