package import PostgreSQL

/// The state of one profile on a server as a whole. Reading is one read-only transaction.
package final class WholeServer: WholeState {
    package let name: String
    private let address: PostgresAddress
    private let profile: String
    private let timeout: Int
    private var connection: PostgresConnection?
    /// Whether the connection is to a server that takes writes, with its statements prepared.
    private var isWriter = false
    /// Whether the state was made: there is something to read.
    private var isThere = false
    /// Whether a transaction is open.
    private var isOpen = false
    private var version: Int64 = 0

    /// - Parameters:
    ///   - name: as the state was spelled, without a password.
    ///   - timeout: longest wait for another program's lock, and for an answer of the server; 5 s at least for the answer.
    package init(_ address: PostgresAddress, profile: String, name: String, timeout: Duration = .seconds(10)) {
        (self.address, self.profile, self.name) = (address, profile, name)
        self.timeout = timeout.wholeMilliseconds
    }

    private var patience: PostgresPatience {
        PostgresPatience(until: PostgresPatience.uptime() + min(max(5_000, timeout), 3_600_000))
    }

    package func beginReading() throws(StorageFailure) -> Bool {
        end()
        return try asking { () throws(ServerTrouble) in
            if connection == nil { connection = try connect(writes: false) }
            guard let connection else { return false }
            isOpen = true
            try connection.ask(
                [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")], patience)
            isThere = try ServerSchema.check(connection, patience) > 0
            return isThere
        }
    }

    package func beginWriting() throws(StorageFailure) -> Int64 {
        end()
        return try asking { () throws(ServerTrouble) in
            if !isWriter { connection = nil }
            if connection == nil { connection = try connect(writes: true) }
            guard let connection else { throw ServerTrouble(.missing) }
            if !isWriter {
                try ServerSchema.prepare(connection, patience)
                do throws(PostgresFailure) { try connection.prepare(ServerSchema.writing, patience) } catch {
                    throw ServerTrouble(ServerFault(error))
                }
                try connection.ask(
                    [
                        PostgresStatement(
                            "INSERT INTO galleria.clock (profile) VALUES ($1::text) ON CONFLICT DO NOTHING",
                            [.text(profile)])
                    ], patience)
                (isWriter, isThere) = (true, true)
            }
            isOpen = true
            let found = try connection.ask(
                [PostgresStatement("BEGIN"), PostgresStatement(prepared: "lock", [.text(profile)])], patience)
            guard let newest = found.last?.number(0, 0) else { throw ServerTrouble(.missing) }
            version = newest &+ 1
            return version
        }
    }

    private func connect(writes: Bool) throws(ServerTrouble) -> PostgresConnection {
        var options = ["fallback_application_name": "galleria", "options": "-c lock_timeout=\(timeout)"]
        if writes { options["target_session_attrs"] = "read-write" }
        isWriter = false
        do {
            return try PostgresConnection(address, options: options, patience: patience)
        } catch {
            throw ServerTrouble(ServerFault(error))
        }
    }

    /// Runs `body`; after a failure nothing that was begun is left.
    private func asking<Value>(
        _ body: () throws(ServerTrouble) -> Value
    ) throws(StorageFailure) -> Value {
        do {
            return try body()
        } catch {
            if error.fault.endsConnection { (connection, isWriter, isOpen) = (nil, false, false) } else { end() }
            throw .server(address.shown, error.fault)
        }
    }

    private func ask(_ sql: String, _ parameters: [PostgresValue]) throws(StorageFailure) -> PostgresRows {
        guard let connection, isThere else { return PostgresRows() }
        return try asking { () throws(ServerTrouble) in
            try connection.ask([PostgresStatement(sql, parameters)], patience).first ?? PostgresRows()
        }
    }

    package func page(after key: StateKey?, through last: StateKey?) throws(StorageFailure) -> [StoredEntry] {
        var parameters: [PostgresValue] = [.text(profile)]
        for key in [key ?? StateKey(namespace: "", key: ""), last].compactMap(\.self) {
            parameters += [
                .text(key.namespace.origin), .text(key.namespace.name), .bytes(Array(key.key.utf8)),
            ]
        }
        let rows = try ask(
            """
            SELECT origin, namespace, key, value, version FROM (
                SELECT *, sum(octet_length(value)) OVER (ORDER BY origin, namespace, key) - octet_length(value) AS before
                FROM (
                    SELECT origin, namespace, key, value, version FROM galleria.state
                    WHERE profile = $1::text AND value IS NOT NULL AND origin <> 'galleria'
                    AND (origin, namespace, key) > ($2::text, $3::text, $4::bytea)
                    \(last == nil ? "" : "AND (origin, namespace, key) <= ($5::text, $6::text, $7::bytea)")
                    ORDER BY origin, namespace, key LIMIT \(WholeLimits.entries)
                ) AS found
            ) AS page WHERE before < \(WholeLimits.bytes) ORDER BY origin, namespace, key
            """, parameters)
        return (0..<rows.count).compactMap { row in
            guard let origin = rows.text(row, 0), let namespace = rows.text(row, 1), let key = rows.text(row, 2),
                let value = rows.bytes(row, 3), let version = rows.number(row, 4)
            else {
                return nil
            }
            let place = StateNamespace(namespace, origin: origin)
            return StoredEntry(key: StateKey(namespace: place, key: key), value: value, version: version)
        }
    }

    package func counts() throws(StorageFailure) -> [(namespace: StateNamespace, entries: Int)] {
        let rows = try ask(
            """
            SELECT origin, namespace, count(*) FROM galleria.state
            WHERE profile = $1::text AND value IS NOT NULL AND origin <> 'galleria'
            GROUP BY origin, namespace ORDER BY origin, namespace
            """, [.text(profile)])
        return (0..<rows.count).map { row in
            let namespace = StateNamespace(rows.text(row, 1) ?? "", origin: rows.text(row, 0) ?? "")
            return (namespace, Int(clamping: rows.number(row, 2) ?? 0))
        }
    }

    package func mark() throws(StorageFailure) -> [UInt8]? {
        let mark = StateKey.mark
        return try ask(
            """
            SELECT value FROM galleria.state
            WHERE profile = $1::text AND origin = $2::text AND namespace = $3::text AND key = $4::bytea
            """,
            [
                .text(profile), .text(mark.namespace.origin), .text(mark.namespace.name),
                .bytes(Array(mark.key.utf8)),
            ]
        ).bytes(0, 0)
    }

    package func put(_ changes: [StateChange]) throws(StorageFailure) {
        guard let connection, isWriter else { throw .closed }
        if changes.isEmpty { return }
        _ = try asking { () throws(ServerTrouble) in
            try connection.ask(
                [
                    PostgresStatement(
                        prepared: "put",
                        [
                            .text(profile), .number(version), .texts(changes.map(\.key.namespace.origin)),
                            .texts(changes.map(\.key.namespace.name)), .blobs(changes.map { Array($0.key.key.utf8) }),
                            .blobs(changes.map(\.value)),
                        ])
                ], patience)
        }
    }

    package func commit() throws(StorageFailure) {
        guard let connection, isWriter else { throw .closed }
        let start = PostgresPatience.uptime()
        do {
            _ = try asking { () throws(ServerTrouble) in
                try connection.ask(
                    [
                        PostgresStatement(prepared: "advance", [.text(profile), .number(version)]),
                        PostgresStatement(prepared: "tell", [.text("\(version) \(profile)")]),
                        PostgresStatement("COMMIT"),
                    ], patience)
                isOpen = false
            }
        } catch {
            guard case .server(let server, let fault) = error, fault.endsConnection else { throw error }
            throw .server(server, .unanswered(waited: PostgresPatience.uptime() - start))
        }
    }

    package func end() {
        if isOpen { connection?.rollBack(patience) }
        (isOpen, isThere) = (false, isWriter)
    }

    package var isUndisturbed: Bool { true }
}
