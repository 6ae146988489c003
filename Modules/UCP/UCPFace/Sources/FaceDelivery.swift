import FeatureKit
import JSON

/// The address of a checkout, and the way of delivery. The catalogue knows no prices of deliveries, so there is one way: what the shop's
/// own page offers, at the price that it says.
struct FaceDelivery: Sendable, Equatable {
    private static let method = "shipping"
    private static let group = "parcel"
    private static let option = "shop_page"

    /// Addresses with their ids.
    private var destinations: [JSONValue] = []
    private var selected: String?
    private var isChosen = false

    init() {}

    /// - Parameter stored: as `stored` gives it.
    init(_ stored: JSONNode?) {
        destinations = (stored?["destinations"]).elementsOrNone.map { JSONValue($0) }
        selected = stored?["selected"]?.string
        isChosen = stored?["chosen"]?.bool ?? false
    }

    var stored: JSONValue {
        .object(
            [JSONMember("destinations", .array(destinations)), JSONMember("chosen", .bool(isChosen))]
                + (selected.map { [JSONMember("selected", .string($0))] } ?? []))
    }

    /// Takes what a request says in place of what was.
    /// - Parameter node: `fulfillment`, checked by its schema; nil takes the address away.
    /// - Returns: what could not be taken.
    mutating func replace(with node: JSONNode?) -> [JSONValue] {
        let methods = (node?["methods"]).elementsOrNone
        var messages: [JSONValue] = []
        if methods.contains(where: { $0["type"]?.isString("pickup") ?? false }) {
            messages.append(
                FaceMessage.warning(
                    "fulfillment_unavailable", "Nothing can be picked up: it is sent.", path: "$.fulfillment"))
        }
        guard let method = methods.first(where: { !($0["type"]?.isString("pickup") ?? false) }) else {
            self = FaceDelivery()
            return messages
        }
        if let places = method["destinations"] { destinations = Self.destinations(places) }
        let ids = destinations.compactMap { $0["id"]?.string }
        if let wanted = method["selected_destination_id"]?.string { selected = wanted }
        if let place = selected, !ids.contains(place) { selected = nil }
        if selected == nil, ids.count == 1 { selected = ids.first }
        if let group = (method["groups"]).elementsOrNone.first, let wanted = group["selected_option_id"] {
            isChosen = wanted.isString("shop_page")
            if let name = wanted.string, !isChosen {
                messages.append(
                    FaceMessage.error(
                        "option_unavailable", "There is no way of delivery \(Fault.quoted(name, limit: 60)).",
                        "recoverable",
                        path: "$.fulfillment.methods[0].groups[0].selected_option_id"))
            }
        }
        return messages
    }

    /// Addresses with the members that they may have, each with an id.
    private static func destinations(_ places: JSONNode) -> [JSONValue] {
        let places = (JSONNode?.some(places)).elementsOrNone
        // A name that is made is no other address's: by it one of them is chosen.
        let named = Set(places.compactMap { $0["id"]?.string })
        var ids: Set<String> = []
        return places.enumerated().map { place, node in
            var (id, number) = (node["id"]?.string ?? "", place)
            while id.isEmpty || ids.contains(id) {
                number += 1
                let made = "address_\(number)"
                id = named.contains(made) ? "" : made
            }
            ids.insert(id)
            let members = FaceTool.addressNames.compactMap { name in
                node[name]?.string.map { JSONMember(name, .string($0)) }
            }
            return .object([JSONMember("id", .string(id))] + members)
        }
    }

    /// The delivery as UCP has it (types/fulfillment.json).
    /// - Parameter lines: ids of the checkout's lines.
    func json(_ lines: [String]) -> JSONValue {
        let lines = JSONValue.array(lines.map { .string($0) })
        var method = [
            JSONMember("id", .string(Self.method)), JSONMember("type", "shipping"), JSONMember("line_item_ids", lines),
        ]
        if !destinations.isEmpty {
            method.append(JSONMember("destinations", .array(destinations)))
            method.append(JSONMember("selected_destination_id", selected.map { .string($0) } ?? .null))
        }
        if selected != nil {
            let option: JSONValue = [
                "id": .string(Self.option), "title": "Delivery by the shop",
                "description": "The shop's page tells ways and prices of delivery to this address.", "totals": [],
            ]
            let chosen: JSONValue = isChosen ? .string(Self.option) : .null
            let group: JSONValue = [
                "id": .string(Self.group), "line_item_ids": lines, "options": [option], "selected_option_id": chosen,
            ]
            method.append(JSONMember("groups", [group]))
        }
        return ["methods": [.object(method)]]
    }
}
