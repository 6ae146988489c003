internal import PostgreSQL

/// Connections of one store to the server of its state: one that reads and hears notifications, one that writes and is opened
/// by the first write. Not for two threads at once.
final class ServerLink {
    let address: PostgresAddress
    private let tuning: ServerTuning
    private let interrupt: Int32
    private(set) var reader: PostgresConnection?
    /// Whether the schema was there, and the reader's statement is prepared.
    private var canRead = false
    private var writer: PostgresConnection?
    private var writerUsed = 0
    /// True once a schema of ours was seen.
    private(set) var hasSeenSchema = false
    private var waits = 0
    /// When a connection may be tried again, and why the last one failed.
    private var blocked: (until: Int, fault: ServerFault)?

    init(_ address: PostgresAddress, tuning: ServerTuning, interrupt: Int32) {
        self.address = address
        self.tuning = tuning
        self.interrupt = interrupt
    }

    /// Bound of a wait of `milliseconds` from now, and no longer than `deadline`.
    func patience(_ milliseconds: Int, until deadline: Int = .max) -> PostgresPatience {
        PostgresPatience(until: min(deadline, tuning.uptime() + milliseconds), interrupt: interrupt, grace: 500)
    }

    /// When a connection is tried again; nil when nothing keeps it from being tried.
    var nextTry: Int? { blocked?.until }

    // MARK: - Connecting

    /// The connection that reads, and hears of commits; nil where there is no schema yet: then it hears of that.
    func reading() throws(ServerTrouble) -> PostgresConnection? {
        let patience = patience(tuning.readPatience)
        if reader == nil {
            let made = try connect(until: patience.deadline, writes: false)
            // Before the first read: what is committed after it is told.
            try made.ask([PostgresStatement("LISTEN \(ServerSchema.channel)")], patience)
            (reader, canRead) = (made, false)
        }
        guard let reader else { return nil }
        if canRead { return reader }
        guard try ServerSchema.check(reader, patience) > 0 else {
            if hasSeenSchema { throw ServerTrouble(.missing) }
            return nil
        }
        hasSeenSchema = true
        do { try reader.prepare([("since", ServerSchema.since)], patience) } catch {
            throw ServerTrouble(ServerFault(error))
        }
        canRead = true
        return reader
    }

    /// The connection that writes. Makes the schema where that is missing or older.
    func writing(until deadline: Int) throws(ServerTrouble) -> PostgresConnection {
        writerUsed = tuning.uptime()
        if let writer { return writer }
        let made = try connect(until: deadline, writes: true)
        let patience = patience(.max / 2, until: deadline)
        if hasSeenSchema, try ServerSchema.check(made, patience) == 0 { throw ServerTrouble(.missing) }
        try ServerSchema.prepare(made, patience)
        hasSeenSchema = true
        do { try made.prepare(ServerSchema.writing, patience) } catch { throw ServerTrouble(ServerFault(error)) }
        writer = made
        return made
    }

    /// - Parameter deadline: a connection has `connectPatience` of it at most.
    private func connect(until deadline: Int, writes: Bool) throws(ServerTrouble) -> PostgresConnection {
        if let blocked, tuning.uptime() < blocked.until { throw ServerTrouble(blocked.fault) }
        // A server that hangs is given up after its answer is due; one that went without a word, by TCP.
        var options = ["fallback_application_name": "galleria", "tcp_user_timeout": "10000", "keepalives_idle": "30"]
        // Our own process, stopped in the middle of a transaction, must not hold up everyone else.
        options["options"] = "-c idle_in_transaction_session_timeout=5s -c lock_timeout=\(tuning.patience)"
        // A stand-by can't be listened to either.
        options["target_session_attrs"] = writes ? "read-write" : "primary"
        do {
            let made = try PostgresConnection(
                address, options: options, patience: patience(tuning.connectPatience, until: deadline))
            (blocked, waits) = (nil, 0)
            return made
        } catch {
            let fault = ServerFault(error)
            backOff(fault)
            throw ServerTrouble(fault)
        }
    }

    /// Waits twice as long as the last time before a connection is tried again, give or take a quarter.
    private func backOff(_ fault: ServerFault) {
        let wait = min(tuning.backOff.upperBound, tuning.backOff.lowerBound << min(waits, 16))
        let jitter = Int(tuning.random() % UInt64(max(1, wait / 2))) - wait / 4
        waits += 1
        blocked = (tuning.uptime() + wait + jitter, fault)
    }

    // MARK: - Letting go

    func dropReader() { reader = nil }

    func dropWriter() { writer = nil }

    /// When the writing connection is idle for too long; nil without one.
    var writerEnds: Int? { writer == nil ? nil : writerUsed + tuning.writerIdle }

    /// Closes the writing connection when it was not used for long.
    func rest() {
        if let writerEnds, writerEnds <= tuning.uptime() { writer = nil }
    }

    func close() { (reader, writer) = (nil, nil) }
}
