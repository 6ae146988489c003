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

    /// With the length of each name, which tells nearly all apart: one comparison is less than a hash. In one array: one for each length
    /// took 23,000 instructions of every start.
    private static let known: [(length: Int, method: ProtocolMethod)] = {
        var known: [(length: Int, method: ProtocolMethod)] = []
        known.reserveCapacity(allCases.count)
        for method in allCases { known.append((method.rawValue.utf8.count, method)) }
        return known
    }()

    /// - Parameter name: compared byte by byte.
    init?(exactly name: String) {
        // As most are: without a look at the table.
        if name.isExactly("tools/call") {
            self = .toolsCall
            return
        }
        let (length, known) = (name.utf8.count, Self.known)
        // By places: `first` hands each element to a closure.
        for place in known.indices where known[place].length == length {
            let method = known[place].method
            if method.rawValue.isExactly(name) {
                self = method
                return
            }
        }
        return nil
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
