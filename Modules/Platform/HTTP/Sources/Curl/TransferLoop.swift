import CCurl
import Runtime

/// Loop of the transfer thread: takes orders, drives libcurl, answers. Not shared between threads.
struct TransferLoop {
    /// Kept open for reuse, at most.
    private static let idleConnections = 16

    private let engine: TransferEngine
    private let limits: TransferLimits
    private let multi: OpaquePointer
    private let now = HTTPClock.system.now
    private var lanes: [String: OriginLane<TransferJob>] = [:]
    private let running: RunningTransfers

    /// Serves the engine until it is idle or closed. Called on the transfer thread.
    static func run(for engine: TransferEngine) {
        if let fault = ccurl_load() { return engine.failEverything(Self.noLibrary(String(cString: fault))) }
        guard let multi = ccurl_multi_open(Self.idleConnections) else {
            return engine.failEverything(Self.noLibrary("libcurl could not start"))
        }
        var loop = TransferLoop(engine: engine, multi: multi)
        engine.didOpen(multiAddress: UInt(bitPattern: multi))
        loop.serve()
        ccurl_multi_close(multi)
    }

    /// A library is a file too, and what wakes its thread is two.
    private static func noLibrary(_ detail: String) -> HTTPFailure {
        Descriptors.areFree(3) ? .libraryMissing(detail: detail) : .outOfDescriptors
    }

    private init(engine: TransferEngine, multi: OpaquePointer) {
        self.engine = engine
        self.multi = multi
        limits = engine.limits
        running = RunningTransfers(limit: limits.bodyBytesAtOnce)
    }

    private mutating func serve() {
        var wasIdle = false
        while true {
            let orders = engine.takeOrders()
            for command in orders.commands {
                switch command {
                case .start(let job): admit(job)
                case .cancel(let id): cancel(id)
                case .taken(let exchange, let bytes):
                    running.wasTaken(bytes)
                    leaveLane(exchange)
                }
            }
            let isIdle = running.isEmpty && lanes.isEmpty
            if isIdle, orders.isClosed || (wasIdle && orders.commands.isEmpty), engine.mayStop() { return }
            expireWaiting()
            startWaiting()
            ccurl_multi_perform(multi)
            endGivenUp()
            if finishDone() { continue }
            let start = now()
            let polled = ccurl_multi_poll(multi, Int32(clamping: pollMilliseconds()))
            wasIdle = isIdle && (!polled || (now() - start).wholeMilliseconds >= limits.idleMilliseconds)
        }
    }

    private mutating func admit(_ job: TransferJob) {
        let origin = job.exchange.url.origin
        let lane = lanes[origin] ?? OriginLane()
        lanes[origin] = lane
        let admitted = lane.admit(
            job, deadline: now() + job.exchange.remaining, queueLimit: limits.queuePerOrigin,
            concurrency: limits.transfersPerOrigin)
        if !admitted { job.finish(.failure(.busy(host: job.exchange.url.host))) }
    }

    private mutating func cancel(_ id: UInt64) {
        if let transfer = running.remove(id) {
            end(transfer, .cancelled)
            return
        }
        removeWaiting(.cancelled) { job, _ in job.id == id }
    }

    /// When the first of those that wait for their turn gives up.
    private var firstDeadline: Duration? { lanes.values.lazy.compactMap(\.firstDeadline).min() }

    /// Ends those whose deadline came while they waited for their turn.
    private mutating func expireWaiting() {
        let now = now()
        guard let first = firstDeadline, first <= now else { return }
        removeWaiting(nil) { _, deadline in deadline <= now }
    }

    /// - Parameter failure: nil for `.timedOut` with each job's own time.
    private mutating func removeWaiting(_ failure: HTTPFailure?, where condition: (TransferJob, Duration) -> Bool) {
        for (origin, lane) in lanes {
            for job in lane.removeWaiting(where: condition) {
                job.finish(.failure(failure ?? .timedOut(after: job.exchange.remaining)))
            }
            if lane.isEmpty { lanes[origin] = nil }
        }
    }

    private mutating func startWaiting() {
        for lane in lanes.values {
            while running.count < limits.transfers,
                let (job, deadline) = lane.next(concurrency: limits.transfersPerOrigin)
            {
                start(job, deadline: deadline)
            }
        }
    }

    private mutating func start(_ job: TransferJob, deadline: Duration) {
        guard let transfer = Transfer(job, remaining: deadline - now(), limits: limits, among: running),
            ccurl_multi_add(multi, transfer.handle)
        else {
            leaveLane(job.exchange)
            job.finish(
                .failure(.unreachable(host: job.exchange.url.host, detail: "libcurl refused to start the request")))
            return
        }
        running.add(transfer)
    }

    /// Answers every transfer that has ended; whether there was one.
    private mutating func finishDone() -> Bool {
        var outcome = CCURL_DONE
        var found = false
        while let transfer = Transfer.at(ccurl_multi_next_done(multi, &outcome)) {
            found = true
            ccurl_multi_remove(multi, transfer.handle)
            _ = running.remove(transfer.job.id)
            let result = transfer.result(of: outcome)
            if case .success(let response) = result, response.body.count >= LargeBodies.least {
                // It counts, and keeps its place in the lane, until somebody has room for it.
                running.waits(response.body.count)
            } else {
                leaveLane(transfer.job.exchange)
            }
            transfer.finish(result)
        }
        return found
    }

    /// Ends those that were given up to make room, also where nothing more comes.
    private mutating func endGivenUp() {
        for transfer in running.takeGivenUp() { end(transfer, .tooMuchAtOnce(limit: limits.bodyBytesAtOnce)) }
    }

    /// Ends a transfer that is no longer among the running ones.
    private mutating func end(_ transfer: Transfer, _ failure: HTTPFailure) {
        ccurl_multi_remove(multi, transfer.handle)
        leaveLane(transfer.job.exchange)
        transfer.job.finish(.failure(failure))
    }

    private mutating func leaveLane(_ exchange: Exchange) {
        let origin = exchange.url.origin
        guard let lane = lanes[origin] else { return }
        lane.finish()
        if lane.isEmpty { lanes[origin] = nil }
    }

    /// Until the first deadline in a queue; libcurl itself wakes for the deadlines of running transfers.
    private func pollMilliseconds() -> Int {
        guard let first = firstDeadline else { return limits.idleMilliseconds }
        return max(0, min(limits.idleMilliseconds, (first - now()).wholeMilliseconds))
    }
}

extension Duration {
    /// Milliseconds, rounded up, so that waiting this long is never too short; at most 24 days, which every C
    /// interface below can hold.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        guard seconds > -2_000_000 else { return -2_000_000_000 }
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
