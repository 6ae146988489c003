package import DesignSystem
package import FeatureKit

/// Reads routes as texts: a screen is opened, waited for, and closed again. No client sees it among its screens.
package struct RouteReader: Sendable {
    private let screens: OpenScreens
    private let ready: @Sendable () async -> Void

    /// - Parameter ready: returns when what is stored was read.
    init(router: @escaping @Sendable () -> Router, ready: @escaping @Sendable () async -> Void) {
        self.ready = ready
        screens = OpenScreens(router: router, options: RenderOptions(style: .markdown)) {}
    }

    /// Text of a route's screen after its first load, as Markdown.
    /// - Throws: `invalid_argument` for an unknown route, what its first page failed with (`not_found`
    ///   for what is not there), `cancelled` when the task was.
    package func markdown(at route: String) async throws(Fault) -> String {
        await ready()
        let (opened, work) = try screens.opening(route)
        let id = opened.screen
        // Closing ends what it loads, and with that its requests.
        await withTaskCancellationHandler {
            await work.idle()
        } onCancel: {
            _ = try? screens.close(id)
        }
        guard !Task.isCancelled else {
            throw Fault(.cancelled, "The call was cancelled.", hint: "Nothing more to do.")
        }
        let reading = try screens.reading(id)
        _ = try? screens.close(id)
        // Its first page failed: it shows nothing.
        if let status = reading.status, status.failed == .header, let failure = status.failure { throw failure }
        return reading.closedText(RenderOptions(style: .markdown))
    }
}

extension ScreenReading {
    /// The text for whoever reads it once: it says what sample data are, as the text of an answer does.
    package func closedText(_ options: RenderOptions) -> String {
        isSample ? "\(text)\n\(Document.sampleData.rendered(options))" : text
    }
}

extension OpenScreens {
    /// Opens the screen at a route, with a count of what it loads by itself.
    /// - Throws: what `open` throws.
    package func opening(_ route: String) throws(Fault) -> (opened: ScreenReading, work: WorkCount) {
        let work = WorkCount()
        let opened = WorkCount.$current.withValue(work) { () -> Result<ScreenReading, Fault> in
            do throws(Fault) {
                return .success(try open(route, style: nil, width: nil))
            } catch {
                return .failure(error)
            }
        }
        return (try opened.get(), work)
    }
}
