import Glibc
import Synchronization

/// Input that was read before any of it is handed out: what the system is asked once after the reading holds for all of it, since each
/// part was sent before that.
package enum InputBatch {
    /// Key of the number that each thread keeps.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()
    private static let last = Atomic<UInt>(0)

    /// Hands out what was read, on the calling thread.
    package static func handOut<Result>(_ body: () -> Result) -> Result {
        guard let key else { return body() }
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: last.wrappingAdd(1, ordering: .relaxed).newValue))
        defer { pthread_setspecific(key, outer) }
        return body()
    }

    /// Number of the batch that this thread hands out; nil outside of one.
    package static var current: UInt? { key.flatMap { pthread_getspecific($0) }.map { UInt(bitPattern: $0) } }
}
