package import JSON

/// A message as it lies in memory: the places of its members, without a value of its own. Enough to answer what asks for nothing
/// but an answer.
package struct RPCEnvelope: ~Copyable {
    private static let names = MemberTable(["jsonrpc", "id", "method", "params"])

    private var places = ContiguousArray(repeating: JSONPlace.missing, count: 4)

    package init() {}

    /// Looks at the message that was read into `scratch`.
    package mutating func read(_ scratch: borrowing JSONScratch, of bytes: RawSpan) {
        scratch.find(Self.names, in: bytes, into: &places)
    }

    /// The id of a request of a method without parameters, as it stands in the message; nil for any other message, and for one
    /// whose id is null.
    package func id(ofRequest method: StaticString, in bytes: RawSpan) -> Range<Int>? {
        guard places[0].isString("2.0", in: bytes), places[2].isString(method, in: bytes) else { return nil }
        switch places[3].kind {
        case .missing, .null: break
        case .object where places[3].length == 2: break
        default: return nil
        }
        let (start, end) = (Int(places[1].offset), Int(places[1].offset) + Int(places[1].length))
        return switch places[1].kind {
        case .number: start..<end
        // With its quotes.
        case .string, .escapedString: start - 1..<end + 1
        default: nil
        }
    }
}

extension RPCReply {
    /// Writes the answer `{}`.
    /// - Parameter id: as it stands in the request.
    package static func writeEmptyResult(_ id: UnsafeBufferPointer<UInt8>, into writer: inout JSONWriter) {
        // A number has nothing to escape.
        if id.first != UInt8(ascii: "\"") {
            return writer.text(#"{"jsonrpc":"2.0","id":"#, id, #","result":{}}"#)
        }
        writer.beginObject(#"{"jsonrpc":"2.0","id":"#)
        writer.raw(id)
        writer.members(#""result":{}"#)
        writer.endObject()
    }
}
