/// Reads a text into a tape in one pass, without recursion and without memory beside the tape.
///
/// Grammar faults win over duplicate members: a text that is both broken and repetitive is reported as broken.
struct JSONReader {
    /// The next byte to read.
    private var at = 0
    /// Arrays and objects open.
    private var depth = 0
    /// The tape index of the innermost open container; meaningful while `depth` > 0.
    private var open = 0
    /// How many elements or members the innermost open container has so far.
    private var count = 0
    /// Whether the innermost open container is an object.
    private var inObject = false
    /// The tape index of the first repeated name found.
    private var repeated: Int?

    /// A capacity, in words, that the tape of `bytes` never exceeds, broken texts included: a word for the root, one for
    /// each comma and colon, two for each opening bracket (its second word, its first element).
    static func capacity(for bytes: RawSpan) -> Int {
        var words = 1
        for at in 0..<bytes.byteCount {
            let byte = ByteScan.byte(of: bytes, at: at)
            words &+= byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") ? 1 : 0
            // "[" and "{" differ in the bit 0x20 alone.
            words &+= byte | 0x20 == UInt8(ascii: "{") ? 2 : 0
        }
        // A closed container has at least as many bytes as words; an open one may have a word more.
        return min(words, bytes.byteCount + JSONLimits.deepest + 1)
    }

    /// Reads all of `bytes` onto the empty `tape`, whose capacity must be ``capacity(for:)``.
    /// - Throws: the first fault of the text.
    static func read(
        _ bytes: RawSpan, limits: JSONLimits, into tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) {
        if bytes.byteCount >= 3, ByteScan.byte(of: bytes, at: 0) == 0xEF, ByteScan.byte(of: bytes, at: 1) == 0xBB,
            ByteScan.byte(of: bytes, at: 2) == 0xBF
        {
            throw JSONFault(.byteOrderMark, at: 0)
        }
        var reader = JSONReader()
        try reader.readRoot(bytes, limits, &tape)
        if let repeated = reader.repeated {
            let name = TapeWord(bits: tape[repeated])
            throw JSONFault(.duplicateMember(DuplicateMembers.shortened(name, bytes)), at: name.offset - 1)
        }
    }

    @inline(__always)
    private mutating func readRoot(
        _ bytes: RawSpan, _ limits: JSONLimits, _ tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) {
        skipSpace(bytes)
        if at == bytes.byteCount { throw JSONFault(.empty, at: at) }
        let deepest = min(max(limits.depth, 1), JSONLimits.deepest)
        values: while true {
            // A value starts here. When it is a container with something inside, its first value comes next.
            if try startValue(bytes, deepest, limits.numberLength, &tape) { continue }
            // A value ended here.
            while depth > 0 {
                count &+= 1
                skipSpace(bytes)
                let byte = try current(bytes)
                if byte == UInt8(ascii: ",") {
                    at &+= 1
                    skipSpace(bytes)
                    if inObject { try readName(bytes, &tape) }
                    continue values
                }
                guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONFault(.unexpectedByte(byte), at: at)
                }
                close(bytes, &tape)
            }
            break
        }
        skipSpace(bytes)
        if at < bytes.byteCount { throw JSONFault(.trailingBytes, at: at) }
    }

    /// Reads a scalar or an empty container, or opens a container that has something inside and stops before its first
    /// value, behind the name and colon.
    /// - Returns: whether a container was opened.
    @inline(__always)
    private mutating func startValue(
        _ bytes: RawSpan, _ deepest: Int, _ longestNumber: Int, _ tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) -> Bool {
        let byte = try current(bytes)
        switch byte {
        case UInt8(ascii: "\""):
            tape.append(try readString(bytes))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            var isInteger = true
            let end = try NumberScan.end(of: bytes, from: at, isInteger: &isInteger)
            if end &- at > longestNumber { throw JSONFault(.numberTooLong(limit: longestNumber), at: at) }
            tape.append(TapeWord(isInteger ? .integer : .number, offset: at, length: end &- at).bits)
            at = end
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return try openContainer(bytes, isObject: byte == UInt8(ascii: "{"), deepest, &tape)
        case UInt8(ascii: "t"): try readWord("true", .true, bytes, &tape)
        case UInt8(ascii: "f"): try readWord("false", .false, bytes, &tape)
        case UInt8(ascii: "n"): try readWord("null", .null, bytes, &tape)
        default: throw JSONFault(.unexpectedByte(byte), at: at)
        }
        return false
    }

    @inline(__always)
    private mutating func openContainer(
        _ bytes: RawSpan, isObject: Bool, _ deepest: Int, _ tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) -> Bool {
        if depth == deepest { throw JSONFault(.tooDeep(limit: deepest), at: at) }
        let head = tape.count
        tape.append(TapeWord(isObject ? .object : .array, offset: at, length: 0).bits)
        tape.append(TapePair(index: open, count: count).bits)
        (open, count, inObject) = (head, 0, isObject)
        depth &+= 1
        at &+= 1
        skipSpace(bytes)
        if try current(bytes) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
            close(bytes, &tape)
            return false
        }
        if isObject { try readName(bytes, &tape) }
        return true
    }

    /// Steps over the closing bracket and completes the container's two words.
    @inline(__always)
    private mutating func close(_ bytes: RawSpan, _ tape: inout OutputSpan<UInt64>) {
        at &+= 1
        let head = TapeWord(bits: tape[open])
        let parent = TapePair(bits: tape[open &+ 1])
        tape[open] = TapeWord(head.tag, offset: head.offset, length: at &- head.offset).bits
        tape[open &+ 1] = TapePair(index: tape.count, count: count).bits
        if inObject, count > 1, repeated == nil {
            repeated = DuplicateMembers.firstRepeated(bytes, tape.span, from: open &+ 2, count: count)
        }
        (open, count) = (parent.index, parent.count)
        depth &-= 1
        inObject = depth > 0 && TapeWord(bits: tape[open]).tag == .object
    }

    /// Reads a member's name and its colon, and stops before its value.
    @inline(__always)
    private mutating func readName(_ bytes: RawSpan, _ tape: inout OutputSpan<UInt64>) throws(JSONFault) {
        let quote = try current(bytes)
        guard quote == UInt8(ascii: "\"") else { throw JSONFault(.unexpectedByte(quote), at: at) }
        let name = try readString(bytes)
        skipSpace(bytes)
        let colon = try current(bytes)
        guard colon == UInt8(ascii: ":") else { throw JSONFault(.unexpectedByte(colon), at: at) }
        // Only now, when the colon that ``capacity(for:)`` counts for it was seen.
        tape.append(name)
        at &+= 1
        skipSpace(bytes)
    }

    /// Reads a string, from its opening quote. The word for it is the caller's to append.
    @inline(__always)
    private mutating func readString(_ bytes: RawSpan) throws(JSONFault) -> UInt64 {
        var escaped = false
        let start = at &+ 1
        let end = try StringScan.closingQuote(of: bytes, from: start, escaped: &escaped)
        at = end &+ 1
        return TapeWord(escaped ? .escapedString : .string, offset: start, length: end &- start).bits
    }

    /// Reads `true`, `false` or `null`.
    private mutating func readWord(
        _ word: StaticString, _ tag: TapeWord.Tag, _ bytes: RawSpan, _ tape: inout OutputSpan<UInt64>
    ) throws(JSONFault) {
        let length = word.utf8CodeUnitCount
        for step in 0..<length {
            guard at &+ step < bytes.byteCount else { throw JSONFault(.unexpectedEnd, at: bytes.byteCount) }
            let byte = ByteScan.byte(of: bytes, at: at &+ step)
            guard byte == word.utf8Start[step] else { throw JSONFault(.unexpectedByte(byte), at: at &+ step) }
        }
        tape.append(TapeWord(tag, offset: at, length: length).bits)
        at &+= length
    }

    /// The byte to read next.
    @inline(__always)
    private func current(_ bytes: RawSpan) throws(JSONFault) -> UInt8 {
        guard at < bytes.byteCount else { throw JSONFault(.unexpectedEnd, at: at) }
        return ByteScan.byte(of: bytes, at: at)
    }

    @inline(__always)
    private mutating func skipSpace(_ bytes: RawSpan) {
        while at < bytes.byteCount {
            let byte = ByteScan.byte(of: bytes, at: at)
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at &+= 1
        }
    }
}
