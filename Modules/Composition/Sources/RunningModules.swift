package import FeatureKit
package import Settings
import Suggestions
import Synchronization

/// The composition in force, and the ways to change it while the program runs. Data is kept whatever is switched off.
///
/// The first composition is made when it is needed first: answering a handshake needs none, and making six modules takes
/// longer than all else that comes before that answer.
package final class RunningModules: CallingProgram {
    /// Reads and validates the settings again, with the keys of these features; with a name, under that environment.
    package typealias LoadSettings =
        @Sendable (
            _ environment: String?, _ features: [Feature]
        ) throws(SettingsReport) -> Settings

    /// Reads what declares features again: those of the binary come first, as they are.
    package typealias LoadFeatures = @Sendable () throws(SettingsReport) -> [Feature]

    /// Takes the ids of the modules that were on and are now off or created again, and what was in force before.
    typealias Listener = @Sendable (_ ended: Set<String>, _ old: ModuleSet) -> Void

    private struct State {
        /// Nil until it is needed.
        var composition: ModuleSet?
        var overrides: [String: Bool] = [:]
        /// The environment of `useEnvironment`; nil where the settings choose.
        var environment: String?
        var listener: Listener = { _, _ in }
        var own: @Sendable () -> [Feature] = { [] }
    }

    private let parts: ModuleSet.Parts
    private let loadSettings: LoadSettings
    private let loadFeatures: LoadFeatures
    /// Those that the program began with.
    private let firstSettings: Settings
    private let failed: @Sendable (CompositionFault) -> Void
    private let state = Mutex(State())

    /// - Parameter failed: told when the first composition could not be made where nobody asked for it by `start`; the
    ///   there are no modules then.
    init(
        _ parts: ModuleSet.Parts, settings: Settings, loadSettings: @escaping LoadSettings,
        loadFeatures: LoadFeatures? = nil,
        failed: @escaping @Sendable (CompositionFault) -> Void
    ) {
        self.parts = parts
        self.loadSettings = loadSettings
        let features = parts.features
        // Not inside `??`: Swift 6.3 then calls this closure as one that throws any error, and reads rubbish.
        if let loadFeatures { self.loadFeatures = loadFeatures } else { self.loadFeatures = { features } }
        self.failed = failed
        firstSettings = settings
    }

    /// - Parameter own: makes the program's own features; asked for each composition.
    func serve(_ own: @escaping @Sendable () -> [Feature]) { state.withLock { $0.own = own } }

    private var own: [Feature] { state.withLock { $0.own }() }

    /// Makes the first composition, if it was not needed before.
    /// - Throws: when it can't be made.
    func start() throws(CompositionFault) {
        guard state.withLock({ $0.composition == nil }) else { return }
        begin(with: try ModuleSet(parts, settings: firstSettings, own: own))
    }

    /// The composition in force; makes the first one.
    var current: ModuleSet {
        if let composition = state.withLock({ $0.composition }) { return composition }
        do throws(CompositionFault) {
            return begin(with: try ModuleSet(parts, settings: firstSettings, own: own))
        } catch {
            failed(error)
            return begin(with: ModuleSet(withoutModules: parts, settings: firstSettings))
        }
    }

    /// The operations and screens of the composition in force.
    var router: Router { state.withLock { $0.composition?.router } ?? current.router }

    /// The settings in force; makes no module.
    var settings: Settings { state.withLock { $0.composition?.settings } ?? firstSettings }

    /// The features that there are; makes no module.
    private var features: [Feature] { state.withLock { $0.composition?.features } ?? parts.features }

    /// Manifests of the modules that are on; makes no module, so that a handshake needs none.
    package var manifestsOn: [ModuleManifest] {
        let (settings, overrides) = (settings, state.withLock { $0.overrides })
        return features.map(\.manifest).filter {
            $0.settings != nil && ModuleSet.off($0, parts.restriction, settings, overrides) == nil
        }
    }

    /// Why a module is off, or not there; nil when it is on. Makes no module.
    func off(_ id: String) -> ModuleSet.Off? {
        guard let manifest = features.first(where: { $0.manifest.id == id })?.manifest else {
            return ("this program has no module \(id)", "Use one that was built with it.")
        }
        return ModuleSet.off(manifest, parts.restriction, settings, state.withLock { $0.overrides })
    }

    /// - Returns: the composition in force, which is another one when another thread was faster.
    @discardableResult
    private func begin(with composition: ModuleSet) -> ModuleSet {
        state.withLock { state in
            if let earlier = state.composition { return earlier }
            state.composition = composition
            return composition
        }
    }

    /// - Parameter listener: told after each change, on the thread that made it.
    func listen(_ listener: @escaping Listener) { state.withLock { $0.listener = listener } }

    /// Switches a module on or off, for this process only. The other modules go on as they are.
    /// - Throws: `invalid_argument` for an unknown id, `module_disabled` for one that the command line leaves
    ///   out or that has no server, `internal` when the module can't be made; nothing changed then.
    func setModule(_ id: String, enabled: Bool) throws(Fault) {
        let known = features.map { $0.manifest.id }
        guard known.contains(where: { $0.utf8.elementsEqual(id.utf8) }) else {
            throw .unknownModule(nearest: nearestNames(to: id, among: known))
        }
        if enabled, parts.restriction.excludes(id) { throw .leftOut(id) }
        let old = current
        let manifest = old.features.map(\.manifest).first { $0.id.utf8.elementsEqual(id.utf8) }
        if enabled, let off = manifest.flatMap({ ModuleSet.withoutServer($0, old.settings) }) {
            var fault = Fault.moduleDisabled(id, remedy: off.remedy)
            fault.field = "id"
            throw fault
        }
        let overrides = state.withLock { $0.overrides.merging([id: enabled]) { $1 } }
        do throws(CompositionFault) {
            let new = try ModuleSet(
                parts, features: old.features, settings: old.settings, own: own, overrides: overrides, reusing: old)
            replace(
                old, with: new, overrides: overrides, ended: Set(old.instances.keys).subtracting(new.instances.keys))
        } catch {
            throw Fault(.internal, error.sentence, hint: "The modules are as before.")
        }
    }

    /// Lays another environment on top, for this process only; every module is created again.
    /// - Throws: `invalid_argument` with the report when the settings are wrong under it; nothing changed then.
    func useEnvironment(_ name: String) throws(Fault) {
        do throws(ReloadFault) {
            try use(try loaded(environment: name, features), features)
            state.withLock { $0.environment = name }
        } catch {
            throw .unusableEnvironment(name, error)
        }
    }

    /// Reads the settings again, whole: right ones replace those in force, wrong ones change nothing. What
    /// `useEnvironment` and `setModule` did still holds.
    package func reload() throws(ReloadFault) -> SettingsNews {
        let features = try read()
        let new = try loaded(environment: state.withLock { $0.environment }, features)
        let changed = Self.changes(from: self.features, to: features)
        let news = SettingsNews(new, since: settings, first: firstSettings, modules: changed)
        if !news.isEmpty { try use(new, features, keepsModules: !news.touchesModules, except: Set(changed)) }
        return news
    }

    /// Ids of the features that came, went or are declared otherwise, in the order of the new ones.
    private static func changes(from old: [Feature], to new: [Feature]) -> [String] {
        let known = Dictionary(old.map { ($0.manifest.id, $0.revision) }, uniquingKeysWith: { first, _ in first })
        let ids = Set(new.map(\.manifest.id))
        return new.filter { known[$0.manifest.id] != $0.revision }.map(\.manifest.id)
            + old.map(\.manifest.id).filter { !ids.contains($0) }
    }

    private func read() throws(ReloadFault) -> [Feature] {
        do throws(SettingsReport) {
            return try loadFeatures()
        } catch {
            throw .settings(error)
        }
    }

    private func loaded(environment: String?, _ features: [Feature]) throws(ReloadFault) -> Settings {
        do throws(SettingsReport) {
            return try loadSettings(environment, features)
        } catch {
            throw .settings(error)
        }
    }

    /// - Parameters:
    ///   - keepsModules: whether nothing that a module is made of changed, so that they and their screens go on.
    ///   - changed: ids of those that are declared otherwise.
    private func use(
        _ settings: Settings, _ features: [Feature], keepsModules: Bool = false, except changed: Set<String> = []
    ) throws(ReloadFault) {
        let old = current
        let overrides = state.withLock { $0.overrides }
        do throws(CompositionFault) {
            let new = try ModuleSet(
                parts, features: features, settings: settings, own: own, overrides: overrides,
                reusing: keepsModules ? old : nil, except: changed)
            let on = Set(old.instances.keys)
            replace(old, with: new, overrides: overrides, ended: keepsModules ? on.intersection(changed) : on)
        } catch {
            throw .modules(error)
        }
    }

    private func replace(
        _ old: ModuleSet, with new: ModuleSet, overrides: [String: Bool], ended: Set<String>
    ) {
        let listener = state.withLock { state in
            state.composition = new
            state.overrides = overrides
            return state.listener
        }
        listener(ended, old)
    }
}

/// Why new settings changed nothing.
package enum ReloadFault: Error {
    case settings(SettingsReport)
    case modules(CompositionFault)

    package var sentence: String {
        switch self {
        case .settings(let report): report.rendered()
        case .modules(let fault): fault.sentence
        }
    }

    /// The first of the reasons, in a line.
    fileprivate var line: String {
        switch self {
        case .settings(let report): report.problems.first.map { "\($0.label): \($0.sentence)." } ?? ""
        case .modules(let fault): fault.sentence
        }
    }
}

extension Fault {
    /// - Parameter nearest: the modules that were perhaps meant, best first.
    static func unknownModule(nearest: [String]) -> Fault {
        Fault(
            .invalidArgument, "There is no module of this id.",
            hint: nearest.first.map { "Did you mean \($0)?" } ?? "host.info lists the modules.", field: "id",
            suggestions: nearest)
    }

    fileprivate static func unusableEnvironment(_ name: String, _ why: ReloadFault) -> Fault {
        let known = ShippedEnvironments.names
        let nearest = known.contains(name) ? [] : nearestNames(to: name, among: known)
        return Fault(
            .invalidArgument, "The environment \(quoted(name)) can't be used; everything is as before.",
            hint: nearest.first.map { "Did you mean \($0)?" } ?? why.line, field: "name", suggestions: nearest)
    }
}
