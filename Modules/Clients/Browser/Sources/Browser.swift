package import DesignSystem
package import FeatureKit
package import Runtime
package import StdioTransport
import Synchronization

/// The screens of a host on a whole terminal, until its user has enough of them.
package final class Browser: TerminalHandler {
    /// Gives the picture of a route as lines of coloured half blocks, at most so many columns; nil when there is none.
    package typealias Picture = @Sendable (_ route: String, _ columns: Int, _ rows: Int) async -> String?

    private let model: BrowserModel
    private let session: TerminalSession
    private let loop: EventLoop
    private let picture: Picture?
    private let pictures = ArrivedPictures()
    private var asked: Set<String> = []
    private var tasks: [Task<Void, Never>] = []
    private var reader = KeyReader()
    /// Frame on the terminal; nil when unknown.
    private var shown: Frame?
    private var hasQuit = false

    /// - Parameters:
    ///   - options: how text is rendered on the terminal.
    ///   - loop: whose thread everything runs on, and which the screens wake.
    ///   - picture: nil where no pictures are shown.
    package init(
        screens: OpenScreens, session: TerminalSession, loop: EventLoop, options: RenderOptions, picture: Picture?
    ) {
        self.session = session
        self.loop = loop
        self.picture = picture
        model = BrowserModel(screens: screens, options: options, window: TerminalSize(session.window))
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

    package func reminded() {}

    package func resized() { model.resize(TerminalSize(session.window)) }

    package func resumed() {
        shown = nil
        resized()
    }

    package func ended() { hasQuit = true }

    package func turnEnded() {
        guard !hasQuit else { return }
        model.update()
        askForPicture()
        for (screen, text) in pictures.take() { model.show(picture: text, of: screen) }
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
            }
        }
    }

    /// Asks once for the picture of the uppermost screen, when its text is there.
    private func askForPicture() {
        guard let picture, let page = model.page, let screen = page.screen, page.isLoaded, asked.insert(screen).inserted
        else { return }
        let (window, route) = (model.window, page.route)
        tasks.append(
            Task(executorPreference: loop) { [pictures, loop] in
                guard let text = await picture(route, window.columns - TerminalSize.margin, window.bodyRows) else {
                    return
                }
                pictures.add(text, of: screen)
                loop.wake()
            })
    }
}

/// Pictures that came and are not yet shown, by screen.
private final class ArrivedPictures: Sendable {
    private let arrived = Mutex<[(screen: String, text: String)]>([])

    func add(_ text: String, of screen: String) { arrived.withLock { $0.append((screen, text)) } }

    func take() -> [(screen: String, text: String)] {
        arrived.withLock { arrived in
            defer { arrived = [] }
            return arrived
        }
    }
}

extension TerminalSize {
    init(_ window: TerminalWindow?) { self.init(columns: window?.columns, rows: window?.rows) }
}
