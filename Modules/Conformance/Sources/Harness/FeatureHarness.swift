import DesignSystem
package import FeatureKit
package import HTTP
package import JSON
import Settings
package import Storage
import Synchronization

/// One or several features as the host makes them, over a given upstream, with a store, a clock and an executor that the
/// test holds. Everything goes by method and JSON, as a client would do it.
package final class FeatureHarness: Sendable {
    /// Start mode of background work.
    package enum Start: Sendable, CaseIterable {
        /// At once, up to its first suspension: as in the host, on the thread of its loop.
        case immediate
        /// When the test settles: as in the host, from other threads.
        case queued
    }

    package let store: InMemoryStateStore
    package let clock = ManualClock()
    package let router: Router
    package let screens: OpenScreens
    /// The layouts of rows that each feature registered, by its id.
    let layouts: [String: [RowLayout]]
    private let executor: ManualExecutor
    private let recorders: [RequestRecorder]
    private let published = Mutex<[ScreenChange]>([])
    private let trouble = Mutex<HarnessTrouble?>(nil)
    private let ahead = PrefetchRecorder()

    /// - Parameters:
    ///   - features: the features to make, in this order.
    ///   - client: the upstream of each.
    ///   - store: shared with an earlier harness to play a restart.
    ///   - state: what the features get in place of `store`.
    ///   - settings: what `--set` would say, such as `("modules.bookShelf.timeout", "3s")`.
    ///   - disabled: ids of features that are switched off.
    ///   - data: what the features take the client for.
    package init(
        _ features: [Feature], client: (ModuleManifest) -> any HTTPClient,
        store: InMemoryStateStore = InMemoryStateStore(), state: (any StateStore)? = nil,
        settings flags: [(key: String, value: String)] = [], start: Start = .immediate, disabled: Set<String> = [],
        data: DataMode = .sample
    ) throws {
        let manifests = features.map(\.manifest)
        let catalog = try SettingsCatalog(manifests.flatMap(\.declarations))
        let sources = SettingsSources(environmentFile: { _ in ("test", []) }, flags: flags)
        let settings = try Settings.load(catalog: catalog, sources: sources)
        let executor = ManualExecutor()
        self.executor = executor
        self.store = store

        let background = Background { work in
            switch start {
            case .immediate: Task.immediate(executorPreference: executor) { await work() }
            case .queued: Task(executorPreference: executor) { await work() }
            }
        }
        var builder = RegistryBuilder()
        var upstreams: [(upstream: Upstream, recorder: RequestRecorder)] = []
        var layouts: [String: [RowLayout]] = [:]
        for manifest in manifests where !disabled.contains(manifest.id) {
            let recorder = RequestRecorder(client(manifest))
            guard let keys = manifest.settings else {
                throw HarnessTrouble("\(manifest.id) has no upstream")
            }
            upstreams.append(
                (
                    Upstream(
                        module: manifest.id, endpoint: try HTTPEndpoint(parsing: settings[keys.endpoint] ?? ""),
                        timeout: settings[keys.timeout], data: data, client: recorder), recorder
                ))
        }
        let known = upstreams.map(\.upstream)
        for (feature, manifest) in zip(features, manifests) {
            if disabled.contains(manifest.id) {
                builder.addDisabled(manifest, reason: "modules.\(manifest.id).enabled is false")
                continue
            }
            guard let upstream = known.first(where: { $0.module == manifest.id }) else { continue }
            let context = FeatureContext(
                settings: settings, upstream: upstream, neighbor: { id in known.first { $0.module == id } },
                state: state ?? store, clock: clock, background: background)
            let registration = try feature.register(context)
            layouts[manifest.id] = registration.layouts
            builder.add(registration, manifest: manifest)
        }
        self.layouts = layouts
        recorders = upstreams.map(\.recorder)
        let routes = Router(try builder.build())
        screens = OpenScreens(
            router: { routes }, options: RenderOptions(style: .markdown), limit: 64, prefetch: ahead.port, wake: {})
        builder.add(try screens.feature.declarations())
        router = Router(try builder.build())
    }

    /// Over the sample data of each feature.
    package static func sample(
        _ features: Feature..., store: InMemoryStateStore = InMemoryStateStore(),
        start: Start = .immediate, disabled: Set<String> = []
    ) throws -> FeatureHarness {
        try FeatureHarness(
            features, client: { SampleHTTPClient($0.sample) }, store: store, start: start, disabled: disabled)
    }

    /// Requests to the upstreams so far, in order for each feature.
    package var requests: [HTTPRequest] { recorders.flatMap(\.requests) }

    /// The pictures that screens had fetched ahead so far, in order.
    package var prefetched: [String] { ahead.urls }

    // MARK: Letting things happen

    /// Lets all work run until it has ended or waits for the test, and publishes what changed on screens.
    /// - Returns: why it could not, if it could not; the next call fails with it.
    @discardableResult
    package func settled() -> HarnessTrouble? {
        run()
        publish()
        return trouble.withLock { $0 }
    }

    func settle() { settled() }

    private func run() {
        if !executor.run() { note("the work never comes to rest") }
    }

    /// Keeps the first trouble: those after it may follow from it.
    private func note(_ sentence: String) {
        trouble.withLock { $0 = $0 ?? HarnessTrouble(sentence) }
    }

    /// Lets time pass: wakes whom it reaches, in order, and settles after each.
    package func advance(by duration: Duration) {
        settle()
        clock.advance(by: duration) { settle() }
        settle()
    }

    /// Every `screen.changed` so far, in order.
    package var changes: [ScreenChange] { published.withLock { $0 } }

    private func publish() {
        screens.publish { change in
            var writer = JSONWriter()
            change(&writer)
            guard let fresh = ScreenChange(JSONValue.written(writer.bytes)) else {
                note("a change is told by another message: \(String(decoding: writer.bytes, as: UTF8.self))")
                return true
            }
            published.withLock { $0.append(fresh) }
            return true
        }
    }

    // MARK: Calling operations

    /// Calls an operation by its method.
    /// - Throws: its fault, or that there is no such method.
    package func answer(
        _ method: String, _ parameters: JSONValue? = nil, context: CallContext = CallContext()
    ) async throws(Fault) -> Answer {
        if let trouble = trouble.withLock({ $0 }) { throw trouble.fault }
        guard let operation = router.operation(method: method) else { throw router.absence(ofMethod: method) }
        return try await operation.call(parameters?.parsed(), context)
    }

    /// The result of an operation as JSON.
    @discardableResult
    package func call(
        _ method: String, _ parameters: JSONValue? = nil, context: CallContext = CallContext()
    ) async throws(Fault) -> JSONValue {
        // An action saves in the background, and waits for that: the harness runs the queue meanwhile.
        guard method.utf8.starts(with: "screen.".utf8) else {
            return try await answer(method, parameters, context: context).json
        }
        let pending = start(method, parameters)
        while true {
            run()
            if let trouble = trouble.withLock({ $0 }) { throw trouble.fault }
            if let result = pending.result { return try result.get() }
            await Task.yield()
        }
    }

    /// Begins a call that may have to wait for the test; `settle` lets it go on.
    package func start(_ method: String, _ parameters: JSONValue? = nil) -> PendingCall {
        let pending = PendingCall()
        pending.task.withLock { task in
            task = Task(executorPreference: executor) { [self] in
                do throws(Fault) {
                    pending.end(.success(try await answer(method, parameters).json))
                } catch {
                    pending.end(.failure(error))
                }
            }
        }
        return pending
    }
}

/// A feature that can't be driven to an answer: what is wrong, as a sentence without its full stop.
package struct HarnessTrouble: Error, Sendable, CustomStringConvertible {
    /// Sentence of what is wrong.
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The same as a call's fault.
    var fault: Fault { Fault(.internal, "\(description).", hint: "Look at the feature.") }
}

/// A call that was begun and may not have ended.
package final class PendingCall: Sendable {
    fileprivate let task = Mutex<Task<Void, Never>?>(nil)
    private let outcome = Mutex<Result<JSONValue, Fault>?>(nil)

    /// Result; nil while it runs.
    package var result: Result<JSONValue, Fault>? { outcome.withLock { $0 } }

    package func cancel() { task.withLock { $0 }?.cancel() }

    fileprivate func end(_ result: Result<JSONValue, Fault>) { outcome.withLock { $0 = result } }
}

/// A port that writes down which pictures it should fetch, and fetches none.
private final class PrefetchRecorder: Sendable {
    private let seen = Mutex<[String]>([])

    var urls: [String] { seen.withLock { $0 } }

    var port: PicturePrefetch {
        PicturePrefetch { [self] urls, _ in
            seen.withLock { $0 += urls }
            return nil
        }
    }
}

/// A client that writes down what it passes on.
private final class RequestRecorder: HTTPClient {
    private let client: any HTTPClient
    private let seen = Mutex<[HTTPRequest]>([])

    init(_ client: any HTTPClient) {
        self.client = client
    }

    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        seen.withLock { $0.append(request) }
        return try await client.send(request)
    }
}
