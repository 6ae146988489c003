import Glibc
import Runtime

/// Signals and the parent's end, as far as they are listened to. Touched on the loop's thread only.
final class ProcessEventWatch {
    /// Interval of polling the parent when the system gives no descriptor for it.
    private static let parentInterval = Duration.milliseconds(500)

    private let signals: ProcessSignals?
    private let parent: ParentWatch?
    private var watches: [WatchID] = []
    private var body: ((ProcessEvent) -> Void)?
    private var wasTerminated = false

    /// - Throws: `DescriptorFault.noDescriptor` when signals are wanted and the process has no descriptor left.
    init(_ events: StdioTransport.ProcessEvents, parent: ParentWatch = ParentWatch()) throws(DescriptorFault) {
        signals = events.contains(.signals) ? try ProcessSignals() : nil
        self.parent = events.contains(.parent) ? parent : nil
    }

    /// Tells `body` each event from now on.
    func start(on loop: EventLoop, _ body: @escaping (ProcessEvent) -> Void) {
        self.body = body
        if let descriptor = signals?.descriptor {
            watches.append(loop.watches.add(descriptor, events: Int16(POLLIN)) { [self] _ in readSignals() })
        }
        if let descriptor = parent?.descriptor {
            let index = watches.count
            watches.append(
                loop.watches.add(descriptor, events: Int16(POLLIN)) { [self] _ in
                    // It stays readable from now on.
                    loop.watches.setEvents(0, for: watches[index])
                    body(.parentGone)
                })
        } else if parent != nil {
            askForParentLater(on: loop)
        }
    }

    /// Tells nothing more.
    func stop(on loop: EventLoop) {
        body = nil
        for watch in watches { loop.watches.remove(watch) }
        watches = []
    }

    private func readSignals() {
        while let number = signals?.next() {
            if number == SIGHUP {
                body?(parent?.isGone == true ? .terminate(signal: number) : .hangup)
            } else if !wasTerminated {
                wasTerminated = true
                ProcessSignals.exitOnNext()
                body?(.terminate(signal: number))
            }
        }
    }

    private func askForParentLater(on loop: EventLoop) {
        let confined = LoopConfined(self)
        loop.schedule(after: Self.parentInterval) {
            let watch = confined.value(on: loop)
            guard let body = watch.body else { return }
            if watch.parent?.isGone == true { body(.parentGone) } else { watch.askForParentLater(on: loop) }
        }
    }
}
