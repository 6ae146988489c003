/// One header field (RFC 9110 section 5). Names are compared without case.
package struct HTTPField: Sendable, Hashable {
    package let name: String
    package let value: String

    /// A field to send.
    ///
    /// - Throws: when the name is no token or the value holds a control character: CR, LF and NUL would end the field
    ///   and begin another (H7).
    package init(name: String, value: String) throws(HTTPFieldFault) {
        guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isTokenByte) else { throw .badName }
        guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { throw .badValue(name: name) }
        self.name = name
        self.value = value
    }

    /// A field that was received, taken as it is.
    init(receivedName: String, value: String) {
        self.name = receivedName
        self.value = value
    }

    /// Whether the field has this name; case does not count.
    package func isNamed(_ other: String) -> Bool {
        ASCII.equalsIgnoringCase(name, other)
    }
}

extension [HTTPField] {
    /// The values of the fields of a name, in their order.
    package func values(named name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }
}

/// Why a header field cannot be sent. The value itself is never repeated, since it may be a secret.
package enum HTTPFieldFault: Error, Sendable, Hashable {
    case badName
    case badValue(name: String)
}
