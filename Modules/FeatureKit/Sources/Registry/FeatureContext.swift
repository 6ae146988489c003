package import Settings
package import Storage
package import Values

/// Everything a feature may reach of the outside. A feature takes its ports from here and from nowhere else.
package struct FeatureContext: Sendable {
    /// One frozen set of settings: a call never sees a mix of old and new.
    package let settings: Settings
    /// For whom prices and dates are written.
    package let locale: TextLocale
    /// The module's upstream: live or sample, with the module's endpoint, timeout and id.
    package private(set) var upstream: Upstream
    /// State of the module, scoped to the origin of its data: sample data has its own.
    package let state: any StateStore
    /// For debounces and other waiting; tests inject one that they advance.
    package let clock: any Clock<Duration>
    package let background: Background
    /// Tells clients that want to hear of it that what stands at an address of one of its resources changed. Any thread.
    package let resourceChanged: @Sendable (_ uri: String) -> Void

    /// The upstream of another module that is on: for features that share a domain.
    private let neighbor: @Sendable (_ id: String) -> Upstream?

    package init(
        settings: Settings, locale: TextLocale = .standard, upstream: Upstream,
        neighbor: @escaping @Sendable (_ id: String) -> Upstream? = { _ in nil }, state: any StateStore,
        clock: any Clock<Duration>,
        background: Background, resourceChanged: @escaping @Sendable (_ uri: String) -> Void = { _ in }
    ) {
        self.settings = settings
        self.locale = locale
        self.upstream = upstream
        self.neighbor = neighbor
        self.state = state
        self.clock = clock
        self.background = background
        self.resourceChanged = resourceChanged
    }

    /// The same over the upstream of another module, where that is on.
    func asking(_ id: String) -> FeatureContext {
        var context = self
        context.upstream = neighbor(id) ?? upstream
        return context
    }
}

/// Starts work beside calls: a screen's loading, what an action saves.
package struct Background: Sendable {
    private let start: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>

    /// - Parameter start: runs the work on the executor of the host.
    package init(start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>) {
        self.start = start
    }

    /// Whether the task is background work: a screen's rows are seen for long, so no kept answer is
    /// taken for it unasked.
    @TaskLocal static var isCurrent = false

    @discardableResult
    package func run(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        start { await Self.$isCurrent.withValue(true) { await work() } }
    }
}
