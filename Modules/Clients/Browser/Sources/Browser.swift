package import DesignSystem
package import FeatureKit
package import JSON
package import Runtime
package import StdioTransport
import Synchronization
import Values

/// The screens of a host on a whole terminal, until its user has enough of them.
package final class Browser: TerminalHandler {
    /// Gives the picture of a route as lines of coloured half blocks, at most so many columns; nil when there is none.
    package typealias Picture = @Sendable (_ route: String, _ columns: Int, _ rows: Int) async -> String?

    /// Questions of the browser to the program around it. Everything comes back later: no key waits for it.
    package struct Ports: Sendable {
        let picture: Picture?
        let router: @Sendable () -> Router
        let complete: @Sendable (_ words: [String]) async -> [CompletedWord]
        let call: @Sendable (RegisteredOperation, JSONNode?) async throws(Fault) -> Document

        /// - Parameters:
        ///   - picture: nil where no pictures are shown.
        ///   - router: the operations and screens in force.
        ///   - complete: gives the words that may stand in the place of the last one of a command line.
        ///   - call: calls an operation.
        package init(
            picture: Picture?,
            router: @escaping @Sendable () -> Router,
            complete: @escaping @Sendable (_ words: [String]) async -> [CompletedWord],
            call: @escaping @Sendable (RegisteredOperation, JSONNode?) async throws(Fault) -> Document
        ) {
            (self.picture, self.router, self.complete, self.call) = (picture, router, complete, call)
        }
    }

    /// Time that the selection rests before its row is opened beside the list.
    private static let previewPause = Duration.milliseconds(120)

    private let model: BrowserModel
    private let session: TerminalSession
    private let loop: EventLoop
    private let ports: Ports
    private let arrivals = Arrivals()
    private var asked: Set<String> = []
    private var tasks: [Task<Void, Never>] = []
    private var reader = KeyReader()
    /// Frame on the terminal; nil when unknown.
    private var shown: Frame?
    /// Selections that have not rested yet.
    private var resting = 0
    private var hasQuit = false

    /// - Parameters:
    ///   - options: how text is rendered on the terminal.
    ///   - loop: whose thread everything runs on, and which the screens wake.
    package init(
        screens: OpenScreens, session: TerminalSession, loop: EventLoop, options: RenderOptions, ports: Ports
    ) {
        self.session = session
        self.loop = loop
        self.ports = ports
        model = BrowserModel(
            screens: screens, options: options, router: ports.router, window: TerminalSize(session.window))
    }

    /// Shows the screen at a route, and whatever its user goes to from there. The terminal is left as it was.
    /// - Throws: when there is no such screen; the terminal is not touched then.
    package func run(from route: String) throws(Fault) {
        try model.open(route)
        session.run(self) { hasQuit }
        for task in tasks { task.cancel() }
    }

    // MARK: TerminalHandler

    package func typed(_ bytes: [UInt8]) -> Bool {
        take(reader.read(bytes))
        return reader.isUndecided
    }

    package func typingPaused() { take(reader.decide()) }

    package func reminded() {
        resting -= 1
        if resting == 0 { model.openPreview() }
    }

    package func resized() { model.resize(TerminalSize(session.window)) }

    package func resumed() {
        shown = nil
        resized()
    }

    package func ended() { hasQuit = true }

    package func turnEnded() {
        guard !hasQuit else { return }
        model.update()
        for take in arrivals.take() { take(model) }
        if model.followSelection() {
            resting += 1
            session.remind(after: Self.previewPause)
        }
        askForPictures()
        run(model.takeErrands())
        let frame = model.frame()
        let sequences = FrameUpdate.sequences(from: shown, to: frame)
        shown = frame
        if !sequences.isEmpty, !session.write(Array(sequences.utf8)) { hasQuit = true }
    }

    private func take(_ keys: [Key]) {
        for key in keys where !hasQuit {
            switch model.take(key) {
            case .none: break
            case .redraw: shown = nil
            case .suspend: session.suspend()
            case .quit: hasQuit = true
            case .copy(let text):
                session.write(Array("\u{1B}]52;c;\(base64(Array(text.utf8), .standard))\u{1B}\\".utf8))
            }
        }
    }

    // MARK: Errands

    private func run(_ errands: [BrowserModel.Errand]) {
        for errand in errands {
            switch errand {
            case .complete(let words):
                start { [ports] in
                    let completions = await ports.complete(words)
                    return { $0.take(completions: completions, for: words) }
                }
            case .call(let operation, let members, let title, let isUndo):
                start { [ports] in
                    let result: Result<Document, Fault>
                    do throws(Fault) {
                        result = .success(try await ports.call(operation, BrowserModel.node(members)))
                    } catch {
                        result = .failure(error)
                    }
                    return { $0.take(result, of: title, isUndo: isUndo) }
                }
            }
        }
    }

    private func start(_ work: @escaping @Sendable () async -> Arrivals.Taking?) {
        tasks.append(
            Task(executorPreference: loop) { [arrivals, loop] in
                guard let taking = await work() else { return }
                arrivals.add(taking)
                loop.wake()
            })
    }

    /// Asks once for the picture of the uppermost screen and of the one beside it, when their texts are there.
    private func askForPictures() {
        let window = model.window
        if let page = model.page, let screen = page.screen, page.isLoaded {
            let columns = page.isPictureBeside ? window.paneColumns : window.columns - TerminalSize.margin
            askForPicture(of: page.route, screen, columns: columns, rows: window.bodyRows)
        }
        if let preview = model.preview, let screen = preview.screen, preview.isLoaded, preview.picture.isEmpty {
            askForPicture(of: preview.route, screen, columns: window.paneColumns, rows: window.bodyRows / 2)
        }
    }

    private func askForPicture(of route: String, _ screen: String, columns: Int, rows: Int) {
        guard let picture = ports.picture, asked.insert("\(screen) \(columns)").inserted else { return }
        start {
            guard let text = await picture(route, columns, rows) else { return nil }
            return { $0.show(picture: text, of: screen) }
        }
    }
}

/// Outcomes that came and are not yet shown.
private final class Arrivals: Sendable {
    typealias Taking = @Sendable (BrowserModel) -> Void

    private let arrived = Mutex<[Taking]>([])

    func add(_ taking: @escaping Taking) { arrived.withLock { $0.append(taking) } }

    func take() -> [Taking] {
        arrived.withLock { arrived in
            defer { arrived = [] }
            return arrived
        }
    }
}

extension TerminalSize {
    init(_ window: TerminalWindow?) { self.init(columns: window?.columns, rows: window?.rows) }
}
