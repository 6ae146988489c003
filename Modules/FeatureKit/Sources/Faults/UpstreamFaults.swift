package import HTTP
package import Storage

/// Faults from the platform's failures: the one place that turns a transport's facts into a sentence.
/// The details are libcurl's words, which may repeat a certificate's: printable ASCII, quoted here.
extension Fault {
    /// - Parameter failure: what the HTTP client met.
    package init(_ failure: HTTPFailure, module: String) {
        let settings = "Check modules.\(module).endpoint."
        switch failure {
        case .timedOut(let after):
            self.init(
                .upstreamTimeout, "The server did not answer within \(after.settingText).",
                hint: "Try again, or raise modules.\(module).timeout.", module: module, retryable: true)
        case .unreachable(let host, let detail):
            self.init(
                .upstreamUnavailable, "The server \(host) can't be reached: “\(detail)”.",
                hint: "\(settings) Sample data works without a network: network.data=sample.", module: module,
                retryable: true)
        case .connectionLost, .truncatedBody:
            self.init(
                .upstreamUnavailable, "The connection broke before the answer was complete.", hint: "Try again.",
                module: module, retryable: true)
        case .tooLarge(let limit):
            self.init(
                .tooLarge, "The answer is larger than \(limit) bytes.",
                hint: "Raise network.maxBytes if it is expected.",
                module: module)
        case .tooManyRedirects(let limit):
            self.init(
                .upstreamRejected, "The server redirected more than \(limit) times.", hint: settings, module: module)
        case .redirectRefused:
            self.init(
                .blockedAddress, "The server redirected to an address that is not allowed.",
                hint: "\(settings) Only its own origin and allowed hosts are followed.", module: module)
        case .blockedAddress(let host):
            self.init(
                .blockedAddress, "The address of \(host) is not a public one, so it was not contacted.",
                hint: "Only a module's own endpoint may be a private address.", module: module)
        case .tlsRefused(let host, let detail):
            self.init(
                .upstreamUnavailable, "No trusted TLS connection to \(host): “\(detail)”.", hint: settings,
                module: module)
        case .malformedResponse(let detail):
            self.init(
                .upstreamMalformed, "The server's answer is not HTTP: “\(detail)”.", hint: settings, module: module)
        case .libraryMissing(let detail):
            self.init(
                .upstreamUnavailable, "The HTTP library can't be loaded: \(detail).",
                hint: "Install libcurl4, or use sample data: network.data=sample.", module: module)
        case .outOfDescriptors:
            self.init(
                .busy, "The process may open no more files, so it can't connect.",
                hint: "Raise the limit on open files, or ask for less at once.", module: module,
                retryable: true)
        case .busy(let host):
            self.init(
                .busy, "Too many requests to \(host) are waiting already.", hint: "Try again in a moment.",
                module: module, retryable: true)
        case .tooMuchAtOnce(let limit):
            self.init(
                .busy, "More than \(limit) bytes of answers arrive at the same time.", hint: "Ask for less at once.",
                module: module, retryable: true)
        case .circuitOpen(let host, let wait):
            self.init(
                .upstreamUnavailable, "The server \(host) failed again and again and is not asked for now.",
                hint: "Try again in \(wait.settingText). \(settings)", module: module, retryable: true)
        case .cancelled:
            self.init(.cancelled, "The call was cancelled.", hint: "Nothing more to do.", module: module)
        case .notRecorded, .cassetteUnusable:
            self.init(
                .offline, "There is no recorded answer.", hint: failure.sentence, module: module)
        case .offline:
            self.init(
                .offline, "The network is switched off by the settings, and no answer to this is kept.",
                hint: "Ask again with network.data=live.",
                module: module)
        }
    }

    /// - Parameter failure: what the state store met; its own sentence says what to do next.
    package init(_ failure: StorageFailure, module: String) {
        self.init(
            .storageFailed, "The state can't be read or written.", hint: failure.sentence, module: module,
            retryable: failure.isPassing)
    }
}

extension Duration {
    /// As in the settings: `250ms`, `10s`.
    var settingText: String {
        let parts = components
        let milliseconds = parts.attoseconds / 1_000_000_000_000_000
        return milliseconds == 0
            ? "\(parts.seconds)s" : "\(parts.seconds == 0 ? "" : "\(parts.seconds)s ")\(milliseconds)ms"
    }
}
