/// Finds and reads the settings files: the one place of this module that touches the file system.
///
/// The base file is the one named by `--config`, else by `$GALLERIA_CONFIG`, else
/// `$XDG_CONFIG_HOME/galleria/galleria.yaml` (`~/.config` without the variable), else none. The working directory
/// is never searched: it may be a stranger's project.
package struct SettingsFiles: Sendable {
    /// Value of `--config`.
    private let option: String?
    private let variables: [String: String]
    private let home: String?

    /// - Parameters:
    ///   - option: the file named by `--config`, if any.
    ///   - variables: the process's variables.
    ///   - home: the home directory, an absolute path; others count as not known.
    package init(option: String?, variables: [String: String], home: String?) {
        self.option = option
        self.variables = variables
        self.home = Self.absolute(home)
    }

    /// Path of the base file, and the option or variable that named it: nil for the place where it may be missing.
    package var basePath: (path: String, namedBy: String?)? {
        if let option { return (option, "--config") }
        if let named = variables["GALLERIA_CONFIG"], !named.isEmpty { return (named, "GALLERIA_CONFIG") }
        let folder = Self.absolute(variables["XDG_CONFIG_HOME"]) ?? home.map { $0 + "/.config" }
        return folder.map { ("\($0)/galleria/galleria.yaml", nil) }
    }

    /// The base file; nil when there is none and none was named.
    package func readBase() throws(SettingsFileFault) -> SettingsFile? {
        guard let (path, namedBy) = basePath else { return nil }
        let file = try SettingsFile.read(path)
        if file == nil, let namedBy { throw SettingsFileFault(path: path, reason: .missing(namedBy: namedBy)) }
        return file
    }

    /// Path of an environment's file: `environments/NAME.yaml` beside the base file. Nil without a base file.
    package func environmentPath(_ name: String) -> String? { folder.map { "\($0)environments/\(name).yaml" } }

    /// Folder of the files that declare modules: `modules` beside the base file, whether that is there or not. Nil where no
    /// place for a base file is known.
    package var modulesFolder: String? { folder.map { "\($0)modules" } }

    /// Folder of the base file, with a slash at its end; empty for the working directory.
    private var folder: String? {
        basePath.map { base in
            base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(base.path[...$0]) } ?? ""
        }
    }

    /// The file of an environment beside the base file; nil when there is none.
    package func readEnvironment(_ name: String) throws(SettingsFileFault) -> SettingsFile? {
        guard let path = environmentPath(name) else { return nil }
        return try SettingsFile.read(path)
    }

    private static func absolute(_ path: String?) -> String? {
        path?.utf8.first == UInt8(ascii: "/") ? path : nil
    }
}

extension SettingsFiles {
    /// Everything to load settings from, with the base file read.
    ///
    /// - Parameters:
    ///   - shipped: the environments inside the binary, taken when there is no file of that name beside the base file.
    ///   - environmentName: what `--environment` says.
    ///   - flags: what each `--set` says, in order.
    ///   - lax: whether variables of `${VAR}` may be missing.
    ///   - readings: files that were read already.
    ///   - warn: takes a sentence about each file that somebody else could have written, when it is read (C6).
    /// - Throws: a report of the one problem, when a base file was named or found but could not be read.
    package func sources(
        shipped: [(name: String, bytes: [UInt8])], environmentName: String? = nil,
        flags: [(key: String, value: String)] = [], lax: Bool = false,
        readings: FileReadings = FileReadings(), warn: @escaping @Sendable (String) -> Void
    ) throws(SettingsReport) -> SettingsSources {
        let base: SettingsFile?
        do throws(SettingsFileFault) {
            base = try readBase()
        } catch {
            throw SettingsReport(problems: [SettingProblem(error)])
        }
        base?.warnings.forEach(warn)
        return SettingsSources(
            baseFile: base.map { ($0.path, $0.bytes) },
            environmentFile: { name throws(SettingsFileFault) in
                if let file = try readEnvironment(name) {
                    file.warnings.forEach(warn)
                    return (file.path, file.bytes)
                }
                return shipped.first { $0.name == name }.map { ("environments/\(name).yaml (shipped)", $0.bytes) }
            },
            shippedEnvironments: shipped.map(\.name), environmentName: environmentName, flags: flags,
            variables: variables, home: home, lax: lax, readings: readings)
    }
}
