import DesignSystem
package import FeatureKit
import JSON
package import StdioTransport

/// One screen, printed again whenever it changes, until its user has enough or nobody reads any more.
package final class ScreenWatch: TerminalHandler {
    package enum Form: Sendable {
        /// On a terminal, over what was printed before.
        case inPlace
        /// Each reading below the one before, with an empty line between.
        case oneAfterAnother
        /// Each state as one line of JSON.
        case json
    }

    private let screens: OpenScreens
    private let session: TerminalSession
    private let form: Form
    private let period: Duration?
    private let followsWidth: Bool
    private var screen: String?
    private var printed: InPlaceText?
    private var last: [UInt8] = []
    private var hasFailed = false
    private var hasEnded = false

    /// - Parameters:
    ///   - period: how often the screen is loaded again; nil for never.
    ///   - followsWidth: whether the text is as wide as the window, whatever becomes of that.
    package init(screens: OpenScreens, session: TerminalSession, form: Form, period: Duration?, followsWidth: Bool) {
        self.screens = screens
        self.session = session
        self.form = form
        self.period = period
        self.followsWidth = followsWidth
    }

    /// - Returns: false when the screen could not be loaded the last time.
    /// - Throws: when there is no such screen.
    package func run(_ route: String) throws(Fault) -> Bool {
        let opened = try screens.open(route, style: nil, width: nil)
        screen = opened.screen
        take(opened)
        if let period { session.remind(after: period) }
        session.run(self) { hasEnded }
        return !hasFailed
    }

    // MARK: TerminalHandler

    package func typed(_ bytes: [UInt8]) -> Bool { false }

    package func typingPaused() {}

    package func reminded() {
        guard let screen, let period else { return }
        // A screen that can't be loaded again only follows what changes by itself.
        _ = try? screens.send(screen, action: "refresh", parameters: nil)
        session.remind(after: period)
    }

    package func resized() {
        guard form == .inPlace, followsWidth, let screen, let window = session.window, window.columns > 0 else {
            return
        }
        // The terminal has moved the lines about: what is where is not known any more.
        printed = printed.map { _ in InPlaceText(lines: nil) }
        last = []
        if let reading = try? screens.resize(screen, style: nil, width: window.columns) { take(reading) }
    }

    package func resumed() {}

    package func ended() {
        hasEnded = true
        // The terminal has shown the key that ended it where the cursor stood.
        if form == .inPlace { session.write(Array("\r\u{1B}[K".utf8)) }
    }

    package func turnEnded() {
        guard !hasEnded else { return }
        for reading in screens.takeReadings() { take(reading) }
        for closing in screens.takeClosings() where closing.screen == screen { hasEnded = true }
    }

    /// Prints what is complete and differs from what was printed last.
    private func take(_ reading: ScreenReading) {
        if let status = reading.status, status.running != .none || status.ended == .none { return }
        hasFailed = reading.status?.ended == .error
        var bytes: [UInt8]
        if form == .json {
            var writer = JSONWriter()
            reading.state.write(&writer)
            bytes = writer.bytes + [UInt8(ascii: "\n")]
        } else {
            bytes = Array(reading.text.utf8)
        }
        guard bytes != last else { return }
        let isFirst = last.isEmpty && printed == nil
        last = bytes
        switch form {
        case .inPlace:
            let next = InPlaceText(reading.text)
            let window = session.window
            bytes = Array(next.sequences(after: printed, rows: window.map(\.rows) ?? 0).utf8)
            printed = next
        case .oneAfterAnother: if !isFirst { bytes.insert(UInt8(ascii: "\n"), at: 0) }
        case .json: break
        }
        if !session.write(bytes) { hasEnded = true }
    }
}
