/// A parameter of a statement, in PostgreSQL's binary form.
package enum PostgresValue: Sendable {
    case text(String)
    case bytes([UInt8])
    case number(Int64)
    case texts([String])
    /// Nil is NULL.
    case blobs([[UInt8]?])

    /// Adds the value's bytes.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes += text.utf8
        case .bytes(let blob): bytes += blob
        case .number(let number): Self.append(UInt64(bitPattern: number), to: &bytes)
        // 25 is text's number, 17 that of bytea (pg_type.dat); neither ever changes.
        case .texts(let list): Self.append(list.map { Array($0.utf8) }, of: 25, to: &bytes)
        case .blobs(let list): Self.append(list, of: 17, to: &bytes)
        }
    }

    /// An array of one dimension as `array_recv` reads it: dimensions, whether a NULL is in it, the elements' type; length and
    /// first index; then each element behind its length.
    private static func append(_ list: [[UInt8]?], of type: UInt32, to bytes: inout [UInt8]) {
        append(UInt32(list.isEmpty ? 0 : 1), to: &bytes)
        append(UInt32(list.contains { $0 == nil } ? 1 : 0), to: &bytes)
        append(type, to: &bytes)
        if list.isEmpty { return }
        append(UInt32(truncatingIfNeeded: list.count), to: &bytes)
        append(UInt32(1), to: &bytes)
        for element in list {
            append(element.map { UInt32(truncatingIfNeeded: $0.count) } ?? .max, to: &bytes)
            bytes += element ?? []
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
}

/// One statement of a group.
package struct PostgresStatement: Sendable {
    /// Its text, or the name of a prepared one.
    enum Form: Sendable {
        case sql(String)
        case prepared(String)
    }

    let form: Form
    let parameters: [PostgresValue]

    /// A statement of this program's own. Whatever comes from outside is a parameter.
    package init(_ sql: String, _ parameters: [PostgresValue] = []) {
        form = .sql(sql)
        self.parameters = parameters
    }

    /// A statement that was prepared on the same connection.
    package init(prepared name: String, _ parameters: [PostgresValue] = []) {
        form = .prepared(name)
        self.parameters = parameters
    }
}

/// The rows that a statement answered.
package struct PostgresRows: Sendable {
    /// Each row's values, in binary form; nil for NULL.
    package var rows: [[[UInt8]?]] = []

    package init(rows: [[[UInt8]?]] = []) { self.rows = rows }

    package var count: Int { rows.count }

    package func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        guard rows.indices.contains(row), rows[row].indices.contains(column) else { return nil }
        return rows[row][column]
    }

    package func text(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A `bigint`, `integer` or `boolean`.
    package func number(_ row: Int, _ column: Int) -> Int64? {
        guard let bytes = bytes(row, column), !bytes.isEmpty, bytes.count <= 8 else { return nil }
        let raw = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return switch bytes.count {
        case 8: Int64(bitPattern: raw)
        case 4: Int64(Int32(truncatingIfNeeded: raw))
        default: Int64(raw)
        }
    }
}
