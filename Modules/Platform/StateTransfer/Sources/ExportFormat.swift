internal import JSON
internal import Storage
internal import Values

/// The form of an export: lines of JSON. The first tells what follows, then comes one line an entry in the order of the names'
/// bytes, and the last has the SHA-256 of every byte before it, as `head -n -1 FILE | sha256sum` prints it.
enum ExportFormat {
    /// Raised when an older program must not read it.
    static let version = 1
    static let name = "galleria.state"
    /// Longer than any entry: a value whose every byte is escaped as six, and its name.
    static let lineBytes = 6 * (StateLimits.valueBytes + StateLimits.keyBytes + StateLimits.originBytes) + 1024

    static func head(_ counts: [(namespace: StateNamespace, entries: Int)], program: String) -> [UInt8] {
        line { writer in
            writer.key("format")
            writer.string(name)
            writer.key("version")
            writer.integer(version)
            writer.key("program")
            writer.string(program)
            writer.key("entries")
            writer.integer(counts.reduce(0) { $0 + $1.entries })
            writer.key("namespaces")
            writer.beginArray()
            for (namespace, entries) in counts {
                writer.beginObject()
                writer.key("origin")
                writer.string(namespace.origin)
                writer.key("namespace")
                writer.string(namespace.name)
                writer.key("entries")
                writer.integer(entries)
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// A value is `text` where it is UTF-8, else `bytes` in base64url.
    static func entry(_ entry: StoredEntry) -> [UInt8] {
        line { writer in
            writer.key("origin")
            writer.string(entry.key.namespace.origin)
            writer.key("namespace")
            writer.string(entry.key.namespace.name)
            writer.key("key")
            writer.string(entry.key.key)
            if let text = String(validating: entry.value, as: UTF8.self) {
                writer.key("text")
                writer.string(text)
            } else {
                writer.key("bytes")
                writer.string(base64(entry.value, .url))
            }
        }
    }

    static func end(entries: Int, checksum: String) -> [UInt8] {
        line { writer in
            writer.key("end")
            writer.integer(entries)
            writer.key("sha256")
            writer.string(checksum)
        }
    }

    private static func line(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The entry of a line; nil for a line of another form.
    static func entry(_ node: JSONNode) -> StoredEntry? {
        guard node.kind == .object, node.count == 4, let origin = node["origin"]?.string,
            let namespace = node["namespace"]?.string, let key = node["key"]?.string
        else {
            return nil
        }
        let value =
            node["text"]?.string.map { Array($0.utf8) } ?? node["bytes"]?.string.flatMap { bytes(base64URL: $0) }
        let name = StateKey(namespace: StateNamespace(namespace, origin: origin), key: key)
        // The mark of a move has a place of its own, and is in no export.
        guard let value, !origin.utf8.elementsEqual(StateKey.mark.namespace.origin.utf8) else { return nil }
        return StoredEntry(key: name, value: value, version: 0)
    }
}
