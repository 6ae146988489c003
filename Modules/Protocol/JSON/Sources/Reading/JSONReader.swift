/// Reads a text onto a tape in one pass, without recursion and without memory beside the tape.
///
/// Grammar faults win over duplicate members: a text that is both broken and repetitive is reported as broken.
enum JSONReader {
    /// Words of a tape that stay free behind those of a text: one value with its name takes as many at most.
    static let spareWords = 3

    /// Reads all of `bytes` onto the empty `tape`.
    /// - Parameters:
    ///   - tape: with ``TapeCapacity`` and ``spareWords`` it has room in any case.
    ///   - isPadded: whether ``PlainMembers/reach`` zeros lie behind the text, in the same memory.
    /// - Returns: false for a tape that is too short; it holds nothing of use then.
    /// - Throws: the first fault of the text.
    static func read(
        _ bytes: RawSpan, limits: JSONLimits, into tape: inout OutputSpan<UInt64>, isPadded: Bool = false
    ) throws(JSONFault) -> Bool {
        if ByteScan.byte(of: bytes, at: 0) == 0xEF, ByteScan.byte(of: bytes, at: 1) == 0xBB,
            ByteScan.byte(of: bytes, at: 2) == 0xBF
        {
            throw JSONFault(.byteOrderMark, at: 0)
        }
        let end = try tape.withUnsafeMutableBufferPointer { tape, count throws(JSONFault) in
            try readRoot(bytes, isPadded: isPadded, limits, tape, &count)
        }
        guard let end else { return false }
        if end < bytes.byteCount { throw JSONFault(.trailingBytes, at: end) }
        return true
    }

    /// Reads one value and the white space around it. A loop over values.
    /// - Returns: the offset of what follows; nil for a tape that is too short.
    private static func readRoot(
        _ bytes: RawSpan, isPadded: Bool, _ limits: JSONLimits, _ tape: UnsafeMutableBufferPointer<UInt64>,
        _ words: inout Int
    ) throws(JSONFault) -> Int? {
        let deepest = min(max(limits.depth, 1), JSONLimits.deepest)
        var step = Step(at: endOfSpace(of: bytes, from: 0), deepest: deepest)
        // Whether the innermost open container is an object.
        var inObject = false
        // The tape index of the first repeated name.
        var repeated: Int?
        // The last index of the tape at which a step may begin.
        let lastStep = tape.count &- spareWords
        let lastPlain = bytes.byteCount &- (isPadded ? 0 : PlainMembers.reach)
        if step.at == bytes.byteCount { throw JSONFault(.empty, at: step.at) }

        values: while true {
            // A value starts here, in an object with its name.
            var found = PlainMembers.Found.name
            if inObject {
                found = PlainMembers.read(bytes, lastPlain, tape, lastStep, limits, &step)
                inObject = TapeWord(bits: tape[step.open]).isObject
            }
            if step.next > lastStep { return nil }
            var isEmptyContainer = false
            if case .end = found {
            } else {
                if case .name = found, inObject {
                    let name = TapeWord(bits: try readName(of: bytes, at: &step.at))
                    tape[step.next] = name.bits
                    if step.count < DuplicateMembers.few, step.names.mayHave(name, bytes) {
                        step.names.judge(name, bytes, UnsafeBufferPointer(tape), from: step.open &+ 2, to: step.next)
                    }
                    step.next &+= 1
                    step.at = endOfSpace(of: bytes, from: step.at)
                }
                let byte = ByteScan.byte(of: bytes, at: step.at)
                switch byte {
                case UInt8(ascii: "\""):
                    tape[step.next] = try readString(of: bytes, at: &step.at)
                    step.next &+= 1
                case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    tape[step.next] = try readNumber(of: bytes, at: &step.at, atMost: limits.numberLength)
                    step.next &+= 1
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    if step.depth == deepest { throw JSONFault(.tooDeep(limit: deepest), at: step.at) }
                    if step.depth < step.outerNames.count { step.outerNames[step.depth] = step.names }
                    inObject = byte == UInt8(ascii: "{")
                    tape[step.next] = TapeWord(inObject ? .object : .array, offset: step.at, length: 0).bits
                    tape[step.next &+ 1] = TapePair(index: step.open, count: step.count).bits
                    step.at = endOfSpace(of: bytes, from: step.at &+ 1)
                    step.open = step.next
                    step.next &+= 2
                    (step.count, step.names) = (0, SeenNames())
                    step.depth &+= 1
                    // The closing brackets are the opening ones and 2.
                    if ByteScan.byte(of: bytes, at: step.at) != byte &+ 2 { continue values }
                    isEmptyContainer = true
                default:
                    tape[step.next] = try readWord(of: bytes, at: &step.at)
                    step.next &+= 1
                }
                // A value ended here, or an empty container is about to.
                if step.depth == 0 { break }
                if !isEmptyContainer { step.count &+= 1 }
            }

            while true {
                step.at = endOfSpace(of: bytes, from: step.at)
                let byte = ByteScan.byte(of: bytes, at: step.at)
                if byte == UInt8(ascii: ","), !isEmptyContainer {
                    step.at = endOfSpace(of: bytes, from: step.at &+ 1)
                    continue values
                }
                guard byte == (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw ByteScan.unexpected(in: bytes, at: step.at)
                }
                step.at &+= 1
                let count = step.count
                if count > limits.elements {
                    throw JSONFault(.tooManyElements(limit: limits.elements), at: step.at &- 1)
                }
                isEmptyContainer = false
                let open = step.open
                let head = TapeWord(bits: tape[open])
                let parent = TapePair(bits: tape[open &+ 1])
                tape[open] = head.withLength(step.at &- head.offset).bits
                tape[open &+ 1] = TapePair(index: step.next, count: count).bits
                step.depth &-= 1
                if inObject, repeated == nil, step.names.needLook || count > DuplicateMembers.few {
                    repeated = DuplicateMembers.firstRepeated(
                        bytes, UnsafeBufferPointer(tape), from: open &+ 2, count: count)
                }
                if step.depth == 0 { break values }
                // The container is a value that ended in its parent. Deeper than is kept, names are looked at in the end.
                step.names = step.depth < step.outerNames.count ? step.outerNames[step.depth] : SeenNames.toLookAt
                (step.open, step.count) = (parent.index, parent.count &+ 1)
                inObject = TapeWord(bits: tape[step.open]).isObject
            }
        }
        let at = endOfSpace(of: bytes, from: step.at)
        if let repeated, at == bytes.byteCount {
            let name = TapeWord(bits: tape[repeated])
            throw JSONFault(.duplicateMember(DuplicateMembers.shortened(name, bytes)), at: name.offset - 1)
        }
        words = step.next
        return at
    }

    /// State of the reading.
    struct Step {
        /// The next byte to read.
        var at: Int
        /// The tape's next word.
        var next = 0
        /// Containers that are open.
        var depth = 0
        /// The innermost of them on the tape.
        var open = 0
        /// Its elements or members so far.
        var count = 0
        /// Their names.
        var names = SeenNames()
        /// Those of the containers around it.
        var outerNames = InlineArray<32, SeenNames>(repeating: SeenNames())
        /// Containers that may be open with all names kept.
        let deepestKept: Int

        /// - Parameter deepest: the most containers that may be open.
        init(at: Int, deepest: Int) {
            self.at = at
            deepestKept = min(deepest, outerNames.count)
        }
    }

    /// Reads a member's name and its colon.
    @inline(never)
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
    @inline(__always)
    private static func readWord(of bytes: RawSpan, at: inout Int) throws(JSONFault) -> UInt64 {
        if let word = ByteScan.word(of: bytes, at: at) {
            let tag: TapeWord.Tag? =
                switch UInt32(truncatingIfNeeded: word) {
                case 0x6C6C_756E: .null
                case 0x6575_7274: .true
                case 0x736C_6166 where word &>> 32 & 0xFF == 0x65: .false
                default: nil
                }
            if let tag {
                let length = tag == .false ? 5 : 4
                defer { at &+= length }
                return TapeWord(tag, offset: at, length: length).bits
            }
        }
        return try readWordByBytes(of: bytes, at: &at)
    }

    @inline(never)
    private static func readWordByBytes(of bytes: RawSpan, at: inout Int) throws(JSONFault) -> UInt64 {
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
