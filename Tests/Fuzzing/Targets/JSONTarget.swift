import JSON
import JSONRPC

/// The JSON reader and writer: what is read, written and read again is the same; a fault names a byte of the text. In memory that is
/// used again, and as a message, it is read as on its own.
enum JSONTarget {
    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(parsing: input)
        } catch {
            try expectInPlace(input, .failure(error))
            try expect((0...input.count).contains(error.offset), "the fault lies at byte \(error.offset)")
            try expect(error.sentence.forbiddenScalar == nil, "the fault's sentence holds a control")
            return
        }
        try expectInPlace(input, .success(document))
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

    /// A longer message, whose words lie where those of the input come to lie.
    private static let before: [UInt8] = {
        let params = (0..<60).map { "\"name \($0)\":[{\"a\":\($0)},\"text\\n\($0)\",null]" }.joined(separator: ",")
        return Array("{\"jsonrpc\":\"2.0\",\"id\":\"before\",\"method\":\"tools/call\",\"params\":{\(params)}}".utf8)
    }()

    /// A text that is read where another one was, and lent, is what it is on its own; so is the message in it, and what was lent before
    /// stays as it was while it is held.
    private static func expectInPlace(
        _ input: [UInt8], _ known: Result<JSONDocument, JSONFault>
    ) throws(BrokenProperty) {
        guard input.count <= JSONScratch.longest else { return }
        let scratch = JSONScratch()
        guard let first = try? lent(before, scratch) else { throw BrokenProperty(sentence: "a message is not read") }
        let held = JSONValue(first.root)
        let read: Result<JSONDocument, JSONFault>
        do throws(JSONFault) { read = .success(try lent(input, scratch)) } catch { read = .failure(error) }
        switch (known, read) {
        case (.failure(let fault), .failure(let other)):
            try expect(fault == other, "in place: \(other.sentence); on its own: \(fault.sentence)")
        case (.success(let plain), .success(let document)):
            let value = JSONValue(plain.root)
            try expect(JSONValue(document.root) == value, "in place it is read as something else")
            let own = scratch.document(of: input.span.bytes, countedIn: nil)
            try expect(JSONValue(own.root) == value, "taken out of its place it is something else")
            let envelope = RPCEnvelope(scratch, of: input.span.bytes)
            let message = told(RPCMessage(plain.root))
            try expect(told(RPCMessage(document.root, envelope)) == message, "in place it is another message")
            if envelope.id(ofRequest: "ping", in: input.span.bytes) != nil {
                try expect(message.contains("ping"), "what is no ping is answered as one")
            }
        default:
            throw BrokenProperty(sentence: "in place it is read where it is refused on its own, or the other way round")
        }
        try expect(JSONValue(first.root) == held, "what was lent before has changed")
    }

    private static func lent(_ text: [UInt8], _ scratch: borrowing JSONScratch) throws(JSONFault) -> JSONDocument {
        try scratch.read(text.span.bytes, limits: .standard)
        return scratch.lentDocument(of: text.span.bytes)
    }

    /// Kind of a message, with what it says.
    private static func told(_ message: RPCMessage) -> [String] {
        switch message {
        case .call(let call):
            [
                "call", "\(String(describing: call.id))", call.method,
                call.params.map { String(decoding: JSONValue($0).serialized(), as: UTF8.self) } ?? "none",
            ]
        case .response(let response): ["response", "\(String(describing: response.id))"]
        case .invalid(let id): ["invalid", "\(id)"]
        }
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
