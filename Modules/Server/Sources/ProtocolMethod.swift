import FeatureKit
import MCP
import Values

/// The methods that belong to the protocols, not to a module.
package enum ProtocolMethod: String, CaseIterable {
    case toolsCall = "tools/call"
    // Model Context Protocol, handshake revisions.
    case initialize
    case ping
    case loggingSetLevel = "logging/setLevel"
    case resourcesSubscribe = "resources/subscribe"
    case resourcesUnsubscribe = "resources/unsubscribe"
    // The stateless revision.
    case discover = "server/discover"
    case subscriptionsListen = "subscriptions/listen"
    case skillsList = "skills/list"
    case skillsGet = "skills/get"
    case tasksGet = "tasks/get"
    case tasksUpdate = "tasks/update"
    case tasksCancel = "tasks/cancel"
    // Both.
    case toolsList = "tools/list"
    case resourcesList = "resources/list"
    case resourcesTemplatesList = "resources/templates/list"
    case resourcesRead = "resources/read"
    case promptsList = "prompts/list"
    case promptsGet = "prompts/get"
    case complete = "completion/complete"
    case cancelled = "notifications/cancelled"
    // The editors' base protocol.
    case cancelRequest = "$/cancelRequest"
    case shutdown
    case exit

    /// By the length of the name: hardly two are equally long, so that one comparison is less than a hash.
    private static let byLength: [[(name: ExactName, method: ProtocolMethod)]] = {
        var table: [[(name: ExactName, method: ProtocolMethod)]] = []
        for method in allCases {
            let length = method.rawValue.utf8.count
            while table.count <= length { table.append([]) }
            table[length].append((ExactName(method.rawValue), method))
        }
        return table
    }()

    /// - Parameter name: compared byte by byte.
    init?(exactly name: String) {
        // As most are: without a look at the table.
        if name.isExactly("tools/call") {
            self = .toolsCall
            return
        }
        let (length, byLength) = (name.utf8.count, Self.byLength)
        guard length < byLength.count, !byLength[length].isEmpty else { return nil }
        let name = ExactName(name)
        guard let found = byLength[length].first(where: { $0.name == name }) else { return nil }
        self = found.method
    }

    /// True for methods that exist only if some tool may go on as a task.
    var isOfTasks: Bool {
        switch self {
        case .tasksGet, .tasksUpdate, .tasksCancel: true
        default: false
        }
    }

    /// Whether a client of this revision may ask it.
    func isServed(to revision: MCPRevision) -> Bool {
        switch self {
        case .initialize, .ping, .loggingSetLevel, .resourcesSubscribe, .resourcesUnsubscribe: !revision.isStateless
        case .discover, .subscriptionsListen, .skillsList, .skillsGet, .tasksGet, .tasksUpdate, .tasksCancel:
            revision.isStateless
        case .toolsList, .toolsCall, .resourcesList, .resourcesTemplatesList, .resourcesRead, .promptsList, .promptsGet,
            .complete:
            true
        case .cancelled, .cancelRequest, .shutdown, .exit: false
        }
    }
}
