package import HTTP

/// Sample data that is one body of the upstream, as it is.
package struct SampleAnswer: Sendable {
    private let path: [String]
    private let bytes: @Sendable () -> UnsafeRawBufferPointer

    /// - Parameters:
    ///   - path: of the request that is answered, whatever its query.
    ///   - bytes: the body.
    package init(_ path: String, bytes: @escaping @Sendable () -> UnsafeRawBufferPointer) {
        self.path = path.split(separator: "/").map(String.init)
        self.bytes = bytes
    }

    /// The answer to a request; nil for any other.
    package func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path.elementsEqual(path) else { return nil }
        return HTTPResponse(status: 200, fields: [], body: [UInt8](bytes()), source: .sample)
    }
}
