package import JSON
package import Values

/// Messages to the client, as bytes without framing.
package enum RPCReply {
    /// - Parameters:
    ///   - reserving: bytes to make room for at once.
    ///   - write: writes exactly one JSON value.
    package static func result(
        _ id: RPCIdentifier, reserving: Int = 256, _ write: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        text(ofResult: id, reserving: reserving, mayInset: false, write).bytes
    }

    /// The same, of a result that may have a picture in it, which is spelled when it is sent.
    /// - Parameters:
    ///   - reserving: bytes to make room for at once.
    ///   - mayInset: whether the text may have an inset.
    ///   - write: writes exactly one JSON value.
    package static func text(
        ofResult id: RPCIdentifier, reserving: Int = 256, mayInset: Bool = true, _ write: (inout JSONWriter) -> Void
    ) -> InsetText {
        var writer = JSONWriter(reserving: reserving, mayInset: mayInset)
        self.write(result: id, into: &writer, write)
        return writer.text
    }

    /// Writes a result as a message.
    /// - Parameter write: writes exactly one JSON value.
    package static func write(
        result id: RPCIdentifier, into writer: inout JSONWriter, _ write: (inout JSONWriter) -> Void
    ) {
        begin(result: id, into: &writer)
        write(&writer)
        end(into: &writer)
    }

    /// Begins such a message: the value comes next, then `end`.
    package static func begin(result id: RPCIdentifier, into writer: inout JSONWriter) {
        begin(id, &writer)
        writer.begin(#""result":"#)
    }

    /// Ends such a message.
    package static func end(into writer: inout JSONWriter) { writer.endObject() }

    package static func error(_ id: RPCIdentifier, _ error: RPCError) -> [UInt8] {
        var writer = JSONWriter()
        begin(id, &writer)
        writer.key("error")
        error.write(into: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// A request of our own.
    /// - Parameter params: writes exactly one JSON object; nil for none.
    static func request(
        _ id: RPCIdentifier, _ method: StaticString, _ params: ((inout JSONWriter) -> Void)?
    ) -> [UInt8] {
        var writer = JSONWriter()
        begin(id, &writer)
        writer.key("method")
        writer.string(method)
        if let params {
            writer.key("params")
            params(&writer)
        }
        writer.endObject()
        return writer.bytes
    }

    /// - Parameter params: writes exactly one JSON object.
    package static func notification(_ method: StaticString, _ params: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0" as StaticString)
        writer.key("method")
        writer.string(method)
        writer.key("params")
        params(&writer)
        writer.endObject()
        return writer.bytes
    }

    private static func begin(_ id: RPCIdentifier, _ writer: inout JSONWriter) {
        writer.begin(#"{"jsonrpc":"2.0","id":"#)
        id.write(into: &writer)
    }
}
