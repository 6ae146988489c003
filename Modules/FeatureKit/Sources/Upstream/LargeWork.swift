import HTTP
import Runtime

/// Work that takes so long that others should not wait behind it.
package enum LargeWork {
    /// Bytes from which on an answer counts as large: reading and writing one takes some milliseconds.
    package static let bytes = LargeBodies.least

    /// Does the work here, or on the pool when it is large.
    /// - Parameter bytes: how much there is to read or write.
    package static func run<Value: Sendable, Failure: Error>(
        ofBytes bytes: Int, _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard bytes >= Self.bytes, WorkerPool.isUsable else { return try work() }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) in try work() }
    }
}
