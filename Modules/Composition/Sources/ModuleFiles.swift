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
    /// Variables of the process, for `${VAR}`.
    private let variables: [String: String]
    /// Takes a sentence about a file that somebody else could have written.
    private let warn: @Sendable (String) -> Void

    /// - Parameters:
    ///   - folder: `modules` beside the base settings file, whether it is there or not; nil where no place for that is known.
    ///   - named: paths of further files.
    ///   - variables: of the process.
    ///   - warn: takes a sentence about each file that somebody else could have written, when it is read.
    package init(
        in folder: String?, named: [String] = [], variables: [String: String],
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder.map { "\($0)/" }
        (self.named, self.variables, self.warn) = (named, variables, warn)
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

    /// Reads the files, all of them, and makes a feature of each. A start waits for it: two threads read.
    /// - Parameter features: those that are there without a file: their ids are taken.
    /// - Returns: those features, and the ones of the files behind them.
    /// - Throws: every mistake of every file.
    package func features(behind features: [Feature]) throws(SettingsReport) -> [Feature] {
        let paths = paths
        if paths.isEmpty { return features }
        let taken = features.map(\.manifest.id)
        let read = sideBySide(paths.count) { [self] index -> Result<Feature, SettingsReport> in
            do throws(SettingsReport) {
                return .success(try feature(paths[index], taken: taken + paths[..<index].map(Self.id)))
            } catch {
                return .failure(error)
            }
        }
        var all = features
        var problems: [SettingProblem] = []
        for result in read {
            switch result {
            case .success(let feature): all.append(feature)
            case .failure(let report): problems += report.problems
            }
        }
        if !problems.isEmpty { throw SettingsReport(problems: problems) }
        return all
    }

    /// Reads one file.
    /// - Parameter ids: of other modules.
    package func module(_ path: String, taken ids: [String] = []) throws(SettingsReport) -> (
        ModuleDeclaration, bytes: [UInt8]
    ) {
        let file: SettingsFile?
        do throws(SettingsFileFault) {
            file = try SettingsFile.read(path)
            if file == nil { throw SettingsFileFault(path: path, reason: .missing(namedBy: "--module")) }
        } catch {
            throw SettingsReport(problems: [SettingProblem(error)])
        }
        guard let file else { throw SettingsReport(problems: []) }
        file.warnings.forEach(warn)
        let read = ModuleFile.read(file.bytes, label: path, id: Self.id(of: path), variables: variables, taken: ids)
        return (try read.get(), file.bytes)
    }

    private func feature(_ path: String, taken ids: [String]) throws(SettingsReport) -> Feature {
        let (module, bytes) = try module(path, taken: ids)
        var feature = Feature(module, samples: Self.samples(of: path))
        // FNV-1a: tells a changed file from the one that was read.
        feature.revision = bytes.reduce(Int(truncatingIfNeeded: 0xCBF2_9CE4_8422_2325 as UInt64)) {
            ($0 ^ Int($1)) &* 0x100_0000_01B3
        }
        return feature
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
