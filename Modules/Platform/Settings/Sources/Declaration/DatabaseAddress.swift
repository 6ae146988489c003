/// The form of a database's address as libpq reads it (PostgreSQL manual, 34.1.1.2), as far as secrets go.
package enum DatabaseAddress {
    /// Refusal of an address with a password, and other ways to log in: a sentence from behind the name of what is refused, without its
    /// full stop.
    /// - Parameter key: the setting that holds a password.
    package static func passwordRefusal(_ key: String) -> String {
        "must be an address without a password, which is shown with it; use `\(key)`, PGPASSFILE or a service file"
    }

    /// Whether a text that may be no address at all holds a password, in whatever form an address or libpq's own words have one.
    package static func mayHoldPassword(_ text: String) -> Bool {
        let place = Array(text.utf8).prefix { $0 != UInt8(ascii: "?") }
        // Behind a scheme, and where the word before the colon is a user's name.
        let behind = place.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 == UInt8(ascii: "/") }
        if hasPassword(in: place) || hasPassword(in: behind) { return true }
        let words = Array(text.utf8).split { "?& #\t".utf8.contains($0) }
        return words.contains { $0.contains(UInt8(ascii: "=")) && isPassword($0) }
    }

    /// Fault of `text`, or nil.
    static func fault(in text: String) -> ValueFault.Kind? {
        if text.isEmpty { return nil }
        let bytes = Array(text.utf8)
        let schemes = ["postgresql://", "postgres://"]
        guard let scheme = schemes.first(where: { bytes.starts(with: $0.utf8) }) else { return .notPostgres }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let place = rest.prefix { $0 != UInt8(ascii: "?") }
        if hasPassword(in: place) { return .urlWithPassword }
        let options = rest.dropFirst(place.count + 1).split(separator: UInt8(ascii: "&"))
        return options.contains(where: isPassword) ? .urlWithPassword : nil
    }

    /// Whether a user's password stands in what is before the options.
    private static func hasPassword(in place: ArraySlice<UInt8>) -> Bool {
        guard let at = place.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let authority = place.prefix { $0 != UInt8(ascii: "/") }
        guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else { return false }
        if let end = authority.lastIndex(of: UInt8(ascii: "@")) {
            return colon < end && place[colon + 1] != UInt8(ascii: "@")
        }
        // A password with a slash in it, unless it is a port, a slash, and a name with an @ in it.
        let port = authority[(colon + 1)...]
        return colon < at && !port.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// Whether an option, `keyword=value`, is a password. libpq decodes `%XX` in keywords too.
    private static func isPassword(_ option: ArraySlice<UInt8>) -> Bool {
        var keyword: [UInt8] = []
        var rest = option.prefix { $0 != UInt8(ascii: "=") }
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                keyword.append(value)
                rest = rest.dropFirst(2)
            } else {
                keyword.append(byte)
            }
        }
        return ["password", "sslpassword"].contains { keyword.elementsEqual($0.utf8) }
    }
}
