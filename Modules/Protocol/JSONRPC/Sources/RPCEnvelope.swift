package import JSON

/// A message as it lies in memory: the places of its members, without a value of its own. Enough to answer what asks for nothing
/// but an answer.
package struct RPCEnvelope {
    private static let names = MemberTable(["jsonrpc", "id", "method", "params"])

    let places: InlineArray<4, JSONPlace>
    /// Whether the message says that it is of JSON-RPC 2.0.
    let isVersion2: Bool

    /// Looks at a message in a document.
    init(_ node: JSONNode) {
        places = node.find(Self.names)
        isVersion2 = node.isString("2.0", at: places[0])
    }

    /// Looks at the message that was read into `scratch`.
    package init(_ scratch: borrowing JSONScratch, of bytes: RawSpan) {
        let places = scratch.find(Self.names, in: bytes)
        self.places = places
        isVersion2 = places[0].isText("2.0", in: bytes)
    }

    /// Whether the message may be a request: it has an id and a method.
    package var mayBeRequest: Bool { !places[1].isMissing && places[2].isText }

    /// The id of a request of a method without parameters, as it stands in the message; nil for any other message, and for one
    /// whose id is null.
    package func id(ofRequest method: StaticString, in bytes: RawSpan) -> Range<Int>? {
        guard isVersion2, places[2].isString(method, in: bytes) else { return nil }
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
    /// Gives `send` the answer `{}`.
    /// - Parameter id: as it stands in the request.
    package static func withEmptyResult(_ id: UnsafeBufferPointer<UInt8>, _ send: (UnsafeBufferPointer<UInt8>) -> Void)
    {
        let (before, after): (StaticString, StaticString) = (#"{"jsonrpc":"2.0","id":"#, #","result":{}}"#)
        // A number has nothing to escape.
        if id.first != UInt8(ascii: "\""), id.count <= 64 {
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { text in
                var count = 0
                func put(_ part: UnsafeBufferPointer<UInt8>) {
                    count = text[count...].initialize(fromContentsOf: part)
                }
                before.withUTF8Buffer(put)
                put(id)
                after.withUTF8Buffer(put)
                send(UnsafeBufferPointer(rebasing: text[..<count]))
            }
        }
        var writer = JSONWriter()
        writer.begin(before)
        writer.raw(id)
        writer.members(#""result":{}"#)
        writer.endObject()
        writer.bytes.withUnsafeBufferPointer(send)
    }
}
