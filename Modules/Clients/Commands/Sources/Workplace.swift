import Composition
import DesignSystem
import FeatureKit
import Glibc
import Runtime
import Settings
import StdioTransport
import Synchronization

/// The host that a command works with, and how its text is rendered.
struct Workplace: Sendable {
    let invocation: Invocation
    let storefront: Storefront
    let options: RenderOptions
    /// Nil where no pictures are shown.
    let pictures: PictureDisplay?
    let log: DiagnosticLog

    /// Runs asynchronous work on the event loop's thread, which is this one, until it has ended and the host is closed.
    func run(_ work: @escaping @Sendable () async throws -> ExitStatus) throws -> ExitStatus {
        let result = try storefront.loop.result { [storefront] in
            let result: Result<ExitStatus, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            await storefront.close()
            return try result.get()
        }
        return result ?? .failed
    }

    /// Gives the terminal to `work`, and closes the host when that has ended.
    func onTerminal(_ form: TerminalSession.Form, _ work: (TerminalSession) throws -> ExitStatus) throws -> ExitStatus {
        let session = try TerminalSession(form, loop: storefront.loop, streams: invocation.console.streams)
        let result = Result { try work(session) }
        return try run { try result.get() }
    }
}

extension EventLoop {
    /// Runs asynchronous work on this loop's thread, which is the caller's.
    /// - Parameter limit: the longest time; none by default.
    /// - Returns: nil when the time was over, or the loop ended before.
    func result<Value: Sendable>(
        within limit: Duration? = nil, _ work: @escaping @Sendable () async throws -> Value
    ) throws -> Value? {
        let outcome = Outcome<Value>()
        Task.immediate(executorPreference: self) { [self] in
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            wake()
        }
        let isOver = limit.map { limit in
            let isOver = TimeLimit()
            _ = schedule(after: limit) { isOver.reached.store(true, ordering: .relaxed) }
            return isOver
        }
        run { outcome.result.withLock { $0 != nil } || isOver?.reached.load(ordering: .relaxed) ?? false }
        return try outcome.result.withLock { $0 }?.get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    private final class TimeLimit: Sendable {
        let reached = Atomic(false)
    }
}

extension Invocation {
    /// Loads the settings as files, variables and options have them; warnings go to standard error.
    func settings() throws -> Settings { try settings(in: nil, of: features) }

    /// The files that declare modules.
    var declaredModules: ModuleFiles {
        ModuleFiles(
            in: settingsFiles.modulesFolder, named: self[Options.module], proved: provedFiles, variables: variables
        ) { console.warn("galleria: \($0)") }
    }

    private var provedFiles: ProvedFiles { ProvedFiles(home: variables["HOME"]) }

    /// The features of the binary: those that no file declares.
    private var compiled: [Feature] { features.filter { $0.revision == 0 } }

    /// Reads the modules' files again.
    var featureLoader: RunningModules.LoadFeatures {
        { [self] () throws(SettingsReport) in try declaredFeatures(behind: compiled) }
    }

    /// Some features, behind them the shops that the settings name, then those that files declare.
    /// - Throws: every mistake of the files, or that of a settings file that can't be read.
    func declaredFeatures(behind features: [Feature]) throws(SettingsReport) -> [Feature] {
        let shops = DeclaredShops.features(behind: features, in: try sources(in: nil))
        return try declaredModules.features(behind: shops)
    }

    /// Everything that settings are made of, under an environment.
    func sources(
        in environment: String?, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SettingsReport) -> SettingsSources {
        var flags = self[Options.set].map { (key: $0.key, value: $0.value) }
        if let level = self[Options.logLevel] { flags.append((ProgramSettings.logLevel.path, level.rawValue)) }
        let shipped = ShippedEnvironments.names.map { (name: $0, bytes: ShippedEnvironments.file($0) ?? []) }
        return try settingsFiles.sources(
            shipped: shipped, environmentName: environment ?? self[Options.environment], flags: flags,
            lax: self[Options.lax], readings: fileReadings, warn: warn)
    }

    /// Paths of the settings' files.
    var settingsFiles: SettingsFiles {
        SettingsFiles(option: self[Options.config], variables: variables, home: variables["HOME"])
    }

    /// Loads the settings under an environment.
    func settings(in environment: String?, of features: [Feature]) throws(SettingsReport) -> Settings {
        let sources = try sources(in: environment) { console.warn("galleria: \($0)") }
        let catalog: SettingsCatalog
        do throws(SettingsCatalogFault) {
            catalog = try ProgramSettings.catalog(of: features)
        } catch {
            throw SettingsReport(problems: [SettingProblem(error.fault.message, in: Program.name)])
        }
        return try Settings.load(catalog: catalog, sources: sources)
    }

    /// Every setting that there is.
    func catalog() throws -> SettingsCatalog { try ProgramSettings.catalog(of: features) }

    /// Makes the host.
    /// - Parameters:
    ///   - restriction: what of the modules is served; all by default.
    ///   - startsModules: whether the modules are made as well; otherwise when they are needed first, and the process
    ///     ends if they can't be made.
    ///   - staysOpen: whether it goes on to show what other processes change; otherwise it answers once.
    ///   - tables: how rows that are too wide take their place.
    func workplace(
        restriction: Restriction = .none, startsModules: Bool = true, staysOpen: Bool = false,
        tables: TableFit = .whole
    ) throws -> Workplace {
        let settings = try settings()
        var options = renderOptions(settings)
        options.tables = tables
        let log = DiagnosticLog(level: LogLevel(rawValue: settings[ProgramSettings.logLevel]) ?? .info)
        let storefront = Storefront(
            features: features, settings: settings,
            loadSettings: { environment, features throws(SettingsReport) in
                try self.settings(in: environment, of: features)
            }, loadFeatures: featureLoader, judged: provedFiles.add, loop: try EventLoop(),
            screenOptions: options, restriction: restriction, followsState: staysOpen, log: log
        ) { fault in
            log.write(.error, fault.sentence)
            _exit(ExitStatus.failed.rawValue)
        }
        made(storefront)
        if startsModules { try storefront.start() }
        let pictures = PictureDisplay(self, setting: settings[ProgramSettings.pictures], options: options)
        return Workplace(invocation: self, storefront: storefront, options: options, pictures: pictures, log: log)
    }
}

extension SettingsCatalogFault: Explained {
    var fault: Fault {
        Fault(.internal, "the modules declare settings that contradict each other: \(self)", hint: "")
    }
}
