internal import CPQ
internal import Glibc

/// Bound of a wait for a server.
package struct PostgresPatience: Sendable {
    /// When waiting ends, in milliseconds of `CLOCK_MONOTONIC`.
    package var deadline: Int
    /// A descriptor that becomes readable when the process is ending: from then on `grace` milliseconds are waited at most.
    package var interrupt: Int32
    package var grace: Int

    package init(until deadline: Int, interrupt: Int32 = -1, grace: Int = 250) {
        self.deadline = deadline
        self.interrupt = interrupt
        self.grace = grace
    }

    /// Milliseconds of a clock that nobody sets.
    package static func uptime() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Waits until `descriptor` is ready.
    /// - Throws: `.late`.
    mutating func wait(for events: Int32, of descriptor: Int32) throws(PostgresFailure) {
        while true {
            let left = deadline - Self.uptime()
            guard left > 0 else { throw .late }
            var polled = [pollfd(fd: descriptor, events: Int16(events), revents: 0)]
            if interrupt >= 0 { polled.append(pollfd(fd: interrupt, events: Int16(POLLIN), revents: 0)) }
            let found = poll(&polled, nfds_t(polled.count), Int32(clamping: left))
            if found < 0, errno != EINTR { throw .lost(String(cString: strerror(errno))) }
            if polled.count > 1, polled[1].revents != 0 {
                interrupt = -1
                deadline = min(deadline, Self.uptime() + grace)
            }
            if polled[0].revents != 0 { return }
        }
    }
}

/// One connection to a server. Nothing waits longer than it is told to. Not for two threads at once.
package final class PostgresConnection {
    private let handle: OpaquePointer

    /// Connects to the first server of `address` that takes the connection. Each but the last gets a share of the time alone.
    /// - Parameters:
    ///   - options: of libpq, by keyword; what the address itself says wins.
    ///   - patience: for name look-up it does not hold: the system's resolver has its own.
    package convenience init(
        _ address: PostgresAddress, options: [String: String] = [:], patience: PostgresPatience
    ) throws(PostgresFailure) {
        let servers = try address.servers()
        var failure = PostgresFailure.late
        for (index, server) in servers.enumerated() {
            var share = patience
            let now = PostgresPatience.uptime()
            share.deadline = now + max(1, (patience.deadline - now) / (servers.count - index))
            do {
                try self.init(address, server, options, share)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private init(
        _ address: PostgresAddress, _ server: PostgresAddress.Server, _ options: [String: String],
        _ patience: PostgresPatience
    ) throws(PostgresFailure) {
        // The later of two equal keywords wins; the address counts at the place of `dbname`.
        var pairs = options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        pairs.append(("dbname", address.url))
        pairs += server.overrides.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        pairs.append(("client_encoding", "UTF8"))
        if let password = address.password { pairs.append(("password", password)) }
        let opened = Self.withCStrings(pairs.map(\.0)) { keywords in
            Self.withCStrings(pairs.map(\.1)) { values in cpq_connect(keywords, values) }
        }
        guard let opened else { throw .lost("there is no memory for a connection") }
        handle = opened
        // All is set: deinit closes it when this throws.
        try connect(patience)
    }

    deinit { cpq_close(handle) }

    private func connect(_ patience: PostgresPatience) throws(PostgresFailure) {
        var patience = patience
        // Before the first call libpq wants to write.
        var wanted = CPQ_WANTS_WRITE
        while wanted != CPQ_CONNECTED {
            let socket = cpq_socket(handle)
            guard wanted != CPQ_FAILED, socket >= 0 else {
                throw PostgresFailure.connecting(String(cString: cpq_error(handle)))
            }
            try patience.wait(for: wanted == CPQ_WANTS_READ ? POLLIN : POLLOUT, of: socket)
            wanted = cpq_connect_poll(handle)
        }
        guard cpq_begin(handle) else { throw lost }
    }

    private var lost: PostgresFailure { .lost(PostgresFailure.line(String(cString: cpq_error(handle)))) }

    /// The server's version, such as 150018.
    package var serverVersion: Int { Int(cpq_server_version(handle)) }

    /// To be polled for input, where notifications arrive.
    package var descriptor: Int32 { cpq_socket(handle) }

    /// Prepares statements by name, all in one round trip.
    package func prepare(
        _ statements: [(name: String, sql: String)], _ patience: PostgresPatience
    ) throws(PostgresFailure) {
        for statement in statements {
            guard cpq_prepare(handle, statement.name, statement.sql) else { throw lost }
        }
        _ = try answers(count: statements.count, patience)
    }

    /// Runs statements in one round trip; after the first that is refused none is run.
    /// - Returns: each one's rows.
    /// - Throws: `.refused` with the first refusal; a transaction that was begun is then still to be ended. After `.lost` and `.late`
    ///   the connection is of no use, and what was asked may still be done.
    @discardableResult
    package func run(
        _ statements: [PostgresStatement], _ patience: PostgresPatience
    ) throws(PostgresFailure) -> [PostgresRows] {
        for statement in statements { try send(statement) }
        return try answers(count: statements.count, patience)
    }

    private func send(_ statement: PostgresStatement) throws(PostgresFailure) {
        var bytes: [UInt8] = []
        var lengths: [Int32] = []
        for parameter in statement.parameters {
            let start = bytes.count
            parameter.append(to: &bytes)
            lengths.append(Int32(clamping: bytes.count - start))
        }
        // A pointer to no byte at all may be nil, which would be NULL.
        bytes.append(0)
        let count = Int32(clamping: lengths.count)
        let isSent =
            switch statement.form {
            case .sql(let sql): cpq_send(handle, nil, sql, count, bytes, lengths)
            case .prepared(let name): cpq_send(handle, name, nil, count, bytes, lengths)
            }
        guard isSent else { throw lost }
    }

    /// Sends what is queued, and takes the answers to `count` statements.
    private func answers(count: Int, _ patience: PostgresPatience) throws(PostgresFailure) -> [PostgresRows] {
        var patience = patience
        guard cpq_sync(handle) else { throw lost }
        var answers: [PostgresRows] = []
        var refusal: PostgresFailure?
        var isUnsent = true
        var isBetween = false
        while true {
            if isUnsent {
                let flushed = cpq_flush(handle)
                guard flushed >= 0 else { throw lost }
                isUnsent = flushed > 0
            }
            while !cpq_is_busy(handle) {
                guard let result = cpq_next(handle) else {
                    // Nil ends a statement's answers; a second one in a row ends them all.
                    guard !isBetween, !cpq_is_lost(handle) else { throw lost }
                    isBetween = true
                    continue
                }
                isBetween = false
                defer { cpq_result_free(result) }
                switch cpq_result_outcome(result) {
                case CPQ_SYNC:
                    if let refusal { throw refusal }
                    return answers
                case CPQ_ROWS: answers.append(Self.rows(of: result))
                case CPQ_DONE: answers.append(PostgresRows())
                case CPQ_SKIPPED: answers.append(PostgresRows())
                default:
                    // Without a SQLSTATE libpq itself made it: the connection is gone.
                    let state = String(cString: cpq_result_state(result))
                    if state.isEmpty || cpq_is_lost(handle) { throw lost }
                    let message = PostgresFailure.line(String(cString: cpq_result_message(result)))
                    refusal = refusal ?? .refused(state: state, message: message)
                    answers.append(PostgresRows())
                }
            }
            try patience.wait(for: isUnsent ? POLLIN | POLLOUT : POLLIN, of: cpq_socket(handle))
            guard cpq_consume(handle) else { throw lost }
        }
    }

    private static func rows(of result: OpaquePointer) -> PostgresRows {
        let columns = cpq_result_columns(result)
        return PostgresRows(
            rows: (0..<cpq_result_rows(result)).map { row in
                (0..<columns).map { column in
                    var length: Int32 = 0
                    guard let start = cpq_result_value(result, row, column, &length) else { return nil }
                    return [UInt8](UnsafeBufferPointer(start: start, count: Int(length)))
                }
            })
    }

    /// Payloads of the notifications that arrived; does not wait.
    /// - Throws: `.lost` when the server ended the connection.
    package func notifications() throws(PostgresFailure) -> [String] {
        guard cpq_consume(handle) else { throw lost }
        var payloads: [String] = []
        var text = [CChar](repeating: 0, count: 512)
        let size = text.count
        while cpq_notification(handle, &text, size) {
            payloads.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return payloads
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies.map { UnsafePointer($0) } + [nil])
    }
}
