import HTTP
import Storage
import Testing

@testable import FeatureKit

@Suite("Failures of the platform as faults")
struct UpstreamFaultTests {
    /// Facts of a fault for programs.
    struct Facts: Sendable {
        let code: FaultCode
        let retryable: Bool
        /// A part of the message or of the hint.
        let says: String
    }

    @Test("H8: each way that HTTP fails has its code and a sentence of what to do", arguments: failures)
    func http(_ row: Case<HTTPFailure, Facts>) {
        let fault = Fault(row.input, module: "shelf")
        #expect(fault.code == row.expected.code)
        #expect(fault.retryable == row.expected.retryable)
        #expect(fault.module == "shelf")
        #expect(fault.field == nil)
        #expect(fault.suggestions.isEmpty)
        #expect(fault.text.contains(row.expected.says), "\(fault.text)")
        #expect(!fault.hint.isEmpty)
        expectSentences(of: fault)
    }

    static let failures: [Case<HTTPFailure, Facts>] = [
        Case(
            "timedOut", .timedOut(after: .seconds(10)),
            Facts(code: .upstreamTimeout, retryable: true, says: "within 10s.")),
        Case(
            "unreachable", .unreachable(host: "api.example.com", detail: "the name is unknown"),
            Facts(
                code: .upstreamUnavailable, retryable: true,
                says: "api.example.com can't be reached: “the name is unknown”.")),
        Case("connectionLost", .connectionLost, Facts(code: .upstreamUnavailable, retryable: true, says: "Try again.")),
        Case(
            "truncatedBody", .truncatedBody,
            Facts(code: .upstreamUnavailable, retryable: true, says: "before the answer")),
        Case("tooLarge", .tooLarge(limit: 8_388_608), Facts(code: .tooLarge, retryable: false, says: "8388608 bytes")),
        Case(
            "tooManyRedirects", .tooManyRedirects(limit: 3),
            Facts(code: .upstreamRejected, retryable: false, says: "more than 3")),
        Case(
            "redirectRefused", .redirectRefused(to: "http://10.0.0.1"),
            Facts(code: .blockedAddress, retryable: false, says: "modules.shelf.endpoint")),
        Case(
            "blockedAddress", .blockedAddress(host: "localhost"),
            Facts(code: .blockedAddress, retryable: false, says: "localhost")),
        Case(
            "tlsRefused", .tlsRefused(host: "api.example.com", detail: "the certificate has expired"),
            Facts(code: .upstreamUnavailable, retryable: false, says: "“the certificate has expired”.")),
        Case(
            "malformedResponse", .malformedResponse(detail: "no status line"),
            Facts(code: .upstreamMalformed, retryable: false, says: "“no status line”.")),
        Case(
            "libraryMissing", .libraryMissing(detail: "libcurl.so.4 is missing"),
            Facts(code: .upstreamUnavailable, retryable: false, says: "Install libcurl4")),
        Case(
            "outOfDescriptors", .outOfDescriptors,
            Facts(code: .busy, retryable: true, says: "Raise the limit on open files")),
        Case("busy", .busy(host: "api.example.com"), Facts(code: .busy, retryable: true, says: "api.example.com")),
        Case("cancelled", .cancelled, Facts(code: .cancelled, retryable: false, says: "cancelled")),
        Case("offline", .offline, Facts(code: .offline, retryable: false, says: "network.data")),
    ]

    @Test(
        "Only what may pass by itself is worth another try",
        arguments: [
            Case("locked", StorageFailure.locked(path: "/s/state.db", waited: 10_000), true), Case("busy", .busy, true),
            Case("read-only", .readOnly(path: "/s/state.db"), false), Case("full", .full(path: "/s/state.db"), false),
            Case("corrupt", .corrupt(path: "/s/state.db"), false), Case("closed", .closed, false),
            Case("unavailable", .unavailable(reason: "There is no home directory."), false),
        ])
    func storage(_ row: Case<StorageFailure, Bool>) {
        let fault = Fault(row.input, module: "shelf")
        #expect(fault.code == .storageFailed)
        #expect(fault.retryable == row.expected)
        #expect(fault.module == "shelf")
        #expect(fault.message == "The state can't be read or written.")
        #expect(fault.hint == row.input.sentence)
    }

    @Test(
        "A time is written as in the settings",
        arguments: [
            Case("seconds", Duration.seconds(10), "10s"), Case("milliseconds", .milliseconds(250), "250ms"),
            Case("both", .milliseconds(1_500), "1s 500ms"), Case("none", .zero, "0s"),
            Case("minutes", .seconds(600), "600s"),
            Case("microseconds are left out", .microseconds(10), "0s"),
        ])
    func duration(_ row: Case<Duration, String>) {
        #expect(row.input.settingText == row.expected)
    }
}
