import Runtime
import Synchronization

/// Parts of a transport before it has a handler.
struct TransportParts {
    let input: Int32
    let framing: Framing
    let limits: TransportLimits
    let outbox: Outbox
    let pause: InputPause
    let writer: OutputWriter
    let events: ProcessEventWatch
    let log: DiagnosticLog
    let observer: (any WireObserver)?
}

/// Whether the host wants no further message now. Any thread.
final class InputPause: Sendable {
    private let flag = Atomic<Bool>(false)

    var isOn: Bool { flag.load(ordering: .relaxed) }

    func set(_ isOn: Bool) {
        flag.store(isOn, ordering: .relaxed)
    }
}
