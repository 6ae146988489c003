import FeatureKit

/// The sentences of this module's own failures, in one place.
extension Fault {
    /// Nobody with this fid has an open invitation.
    static func unknownInvitation(_ fid: String) -> Fault {
        Fault(
            .notFound, "There is no invitation with the fid \(quoted(fid)).",
            hint: "friends.list gives the fid of each invitation.", module: Friends.id, field: "fid")
    }

    /// A route whose scenario is none.
    static func unknownScenario(_ text: String) -> Fault {
        let names = Scenario.allCases.map(\.rawValue)
        return Fault(
            .invalidArgument, "There is no scenario \(quoted(text)).",
            hint: "It is one of \(names.joined(separator: ", ")).", module: Friends.id, field: "scenario",
            suggestions: names)
    }
}
