import Composition
import DesignSystem
import FeatureKit
import Glibc
import JSON
import StateTransfer
import StdioTransport
import Storage

/// `galleria state export`
@Sendable func exportState(_ invocation: Invocation) throws -> ExitStatus {
    let state = try StateSpelling.current.state(try invocation.settings(), home: "")
    guard let path = invocation[Options.exportTo] else {
        _ = try StateExport.write(state, program: Program.version) { bytes throws(TransferFault) in
            guard invocation.console.streams.writeOutput(bytes) else { throw .output(errno) }
        }
        return .done
    }
    let file = try ExportFile(path)
    let entries = try StateExport.write(state, program: Program.version) { bytes throws(TransferFault) in
        try file.write(bytes)
    }
    try file.finish()
    return invocation.show(
        json: { writer in
            writer.beginObject()
            writer.key("state")
            writer.string(state.name)
            writer.key("file")
            writer.string(path)
            writer.key("entries")
            writer.integer(entries)
            writer.endObject()
        },
        text: {
            let counted =
                entries == 1
                ? "1 entry of \(sanitized(state.name)) is" : "\(entries) entries of \(sanitized(state.name)) are"
            return "\(counted) in \(sanitized(path)).\n"
        })
}

/// `galleria state import FILE|-`
@Sendable func importState(_ invocation: Invocation) throws -> ExitStatus {
    let state = try StateSpelling.current.state(try invocation.settings(), home: "")
    let path = try invocation[Arguments.exportFile]
    let isInput = path.utf8.elementsEqual("-".utf8)
    // Standard input is read where it stands: programs give a socket, which has no name to open.
    let descriptor = isInput ? dup(invocation.console.streams.input) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var reader = try ExportReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw unreadable(path) }
        if count == 0 { break }
        try reader.take(Array(buffer.prefix(count)))
    }
    let result = try StateImport.run(try reader.finish(), into: state, replaces: invocation[Options.replace])
    let counts = [
        ("added", result.added), ("kept", result.kept), ("replaced", result.replaced), ("removed", result.removed),
    ]
    return invocation.show(
        json: { writer in
            writer.beginObject()
            writer.key("state")
            writer.string(state.name)
            for (key, count) in counts {
                writer.key(key)
                writer.integer(count)
            }
            writer.endObject()
        },
        text: {
            Document([
                .keyValues(
                    [KeyValue("state", Inline(state.name, .code))]
                        + counts.map { KeyValue($0.0 == "kept" ? "there already" : $0.0, Inline(String($0.1))) })
            ]).rendered(invocation.renderOptions())
        })
}

private func unreadable(_ path: String) -> UsageFault {
    UsageFault(
        "\(sanitized(path)) can't be read: \(String(cString: strerror(errno))).",
        hint: "Name a file that galleria state export wrote, or - for standard input.")
}

/// A file that is made whole under its name, or not at all; nothing is overwritten. 0600, since it has what the state has.
final class ExportFile {
    private let path: String
    private let temporary: String
    private var descriptor: Int32

    init(_ path: String) throws(Fault) {
        if NewFile.exists(path) { throw NewFile.taken(path) }
        self.path = path
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        temporary = "\(path[..<slash]).\(path[slash...]).\(getpid()).part"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw NewFile.failed(path, errno) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unlink(temporary)
    }

    func write(_ bytes: [UInt8]) throws(TransferFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .output(errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Gives the file its name, once it is durable.
    func finish() throws(Fault) {
        guard fsync(descriptor) == 0 else { throw NewFile.failed(path, errno) }
        guard link(temporary, path) == 0 else { throw NewFile.failed(path, errno) }
    }
}
