/// The two schemes this module speaks.
package enum HTTPScheme: String, Sendable, Hashable {
    case http, https

    /// The port that a URL of this scheme means when it names none (RFC 9110, 4.2).
    package var defaultPort: Int { self == .http ? 80 : 443 }
}
