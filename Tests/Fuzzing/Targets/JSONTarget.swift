import JSON

/// The JSON reader and writer: what is read, written and read again is the same; a fault names a byte of the text.
enum JSONTarget {
    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(parsing: input)
        } catch {
            try expect((0...input.count).contains(error.offset), "the fault lies at byte \(error.offset)")
            try expect(error.sentence.forbiddenScalar == nil, "the fault's sentence holds a control")
            return
        }
        let value = JSONValue(document.root)
        let written = value.serialized()
        try expectOneLine(written)
        try expectSame(value, written, "serialized")
        var writer = JSONWriter()
        writer.node(document.root)
        try expectOneLine(writer.bytes)
        try expectSame(value, writer.bytes, "copied")
        try expectSame(value, Array(value.pretty().utf8), "pretty")
        try expectAgreement(document.root)
    }

    private static func expectSame(_ value: JSONValue, _ text: [UInt8], _ way: String) throws(BrokenProperty) {
        let again: JSONDocument
        do throws(JSONFault) {
            again = try JSONDocument(parsing: text)
        } catch {
            throw BrokenProperty(sentence: "what was written (\(way)) is not read: \(error.sentence)")
        }
        try expect(JSONValue(again.root) == value, "what was written (\(way)) is read as something else")
    }

    /// The ways to ask a node for the same thing agree. Recurses as deep as documents nest.
    private static func expectAgreement(_ node: JSONNode) throws(BrokenProperty) {
        switch node.kind {
        case .null, .bool, .string: return
        case .number: try expectNumber(node)
        case .array:
            var count = 0
            for element in node.elements {
                try expectAgreement(element)
                count += 1
            }
            try expect(count == node.count, "\(count) elements are walked, \(node.count) counted")
        case .object:
            var count = 0
            for (name, value) in node.members {
                try expect(node[name]?.offset == value.offset, "a member is not found by its name")
                try expectAgreement(value)
                count += 1
            }
            try expect(count == node.count, "\(count) members are walked, \(node.count) counted")
        }
    }

    private static func expectNumber(_ node: JSONNode) throws(BrokenProperty) {
        let text = node.numberText ?? ""
        if let plain = Int(text) { try expect(node.integer == plain, "the integer \(text) is not read exactly") }
        guard let integer = node.integer, let double = node.double else { return }
        try expect(Double(integer) == double, "\(text) is \(integer) and \(double)")
    }
}
