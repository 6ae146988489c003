package import FeatureKit
import JSON

/// `roots/list`: the folders that the client works in.
extension ClientQuestion {
    /// Which folders it works in.
    package static var roots: ClientQuestion {
        .extended(
            ExtendedQuestion(needs: .roots, method: "roots/list") { result in
                guard let list = result["roots"], list.kind == .array else { return nil }
                // One without an address is no folder.
                let isWhole = list.elements.allSatisfy { $0["uri"]?.string != nil }
                // Not `nil`: that is the null of JSON.
                return isWhole ? JSONValue(list) : .none
            })
    }
}

extension ClientAnswers {
    /// The folders' addresses; none for a name under which they were not asked.
    package func roots(_ name: String) -> [String] { (value(name)?.array ?? []).compactMap { $0["uri"]?.string } }
}

extension ClientAbility {
    /// It names the folders that it works in.
    package static let roots = ClientAbility("roots")
}
