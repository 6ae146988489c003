import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Forecast

/// Faults for the upstream's refusals.
@Suite("Forecast faults") struct ForecastFaultTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answer: ScriptedHTTPClient.Answer
        let code: FaultCode
        var isRetryable = false
        var message = ""
        var hint = ""
    }

    private static func answered(_ status: Int, _ body: String) -> ScriptedHTTPClient.Answer {
        ForecastUpstream.response(status, body)
    }

    private static let key = "modules.forecast.apiKey"

    static let cases = [
        Case(
            testDescription: "404, the code as text", answer: answered(404, ForecastUpstream.notFound), code: .notFound,
            message: "city not found", hint: "London,GB"),
        Case(
            testDescription: "404, the code as a number",
            answer: answered(404, #"{"cod":404,"message":"city not found"}"#),
            code: .notFound, message: "city not found"),
        Case(
            testDescription: "404 told with status 200", answer: answered(200, ForecastUpstream.notFound),
            code: .notFound),
        Case(
            testDescription: "401, the code as a number",
            answer: answered(
                401, #"{"cod":401,"message":"Invalid API key. Please see https://openweathermap.org/faq"}"#),
            code: .upstreamRejected, hint: key),
        Case(
            testDescription: "401, the code as text",
            answer: answered(401, #"{"cod":"401","message":"Invalid API key"}"#),
            code: .upstreamRejected, hint: key),
        Case(
            testDescription: "401 told with status 200", answer: answered(200, #"{"cod":"401"}"#),
            code: .upstreamRejected,
            hint: key),
        Case(
            testDescription: "429, the code as a number", answer: answered(429, #"{"cod":429,"message":"too many"}"#),
            code: .upstreamRejected, isRetryable: true, hint: "cacheLifetime"),
        Case(
            testDescription: "429, the code as text", answer: answered(429, #"{"cod":"429"}"#), code: .upstreamRejected,
            isRetryable: true),
        Case(
            testDescription: "400 with a message",
            answer: answered(400, #"{"cod":"400","message":"Nothing to geocode"}"#),
            code: .upstreamRejected, message: "Nothing to geocode"),
        Case(
            testDescription: "400 with a number as message", answer: answered(400, #"{"cod":"400","message":0.1}"#),
            code: .upstreamRejected, message: "400"),
        Case(testDescription: "403 that is a page", answer: answered(403, "<html>"), code: .upstreamRejected),
        Case(
            testDescription: "500", answer: answered(500, "oops"), code: .upstreamUnavailable, isRetryable: true,
            message: "500"),
        Case(
            testDescription: "503 of the upstream's own shape", answer: answered(503, #"{"cod":503}"#),
            code: .upstreamUnavailable, isRetryable: true),
        Case(testDescription: "a page instead of JSON", answer: answered(200, "<html>"), code: .upstreamMalformed),
        Case(testDescription: "nothing", answer: answered(200, ""), code: .upstreamMalformed),
        Case(testDescription: "cut off", answer: answered(200, #"{"cod":"200","list":["#), code: .upstreamMalformed),
        Case(testDescription: "a list", answer: answered(200, "[]"), code: .upstreamMalformed),
        Case(testDescription: "a number", answer: answered(200, "200"), code: .upstreamMalformed),
        Case(testDescription: "something else", answer: answered(200, #"{"error":"0"}"#), code: .upstreamMalformed),
        Case(
            testDescription: "a code that is invalid", answer: answered(200, #"{"cod":[1],"error":{}}"#),
            code: .upstreamMalformed),
        Case(
            testDescription: "timeout", answer: .failure(.timedOut(after: .seconds(10))), code: .upstreamTimeout,
            isRetryable: true, message: "10s"),
        Case(testDescription: "offline", answer: .failure(.offline), code: .offline),
        Case(testDescription: "too large", answer: .failure(.tooLarge(limit: 8)), code: .tooLarge),
        Case(testDescription: "cancelled", answer: .failure(.cancelled), code: .cancelled),
    ]

    @Test("3c.8, H8: each refusal has its code and says what to do", arguments: cases)
    func refusal(_ sample: Case) async throws {
        let harness = try ForecastUpstream.harness([sample.answer])
        let fault = try #require(await harness.fault("forecast.daily", ["places": "Testville"]))
        #expect(fault.code == sample.code && fault.retryable == sample.isRetryable && fault.module == "forecast")
        #expect(fault.message.contains(sample.message), "\(fault.message)")
        #expect(fault.hint.contains(sample.hint) && !fault.hint.isEmpty, "\(fault.hint)")
        #expect(fault.message.hasSuffix("."))
    }

    @Test("3d: a code is never written as a fraction, and no failure is an empty list", arguments: cases)
    func sameOnScreen(_ sample: Case) async throws {
        let harness = try ForecastUpstream.harness([sample.answer])
        let state = try await harness.open("galleria://forecast?place=Testville").state
        #expect(state["refresh"]?["running"] == "none" && state["refresh"]?["failed"] == "header")
        #expect(state["refresh"]?["ended"] == "error" && state["days"] == nil)
        let message = try #require(state["refresh"]?["message"]?.string)
        #expect(!message.isEmpty && !message.contains("0.0000"))
    }

    @Test("T1: the upstream's message is bounded and holds no control characters")
    func hostileMessage() async throws {
        let message = #"\u001b[31mred\u202e\u0007"# + String(repeating: "x", count: 10_000)
        let harness = try ForecastUpstream.harness([Self.answered(400, #"{"cod":"400","message":"\#(message)"}"#)])
        let fault = try #require(await harness.fault("forecast.daily", ["places": "Testville"]))
        #expect(fault.message.count < 300 && fault.message.contains("red"))
        #expect(fault.message.forbiddenScalars == [] && !fault.message.contains("\n"))
    }

    @Test("a failure is not kept: the next call asks again")
    func notCached() async throws {
        let harness = try ForecastUpstream.harness([
            Self.answered(404, ForecastUpstream.notFound), Self.answered(500, ""), .body(ForecastUpstream.golden),
        ])
        _ = await harness.fault("forecast.daily", ["places": "Testville"])
        _ = await harness.fault("forecast.daily", ["places": "Testville"])
        #expect(try await harness.call("forecast.daily", ["places": "Testville"]).days("date").count == 2)
    }
}
