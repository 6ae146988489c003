package import HTTP

/// The URL of a picture. Two are equal only byte by byte: `http` and `https`, another query, another spelling of the
/// same letters are other pictures.
package struct ImageAddress: Sendable, Hashable {
    /// Exactly as given.
    package let text: String
    /// The request that gets it, without conditions.
    package let request: HTTPRequest

    /// - Parameter text: an absolute http or https URL.
    /// - Throws: `.notAnAddress`
    package init(_ text: String) throws(ImageFailure) {
        do throws(HTTPEndpointFault) {
            request = try HTTPRequest(get: text)
        } catch {
            throw .notAnAddress(error)
        }
        self.text = text
    }

    package static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
