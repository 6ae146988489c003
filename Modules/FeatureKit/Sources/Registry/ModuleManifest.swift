package import HTTP
package import Settings
import Values

/// Source of a module's answers: the setting `network.data`, or the module's own `data`.
package enum DataMode: String, Sendable, CaseIterable {
    /// The real upstream.
    case live
    /// The sample data inside the binary; nothing touches the network.
    case sample
    /// The real upstream, and every exchange is written to a cassette.
    case record
    /// Cassettes alone; what was not recorded fails clearly.
    case replay
    /// Nothing touches the network.
    case offline
}

/// Facts of a module known without making it: a disabled module is never constructed. An object, since every start hands those of all
/// modules around.
package final class ModuleManifest: Sendable {
    /// Lower camel case; the first part of the module's methods and of its settings.
    package let id: String
    package let title: String
    /// One line for `galleria modules`.
    package let doc: String
    /// Nil for a feature without an upstream, which is always on.
    package let settings: ModuleSettings?
    /// The module's keys beyond those that every module has.
    package let ownSettings: [SettingDeclaration]
    /// The routes of the module's screens, so that a route of a module that is off is known for one.
    package var routes: [RouteTemplate] { makeRoutes() }
    private let makeRoutes: @Sendable () -> [RouteTemplate]
    /// Answers upstream requests from sample data, with bodies of the upstream's own shape; nil when there is none.
    package let sample: @Sendable (HTTPRequest) -> HTTPResponse?
    /// The same as of an instant, in seconds since 1970, for sample data whose days begin today; nil where time does not matter.
    package let datedSample: (@Sendable (HTTPRequest, _ now: Int) -> HTTPResponse?)?

    package init(
        id: String, title: String, doc: String, settings: ModuleSettings?, ownSettings: [SettingDeclaration] = [],
        routes: @autoclosure @escaping @Sendable () -> [RouteTemplate] = [],
        sample: @escaping @Sendable (HTTPRequest) -> HTTPResponse?,
        datedSample: (@Sendable (HTTPRequest, _ now: Int) -> HTTPResponse?)? = nil
    ) {
        self.id = id
        self.title = title
        self.doc = doc
        self.settings = settings
        self.ownSettings = ownSettings
        makeRoutes = routes
        self.sample = sample
        self.datedSample = datedSample
    }

    /// Every key of the module.
    package var declarations: [SettingDeclaration] { (settings?.declarations ?? []) + ownSettings }

    /// Sample data as it is now.
    /// - Parameter now: in seconds since 1970.
    package func sample(_ now: @escaping @Sendable () -> Int) -> @Sendable (HTTPRequest) -> HTTPResponse? {
        guard let datedSample else { return sample }
        return { datedSample($0, now()) }
    }
}

/// The settings that every module with an upstream has, under `modules.<id>`. An object for the same reason.
package final class ModuleSettings: Sendable {
    package let enabled: SettingKey<Bool>
    /// Null for a module without a server: it is off unless its data mode is `sample`.
    package let endpoint: SettingKey<String?>
    package let timeout: SettingKey<Duration>
    /// `inherit` leaves the choice to `network.data`.
    package let data: SettingKey<String>

    /// - Parameters:
    ///   - id: the module's id.
    ///   - address: last name of the key that holds the endpoint.
    ///   - endpoint: the public upstream.
    ///   - isPublic: whether there is a public upstream; without one the settings may say null, which switches the module off.
    ///   - timeout: for a whole upstream request.
    package init(
        id: String, address: String = "endpoint", endpoint: String, isPublic: Bool = true, timeout: Duration
    ) {
        func path(_ name: String) -> String { joined(["modules.", id, ".", name]) }
        self.enabled = SettingKey(path("enabled"), .flag, default: true, "Whether the module is there at all.")
        self.endpoint = SettingKey(
            path(address), isPublic ? .required(of: .url) : .optional(of: .url), default: endpoint,
            isPublic
                ? "Where the upstream is; trusted as this exact origin, by this module alone."
                : "Where the upstream is; trusted as this exact origin, by this module alone. Without one the module is off."
        )
        self.timeout = SettingKey(
            path("timeout"), .duration(.milliseconds(100)...(.seconds(600))), default: timeout,
            "The time for one whole upstream request.")
        self.data = SettingKey(
            path("data"), .oneOf(["inherit"] + DataMode.allCases.map(\.rawValue)), default: "inherit",
            "Where this module's answers come from; inherit means network.data.")
    }

    package var declarations: [SettingDeclaration] {
        [enabled.declaration, endpoint.declaration, timeout.declaration, data.declaration]
    }
}
