package import DesignSystem
package import JSON
import Synchronization

/// The open screens of one client, and the methods `screen.*` over them.
package final class OpenScreens: Sendable {
    private let router: @Sendable () -> Router
    private let limit: Int
    private let prefetch: PicturePrefetch?
    private let wake: @Sendable () -> Void
    private let baseOptions: RenderOptions
    private let table = Mutex(Table())

    private struct Table {
        var sessions: [ScreenSession] = []
        var opened = 0
        /// Published because an answer showed them already; still to be told, in this order, before newer ones.
        var untold: [ScreenReading] = []
        /// Ended by the host; still to be told.
        var closed: [ScreenClosing] = []
    }

    /// - Parameters:
    ///   - router: the routes as they are now.
    ///   - options: how text is rendered when `screen.open` says nothing else.
    ///   - limit: the most screens open at once.
    ///   - prefetch: where the pictures of rows are fetched ahead; nil when they never are.
    ///   - wake: called from any thread when a state changed; `publish` should be called soon after.
    package init(
        router: @escaping @Sendable () -> Router, options: RenderOptions, limit: Int = 64,
        prefetch: PicturePrefetch? = nil, wake: @escaping @Sendable () -> Void
    ) {
        self.router = router
        self.baseOptions = options
        self.limit = limit
        self.prefetch = prefetch
        self.wake = wake
    }

    /// A change to tell the client: the params of `screen.changed`.
    package typealias Change = @Sendable (inout JSONWriter) -> Void

    /// Publishes every changed state, each as its next revision.
    package func publish() -> [Change] {
        let readings = takeReadings()
        if readings.isEmpty { return [] }
        return readings.map { reading in { writer in ScreenReading.change.write(reading, into: &writer) } }
    }

    /// The same as readings, for a client inside this process.
    package func takeReadings() -> [ScreenReading] {
        let (untold, sessions) = table.withLock { table in
            defer { table.untold = [] }
            return (table.untold, table.sessions)
        }
        // As after most messages.
        if untold.isEmpty, sessions.isEmpty { return [] }
        return untold + sessions.compactMap { $0.publish() }
    }

    /// The screens whose state changed since this was asked last, for one who wants to know which and not how.
    /// - Parameter id: asks of one screen alone.
    package func takeChanged(of id: String? = nil) -> [String] {
        table.withLock { $0.sessions }.filter { (id == nil || $0.id == id) && $0.takeChange() }.map(\.id)
    }

    /// Ends every screen; called when the client is gone.
    package func closeAll() { closeAll(of: nil, reason: nil) }

    /// Ends every screen of some modules, or of all.
    /// - Parameters:
    ///   - modules: nil for all.
    ///   - reason: what the client is told, by `takeClosed`; nil when nobody is.
    package func closeAll(of modules: Set<String>?, reason: ClosingReason?) {
        let ended = table.withLock { table in
            let ended = table.sessions.filter { modules?.contains($0.definition.module) ?? true }
            table.sessions.removeAll { session in ended.contains { $0 === session } }
            table.untold.removeAll { reading in ended.contains { $0 === reading.session } }
            if let reason { table.closed += ended.map { ScreenClosing(screen: $0.id, reason: reason) } }
            return ended
        }
        for session in ended { session.close() }
        wake()
    }

    /// The screens that were ended here and not by the client, each once: the params of `screen.closed`.
    package func takeClosed() -> [Change] {
        let closed = takeClosings()
        if closed.isEmpty { return [] }
        return closed.map { closing in { writer in ScreenClosing.shape.write(closing, into: &writer) } }
    }

    /// The same, for a client inside this process.
    package func takeClosings() -> [ScreenClosing] {
        table.withLock { table in
            defer { table.closed = [] }
            return table.closed
        }
    }

    /// Opens the screen at a route and begins to load it.
    /// - Parameters:
    ///   - style: nil for that of the host, as is the width, in display columns.
    ///   - tellsRows: whether its readings tell which of their lines are which row.
    ///   - showsPictures: whether the pictures of its rows are soon asked for, so that they may be fetched ahead.
    /// - Returns: its state before anything is loaded.
    /// - Throws: `invalid_argument` for an unknown route, `module_disabled` for one of a module that is off, `busy` when
    ///   too many screens are open.
    package func open(
        _ route: String, style: RenderStyle?, width: Int?, tellsRows: Bool = false, showsPictures: Bool = false
    ) throws(Fault) -> ScreenReading {
        let (definition, parameters) = try router().screen(at: route)
        do throws(Fault) {
            let model = try definition.make(parameters)
            let layout = ScreenLayout(options: baseOptions.asked(style: style, width: width), tellsRows: tellsRows)
            let pictures = showsPictures ? prefetch.map { ScreenPictures(of: definition.module, $0) } : nil
            let session = try insert(
                route: route, definition: definition, model: model, layout: layout, pictures: pictures)
            let first = session.reading
            session.start(changed: wake)
            return first
        } catch {
            throw error.attributed(to: definition.module)
        }
    }

    /// Sends an action to an open screen.
    /// - Throws: the action's own fault, `invalid_argument` for one that the screen has not, `not_found` for no screen.
    package func send(
        _ id: String, action: String, parameters: JSONNode?
    ) throws(Fault) -> (ScreenReading, ActionOutcome) {
        let session = try session(id)
        do throws(Fault) {
            let outcome = try session.perform(action, parameters)
            return (latest(of: session), outcome)
        } catch {
            throw error.attributed(to: session.definition.module)
        }
    }

    /// The state of an open screen as it is now.
    /// - Throws: `not_found` when no screen has the id.
    package func reading(_ id: String) throws(Fault) -> ScreenReading { latest(of: try session(id)) }

    /// Lays an open screen out anew; what it has loaded stays. A layout that differs is a change like another.
    /// - Parameters:
    ///   - style: nil leaves it, as it does the width, in display columns.
    /// - Returns: the state as it is now, in the new layout.
    /// - Throws: `not_found` when no screen has the id.
    package func resize(_ id: String, style: RenderStyle?, width: Int?) throws(Fault) -> ScreenReading {
        let session = try session(id)
        session.layOut(style: style, width: width)
        return latest(of: session)
    }

    var readings: [ScreenReading] { table.withLock { $0.sessions }.map(latest) }

    /// Ends a screen.
    /// - Throws: `not_found` when no screen has the id.
    package func close(_ id: String) throws(Fault) {
        let session = try session(id)
        table.withLock { table in
            table.sessions.removeAll { $0 === session }
            table.untold.removeAll { $0.session === session }
        }
        session.close()
    }

    /// The state as it is now, under a revision that is only its own.
    private func latest(of session: ScreenSession) -> ScreenReading {
        guard let published = session.publish() else { return session.reading }
        table.withLock { $0.untold.append(published) }
        wake()
        return published
    }

    private func insert(
        route: String, definition: ScreenDefinition, model: OpenedModel, layout: ScreenLayout,
        pictures: ScreenPictures?
    ) throws(Fault) -> ScreenSession {
        let session = table.withLock { table -> ScreenSession? in
            guard table.sessions.count < limit else { return nil }
            table.opened += 1
            let session = ScreenSession(
                id: "s\(table.opened)", route: route, definition: definition, model: model, layout: layout,
                pictures: pictures)
            table.sessions.append(session)
            return session
        }
        guard let session else { throw .tooManyScreens(limit: limit) }
        return session
    }

    private func session(_ id: String) throws(Fault) -> ScreenSession {
        let found = table.withLock { $0.sessions.first { $0.id.utf8.elementsEqual(id.utf8) } }
        guard let found else { throw .unknownScreen(id) }
        return found
    }
}
