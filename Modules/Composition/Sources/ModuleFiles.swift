package import DeclaredFeature
package import FeatureKit
import Glibc
package import ModuleFile
import Runtime
package import Settings

/// The files that declare modules: `modules/ID.yaml` beside the base settings file, and those named on the command line.
package struct ModuleFiles: Sendable {
    /// Folder of the files, with a slash at its end; nil without a base settings file's place.
    package let folder: String?
    /// Paths of further files.
    private let named: [String]
    /// Those that an earlier start read whole.
    private let proved: ProvedFiles
    /// Variables of the process, for `${VAR}`.
    private let variables: [String: String]
    /// Takes a sentence about a file that somebody else could have written.
    private let warn: @Sendable (String) -> Void

    /// - Parameters:
    ///   - folder: `modules` beside the base settings file, whether it is there or not; nil where no place for that is known.
    ///   - named: paths of further files.
    ///   - proved: those that an earlier start read whole; none by default.
    ///   - variables: of the process.
    ///   - warn: takes a sentence about each file that somebody else could have written, when it is read.
    package init(
        in folder: String?, named: [String] = [], proved: ProvedFiles = ProvedFiles(home: nil),
        variables: [String: String],
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder.map { "\($0)/" }
        (self.named, self.proved, self.variables, self.warn) = (named, proved, variables, warn)
    }

    /// Paths to be watched: the folder, and the files named.
    package var watched: [String] { [folder].compactMap(\.self) + named }

    /// Paths of all files, those of the folder by name, those named behind.
    package var paths: [String] {
        guard let folder, let stream = opendir(folder) else { return named }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if Self.endings.contains(where: name.hasSuffix), name.utf8.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder + $0 } + named
    }

    /// Reads the files and makes a feature of each. Of those that are proved the head alone: the rest is read when the features are
    /// made. All others are read whole, and a start waits for it: two threads read.
    /// - Parameter features: those that are there without a file: their ids are taken.
    /// - Returns: those features, and the ones of the files behind them.
    /// - Throws: every mistake of every file.
    package func features(behind features: [Feature]) throws(SettingsReport) -> [Feature] {
        let paths = paths
        if paths.isEmpty { return features }
        let ids = features.map(\.manifest.id) + paths.map(Self.id)
        let files = paths.indices.map { file(at: paths[$0], taken: Array(ids[..<(features.count + $0)])) }
        let digests = proved.digests
        let heads = files.map { file in (try? file.get()).flatMap { digests.contains($0.digest) ? $0.head : nil } }
        let others = files.indices.filter { heads[$0] == nil }
        let whole = sideBySide(others.count) { [self] index in files[others[index]].flatMap(feature) }
        var results = Dictionary(uniqueKeysWithValues: zip(others, whole))
        let late = files.indices.compactMap { index in
            heads[index].flatMap { head in (try? files[index].get()).map { (index, file: $0, head: head) } }
        }
        let rest = MadeAhead(late.map { [self] _, file, head in { declaration(of: file, head) } })
        for (place, (index, file, head)) in late.enumerated() {
            var feature = Feature(head: head, samples: Self.samples(of: file.path)) { rest[place] }.provedAlone
            feature.revision = file.revision
            results[index] = .success(feature)
        }
        var all = features
        var problems: [SettingProblem] = []
        for index in files.indices {
            switch results[index] {
            case .success(let feature)?: all.append(feature)
            case .failure(let report)?: problems += report.problems
            case nil: break
            }
        }
        if !problems.isEmpty { throw SettingsReport(problems: problems) }
        return all
    }

    /// A file, its bytes read.
    private struct File: Sendable {
        let path: String
        let bytes: [UInt8]
        let digest: UInt64
        /// Ids of other modules.
        let taken: [String]

        /// Tells a changed file from the one that was read.
        var revision: Int { Int(truncatingIfNeeded: digest) }

        /// Its head, if that stands alone.
        var head: ModuleDeclaration? {
            ModuleFile.readHead(bytes, label: path, id: ModuleFiles.id(of: path), taken: taken)
        }
    }

    private func file(at path: String, taken ids: [String]) -> Result<File, SettingsReport> {
        do throws(SettingsReport) {
            let bytes = try bytes(of: path)
            let digest = ProvedFiles.digest(of: bytes, id: Self.id(of: path))
            return .success(File(path: path, bytes: bytes, digest: digest, taken: ids))
        } catch {
            return .failure(error)
        }
    }

    /// The feature of a file, which is read whole.
    private func feature(of file: File) -> Result<Feature, SettingsReport> {
        declaration(of: file).map { module in
            var feature = Feature(module, samples: Self.samples(of: file.path))
            feature.revision = file.revision
            // Another start may read the head alone where it says by itself what the whole file says.
            if !module.usesVariables, let head = file.head, module.hasHead(of: head) { feature.digest = file.digest }
            return feature
        }
    }

    /// The whole declaration of a proved file. Should it be wrong all the same, then a module without operations: its mistakes are
    /// told as a warning.
    private func declaration(of file: File, _ head: ModuleDeclaration) -> ModuleDeclaration {
        switch declaration(of: file) {
        case .success(let module): return module
        case .failure(let report):
            warn(report.rendered())
            return head
        }
    }

    private func declaration(of file: File) -> Result<ModuleDeclaration, SettingsReport> {
        ModuleFile.read(
            file.bytes, label: file.path, id: Self.id(of: file.path), variables: variables, taken: file.taken)
    }

    /// Reads one file.
    /// - Parameter ids: of other modules.
    package func module(_ path: String, taken ids: [String] = []) throws(SettingsReport) -> (
        ModuleDeclaration, bytes: [UInt8]
    ) {
        let bytes = try bytes(of: path)
        let read = ModuleFile.read(bytes, label: path, id: Self.id(of: path), variables: variables, taken: ids)
        return (try read.get(), bytes)
    }

    private func bytes(of path: String) throws(SettingsReport) -> [UInt8] {
        let file: SettingsFile?
        do throws(SettingsFileFault) {
            file = try SettingsFile.read(path)
            if file == nil { throw SettingsFileFault(path: path, reason: .missing(namedBy: "--module")) }
        } catch {
            throw SettingsReport(problems: [SettingProblem(error)])
        }
        guard let file else { throw SettingsReport(problems: []) }
        file.warnings.forEach(warn)
        return file.bytes
    }

    /// Reads the sample files beside a module's file.
    package static func samples(of path: String) -> SampleReader {
        let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
        return { name in contents(of: folder + name) }
    }

    /// The bytes of a plain file; nil for one that is not there, no file, or too large.
    private static func contents(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostSampleBytes
        else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= mostSampleBytes {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        return nil
    }

    private static let endings = [".yaml", ".yml"]

    /// The id that a file's name is: without its folder and its ending.
    package static func id(of path: String) -> String {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.index(after: $0)...]) } ?? path
        let ending = endings.first { name.utf8.count > $0.utf8.count && name.hasSuffix($0) }
        return String(name.dropLast(ending?.count ?? 0))
    }
}
