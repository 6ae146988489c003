import Glibc

/// A file without a name, gone with its last descriptor: what stands for a client's two pipes.
final class ScratchFile {
    let descriptor: Int32

    /// A file with these contents, read from its start; nil when the system has none left.
    init?(_ contents: [UInt8]) {
        var template = Array("/tmp/galleria-fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        unlink(template)
        guard write(descriptor, contents, contents.count) == contents.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// All that is in it.
    func contents() -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }
}
