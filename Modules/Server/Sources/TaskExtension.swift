package import FeatureKit
package import JSON
package import JSONRPC
package import MCP

/// Calls that go on as tasks after they were answered: an extension of MCP that a program brings along. Galleria has none.
package protocol TaskExtension: AnyObject, Sendable {
    /// Gives the extension of one session.
    /// - Parameters:
    ///   - limit: tasks that may be there at once.
    ///   - tell: takes each change, on the thread that made it.
    typealias Make = @Sendable (_ limit: Int, _ tell: @escaping @Sendable (TaskNews) -> Void) -> any TaskExtension

    /// True if no task is there.
    var isEmpty: Bool { get }
    /// True if no work runs.
    var isIdle: Bool { get }

    /// Cancels all, now and from now on: the input has ended.
    func end()

    /// True where there is a task of this id.
    func has(_ id: String) -> Bool

    /// Answers the call of an operation that becomes a task, or may not be called otherwise.
    /// - Returns: nil when the call is to be answered as any other.
    func answer(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, _ request: MCPRequest, for session: ClientSession
    ) throws(RPCError) -> [UInt8]?

    /// Goes on as a task with a call that has asked what it had to.
    /// - Parameter given: the answers.
    /// - Returns: the answer to the call.
    func goOn(
        _ operation: RegisteredOperation, _ arguments: JSONNode?, given: ClientAnswers, id: RPCIdentifier,
        from client: MCPClient, for session: ClientSession
    ) -> [UInt8]

    /// `tasks/get`, `tasks/update` or `tasks/cancel`
    func answer(_ method: ProtocolMethod, _ request: MCPRequest) throws(RPCError) -> [UInt8]
}

/// Change of a task, for those who subscribed to it.
package struct TaskNews: Sendable {
    let id: String
    let notification: StaticString
    let write: @Sendable (RPCIdentifier, inout JSONWriter) -> Void

    /// - Parameter write: writes the params for a subscription.
    package init(
        _ id: String, _ notification: StaticString, write: @escaping @Sendable (RPCIdentifier, inout JSONWriter) -> Void
    ) {
        (self.id, self.notification, self.write) = (id, notification, write)
    }
}
