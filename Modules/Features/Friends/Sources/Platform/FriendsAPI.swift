import FeatureKit
import HTTP
import JSON

/// The upstream of the friends: `man.json` and four lists, each an object with one array called `response`.
struct FriendsAPI: Sendable {
    let upstream: Upstream

    /// The user and the lists of a scenario, asked for at once.
    /// - Throws: the first failure of any of them; nothing is made of the others.
    func friends(of scenario: Scenario) async throws(Fault) -> ServerFriends {
        let responses = try await responses(["man"] + scenario.lists)
        return ServerFriends(user: responses[0], lists: responses[1...])
    }

    /// The rows of a scenario without its user, merged.
    func rows(of scenario: Scenario) async throws(Fault) -> [Friend] {
        FriendRows(try await responses(scenario.lists)[...]).merged
    }

    /// The arrays of several documents, in the order of `names`. The first that fails ends the others.
    private func responses(_ names: [String]) async throws(Fault) -> [[JSONNode]] {
        try await withTaskGroup(of: (Int, Result<[JSONNode], Fault>).self) { group in
            for (index, name) in names.enumerated() {
                group.addTask { (index, await response(name)) }
            }
            var found = [[JSONNode]](repeating: [], count: names.count)
            for await (index, result) in group {
                switch result {
                case .success(let rows): found[index] = rows
                case .failure(let fault):
                    group.cancelAll()
                    return Result<[[JSONNode]], Fault>.failure(fault)
                }
            }
            return .success(found)
        }.get()
    }

    /// The array of one document. `null` counts as empty, as for the original; a document without `response` is some
    /// other answer, and taking it for an empty list would tell the user that all friends are gone.
    private func response(_ name: String) async -> Result<[JSONNode], Fault> {
        do throws(Fault) {
            return .success(
                try await upstream.json(["\(name).json"]) { reply throws(Fault) in
                    guard reply.isSuccess else { throw .rejected(reply.status, module: upstream.module) }
                    guard let response = reply.document.root["response"], response.isNull || response.kind == .array
                    else { throw .unexpectedAnswer("response", module: upstream.module) }
                    return Array(response.elements)
                })
        } catch {
            return .failure(error)
        }
    }
}
