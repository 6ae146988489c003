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
                let byte = ByteScan.byte(of: bytes, at: at)
                if byte == UInt8(ascii: ",") {
                    at &+= 1
                    skipSpace(bytes)
                    if inObject { try readName(bytes, &tape) }
                    continue values
                }
                guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw ByteScan.unexpected(in: bytes, at: at)
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
        let byte = ByteScan.byte(of: bytes, at: at)
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
        default: throw ByteScan.unexpected(in: bytes, at: at)
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
        if ByteScan.byte(of: bytes, at: at) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
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
        tape[open] = head.withLength(at &- head.offset).bits
        tape[open &+ 1] = TapePair(index: tape.count, count: count).bits
        if inObject, count > 1, repeated == nil {
            repeated = DuplicateMembers.firstRepeated(bytes, tape.span, from: open &+ 2, count: count)
        }
        (open, count) = (parent.index, parent.count)
        depth &-= 1
        inObject = depth > 0 && TapeWord(bits: tape[open]).isObject
    }

    /// Reads a member's name and its colon, and stops before its value.
    @inline(__always)
    private mutating func readName(_ bytes: RawSpan, _ tape: inout OutputSpan<UInt64>) throws(JSONFault) {
        guard ByteScan.byte(of: bytes, at: at) == UInt8(ascii: "\"") else {
            throw ByteScan.unexpected(in: bytes, at: at)
        }
        let name = try readString(bytes)
        skipSpace(bytes)
        guard ByteScan.byte(of: bytes, at: at) == UInt8(ascii: ":") else {
            throw ByteScan.unexpected(in: bytes, at: at)
        }
        // Only now, when the colon that ``TapeCapacity`` counts for it was seen.
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
            guard ByteScan.byte(of: bytes, at: at &+ step) == word.utf8Start[step] else {
                throw ByteScan.unexpected(in: bytes, at: at &+ step)
            }
        }
        tape.append(TapeWord(tag, offset: at, length: length).bits)
        at &+= length
    }

    @inline(__always)
    private mutating func skipSpace(_ bytes: RawSpan) {
        while true {
            let byte = ByteScan.byte(of: bytes, at: at)
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at &+= 1
        }
    }
}
