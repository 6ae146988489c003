import Glibc
import HTTP
import Runtime
import Synchronization

/// Writes exchanges to cassettes on a thread of its own, in their order, so that nobody waits for a disk.
///
/// At most ``limit`` bytes wait; what comes beyond is not recorded, and told. The thread is there while there is something to
/// write.
package final class CassetteWriter: Sendable {
    private struct Entry: Sendable {
        let cassette: Cassette
        let bytes: Int
        let warn: @Sendable (String) -> Void
        let line: @Sendable () -> [UInt8]
    }

    private struct State {
        var waiting: [Entry] = []
        var bytes = 0
        var isWriting = false
        /// Last reported fault of each cassette, until the next successful write.
        var told: [String: CassetteFault] = [:]
        var ends: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextEnd = 0
    }

    /// Bytes of an exchange besides its body.
    private static let overhead = 1024

    private let limit: Int
    private let write: @Sendable (Cassette, [UInt8]) throws(CassetteFault) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: the most bytes of bodies that wait.
    ///   - write: adds a line to a cassette; on the writer's thread.
    init(limit: Int, write: @escaping @Sendable (Cassette, [UInt8]) throws(CassetteFault) -> Void) {
        self.limit = limit
        self.write = write
    }

    package convenience init() {
        self.init(limit: 16 << 20) { cassette, line throws(CassetteFault) in try cassette.append(line) }
    }

    /// Has an exchange written, or tells why it is not.
    /// - Parameters:
    ///   - bytes: of its body.
    ///   - warn: takes a sentence, on any thread.
    ///   - line: makes the line, on the writer's thread.
    func append(
        to cassette: Cassette, bytes: Int, warn: @escaping @Sendable (String) -> Void,
        line: @escaping @Sendable () -> [UInt8]
    ) {
        let entry = Entry(cassette: cassette, bytes: bytes + Self.overhead, warn: warn, line: line)
        let (isTaken, starts) = state.withLock { state in
            guard state.bytes <= limit - entry.bytes else { return (false, false) }
            state.waiting.append(entry)
            state.bytes += entry.bytes
            defer { state.isWriting = true }
            return (true, !state.isWriting)
        }
        guard isTaken else { return tell(.tooSlow(path: cassette.path), of: entry) }
        if starts { start() }
    }

    /// Waits until everything is written, at most for a time: a disk may be stuck.
    package func idle(within limit: Duration) async {
        // Without descriptors the runtime's timer can't start: then nothing would end the wait.
        guard WorkerPool.isUsable else { return }
        await withCheckedContinuation { end in
            let number = state.withLock { state -> Int? in
                guard state.isWriting else { return nil }
                state.nextEnd += 1
                state.ends[state.nextEnd] = end
                return state.nextEnd
            }
            guard let number else { return end.resume() }
            Task.detached {
                try? await Task.sleep(for: limit)
                self.state.withLock { $0.ends.removeValue(forKey: number) }?.resume()
            }
        }
    }

    private func start() {
        guard let code = startThread(stackBytes: 1 << 20, { [self] in drain() }) else { return }
        // No thread to be had: what waits is given up.
        let entries = state.withLock { state in
            defer { (state.waiting, state.bytes, state.isWriting) = ([], 0, false) }
            return state.waiting
        }
        for entry in entries { tell(.unwritable(path: entry.cassette.path, code: code), of: entry) }
    }

    /// Writes until nothing waits.
    private func drain() {
        while let entry = next() {
            do throws(CassetteFault) {
                try write(entry.cassette, entry.line())
                state.withLock { _ = $0.told.removeValue(forKey: entry.cassette.path) }
            } catch {
                tell(error, of: entry)
            }
            state.withLock { $0.bytes -= entry.bytes }
        }
    }

    private func next() -> Entry? {
        let (entry, ends) = state.withLock { state -> (Entry?, [CheckedContinuation<Void, Never>]) in
            if !state.waiting.isEmpty { return (state.waiting.removeFirst(), []) }
            state.isWriting = false
            defer { state.ends = [:] }
            return (nil, Array(state.ends.values))
        }
        for end in ends { end.resume() }
        return entry
    }

    private func tell(_ fault: CassetteFault, of entry: Entry) {
        let isNew = state.withLock { $0.told.updateValue(fault, forKey: entry.cassette.path) != fault }
        if isNew { entry.warn(fault.sentence) }
    }
}
