package import PostgreSQL

/// Inspection of the state on a server; changes nothing, but for `make`.
package struct ServerInspection: Sendable, Equatable {
    /// The server's version, such as `15.18`.
    package let server: String
    /// Steps of the schema that were applied; 0 before the first.
    package let schemaVersion: Int
    /// Those that this program knows.
    package static var knownVersion: Int { ServerSchema.migrations.count }
    /// Entries of the profile, of every module.
    package let entries: Int
    /// True in the middle of a move into this profile: it was stopped, or goes on now.
    package let isUnfinished: Bool
    /// Version of the profile's newest commit; 0 before the first.
    package let version: Int

    /// - Parameter timeout: for connecting and asking together.
    package static func look(
        at address: PostgresAddress, profile: String, timeout: Duration = .seconds(5)
    ) throws(StorageFailure) -> ServerInspection {
        try failing(at: address) { () throws(ServerTrouble) in
            let (connection, patience) = try connect(address, timeout)
            let schema = try ServerSchema.check(connection, patience)
            var counts = PostgresRows()
            if schema > 0 {
                let sql = """
                    SELECT (SELECT count(value) FROM galleria.state WHERE profile = $1::text AND origin <> 'galleria'),
                    coalesce((SELECT version FROM galleria.clock WHERE profile = $1::text), 0),
                    (SELECT count(value) FROM galleria.state WHERE profile = $1::text AND origin = 'galleria')
                    """
                counts = try connection.ask([PostgresStatement(sql, [.text(profile)])], patience).first ?? counts
            }
            return ServerInspection(
                server: PostgresLibrary.numbered(connection.serverVersion), schemaVersion: schema,
                entries: Int(clamping: counts.number(0, 0) ?? 0), isUnfinished: (counts.number(0, 2) ?? 0) > 0,
                version: Int(clamping: counts.number(0, 1) ?? 0))
        }
    }

    /// Makes the schema, or brings it up to date.
    /// - Returns: the steps that were applied now.
    package static func make(
        at address: PostgresAddress, timeout: Duration = .seconds(30)
    ) throws(StorageFailure) -> Int {
        try failing(at: address) { () throws(ServerTrouble) in
            let (connection, patience) = try connect(address, timeout)
            return try ServerSchema.prepare(connection, patience)
        }
    }

    /// Statements that let a role use the state without being able to change its schema.
    package static func grants(to role: String) -> [String] {
        // An identifier in quotes (PostgreSQL manual, 4.1.1).
        let quoted =
            "\"" + role.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        return ServerSchema.grants.map { $0 + quoted + ";" }
    }

    private static func connect(
        _ address: PostgresAddress, _ timeout: Duration
    ) throws(ServerTrouble) -> (PostgresConnection, PostgresPatience) {
        let milliseconds = Int(clamping: timeout.components.seconds) * 1000
        let patience = PostgresPatience(until: PostgresPatience.uptime() + milliseconds)
        do {
            return (
                try PostgresConnection(address, options: ["fallback_application_name": "galleria"], patience: patience),
                patience
            )
        } catch {
            throw ServerTrouble(ServerFault(error))
        }
    }

    private static func failing<Value>(
        at address: PostgresAddress, _ body: () throws(ServerTrouble) -> Value
    ) throws(StorageFailure) -> Value {
        do { return try body() } catch { throw .server(address.shown, error.fault) }
    }
}
