import DesignSystem
import FeatureKit

/// The screen of the selected row, beside the list: opened once the selection rests.
struct Preview: Sendable {
    let route: String
    /// Nil until it is opened, and when it can't be.
    var screen: String?
    var lines: [Substring] = []
    var picture: [Substring] = []
    /// The first line in sight.
    var top = 0
    var isLoaded = false

    init(_ route: String) { self.route = route }

    /// The picture, and the text below it.
    var all: [Substring] { picture.isEmpty ? lines : picture + [""] + lines }

    mutating func show(_ reading: ScreenReading) {
        guard reading.screen == screen else { return }
        lines = reading.text.split(separator: "\n", omittingEmptySubsequences: false)
        isLoaded = reading.status.map { $0.running == .none && $0.ended != .none } ?? true
    }

    mutating func scroll(_ lines: Int, height: Int) { top = min(max(0, top + lines), max(0, all.count - height)) }
}

extension BrowserModel {
    /// The route of the row whose screen belongs beside the list; nil where there is no room or no such row.
    private var previewRoute: String? {
        guard window.hasPane, let page, !page.rows.isEmpty, let row = page.row else { return nil }
        switch mode {
        case .page, .find: break
        default: return preview?.route
        }
        if let route = row.route { return route }
        guard let screen = page.screen, let select = page.action("select"),
            let known = known(for: select), known.count == select.parameters.count,
            case .navigate(let route)? = try? screens.send(screen, action: "select", parameters: Self.node(known))
                .outcome
        else { return nil }
        return route
    }

    /// Follows the selected row: what is beside the list is of another row now.
    /// - Returns: whether `openPreview` is wanted once the selection rests.
    func followSelection() -> Bool {
        let key = page.map { "\($0.screen ?? $0.route) \($0.row?.key ?? "") \(window.hasPane)" }
        guard key != previewedKey else { return false }
        previewedKey = key
        let route = previewRoute
        guard route != preview?.route else { return false }
        closePreview()
        preview = route.map { seen[$0] ?? Preview($0) }
        return preview != nil
    }

    /// Opens the screen of the selected row beside the list.
    func openPreview() {
        guard var shown = preview, shown.screen == nil else { return }
        do throws(Fault) {
            let reading = try screens.open(shown.route, style: style, width: window.paneColumns)
            shown.screen = reading.screen
            // The earlier preview stays until the row is loaded again.
            if shown.lines.isEmpty { shown.show(reading) }
        } catch {
            shown.lines = [Substring(error.message)]
        }
        preview = shown
    }

    func closePreview() {
        guard var shown = preview else { return }
        if let screen = shown.screen { _ = try? screens.close(screen) }
        shown.screen = nil
        if shown.isLoaded {
            if seen.count >= Self.mostSeen { seen.removeAll() }
            shown.top = 0
            seen[shown.route] = shown
        }
        preview = nil
    }

    /// Takes what is told of the screen beside the list.
    func takePreview(_ reading: ScreenReading) {
        guard preview?.screen == reading.screen else { return }
        let isLoading = reading.status.map { $0.running != .none } ?? false
        if preview?.isLoaded == true, isLoading { return }
        preview?.show(reading)
    }
}
