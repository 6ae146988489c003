import CCurl

/// One running exchange: libcurl's handle and what has arrived so far. Belongs to the transfer thread alone.
final class Transfer {
    let job: TransferJob
    let handle: OpaquePointer
    private let limits: TransferLimits
    /// Holds this as long as it runs.
    private unowned let running: RunningTransfers
    private var head = ResponseHead()
    private var body: [UInt8] = []
    private var tries = 0
    /// Why a callback stopped the transfer.
    private var stopReason: HTTPFailure?
    private(set) var isGivenUp = false
    /// Whether the whole answer came.
    private var isDone = false

    /// The most bytes that are made room for at a server's word.
    private static let believedLength = 1 << 20

    /// - Parameters:
    ///   - remaining: until the deadline, more than zero.
    ///   - running: what it runs among.
    /// - Returns: nil when libcurl has no handle or refuses an option.
    init?(_ job: TransferJob, remaining: Duration, limits: TransferLimits, among running: RunningTransfers) {
        guard let handle = running.takeHandle() else { return nil }
        self.job = job
        self.handle = handle
        self.limits = limits
        self.running = running
        for field in job.exchange.fields {
            // libcurl takes "Name;" for a field with an empty value; "Name:" would remove it.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            guard ccurl_easy_add_header(handle, line) else { return nil }
        }
        guard prepare(remaining: remaining) else { return nil }
    }

    deinit {
        // libcurl counts in the handle how often it sent a request again, and gives up at the sixth.
        running.giveBack(handle, isReusable: isDone && tries <= 1)
    }

    private func prepare(remaining: Duration) -> Bool {
        var request = ccurl_request()
        request.timeout_milliseconds = max(1, remaining.wholeMilliseconds)
        request.context = Unmanaged.passUnretained(self).toOpaque()
        request.body = { Transfer.at($0)?.takeBody(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
        request.head = { Transfer.at($0)?.takeHead(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
        request.may_connect = { Transfer.at($0)?.mayConnect(UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
        request.may_send = { Transfer.at($0)?.maySend(to: $1) ?? false }
        let exchange = job.exchange
        request.is_alone = exchange.isAlone
        // A GET has none (RFC 9110 section 9.3.1); libcurl would make a POST of it.
        if let body = exchange.body, exchange.method != .get {
            // Copied by libcurl.
            guard body.withUnsafeBytes({ ccurl_easy_add_body(handle, $0.baseAddress, $0.count) }) else { return false }
        }
        if exchange.method != .get {
            guard exchange.method.rawValue.withCString({ ccurl_easy_set_method(handle, $0) }) else { return false }
        }
        return exchange.url.text.withCString { url in
            limits.userAgent.withCString { userAgent in
                request.url = url
                request.user_agent = userAgent
                guard let file = limits.certificateFile else { return ccurl_easy_prepare(handle, &request) }
                return file.withCString { file in
                    request.ca_file = file
                    return ccurl_easy_prepare(handle, &request)
                }
            }
        }
    }

    /// The transfer that a callback's context, or a finished handle's, stands for.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Memory of the body: arrived bytes and room for more.
    var heldBytes: Int { body.capacity }

    /// Drops what has arrived; nothing more is taken.
    func giveUp(_ reason: HTTPFailure) {
        body = []
        stopReason = reason
        isGivenUp = true
    }

    /// Answers the waiting task.
    func finish(_ result: Result<HTTPResponse, HTTPFailure>) { job.finish(result, tries: tries) }

    func result(of outcome: ccurl_outcome) -> Result<HTTPResponse, HTTPFailure> {
        let host = job.exchange.url.host
        switch outcome {
        case CCURL_DONE:
            isDone = true
            return .success(
                HTTPResponse(status: ccurl_easy_status(handle), fields: head.fields, body: body))
        case CCURL_TIMED_OUT: return .failure(.timedOut(after: job.exchange.remaining))
        case CCURL_CONNECTION_LOST: return .failure(.connectionLost)
        case CCURL_SHORT_BODY: return .failure(.truncatedBody)
        case CCURL_HEAD_TOO_LARGE: return .failure(.tooLarge(limit: limits.headBytes))
        case CCURL_TLS_REFUSED: return .failure(.tlsRefused(host: host, detail: detail))
        case CCURL_MALFORMED: return .failure(.malformedResponse(detail: detail))
        default:
            if ccurl_easy_lacked_descriptors(handle) { return .failure(.outOfDescriptors) }
            return .failure(stopReason ?? .unreachable(host: host, detail: detail))
        }
    }

    /// libcurl's words, as at most 200 printable ASCII bytes.
    private var detail: String {
        let words = String(cString: ccurl_easy_error(handle)).utf8.filter { $0 >= 0x20 && $0 < 0x7F }
        return words.isEmpty ? "no detail" : String(decoding: words.prefix(200), as: UTF8.self)
    }
}

// MARK: Callbacks, on the transfer thread

extension Transfer {
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if isGivenUp { return false }
        guard bytes.count <= limits.bodyBytes - body.count else {
            stopReason = .tooLarge(limit: limits.bodyBytes)
            return false
        }
        let needed = body.count + bytes.count
        if needed > body.capacity {
            // At first what the server says, as far as it is to be believed: more is believed when it is here. Then by halves:
            // doubling would hold three times as much while it copies. Never beyond the limit.
            let told = min(head.contentLength ?? 0, Self.believedLength)
            let room = max(needed, min(limits.bodyBytes, max(told, body.capacity + body.capacity / 2)))
            guard running.makeRoom(for: room - body.capacity, in: self) else { return false }
            let before = body.capacity
            body.reserveCapacity(room)
            running.holds(body.capacity - before)
        }
        body.append(contentsOf: bytes)
        return true
    }

    private func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        guard head.take(line, limit: limits.headBytes) else {
            stopReason = .tooLarge(limit: limits.headBytes)
            return false
        }
        return true
    }

    private func mayConnect(_ address: UnsafeRawBufferPointer) -> Bool {
        if job.exchange.isTrusted || PublicAddress.isPublic(socketAddress: address) { return true }
        stopReason = .blockedAddress(host: job.exchange.url.host)
        return false
    }

    private func maySend(to ip: UnsafePointer<CChar>?) -> Bool {
        guard job.exchange.isTrusted || ip.map({ PublicAddress.isPublic(numeric: String(cString: $0)) }) == true else {
            stopReason = .blockedAddress(host: job.exchange.url.host)
            return false
        }
        guard tries < job.exchange.maximumTries else {
            stopReason = .connectionLost
            return false
        }
        tries += 1
        return true
    }
}
