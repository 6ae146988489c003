import DesignSystem
package import HTTP
package import Settings
import Synchronization

/// One feature: a value that says all there is to it. Features in Swift, features made of data at run time and the host's own are
/// the same thing to the registry.
package struct Feature: Sendable {
    package let manifest: ModuleManifest
    /// Differs where what declares the feature does: a running server makes a changed one again. Of those in the binary all the same.
    package var revision = 0
    /// Digest of the file that declares the feature, where a later start may trust it once this one found nothing wrong with it.
    package var digest: UInt64?
    /// Makes what the feature declares, when it is switched on. Does no work that can wait for the first call.
    package let register: @Sendable (FeatureContext) throws(Fault) -> ModuleRegistration

    /// A feature of parts.
    /// - Parameters:
    ///   - id: lower camel case; the first part of its methods and settings.
    ///   - address: last name of the setting that holds the endpoint.
    ///   - endpoint: the upstream's address.
    ///   - isPublic: whether there is a public upstream; without one the settings may say null, which switches it off.
    ///   - timeout: for a whole upstream request.
    ///   - settings: its keys beyond those that every feature has.
    ///   - sample: answers upstream requests from sample data, in the upstream's own shape; nil when there is no such answer.
    ///   - datedSample: the same as of an instant, where the days of the sample data begin today.
    package init(
        _ id: String, title: String, doc: String, address: String = "endpoint", endpoint: String, isPublic: Bool = true,
        timeout: Duration = .seconds(10), settings: [SettingDeclaration] = [],
        sample: @escaping @Sendable (HTTPRequest) -> HTTPResponse?,
        datedSample: (@Sendable (HTTPRequest, _ now: Int) -> HTTPResponse?)? = nil,
        parts: @autoclosure @escaping @Sendable () -> [any FeaturePart]
    ) {
        let parts = FeatureParts(parts)
        let manifest = ModuleManifest(
            id: id, title: title, doc: doc,
            settings: ModuleSettings(
                id: id, address: address, endpoint: endpoint, isPublic: isPublic, timeout: timeout),
            ownSettings: settings, routes: parts.all.flatMap(\.routes), sample: sample,
            datedSample: datedSample)
        self.init(manifest, judgesEffects: false, parts)
    }

    /// A feature without an upstream, answered by the program itself: it has no settings and is always on.
    /// - Parameters:
    ///   - id: lower camel case; the first part of its methods.
    ///   - judgesEffects: whether its operations stay in a read-only registry whatever their effect, since each judges the effect of
    ///     what it hands on.
    package init(
        _ id: String, title: String, doc: String, judgesEffects: Bool = false,
        parts: @autoclosure @escaping @Sendable () -> [any FeaturePart]
    ) {
        let parts = FeatureParts(parts)
        let manifest = ModuleManifest(
            id: id, title: title, doc: doc, settings: nil, routes: parts.all.flatMap(\.routes), sample: { _ in nil })
        self.init(manifest, judgesEffects: judgesEffects, parts)
    }

    private init(_ manifest: ModuleManifest, judgesEffects: Bool, _ parts: FeatureParts) {
        self.init(manifest) { context in
            var registration = ModuleRegistration(
                id: manifest.id, judgesEffects: judgesEffects,
                isSample: manifest.settings != nil && context.upstream.data == .sample)
            let environment = FeatureEnvironment(context)
            for part in parts.all { part.register(in: &registration, environment) }
            return registration
        }
    }

    /// The same feature as one of the binary's own: the tests judge its declarations, and a release build's starts do not.
    package var proved: Feature { proved(.withOthers) }

    /// The same feature as one whose declarations this program judged at an earlier start, by the same bytes of its file: a release
    /// build's starts look for clashes with others alone.
    package var provedAlone: Feature { proved(.alone) }

    private func proved(_ proof: ModuleRegistration.Proof) -> Feature {
        var feature = Feature(manifest) { [register] context throws(Fault) in
            var registration = try register(context)
            registration.proof = proof
            return registration
        }
        (feature.revision, feature.digest) = (revision, digest)
        return feature
    }

    /// A feature whose declarations are made by hand.
    package init(
        _ manifest: ModuleManifest, register: @escaping @Sendable (FeatureContext) throws(Fault) -> ModuleRegistration
    ) {
        self.manifest = manifest
        self.register = register
    }
}

/// The parts of one feature, made when they are asked for first: `initialize` is answered without any, which is 3.5 million
/// instructions of 6.8 less (callgrind).
private final class FeatureParts: Sendable {
    private let make: @Sendable () -> [any FeaturePart]
    private let made = Mutex<[any FeaturePart]?>(nil)

    init(_ make: @escaping @Sendable () -> [any FeaturePart]) { self.make = make }

    var all: [any FeaturePart] {
        if let parts = made.withLock({ $0 }) { return parts }
        let parts = make()
        made.withLock { $0 = parts }
        return parts
    }
}

/// A part of a feature: an operation with what derives from it.
package protocol FeaturePart: Sendable {
    /// The routes of its screens.
    var routes: [RouteTemplate] { get }

    func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment)
}

/// State and settings shared by the parts of one feature while it is on. An object, since each call holds it.
package final class FeatureEnvironment: Sendable {
    package let context: FeatureContext
    package let rows: RowContext
    /// Answers that were read before.
    let kept: KeptAnswers
    /// Pages that need not be asked for again.
    let pages: KeptPages
    /// Rows that were read lately.
    let recent = RecentRows()
    /// Rows with what is stored of them.
    private let overlaid = OverlaidRows()
    /// Rows that lists gave.
    let given = GivenRows()
    /// Answers that are older than the last write.
    let written = WriteMark()
    private let asked = Mutex<[String: FeatureEnvironment]>([:])

    package init(_ context: FeatureContext) {
        self.context = context
        rows = RowContext(context.settings, context.locale)
        kept = KeptAnswers(context.clock)
        pages = KeptPages(context.clock, isFixed: context.upstream.isFixed)
    }

    /// The same over the upstream of another feature, where that is on. One for each, so that it has its answers that were read before.
    func asking(_ id: String) -> FeatureEnvironment {
        asked.withLock { asked in
            if let known = asked[id] { return known }
            let environment = FeatureEnvironment(context.asking(id))
            asked[id] = environment
            return environment
        }
    }

    var overlays: Overlays { Overlays(context.state, known: overlaid) }

    /// Why what is stored of rows is not known, or may have changed since; nil when all is well, and for rows of which nothing is stored.
    func notice(of layout: RowLayout) -> String? {
        layout.overlaid.isEmpty ? nil : overlays.notice(module: context.upstream.module)
    }
}

extension Operation: FeaturePart {
    package var routes: [RouteTemplate] { [] }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        registration.add(self)
    }
}

extension ScreenDefinition: FeaturePart {
    package var routes: [RouteTemplate] { [template] }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        registration.add(self)
    }
}

extension Prompt: FeaturePart {
    package var routes: [RouteTemplate] { [] }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        registration.add(self)
    }
}

/// A part that needs what is known only when the feature is switched on, such as its settings.
package struct MadePart: FeaturePart {
    package let routes: [RouteTemplate]
    private let make: @Sendable (FeatureEnvironment, inout ModuleRegistration) -> Void

    /// - Parameter make: adds operations, screens and prompts.
    package init(
        routes: [String] = [], _ make: @escaping @Sendable (FeatureEnvironment, inout ModuleRegistration) -> Void
    ) {
        self.routes = routes.map { RouteTemplate($0) }
        self.make = make
    }

    /// - Parameter parts: makes parts.
    package init(routes: [String] = [], parts: @escaping @Sendable (FeatureEnvironment) -> [any FeaturePart]) {
        self.init(routes: routes) { environment, registration in
            for part in parts(environment) { part.register(in: &registration, environment) }
        }
    }

    package func register(in registration: inout ModuleRegistration, _ environment: FeatureEnvironment) {
        make(environment, &registration)
    }
}
