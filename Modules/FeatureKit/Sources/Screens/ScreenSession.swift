package import DesignSystem
import JSON
import Suggestions
import Synchronization

/// One open screen: a model, how its text is wanted, and the numbering of its states.
///
/// A revision is one published state: numbers rise by one, each is told at most once, and several changes between two
/// publications are one revision. The last state is always published.
final class ScreenSession: Sendable {
    let id: String
    let route: String
    let definition: ScreenDefinition
    private let model: OpenedModel
    /// Nil when the pictures of its rows are nobody's business.
    private let pictures: ScreenPictures?
    private let numbering: Mutex<Numbering>
    private let telling: Mutex<Telling>
    /// Count of saves that its actions began and that have not ended.
    let savings = WorkCount()

    /// Readings that the screens of its client told last.
    private let alike: ToldScreens

    private struct Telling {
        /// Reading that the next delta changes, and its revision; nil where changes are told whole.
        var told: (content: ToldScreen, revision: Int)?
        /// Rows that were laid out for the reading before.
        var memory: LayoutMemory
        /// Rows whose pictures were asked for last, and the number of their reading.
        var pictured: (rows: ToldRows, number: Int)?
    }

    private struct Numbering {
        var revision = 1
        var isChanged = false
        var layout: ScreenLayout
    }

    init(
        id: String, route: String, definition: ScreenDefinition, model: OpenedModel, layout: ScreenLayout,
        sharing rows: MeasuredRows, _ alike: ToldScreens, pictures: ScreenPictures? = nil
    ) {
        self.alike = alike
        self.id = id
        self.route = route
        self.definition = definition
        self.model = model
        numbering = Mutex(Numbering(layout: layout))
        telling = Mutex(Telling(memory: LayoutMemory(sharing: rows)))
        self.pictures = pictures
    }

    /// - Parameter changed: told after each change of the state, from any thread.
    func start(changed: @escaping @Sendable () -> Void) {
        model.listen { [weak self] in
            self?.numbering.withLock { $0.isChanged = true }
            changed()
        }
        model.open()
    }

    /// - Returns: what is saved once more; nil when there is nothing.
    @discardableResult
    func close() -> Saving? {
        let saving = model.close()
        pictures?.close()
        return saving
    }

    /// Performs an action.
    /// - Throws: the action's own fault, or `invalid_argument` for an action that the screen has not or that is withheld.
    func perform(_ action: String, _ parameters: JSONNode?) throws(Fault) -> ActionOutcome {
        let label = "\(definition.template.text) \(action)"
        guard !definition.withheldActions.contains(where: { $0.utf8.elementsEqual(action.utf8) }) else {
            throw .readOnly(action)
        }
        guard let outcome = try model.perform(action, parameters, label) else {
            let names = definition.actions.map(\.name)
            throw .unknownAction(
                action, on: definition.template.text, known: names, nearest: nearestNames(to: action, among: names))
        }
        return outcome
    }

    /// Renders what is published from now on in another layout; one that differs counts as a change of the state.
    func layOut(style: RenderStyle?, width: Int?, window: RowWindow?) {
        numbering.withLock { numbering in
            var layout = numbering.layout
            layout.options = layout.options.asked(style: style, width: width)
            layout.window = window ?? layout.window
            if layout == numbering.layout { return }
            numbering.layout = layout
            numbering.isChanged = true
        }
    }

    /// The state if it changed since it was last published, with its new revision; nil otherwise.
    func publish() -> ScreenReading? {
        guard let numbering = nextRevision() else { return nil }
        let reading = reading(numbering)
        showPictures(of: reading.content)
        return reading
    }

    /// Asks for the pictures of a reading's rows, unless they are those of the reading before.
    private func showPictures(of told: ToldScreen) {
        guard let pictures else { return }
        let isKnown = telling.withLock { telling in
            let before = telling.pictured
            telling.pictured = told.toldRows.map { ($0, told.number) }
            return before.map { told.showsPictures(of: $0.rows, $0.number) } ?? false
        }
        if !isKnown { pictures.show(told.snapshot.pictures) }
    }

    /// The number under which the state as it is now was published, or will be: changes until then share it.
    var revision: Int { numbering.withLock { $0.isChanged ? $0.revision + 1 : $0.revision } }

    /// Whether the state changed since it was last published; it counts as published then.
    func takeChange() -> Bool { nextRevision() != nil }

    private func nextRevision() -> Numbering? {
        numbering.withLock { numbering in
            guard numbering.isChanged else { return nil }
            numbering.isChanged = false
            numbering.revision += 1
            return numbering
        }
    }

    /// The state as it was last published. Where changes are told as deltas it is exactly what they lead to, whatever changed since.
    var reading: ScreenReading {
        let numbering = numbering.withLock { $0 }
        guard let told = telling.withLock({ $0.told }) else { return reading(numbering) }
        return ScreenReading(session: self, revision: told.revision, content: told.content)
    }

    private func reading(_ numbering: Numbering) -> ScreenReading {
        let (snapshot, layout) = (model.snapshot(numbering.layout.window), numbering.layout)
        return telling.withLock { telling in
            let told = alike.told(snapshot, in: layout, kind: definition.kind) {
                snapshot.document.laidOut(layout.options, &telling.memory)
            }
            var reading = ScreenReading(session: self, revision: numbering.revision, content: told)
            guard layout.tellsDeltas else { return reading }
            reading.delta = telling.told.map { alike.change(from: $0.content, to: told) }
            telling.told = (told, numbering.revision)
            return reading
        }
    }
}

/// A reading of a screen, as it is told.
package struct ScreenReading: Sendable {
    let session: ScreenSession
    package let revision: Int
    let content: ToldScreen
    /// Changes since the reading before; nil where each is told whole.
    var delta: ScreenDelta?

    private var snapshot: any ScreenSnapshot { content.snapshot }

    package var state: EmbeddedObject { snapshot.state }

    /// State of its loading; nil for a screen that loads nothing.
    package var status: RefreshStatus? { snapshot.status }

    package var text: String { content.laidOut.text }

    /// The text's lines.
    package var lines: [String] { content.laidOut.lines }

    /// Which of the text's lines are which row; nil where nobody asked.
    package var rows: [PlacedRow]? { content.rows }

    /// Place of the rows that it shows among all; nil for all of them, and for a screen that is no list.
    package var window: WindowPlace? { content.toldRows?.place }

    /// The present value of what an action sets, by its place in the state.
    func value(at source: String) -> JSONValue? { snapshot.value(at: source) }

    /// The open screen's id.
    package var screen: String { session.id }

    /// Title of the screen.
    package var title: String { session.definition.title }

    /// True if what it shows is sample data.
    package var isSample: Bool { session.definition.isSample }

    /// Actions of the screen.
    package var actions: [ActionDescription] { session.definition.actions }
}
