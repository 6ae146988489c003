package import DesignSystem
package import JSON
import Synchronization

/// The open screens of one client, and the methods `screen.*` over them.
package final class OpenScreens: Sendable {
    private let router: @Sendable () -> Router
    private let limit: Int
    private let prefetch: PicturePrefetch?
    private let wake: @Sendable () -> Void
    private let ready: @Sendable () async -> Void
    private let baseOptions: RenderOptions
    private let table = Mutex(Table())
    /// Rows that one of the screens laid out last.
    private let rows = MeasuredRows()
    /// Readings that several of them show.
    private let alike = ToldScreens()
    /// Whether the table has states that are still to be told: asked after each message, without its lock.
    private let hasUntold = Atomic(false)

    private struct Table {
        var sessions: [ScreenSession] = []
        var opened = 0
        /// Published because an answer showed them already; still to be told, in this order, before newer ones.
        var untold: [ScreenReading] = []
        /// The screen whose state was told last; the next pass begins behind it.
        var lastTold: ScreenSession?
        /// Ended by the host; still to be told.
        var closed: [ScreenClosing] = []
    }

    /// - Parameters:
    ///   - router: the routes as they are now.
    ///   - options: how text is rendered when `screen.open` says nothing else.
    ///   - limit: the most screens open at once.
    ///   - prefetch: where the pictures of rows are fetched ahead; nil when they never are.
    ///   - ready: returns when what is stored was read, so that a first state has it.
    ///   - wake: called from any thread when a state changed; `publish` should be called soon after.
    package init(
        router: @escaping @Sendable () -> Router, options: RenderOptions, limit: Int = 64,
        prefetch: PicturePrefetch? = nil, ready: @escaping @Sendable () async -> Void = {},
        wake: @escaping @Sendable () -> Void
    ) {
        self.router = router
        self.baseOptions = options
        self.limit = limit
        self.prefetch = prefetch
        self.wake = wake
        self.ready = ready
    }

    /// A change to tell the client: the params of `screen.changed`.
    package typealias Change = @Sendable (inout JSONWriter) -> Void

    /// Publishes changed states one by one, each as its next revision; each screen at most once.
    /// - Parameter tell: sends a change; returns whether there is room for another one.
    /// - Returns: false when `tell` ran out of room; the screens it did not get to are first the next time.
    @discardableResult
    package func publish(_ tell: (Change) -> Bool) -> Bool {
        let (sessions, lastTold) = table.withLock { ($0.sessions, $0.lastTold) }
        // As after most messages.
        if sessions.isEmpty { return true }
        for reading in takeUntold() { _ = tell(Self.change(reading)) }
        let start = sessions.firstIndex { $0 === lastTold }.map { $0 + 1 } ?? 0
        for session in sessions[start...] + sessions[..<start] {
            guard let reading = session.publish() else { continue }
            if tell(Self.change(reading)) { continue }
            table.withLock { $0.lastTold = session }
            return false
        }
        return true
    }

    /// Tells the states that answers have shown. Called after each message: kept until there is room, they would pile up
    /// behind a client that does not read, and no output would hold its input back.
    package func tellShown(_ tell: (Change) -> Void) {
        for reading in takeUntold() { tell(Self.change(reading)) }
    }

    /// Publishes every changed state, for a client inside this process.
    package func takeReadings() -> [ScreenReading] {
        let sessions = table.withLock { $0.sessions }
        return takeUntold() + sessions.compactMap { $0.publish() }
    }

    private func takeUntold() -> [ScreenReading] {
        guard hasUntold.load(ordering: .acquiring) else { return [] }
        return table.withLock { table in
            hasUntold.store(false, ordering: .relaxed)
            defer { table.untold = [] }
            return table.untold
        }
    }

    private static func change(_ reading: ScreenReading) -> Change {
        { writer in ScreenReading.change.write(reading, into: &writer) }
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
            if ended.contains(where: { $0 === table.lastTold }) { table.lastTold = nil }
            if let reason { table.closed += ended.map { ScreenClosing(screen: $0.id, reason: reason) } }
            return ended
        }
        for session in ended { session.close() }
        alike.forget()
        rows.forget()
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
    ///   - window: the rows that its readings show, of a list; nil for all.
    ///   - tellsRows: whether its readings tell which of their lines are which row.
    ///   - tellsDeltas: whether its changes are told as what changed alone.
    ///   - showsPictures: whether the pictures of its rows are soon asked for, so that they may be fetched ahead.
    /// - Returns: its state before anything is loaded.
    /// - Throws: `invalid_argument` for an unknown route, `module_disabled` for one of a module that is off, `busy` when
    ///   too many screens are open.
    package func open(
        _ route: String, style: RenderStyle?, width: Int?, window: RowWindow? = nil, tellsRows: Bool = false,
        tellsDeltas: Bool = false, showsPictures: Bool = false
    ) throws(Fault) -> ScreenReading {
        let (definition, parameters) = try router().screen(at: route)
        do throws(Fault) {
            let model = try definition.make(parameters)
            let layout = ScreenLayout(
                options: baseOptions.asked(style: style, width: width), tellsRows: tellsRows, window: window,
                tellsDeltas: tellsDeltas)
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
    /// - Returns: the revision that shows what the action did, told already or with the next publication, and the outcome.
    /// - Throws: the action's own fault, `invalid_argument` for one that the screen has not, `not_found` for no screen.
    package func send(
        _ id: String, action: String, parameters: JSONNode?
    ) throws(Fault) -> (revision: Int, outcome: ActionOutcome) {
        let session = try session(id)
        do throws(Fault) {
            let outcome = try session.perform(action, parameters)
            return (session.revision, outcome)
        } catch {
            throw error.attributed(to: session.definition.module)
        }
    }

    /// Opens the screen at a route once what is stored was read.
    /// - Throws: what `open` throws.
    func openWhenReady(_ parameters: OpenParameters) async throws(Fault) -> ScreenReading {
        await ready()
        return try open(
            parameters.route, style: parameters.style, width: parameters.width, window: parameters.window,
            tellsRows: parameters.tellsRows, tellsDeltas: parameters.tellsDeltas, showsPictures: true)
    }

    /// Sends an action to an open screen, and returns when what it saves is durable.
    /// - Returns: as `send`.
    /// - Throws: what `send` throws, and why what it saves could not be saved.
    func perform(
        _ id: String, action: String, parameters: JSONNode?
    ) async throws(Fault) -> (revision: Int, outcome: ActionOutcome) {
        let session = try session(id)
        let (revision, outcome) = try send(id, action: action, parameters: parameters)
        guard case .saving(let saving) = outcome else { return (revision, outcome) }
        session.savings.began()
        defer { session.savings.ended() }
        do throws(Fault) {
            try await saving.ended()
        } catch {
            throw error.attributed(to: session.definition.module)
        }
        return (session.revision, outcome)
    }

    /// Ends a screen, and returns when what was sent to it is durable.
    /// - Throws: `not_found` when no screen has the id, and why what was typed can't be saved.
    func finish(_ id: String) async throws(Fault) {
        let session = try take(id)
        // Saves under way end first: a failed one is retried by `close`.
        await session.savings.idle()
        try await session.close()?.ended()
    }

    /// Whether a screen of this id is open.
    package func isOpen(_ id: String) -> Bool { (try? session(id)) != nil }

    /// The state of an open screen as it is now; one that was not told yet is told right after the answer.
    /// - Throws: `not_found` when no screen has the id.
    package func reading(_ id: String) throws(Fault) -> ScreenReading { latest(of: try session(id)) }

    /// Lays an open screen out again; its rows stay. A layout that differs is a change like another.
    /// - Parameters:
    ///   - style: nil leaves it, as it does the width, in display columns, and the window.
    /// - Returns: the state as it is now, in the new layout.
    /// - Throws: `not_found` when no screen has the id.
    package func resize(
        _ id: String, style: RenderStyle?, width: Int?, window: RowWindow? = nil
    ) throws(Fault) -> ScreenReading {
        let session = try session(id)
        session.layOut(style: style, width: width, window: window)
        return latest(of: session)
    }

    var listed: [ListedScreen] { table.withLock { $0.sessions }.map(ListedScreen.init) }

    /// Ends a screen.
    /// - Returns: what is saved once more; nil when there is nothing.
    /// - Throws: `not_found` when no screen has the id.
    @discardableResult
    package func close(_ id: String) throws(Fault) -> Saving? { try take(id).close() }

    /// Takes a screen out of those that are open.
    private func take(_ id: String) throws(Fault) -> ScreenSession {
        let session = try session(id)
        table.withLock { table in
            table.sessions.removeAll { $0 === session }
            table.untold.removeAll { $0.session === session }
            if table.lastTold === session { table.lastTold = nil }
        }
        alike.forget()
        rows.forget()
        return session
    }

    /// The state as it is now, under a revision that is only its own.
    private func latest(of session: ScreenSession) -> ScreenReading {
        guard let published = session.publish() else { return session.reading }
        table.withLock { table in
            table.untold.append(published)
            hasUntold.store(true, ordering: .releasing)
        }
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
                sharing: rows, alike, pictures: pictures)
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
