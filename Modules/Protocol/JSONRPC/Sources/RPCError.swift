package import JSON

/// An error object, JSON-RPC 2.0 section 5.1.
package struct RPCError: Error, Sendable {
    package let code: Int
    package let message: String
    /// Writes `data`; nil when there is none.
    package let data: (@Sendable (inout JSONWriter) -> Void)?

    package init(code: Int, message: String, data: (@Sendable (inout JSONWriter) -> Void)? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// -32700: the bytes are not JSON.
    /// - Parameter fault: where and why; part of the message.
    package static func parse(_ fault: JSONFault) -> RPCError {
        RPCError(code: -32700, message: "Parse error: \(fault.sentence)")
    }

    /// -32600: JSON, but not a request.
    package static func invalidRequest(_ why: String) -> RPCError {
        RPCError(code: -32600, message: "Invalid Request: \(why)")
    }

    /// -32601
    package static func methodNotFound(
        _ message: String, data: (@Sendable (inout JSONWriter) -> Void)? = nil
    ) -> RPCError {
        RPCError(code: -32601, message: "Method not found: \(message)", data: data)
    }

    /// -32602
    package static func invalidParams(
        _ message: String, data: (@Sendable (inout JSONWriter) -> Void)? = nil
    ) -> RPCError {
        RPCError(code: -32602, message: "Invalid params: \(message)", data: data)
    }

    /// -32800, of the editors' base protocol: the request was cancelled by `$/cancelRequest`.
    package static let requestCancelled = RPCError(code: -32800, message: "Request cancelled")

    /// Writes the error object.
    package func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("code")
        writer.integer(code)
        writer.key("message")
        writer.string(message)
        if let data {
            writer.key("data")
            data(&writer)
        }
        writer.endObject()
    }
}
