import Foundation

/// A program under test, driven through its three standard streams.
///
/// One thread drives everything: whoever waits also moves bytes in all directions, so that a full pipe blocks neither side.
/// Every wait is bounded. The pipes are closed on exec, so that programs started at the same time do not hold each
/// other's ends open. The program is killed when this object goes away. Not for use from several threads.
class ChildProcess {
    enum Ending: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Far longer than anything takes, even on a busy machine: reached only by a program that hangs.
    static let patience = Duration.seconds(60)

    /// Bytes on stderr so far.
    private(set) var errors: [UInt8] = []
    var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// Whether stdout and stderr are read at all: a client that stops reading is a test of its own.
    var readsOutput = true
    var readsErrors = true
    /// The most that one read takes.
    var pieceBytes = 65_536

    let pid: pid_t
    private var input: Int32
    private var output: Int32
    private var errorOutput: Int32
    /// Ends when the program is gone; see `Spawn.Running`.
    private var life: Int32
    private var pendingInput: ArraySlice<UInt8> = []
    private var lines = LineBuffer()
    private var ending: Ending?

    /// Starts the program at `executable` with nothing but the given environment.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String], directory: String? = nil
    ) throws(HarnessFault) {
        // A program that is gone must show as an error of write, not end the tests.
        Foundation.signal(SIGPIPE, SIG_IGN)
        let running = try Spawn.start(executable, arguments, environment: environment, directory: directory)
        pid = running.pid
        input = running.input
        output = running.output
        errorOutput = running.errors
        life = running.life
        for end in [input, output, errorOutput, life] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        if ending == nil {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        for end in [input, output, errorOutput, life] where end >= 0 { Foundation.close(end) }
    }

    /// Writes bytes to the program's stdin. Bytes for a program that has closed it are dropped.
    func send(_ bytes: some Collection<UInt8>) throws(HarnessFault) {
        pendingInput.append(contentsOf: bytes)
        if !pump(within: Self.patience, until: { pendingInput.isEmpty || input < 0 }) {
            throw fault("took \(Self.patience) without reading its input")
        }
    }

    func send(line: String) throws(HarnessFault) {
        try send(Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    /// Writes bytes as far as the program takes them, and goes on when it has taken nothing for `quiet`; the rest is
    /// written with what is sent next.
    func offer(_ bytes: some Collection<UInt8>, quiet: Duration = .milliseconds(500)) {
        pendingInput.append(contentsOf: bytes)
        while !pendingInput.isEmpty, input >= 0 {
            let left = pendingInput.count
            if !pump(within: quiet, until: { pendingInput.count < left || input < 0 }) { return }
        }
    }

    /// The next line of stdout without its newline, or nil at the end of output.
    func readLine(within limit: Duration = patience) throws(HarnessFault) -> String? {
        guard pump(within: limit, until: { lines.hasLine || output < 0 }) else {
            throw fault("wrote no line within \(limit)")
        }
        guard let line = lines.next() else { return nil }
        guard let text = String(validating: line, as: UTF8.self) else { throw fault("wrote a line that is not UTF-8") }
        return text
    }

    /// Everything that is left of stdout, line by line.
    func readToEnd() throws(HarnessFault) -> [String] {
        var all: [String] = []
        while let line = try readLine() { all.append(line) }
        return all
    }

    /// Bytes after the last newline of stdout.
    var restOfOutput: String { lines.rest }

    /// Ends the program's stdin, once it has taken what was offered.
    func closeInput() {
        _ = pump(within: Self.patience, until: { pendingInput.isEmpty || input < 0 })
        highWater = kilobytes("VmHWM") ?? 0
        close(&input)
    }

    /// Stops reading: what the program writes from now on fails.
    func closeOutput() { close(&output) }

    func signal(_ number: Int32) { kill(pid, number) }

    /// Waits until the program is gone, while reading what it still has to say.
    func waitForEnd(within limit: Duration = patience) throws(HarnessFault) -> Ending {
        if let ending { return ending }
        guard pump(within: limit, until: { life < 0 }) else { throw fault("was still running after \(limit)") }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        // The layout of a wait status: the signal in the low seven bits, the exit status in the next byte.
        let ended = status & 0x7f == 0 ? Ending.exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
        ending = ended
        _ = pump(within: Self.patience, until: { output < 0 && errorOutput < 0 })
        return ended
    }

    /// Looks again and again for something that the program does beside its output, for as long as an answer is waited for.
    /// - Returns: whether it was there in the end.
    func waitUntil(_ isThere: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + Self.patience
        while !isThere() {
            if ContinuousClock.now > deadline || life < 0 { return isThere() }
            _ = pump(within: .milliseconds(20)) { false }
        }
        return true
    }

    /// Writes bytes as far as the program takes them, and goes on when it neither takes any nor computes.
    func offerUntilIdle(_ bytes: some Collection<UInt8>) {
        var before = -1
        offer(bytes)
        while !pendingInput.isEmpty, processorTicks != before {
            before = processorTicks
            offer([])
        }
    }

    /// The processor time that the program took so far, in the system's ticks (fields 14 and 15 of proc(5)'s `stat`).
    private var processorTicks: Int {
        let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// A line of /proc/PID/status that counts kilobytes, such as VmHWM: the most memory the program ever had. Nil before it runs: for
    /// a moment after `posix_spawn` returned the new process still has the memory of this one.
    func kilobytes(_ name: String) -> Int? {
        func program(_ process: String) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
        }
        guard program("\(pid)") != program("self") else { return nil }
        let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }

    /// VmHWM as it was when the program's input was closed, before it could end.
    private(set) var highWater = 0

    private func fault(_ sentence: String) -> HarnessFault {
        .misbehaved("the program \(sentence)", output: lines.rest, errors: errorText)
    }

    private func close(_ end: inout Int32) {
        if end >= 0 { Foundation.close(end) }
        end = -1
    }

    /// Moves bytes until `isDone`, every stream has ended, or time is up; says whether it was done.
    private func pump(within limit: Duration, until isDone: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + limit
        while !isDone() {
            let left = deadline - .now
            if left <= .zero { return false }
            // poll skips negative descriptors.
            var polled = [
                pollfd(fd: pendingInput.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: readsOutput ? output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: readsErrors ? errorOutput : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: life, events: Int16(POLLIN), revents: 0),
            ]
            if polled.allSatisfy({ $0.fd < 0 }) { return isDone() }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            guard poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds)) > 0 else { continue }
            if polled[0].revents != 0 { writePending() }
            if polled[1].revents != 0 { read(&output) { lines.append($0) } }
            if polled[2].revents != 0 { read(&errorOutput) { errors.append(contentsOf: $0) } }
            if polled[3].revents != 0 { close(&life) }
        }
        return true
    }

    private func writePending() {
        let count = pendingInput.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count >= 0 {
            pendingInput.removeFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            pendingInput = []
            close(&input)
        }
    }

    private func read(_ end: inout Int32, _ take: (ArraySlice<UInt8>) -> Void) {
        var chunk = [UInt8](repeating: 0, count: pieceBytes)
        let count = chunk.withUnsafeMutableBytes { Foundation.read(end, $0.baseAddress, $0.count) }
        if count > 0 {
            take(chunk[..<count])
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
            close(&end)
        }
    }
}
