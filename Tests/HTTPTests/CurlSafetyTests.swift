import TestSupport
import Testing

@testable import HTTP

@Suite("The live client: where it does not go")
struct CurlSafetyTests {
    @Test("H5: redirects on the wire: three are followed, the fourth is not, elsewhere is not")
    func redirects() async throws {
        let live = try LiveServer()
        #expect(try await live.get("redirect", "3", "echo").status == 200)
        await #expect(throws: HTTPFailure.tooManyRedirects(limit: 3)) { try await live.get("redirect", "4", "echo") }
        let other = try FaultServer()
        let request = try live.request(
            ["redirect-to"], query: [HTTPQueryItem(name: "url", value: other.endpoint("echo"))])
        await #expect(throws: HTTPFailure.redirectRefused(to: other.origin)) { try await live.client.send(request) }
        #expect(try other.log().requests.isEmpty)
    }

    @Test("H4, H6: an allowed host at a loopback address is not connected to, by address or by name")
    func loopback() async throws {
        let hosts = ["127.0.0.1", "localhost", "[::1]"]
        let live = try LiveServer { $0.allowHosts = Set(hosts) }
        for host in hosts {
            let request = try HTTPRequest(get: "http://\(host):\(live.server.port)/echo")
            await #expect(throws: HTTPFailure.blockedAddress(host: host)) { try await live.client.send(request) }
        }
        #expect(try live.server.log().requests.isEmpty)
    }

    @Test("H4: a redirect to an allowed host at a loopback address is not connected to")
    func redirectedLoopback() async throws {
        let live = try LiveServer { $0.allowHosts = ["localhost"] }
        let request = try live.request(
            ["redirect-to"],
            query: [HTTPQueryItem(name: "url", value: "http://localhost:\(live.server.port)/echo")])
        await #expect(throws: HTTPFailure.blockedAddress(host: "localhost")) { try await live.client.send(request) }
        #expect(try live.server.log().requests.count == 1)
    }

    @Test(
        "17.9: nobody reaches another's endpoint: not by a redirect, not by a URL, also at an origin of the same host")
    func neighbour() async throws {
        let live = try LiveServer()
        let neighbour = try FaultServer()
        // Both are endpoints of one client.
        let own = try HTTPEndpoint(parsing: live.server.endpoint(""))
        let other = try HTTPEndpoint(parsing: neighbour.endpoint(""))
        #expect(try await live.client.send(HTTPRequest(get: ["echo"], at: other)).status == 200)
        let redirect = HTTPRequest(
            get: ["redirect-to"], query: [HTTPQueryItem(name: "url", value: neighbour.endpoint("echo"))], at: own)
        await #expect(throws: HTTPFailure.redirectRefused(to: neighbour.origin)) {
            try await live.client.send(redirect)
        }
        for trusted in [nil, own] {
            let request = try HTTPRequest(get: neighbour.endpoint("echo"), trusting: trusted)
            #expect(request.trustedOrigin == nil)
            await #expect(throws: HTTPFailure.blockedAddress(host: "127.0.0.1")) { try await live.client.send(request) }
        }
        #expect(try neighbour.log().requests.count == 1)
    }

    @Test("H4: a trusted connection is not lent to another spelling of its address")
    func notLent() async throws {
        // The exchange below bypasses the rules of Delivery, as if another layer had let it through.
        let live = try LiveServer()
        let engine = TransferEngine(limits: TransferLimits(HTTPConfiguration()))
        defer { engine.close() }
        let url = try HTTPURL(parsing: live.server.endpoint("echo"))
        func exchange(isTrusted: Bool) -> Exchange {
            Exchange(url: url, fields: [], remaining: .seconds(60), maximumTries: 1, isTrusted: isTrusted)
        }
        #expect(try await engine.perform(exchange(isTrusted: true)).result.get().status == 200)
        let outcome = await engine.perform(exchange(isTrusted: false))
        #expect(outcome.result == .failure(.blockedAddress(host: "127.0.0.1")))
        #expect(outcome.tries == 0)
        #expect(try live.server.log().requests.count == 1)
    }

    @Test("H12: a good certificate of a known authority is accepted")
    func goodCertificate() async throws {
        let live = try LiveServer(.good)
        #expect(try await live.get("echo").status == 200)
    }

    @Test(
        "H12: an unknown authority, an expired certificate and a wrong host are refused",
        arguments: [
            (FaultServer.Certificate.good, false), (.expired, true), (.wrongHost, true),
        ])
    func badCertificate(_ certificate: FaultServer.Certificate, _ knowsAuthority: Bool) async throws {
        let live = try LiveServer(certificate) { if !knowsAuthority { $0.certificateFile = nil } }
        let failure = await #expect(throws: HTTPFailure.self) { try await live.get("echo") }
        guard case .tlsRefused(host: "127.0.0.1", let detail) = failure else {
            Issue.record("not refused: \(String(describing: failure))")
            return
        }
        #expect(!detail.isEmpty)
    }
}
