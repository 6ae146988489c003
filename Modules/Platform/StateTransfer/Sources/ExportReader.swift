internal import DiskCache
internal import JSON
package import Storage

/// Reads an export, which comes in pieces, and believes none of it before its end: form, order, bounds, counts and checksum.
package struct ExportReader {
    /// The first line.
    private struct Head {
        let entries: Int
        let namespaces: [StateNamespace: Int]
    }

    private var head: Head?
    private var entries: [StoredEntry] = []
    private var found: [StateNamespace: Int] = [:]
    /// Bytes of a line that has no end yet.
    private var rest: [UInt8] = []
    private var line = 0
    private var isEnded = false
    private let checksum: SHA256Stream

    package init() throws(TransferFault) {
        guard let checksum = SHA256Stream() else { throw .noDigests }
        self.checksum = checksum
    }

    /// Takes the next bytes.
    package mutating func take(_ bytes: [UInt8]) throws(TransferFault) {
        var bytes = bytes[...]
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            rest += bytes[...end]
            bytes = bytes[(end + 1)...]
            let whole = rest
            rest = []
            line += 1
            try read(whole)
        }
        rest += bytes
        guard rest.count <= ExportFormat.lineBytes else { throw fault(.tooLong, at: line + 1) }
        if isEnded, !rest.isEmpty { throw fault(.trailing, at: line) }
    }

    /// Ends the export.
    /// - Returns: its entries, in their order.
    package mutating func finish() throws(TransferFault) -> [StoredEntry] {
        guard isEnded else { throw fault(line == 0 ? .notAnExport : .cut, at: max(1, line)) }
        return entries
    }

    private func fault(_ problem: ExportFault.Problem, at line: Int) -> TransferFault {
        .export(ExportFault(line: line, problem: problem))
    }

    /// - Parameter bytes: a line with its end.
    private mutating func read(_ bytes: [UInt8]) throws(TransferFault) {
        guard !isEnded else { throw fault(.trailing, at: line - 1) }
        guard bytes.count <= ExportFormat.lineBytes else { throw fault(.tooLong, at: line) }
        guard let document = try? JSONDocument(parsing: Array(bytes.dropLast())), document.root.kind == .object else {
            throw fault(head == nil ? .notAnExport : .malformed, at: line)
        }
        guard let head else {
            self.head = try readHead(document.root)
            return checksum.add(bytes)
        }
        if document.root["end"] != nil { return try readEnd(bytes, head) }
        guard let entry = ExportFormat.entry(document.root) else { throw fault(.malformed, at: line) }
        do throws(StorageFailure) {
            try StateLimits.check(entry.key)
            try StateLimits.check(value: entry.value)
        } catch {
            throw fault(.storage(error), at: line)
        }
        if let last = entries.last, !last.key.precedes(entry.key) { throw fault(.outOfOrder, at: line) }
        entries.append(entry)
        found[entry.key.namespace, default: 0] += 1
        checksum.add(bytes)
    }

    private func readHead(_ node: JSONNode) throws(TransferFault) -> Head {
        guard node["format"]?.isString("galleria.state") ?? false, let version = node["version"]?.integer else {
            throw fault(.notAnExport, at: line)
        }
        guard version == ExportFormat.version else { throw fault(.laterFormat(version), at: line) }
        guard node.count == 5, node["program"]?.string != nil, let entries = node["entries"]?.integer,
            let parts = node["namespaces"], parts.kind == .array
        else {
            throw fault(.malformed, at: line)
        }
        var namespaces: [StateNamespace: Int] = [:]
        for part in parts.elements {
            guard part.count == 3, let origin = part["origin"]?.string, let name = part["namespace"]?.string,
                let count = part["entries"]?.integer, count > 0,
                namespaces.updateValue(count, forKey: StateNamespace(name, origin: origin)) == nil
            else {
                throw fault(.malformed, at: line)
            }
        }
        return Head(entries: entries, namespaces: namespaces)
    }

    /// The last line must be what it is for the lines before it, to the byte.
    private mutating func readEnd(_ bytes: [UInt8], _ head: Head) throws(TransferFault) {
        guard entries.count == head.entries, found == head.namespaces else {
            throw fault(.wrongCount(expected: head.entries, found: entries.count), at: line)
        }
        guard let digits = checksum.hexadecimal() else { throw .noDigests }
        guard bytes == ExportFormat.end(entries: entries.count, checksum: digits) else {
            throw fault(.wrongChecksum, at: line)
        }
        isEnded = true
    }
}
