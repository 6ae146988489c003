import Core

/// The methods that belong to the protocols, not to a module.
enum ProtocolMethod: String, CaseIterable {
    case ping
    // Model Context Protocol, handshake revisions.
    case initialize
    case toolsList = "tools/list"
    case toolsCall = "tools/call"
    case promptsList = "prompts/list"
    case promptsGet = "prompts/get"
    case complete = "completion/complete"
    case cancelled = "notifications/cancelled"
    // The editors' base protocol.
    case cancelRequest = "$/cancelRequest"
    case shutdown
    case exit

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { (ExactName($0.rawValue), $0) })

    /// - Parameter name: compared byte by byte.
    init?(exactly name: String) {
        guard let method = Self.byName[ExactName(name)] else { return nil }
        self = method
    }
}
