internal import CSQLite
internal import Glibc

/// One prepared statement, kept for as long as its connection. Not for two threads at once.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let path: String

    /// - Parameter path: the state file, for failures.
    init(_ sql: String, on connection: OpaquePointer, path: String) throws(StorageFailure) {
        var prepared: OpaquePointer?
        errno = 0
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw .sqlite(code, connection, path: path) }
        handle = prepared
        self.path = path
    }

    deinit { sqlite3_finalize(handle) }

    /// A bound parameter.
    enum Parameter {
        case text(String)
        case blob([UInt8])
        case integer(Int64)
    }

    /// Binds `parameters` in their order, calls `row` for each row of the result, and makes the statement ready again.
    ///
    /// Whatever comes from outside gets into SQL only as a parameter here.
    func run(
        _ parameters: [Parameter] = [], row: (SQLiteRow) -> Void = { _ in }
    ) throws(StorageFailure) {
        try walk(
            parameters,
            while: { found in
                row(found)
                return true
            })
    }

    /// The same; goes on to the next row as long as `row` gives true.
    func walk(_ parameters: [Parameter], while row: (SQLiteRow) -> Bool) throws(StorageFailure) {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, parameter) in parameters.enumerated() {
            try check(bind(parameter, at: Int32(index + 1)))
        }
        while true {
            errno = 0
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure(code) }
            guard row(SQLiteRow(statement: handle)) else { return }
        }
    }

    private func bind(_ parameter: Parameter, at index: Int32) -> Int32 {
        switch parameter {
        case .integer(let number):
            return sqlite3_bind_int64(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    sqlite3_bind_text(handle, index, characters.baseAddress, Int32(characters.count), Self.copied)
                }
            }
        case .blob(let bytes):
            // A nil pointer would bind NULL, and an empty array may have one.
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return bytes.withUnsafeBytes { buffer in
                sqlite3_bind_blob(handle, index, buffer.baseAddress, Int32(buffer.count), Self.copied)
            }
        }
    }

    /// SQLITE_TRANSIENT, a C macro Swift cannot read: SQLite copies the bytes before the call returns.
    private static var copied: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }

    private func check(_ code: Int32) throws(StorageFailure) {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> StorageFailure {
        .sqlite(code, sqlite3_db_handle(handle), path: path)
    }
}

/// The row a statement stands at; good only inside the closure that got it.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    /// A column of bytes; nil for NULL.
    func optionalBlob(_ column: Int32) -> [UInt8]? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : blob(column)
    }

    private func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// A text column, NUL bytes and all; invalid UTF-8, which this program never writes, is repaired.
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
