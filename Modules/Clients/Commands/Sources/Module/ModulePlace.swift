import DesignSystem
import FeatureKit
import Glibc
import ModuleDraft
import Settings

/// Place of a new module's file and its samples: `modules` beside the base settings file.
struct ModulePlace {
    let folder: String
    let id: String

    var file: String { "\(folder)/\(id).yaml" }

    init(_ id: String, in files: SettingsFiles) throws(UsageFault) {
        guard let folder = files.modulesFolder else {
            throw UsageFault("No folder of settings is known.", hint: "Name a settings file by --config, or set HOME.")
        }
        (self.folder, self.id) = (folder, id)
    }

    func path(of sample: SampleFile) -> String { "\(folder)/\(sample.name)" }

    /// - Throws: what is there already.
    func expectFree() throws(Fault) {
        for path in [file, "\(folder)/\(id)"] where Self.exists(path) { throw Self.taken(path) }
    }

    /// Writes the samples, then the file, which appears whole or not at all; what fails takes the rest back.
    func write(_ draft: ModuleDraft) throws(Fault) {
        try Self.makeFolder(folder)
        try Self.makeFolder("\(folder)/\(id)")
        var written: [String] = []
        do throws(Fault) {
            for sample in draft.samples {
                try Self.create(path(of: sample), sample.bytes)
                written.append(path(of: sample))
            }
            let draftPath = "\(folder)/\(id)/.\(id).yaml"
            try Self.create(draftPath, Array(draft.text.utf8))
            defer { unlink(draftPath) }
            // A link never replaces what is there.
            guard link(draftPath, file) == 0 else { throw Self.failed(file, errno) }
        } catch {
            for path in written { unlink(path) }
            rmdir("\(folder)/\(id)")
            throw error
        }
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Makes a folder and those above it.
    private static func makeFolder(_ path: String) throws(Fault) {
        if path.isEmpty || exists(path) { return }
        if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failed(path, errno) }
    }

    private static func create(_ path: String, _ bytes: [UInt8]) throws(Fault) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failed(path, errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = errno
                close(descriptor)
                unlink(path)
                throw failed(path, error)
            }
            rest = rest.dropFirst(count)
        }
        guard close(descriptor) == 0 else { throw failed(path, errno) }
    }

    private static func failed(_ path: String, _ error: Int32) -> Fault {
        if error == EEXIST { return taken(path) }
        return Fault(
            .storageFailed, "\(sanitized(path)) can't be written: \(String(cString: strerror(error))).",
            hint: "Check the folder and its permissions.")
    }

    private static func taken(_ path: String) -> Fault {
        Fault(
            .invalidArgument, "\(sanitized(path)) is there already, and nothing is overwritten.",
            hint: "Move it away, or take another name.")
    }
}
