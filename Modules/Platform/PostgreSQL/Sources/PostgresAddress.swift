internal import CPQ

/// An address of a database, `postgresql://…` as libpq reads it, and how to log in there.
package struct PostgresAddress: Sendable {
    /// As the settings have it; without a password.
    package let url: String
    /// Nil leaves it to libpq: `PGPASSFILE`, a service file.
    package let password: String?

    /// - Parameter password: empty counts as nil.
    package init(_ url: String, password: String? = nil) {
        self.url = url
        self.password = password?.isEmpty == true ? nil : password
    }

    /// The address without user name and options, for people.
    package var shown: String {
        let bytes = Array(url.utf8)
        let end = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
        let start = (bytes.firstIndex(of: UInt8(ascii: ":")) ?? -3) + 3
        guard start <= end else { return String(decoding: bytes[..<end], as: UTF8.self) }
        let authority = bytes[start..<end].prefix { $0 != UInt8(ascii: "/") }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? start
        return String(decoding: bytes[..<start] + bytes[host..<end], as: UTF8.self)
    }

    /// One server of the address: a host, its port and its number.
    struct Server: Equatable {
        var overrides: [String: String] = [:]
    }

    /// The servers in their order: each is asked on its own, so that one that hangs does not keep the next from being asked.
    /// - Throws: `.address` too where the address holds a password: it would be shown wherever the address is.
    func servers() throws(PostgresFailure) -> [Server] {
        for keyword in ["password", "sslpassword"] where try option(keyword) != nil {
            throw .address(
                "it holds a password, which would be shown wherever the address is; use state.password, PGPASSFILE or a service file"
            )
        }
        let hosts = try list("host")
        let numbers = try list("hostaddr")
        let ports = try list("port")
        let count = max(hosts.count, numbers.count)
        guard count > 1 else { return [Server()] }
        return (0..<count).map { index in
            var server = Server()
            for (keyword, values) in [("host", hosts), ("hostaddr", numbers), ("port", ports)] {
                guard let value = values.count == 1 ? values.first : values.dropFirst(index).first else { continue }
                server.overrides[keyword] = value
            }
            return server
        }
    }

    /// Whether both name the same servers and the same database, wherever in the address they say so: behind the `?` a host counts
    /// more than one before it.
    package func isSameServer(as other: PostgresAddress) -> Bool {
        do throws(PostgresFailure) {
            for keyword in ["host", "hostaddr", "port", "dbname", "service"] {
                guard try option(keyword) == other.option(keyword) else { return false }
            }
            return true
        } catch {
            return false
        }
    }

    private func list(_ keyword: String) throws(PostgresFailure) -> [String] {
        guard let value = try option(keyword) else { return [] }
        return value.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The value of one of libpq's keywords in the address.
    func option(_ keyword: String) throws(PostgresFailure) -> String? {
        try PostgresLibrary.load()
        var text = [CChar](repeating: 0, count: 4096)
        let size = text.count
        let found = cpq_option(url, keyword, &text, size)
        let value = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if found < 0 { throw .address(PostgresFailure.line(value)) }
        return found == 1 ? value : nil
    }
}
