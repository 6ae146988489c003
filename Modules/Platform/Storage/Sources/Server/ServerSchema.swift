internal import PostgreSQL

/// The schema of the state on a server as a list of named steps, and the statements over it. All of it lies in the schema
/// `galleria` of the database.
enum ServerSchema {
    /// In the order they are applied. Never edit a step that was released: add one.
    static let migrations = [
        Migration(
            name: "state",
            sql: """
                CREATE TABLE galleria.clock (
                    profile text COLLATE "C" PRIMARY KEY,
                    version bigint NOT NULL DEFAULT 0,
                    epoch uuid NOT NULL DEFAULT gen_random_uuid()
                ) WITH (fillfactor = 50);
                CREATE TABLE galleria.state (
                    profile text COLLATE "C" NOT NULL,
                    origin text COLLATE "C" NOT NULL,
                    namespace text COLLATE "C" NOT NULL,
                    key bytea NOT NULL,
                    value bytea,
                    version bigint NOT NULL,
                    updated_at timestamptz NOT NULL DEFAULT now(),
                    PRIMARY KEY (profile, origin, namespace, key)
                );
                CREATE INDEX state_version ON galleria.state (profile, version);
                CREATE TABLE galleria.commit (
                    profile text COLLATE "C" NOT NULL,
                    version bigint NOT NULL,
                    id uuid NOT NULL,
                    made_at timestamptz NOT NULL DEFAULT now(),
                    PRIMARY KEY (profile, version)
                );
                COMMENT ON TABLE galleria.clock IS 'The version of the newest commit of each profile; its row is the lock of writers.';
                COMMENT ON COLUMN galleria.state.value IS 'NULL where the entry was removed, so that followers find that.';
                COMMENT ON TABLE galleria.commit IS 'Ids of recent commits, so that one whose answer was lost is not made twice.'
                """)
    ]

    /// The channel of `NOTIFY`; its payload is a version, a blank and the profile.
    static let channel = "galleria_state"

    /// Grants for a role that may use the state and not change its schema.
    static let grants = [
        "GRANT USAGE ON SCHEMA galleria TO ",
        "GRANT SELECT ON galleria.migration TO ",
        "GRANT SELECT, INSERT, UPDATE ON galleria.clock, galleria.state TO ",
        "GRANT SELECT, INSERT, DELETE ON galleria.commit TO ",
    ]

    /// Everything newer than `$2`, as of one commit: one row at least where the profile is known.
    static let since = """
        SELECT c.version, c.epoch::text, s.origin, s.namespace, s.key, s.value FROM galleria.clock c
        LEFT JOIN galleria.state s ON s.profile = c.profile AND s.version > $2::bigint
        WHERE c.profile = $1::text ORDER BY s.version
        """

    static let writing: [(name: String, sql: String)] = [
        ("lock", "SELECT version FROM galleria.clock WHERE profile = $1::text FOR UPDATE"),
        ("since", since),
        (
            "made",
            "SELECT 1 FROM galleria.commit WHERE profile = $1::text AND version = $2::bigint AND id = $3::text::uuid"
        ),
        (
            "put",
            """
            INSERT INTO galleria.state (profile, origin, namespace, key, value, version)
            SELECT $1::text, e.origin, e.namespace, e.key, e.value, $2::bigint
            FROM unnest($3::text[], $4::text[], $5::bytea[], $6::bytea[]) AS e (origin, namespace, key, value)
            ON CONFLICT (profile, origin, namespace, key) DO UPDATE
            SET value = excluded.value, version = excluded.version, updated_at = excluded.updated_at
            """
        ),
        ("note", "INSERT INTO galleria.commit (profile, version, id) VALUES ($1::text, $2::bigint, $3::text::uuid)"),
        ("advance", "UPDATE galleria.clock SET version = $2::bigint WHERE profile = $1::text"),
        ("tell", "SELECT pg_notify('\(channel)', $1::text)"),
        (
            "sweep",
            """
            DELETE FROM galleria.commit
            WHERE profile = $1::text AND version < $2::bigint AND made_at < now() - make_interval(secs => $3::bigint)
            """
        ),
    ]

    /// Number of steps applied to the database; 0 when there is no schema of ours. Writes nothing.
    static func check(
        _ connection: PostgresConnection, migrations: [Migration] = migrations, _ patience: PostgresPatience
    ) throws(ServerTrouble) -> Int {
        guard connection.serverVersion >= ServerFault.oldestServer else {
            throw ServerTrouble(.tooOld(found: connection.serverVersion))
        }
        // Not by to_regclass(): behind the lock below it may still answer from what this session knew before it waited.
        let found = try connection.ask(
            [
                PostgresStatement(
                    """
                    SELECT EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                    WHERE n.nspname = 'galleria' AND c.relname = 'migration')
                    """)
            ], patience)
        guard found.first?.number(0, 0) == 1 else { return 0 }
        let applied =
            try connection.ask(
                [PostgresStatement("SELECT name, checksum FROM galleria.migration ORDER BY number")], patience
            ).first ?? PostgresRows()
        for (index, migration) in migrations.enumerated().prefix(applied.count) {
            guard applied.text(index, 0) == migration.name, applied.text(index, 1) == migration.checksum else {
                throw ServerTrouble(.changedMigration(name: migration.name))
            }
        }
        guard applied.count <= migrations.count else {
            throw ServerTrouble(.newerSchema(found: applied.count, supported: migrations.count))
        }
        return applied.count
    }

    /// Makes the schema the newest of `migrations`, in one transaction that no other galleria comes into.
    /// - Returns: the steps that were applied now.
    @discardableResult
    static func prepare(
        _ connection: PostgresConnection, migrations: [Migration] = migrations, _ patience: PostgresPatience
    ) throws(ServerTrouble) -> Int {
        guard try check(connection, migrations: migrations, patience) < migrations.count else { return 0 }
        do {
            // The number spells "GaSt". A lock of the transaction: it ends with it, whatever ends it.
            try connection.ask(
                [PostgresStatement("BEGIN"), PostgresStatement("SELECT pg_advisory_xact_lock(1197560692)")], patience)
            let version = try check(connection, migrations: migrations, patience)
            var steps: [PostgresStatement] = []
            if version == 0 {
                steps += statements(
                    """
                    CREATE SCHEMA IF NOT EXISTS galleria;
                    CREATE TABLE galleria.migration (
                        number integer PRIMARY KEY, name text NOT NULL UNIQUE, checksum text NOT NULL,
                        applied_at timestamptz NOT NULL DEFAULT now()
                    )
                    """)
            }
            for (index, migration) in migrations.enumerated().dropFirst(version) {
                steps += statements(migration.sql)
                steps.append(
                    PostgresStatement(
                        "INSERT INTO galleria.migration (number, name, checksum) VALUES ($1::bigint, $2::text, $3::text)",
                        [.number(Int64(index + 1)), .text(migration.name), .text(migration.checksum)]))
            }
            try connection.ask(steps + [PostgresStatement("COMMIT")], patience)
            return migrations.count - version
        } catch {
            connection.rollBack(patience)
            switch error.fault {
            case .noRights(let reason), .other("25006", let reason): throw ServerTrouble(.noSchema(reason: reason))
            default: throw error
            }
        }
    }

    /// The statements of a text of this program's own, in which `;` ends a line where it ends a statement.
    private static func statements(_ sql: String) -> [PostgresStatement] {
        sql.split(separator: "\n").reduce(into: [""]) { statements, line in
            guard line.utf8.last == UInt8(ascii: ";") else {
                statements[statements.count - 1] += line + "\n"
                return
            }
            statements[statements.count - 1] += line.dropLast()
            statements.append("")
        }.filter { !$0.isEmpty }.map { PostgresStatement($0) }
    }
}

/// A fault, thrown inside the store; with the server's address it becomes a `StorageFailure`.
struct ServerTrouble: Error, Equatable {
    let fault: ServerFault

    init(_ fault: ServerFault) { self.fault = fault }
}

extension PostgresConnection {
    /// `run`, with failures as faults of the state.
    @discardableResult
    func ask(
        _ statements: [PostgresStatement], _ patience: PostgresPatience
    ) throws(ServerTrouble) -> [PostgresRows] {
        do { return try run(statements, patience) } catch { throw ServerTrouble(ServerFault(error)) }
    }

    /// Ends a transaction without a trace. A failure leaves nothing to do: the connection is gone, and the transaction with it.
    func rollBack(_ patience: PostgresPatience) {
        _ = Result { () throws(PostgresFailure) in try run([PostgresStatement("ROLLBACK")], patience) }
    }
}
