import DesignSystem
import JSON

/// One state of a screen, of a model of any type.
protocol ScreenSnapshot: AnyObject, Sendable {
    /// The state as it is written.
    var state: EmbeddedObject { get }
    /// The same without its rows.
    var stateWithoutRows: EmbeddedObject { get }
    /// Nil for a screen that is no list.
    var rows: ToldRows? { get }
    /// State of its loading; nil for a screen that loads nothing.
    var status: RefreshStatus? { get }
    /// The state as people read it.
    var document: Document { get }
    /// Addresses of the pictures that its rows show, in their order.
    var pictures: [String] { get }

    /// The present value of what an action sets.
    /// - Parameter source: its place in the state.
    func value(at source: String) -> JSONValue?

    /// True if it is told as another one of a screen of the same kind.
    func tellsSame(as other: any ScreenSnapshot) -> Bool
}

/// A state with the model that knows how it is told.
final class ModelSnapshot<Model: ScreenModel>: ScreenSnapshot {
    private let model: Model
    private let told: Model.State
    private let shape: ResultShape<Model.State>

    init(_ model: Model, _ told: Model.State, _ shape: ResultShape<Model.State>) {
        (self.model, self.told, self.shape) = (model, told, shape)
    }

    var state: EmbeddedObject { EmbeddedObject { self.shape.write(self.told, into: &$0) } }

    var stateWithoutRows: EmbeddedObject {
        EmbeddedObject { self.shape.write(self.model.withoutRows(self.told), into: &$0) }
    }

    var rows: ToldRows? { model.rows(of: told) }

    var status: RefreshStatus? { model.status(of: told) }

    var document: Document { model.present(told) }

    var pictures: [String] { model.pictures(of: told) }

    func value(at source: String) -> JSONValue? { model.value(at: source, in: told) }

    func tellsSame(as other: any ScreenSnapshot) -> Bool {
        guard let other = other as? ModelSnapshot<Model> else { return false }
        return model.tellsSame(told, as: other.told)
    }
}
