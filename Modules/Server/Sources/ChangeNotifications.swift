import Composition
import FeatureKit
import JSONRPC
import Runtime
import StdioTransport
import Synchronization

/// Tells one client what changes without its asking: the resources it subscribed to, and its open screens.
final class ChangeNotifications: Sendable {
    private let screens: OpenScreens
    private let loop: EventLoop
    private let subscriptions: Subscriptions
    private let transport: StdioTransport
    /// Bytes unread from which on no more states are published.
    private let stateLimit: Int
    /// Output position after the last published states. The next ones wait until the client has read up to it.
    private let published = Atomic(0)

    /// Bytes unread from which on updates of resources wait. Each is a line that names a resource, and those of one resource
    /// that wait are one: they go before states, which a client may take long to read.
    private static let updateLimit = 4 << 20

    init(storefront: Storefront, subscriptions: Subscriptions, transport: StdioTransport) {
        screens = storefront.screens
        loop = storefront.loop
        self.subscriptions = subscriptions
        self.transport = transport
        stateLimit = storefront.transportLimits.queuedOutputBytes / 2
    }

    /// Tells what changed, as far as there is room. Called at the end of each turn of the loop.
    func turnEnded() {
        if transport.isWritten(upTo: published.load(ordering: .relaxed)) {
            publish(limit: stateLimit)
        } else {
            if transport.pendingOutputBytes < Self.updateLimit { sendUpdates() }
            tellShownStates()
        }
    }

    /// Publishes what changed, until the outbox is full: at most one state of a screen waits in it.
    /// - Parameter limit: bytes unread from which on the other screens wait for their turn.
    func publish(limit: Int) {
        for closed in screens.takeClosed() { transport.send(RPCReply.notification("screen.closed", closed)) }
        let start = transport.sentBytes
        sendUpdates()
        let isComplete = screens.publish { change in
            transport.send(RPCReply.notification("screen.changed", change))
            return transport.pendingOutputBytes < limit
        }
        let end = transport.sentBytes
        if end > start { published.store(end, ordering: .relaxed) }
        // What was sent may be written within this turn; then nothing else would begin the next one.
        if !isComplete { loop.wake() }
    }

    /// Tells the states that answers have shown already, so that no later one comes before them.
    func tellShownStates() {
        screens.tellShown { transport.send(RPCReply.notification("screen.changed", $0)) }
    }

    private func sendUpdates() {
        for update in subscriptions.takeUpdates() { transport.send(update) }
    }
}
