import Core
import DesignSystem
import JSON

/// Reads routes as texts: a screen is opened, waited for, and closed again. No client sees it among its screens.
struct RouteReader: Sendable {
    private let screens: OpenScreens

    init(router: @escaping @Sendable () -> Router) {
        screens = OpenScreens(router: router, options: RenderOptions(style: .markdown)) {}
    }

    /// What stands at a route once it has loaded what it loads by itself, as Markdown.
    /// - Throws: `invalid_argument` for an unknown route, the first page's failure, `cancelled` when the task was.
    func markdown(at route: String) async throws(Fault) -> String {
        let work = WorkCount()
        let opened = WorkCount.$current.withValue(work) {
            () -> Result<ScreenReading, Fault> in
            do throws(Fault) {
                return .success(try screens.open(route, style: nil, width: nil))
            } catch {
                return .failure(error)
            }
        }
        let id = try opened.get().screen
        // Closing ends what it loads, and with that its requests.
        await withTaskCancellationHandler {
            await work.idle()
        } onCancel: {
            try? screens.close(id)
        }
        guard !Task.isCancelled else {
            throw Fault(.cancelled, "The call was cancelled.", hint: "Nothing more to do.")
        }
        let reading = try screens.reading(id)
        try? screens.close(id)
        if let failure = Self.failure(of: reading.state) { throw failure }
        return reading.text
    }

    /// Why a screen shows nothing: its first page failed.
    private static func failure(of state: EmbeddedObject) -> Fault? {
        var writer = JSONWriter()
        state.write(&writer)
        guard let refresh = try? JSONDocument(parsing: writer.bytes).root["refresh"],
            refresh["failed"]?.string == RefreshPart.header.rawValue
        else { return nil }
        return Fault(
            .upstreamUnavailable, refresh["message"]?.string ?? "It could not be loaded.", hint: "Try again later.",
            retryable: true)
    }
}
