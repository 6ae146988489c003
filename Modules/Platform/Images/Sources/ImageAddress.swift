import Glibc
package import HTTP

/// The URL of a picture. Two are equal only byte by byte: `http` and `https`, another query, another spelling of the
/// same letters are other pictures.
package struct ImageAddress: Sendable, Hashable {
    /// Exactly as given.
    package let text: String
    /// The request that gets it, without conditions.
    package let request: HTTPRequest

    /// - Parameters:
    ///   - text: an absolute http or https URL.
    ///   - trusting: the endpoint of the module whose picture it is; counts only when the URL lies at its origin.
    /// - Throws: `.notAnAddress`
    package init(_ text: String, trusting: HTTPEndpoint? = nil) throws(ImageFailure) {
        do throws(HTTPEndpointFault) {
            request = try HTTPRequest(get: text, trusting: trusting)
        } catch {
            throw .notAnAddress(error)
        }
        self.text = text
    }

    /// Separates levels of trust: a request with less trust must not join a download with more.
    package static func == (left: Self, right: Self) -> Bool {
        areSame(left.text, right.text) && left.request.trustedOrigin == right.request.trustedOrigin
    }

    /// Whether two texts are the same bytes. At once: letter by letter it was a seventh of a small picture's way from the disk.
    private static func areSame(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count else { return false }
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return memcmp(one, other, left.count) == 0
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
