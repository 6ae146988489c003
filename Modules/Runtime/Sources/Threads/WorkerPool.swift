import Glibc
import Synchronization

/// The runtime's threads, for work that blocks or takes long.
///
/// The runtime's library opens an epoll, an event and a timer when its first thread starts, and ends the process by SIGILL
/// when it can't. So it is given its first work only while descriptors are free; without them the caller's thread works.
package enum WorkerPool {
    /// The three of the library, and some that others may take meanwhile.
    private static let descriptorsAtStart = 8

    private static let hasStarted = Atomic(false)

    /// Whether work may be handed to the runtime's threads. From the first time that it is true, it stays so.
    package static var isUsable: Bool {
        if hasStarted.load(ordering: .relaxed) { return true }
        guard Descriptors.areFree(descriptorsAtStart) else { return false }
        hasStarted.store(true, ordering: .relaxed)
        return true
    }

    /// Does work on the runtime's threads, or here where they can't start.
    package static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        guard isUsable else { return work() }
        return await Task.detached { work() }.value
    }
}

/// Remaining descriptors under the process's limit on open files.
package enum Descriptors {
    /// Whether so many more files can be opened now.
    package static func areFree(_ count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            // Another error says nothing of the limit.
            guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
            opened.append(descriptor)
        }
        return true
    }
}
