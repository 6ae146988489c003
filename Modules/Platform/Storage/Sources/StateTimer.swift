/// Runs a body once after so many milliseconds, on any thread. Gives what cancels it.
package typealias StateTimer =
    @Sendable (_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void

/// A timer of the runtime's own: for tests, and where there is no event loop. It needs descriptors to start with.
@Sendable package func taskTimer(
    _ milliseconds: Int, _ body: @escaping @Sendable () -> Void
) -> @Sendable () -> Void {
    let task = Task {
        do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
        body()
    }
    return { task.cancel() }
}
