import FeatureKit
import JSON

/// The way back from an action: another action of the same screen, or a call.
struct Reversal: Sendable {
    enum Step: Sendable {
        case action(UndoAction)
        /// The method of that name, whichever module has it.
        case call(String, [JSONMember])
    }

    /// Title of the action that is undone.
    let title: String
    /// The screen that took it.
    let route: String
    let step: Step

    /// The way back from an action that was sent.
    /// - Parameter saving: what the screen says of it.
    /// - Returns: nil for what can't be taken back.
    init?(of action: ActionDescription, _ members: [JSONMember], _ saving: Saving, on page: Page) {
        (title, route) = (action.title, page.route)
        if let undo = saving.undo {
            step = .action(undo)
        } else if action.name == "addToBag",
            let sku = members.first(where: { $0.key == "sku" })?.value ?? page.state["sku"]
        {
            // Pieces go back out of the bag, which is another screen's.
            let quantity = members.first { $0.key == "quantity" }?.value ?? 1
            let pieces = JSONValue.object([JSONMember("sku", sku), JSONMember("quantity", quantity)])
            step = .call("removeFromBag", [JSONMember("items", .array([pieces]))])
        } else {
            return nil
        }
    }
}
