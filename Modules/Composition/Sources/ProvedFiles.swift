import Glibc

/// The modules' files that this very program read whole, found right, and made modules of: their digests, in the user's cache. Of
/// these a start reads the head alone before its first answer, and judges their declarations no second time.
///
/// It holds no promise: without it, or where it can't be read or written, every start reads every file. Another build of the program
/// begins a new one.
package struct ProvedFiles: Sendable {
    /// Folder of the file; nil where no home is known.
    private let folder: String?

    /// - Parameter home: the user's folder.
    package init(home: String?) {
        folder = home.flatMap { $0.utf8.first == UInt8(ascii: "/") ? "\($0)/.cache/galleria" : nil }
    }

    /// A digest of a module's file: of its id, since routes name that, and of its bytes (FNV-1a, 64 bits).
    package static func digest(of bytes: [UInt8], id: String) -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ byte: UInt8) { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        id.utf8.forEach(add)
        add(0)
        bytes.forEach(add)
        return digest
    }

    /// The digests.
    package var digests: Set<UInt64> {
        guard let folder, let program = Self.program, let text = Self.contents(of: "\(folder)/\(Self.name)") else {
            return []
        }
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        // Written by another build, whose rules may be others.
        guard lines.first?.elementsEqual(program.utf8) == true else { return [] }
        return Set(lines.dropFirst().compactMap { Substring($0) }.compactMap { UInt64($0, radix: 16) })
    }

    /// Adds digests. Written whole under another name, then renamed; of two processes at once the later one counts.
    package func add(_ digests: [UInt64]) {
        let known = self.digests
        let new = Set(digests).subtracting(known)
        guard let folder, let program = Self.program, !new.isEmpty else { return }
        let all = new.sorted() + known.sorted().prefix(max(0, Self.most - new.count))
        let text = ([program] + all.prefix(Self.most).map { String($0, radix: 16) }).joined(separator: "\n") + "\n"
        mkdir("\(folder.dropLast("/galleria".count))", 0o700)
        mkdir(folder, 0o700)
        let temporary = "\(folder)/\(Self.name).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count }
        close(descriptor)
        guard isWritten, rename(temporary, "\(folder)/\(Self.name)") == 0 else {
            unlink(temporary)
            return
        }
    }

    private static let name = "proved-modules"
    /// The most digests: those of a few dozen folders of modules.
    private static let most = 500

    /// This build of the program: the file that runs, as the system knows it. Nil where there is no telling.
    private static var program: String? {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return nil }
        let time = status.st_mtim
        return "galleria \(status.st_dev) \(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }

    /// A plain file of this user alone, at most 16 KiB; nil for anything else.
    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0, status.st_size <= 1 << 14
        else { return nil }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
            count = read(descriptor, buffer.baseAddress, buffer.count)
            filled = max(count, 0)
        }
        return count == Int(status.st_size) ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
