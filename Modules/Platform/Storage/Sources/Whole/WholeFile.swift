internal import Glibc

/// The state of a file as a whole. Reading changes no byte of the file, its log, and what SQLite keeps beside them.
package final class WholeFile: WholeState {
    package let name: String
    private let files: StateFiles
    private let tuning: SQLiteTuning
    private var table: StateTable?
    /// Stamp of the file when its reading began.
    private var stamp: StateFiles.Stamp?
    private var version: Int64 = 0

    /// - Parameter timeout: longest wait for another program's lock.
    package init(path: String, timeout: Duration = .seconds(10)) {
        name = "sqlite:\(path)"
        files = StateFiles(path: path)
        var tuning = SQLiteTuning()
        tuning.lockPatience = timeout.wholeMilliseconds
        self.tuning = tuning
    }

    package func beginReading() throws(StorageFailure) -> Bool {
        table = nil
        try waiting { () throws(StorageFailure) in
            stamp = files.stamp
            table = try StateTable.open(files, for: .reading(untouched: true), tuning: tuning)
            try table?.connection.execute("BEGIN")
        }
        return table != nil
    }

    package func beginWriting() throws(StorageFailure) -> Int64 {
        end()
        try waiting { () throws(StorageFailure) in
            if let table, !table.isWritable || !table.isCurrent { self.table = nil }
            if table == nil { table = try StateTable.open(files, for: .writing, tuning: tuning) }
            guard let table else { throw .missing(path: files.path) }
            try table.connection.execute("BEGIN IMMEDIATE")
            version = try table.newestVersion() &+ 1
        }
        return version
    }

    /// Runs `body`; where another program has the file locked, again and again until the time is over.
    private func waiting(_ body: () throws(StorageFailure) -> Void) throws(StorageFailure) {
        let start = tuning.uptime()
        while true {
            do {
                return try body()
            } catch {
                end()
                guard case .locked(let path, _) = error else { throw error }
                let waited = tuning.uptime() - start
                guard waited < tuning.lockPatience else { throw .locked(path: path, waited: waited) }
                usleep(UInt32(tuning.lockStep) * 1_000)
            }
        }
    }

    package func page(after key: StateKey?, through last: StateKey?) throws(StorageFailure) -> [StoredEntry] {
        guard let table else { return [] }
        var parameters = StateTable.parameters(key ?? StateKey(namespace: "", key: ""))
        if let last { parameters += StateTable.parameters(last) }
        let statement = try table.connection.prepare(
            """
            SELECT origin, namespace, key, value, version FROM state
            WHERE value IS NOT NULL AND origin <> 'galleria' AND (origin, namespace, key) > (?, ?, ?)
            \(last == nil ? "" : "AND (origin, namespace, key) <= (?, ?, ?)")
            ORDER BY origin, namespace, key LIMIT \(WholeLimits.entries)
            """)
        var entries: [StoredEntry] = []
        var bytes = 0
        try statement.walk(
            parameters,
            while: { row in
                let namespace = StateNamespace(row.text(1), origin: row.text(0))
                let value = row.optionalBlob(3) ?? []
                bytes += value.count
                entries.append(
                    StoredEntry(
                        key: StateKey(namespace: namespace, key: row.text(2)), value: value, version: row.integer(4)))
                return bytes < WholeLimits.bytes
            })
        return entries
    }

    package func counts() throws(StorageFailure) -> [(namespace: StateNamespace, entries: Int)] {
        guard let table else { return [] }
        var counts: [(namespace: StateNamespace, entries: Int)] = []
        try table.connection.prepare(
            """
            SELECT origin, namespace, count(*) FROM state WHERE value IS NOT NULL AND origin <> 'galleria'
            GROUP BY origin, namespace ORDER BY origin, namespace
            """
        ).run { row in
            counts.append((StateNamespace(row.text(1), origin: row.text(0)), Int(clamping: row.integer(2))))
        }
        return counts
    }

    package func mark() throws(StorageFailure) -> [UInt8]? {
        var mark: [UInt8]?
        try table?.connection.prepare("SELECT value FROM state WHERE origin = ? AND namespace = ? AND key = ?")
            .run(StateTable.parameters(.mark)) { mark = $0.optionalBlob(0) }
        return mark
    }

    package func put(_ changes: [StateChange]) throws(StorageFailure) {
        guard let table else { throw .closed }
        for change in changes { try table.put(change, version: version, at: tuning.now()) }
    }

    package func commit() throws(StorageFailure) {
        guard let table else { throw .closed }
        do {
            try table.connection.execute("COMMIT")
        } catch {
            end()
            throw error
        }
    }

    package func end() {
        guard let table else { return }
        table.connection.rollBack()
        if !table.isWritable { self.table = nil }
    }

    package var isUndisturbed: Bool {
        guard let table, table.isStill else { return true }
        return files.stamp == stamp
    }
}
