import Testing

@testable import HTTP

@Suite("H5: redirects, hop by hop")
struct RedirectTests {
    @Test(
        "a redirect within the origin is followed with the request's own fields", arguments: [301, 302, 303, 307, 308])
    func follows(_ status: Int) async throws {
        let delivery = ScriptedDelivery([.redirect("other?x=1", status: status), .status(200)])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 200)
        let seen = delivery.transport.seen
        #expect(
            seen.map(\.url.text) == [
                "https://api.example.com/v1/new?appid=CANARY%2Fkey", "https://api.example.com/v1/other?x=1",
            ])
        #expect(seen.allSatisfy { $0.fields.count == 1 && $0.isTrusted })
    }

    static let answers: [ExchangeOutcome] = [
        .status(300, [("Location", "/x")]), .status(304, [("Location", "/x")]), .status(302),
        .status(201, [("Location", "/x")]),
    ]

    @Test("what is no redirect to follow is the answer", arguments: answers)
    func doesNotFollow(_ outcome: ExchangeOutcome) async throws {
        let delivery = ScriptedDelivery([outcome])
        #expect(try await delivery.send(try ScriptedDelivery.request()) == outcome.result.get())
    }

    @Test("three redirects are followed, a fourth is refused")
    func limit() async throws {
        let three = ScriptedDelivery([.redirect("/1"), .redirect("/2"), .redirect("/3"), .status(200)])
        #expect(try await three.send(try ScriptedDelivery.request()).status == 200)
        let four = ScriptedDelivery([.redirect("/1"), .redirect("/2"), .redirect("/3"), .redirect("/4"), .status(200)])
        await #expect(throws: HTTPFailure.tooManyRedirects(limit: 3)) {
            try await four.send(try ScriptedDelivery.request())
        }
        #expect(four.transport.unusedCount == 1)
    }

    static let refused: [(location: String, to: String)] = [
        ("https://evil.example/", "https://evil.example"),
        ("//evil.example/", "https://evil.example"),
        ("http://api.example.com/v1/new", "http://api.example.com"),
        ("http://images.example.com/a.png", "http://images.example.com"),
        ("https://api.example.com:8443/", "https://api.example.com:8443"),
        ("https://127.0.0.1/", "https://127.0.0.1"),
        ("https://[::1]/", "https://[::1]"),
        ("https://169.254.169.254/latest/meta-data", "https://169.254.169.254"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("https://images.example.com.evil.example/", "https://images.example.com.evil.example"),
        ("https://images.example.com/?k=CANARY%2Fkey", "https://images.example.com"),
        ("https://images.example.com/CANARY/key", "https://images.example.com"),
        ("file:///etc/passwd", "another scheme"),
        ("gopher://127.0.0.1/", "another scheme"),
        ("https://user:CANARY@api.example.com/", "an address that is no URL"),
        ("https://2130706433/", "an address that is no URL"),
        ("https://①②⑦.⓪.⓪.①/", "an address that is no URL"),
    ]

    @Test("H4, C5: a redirect elsewhere is refused before anything is sent", arguments: refused)
    func refuses(_ location: String, _ target: String) async throws {
        let delivery = ScriptedDelivery([.redirect(location), .status(200)])
        await #expect(throws: HTTPFailure.redirectRefused(to: target)) {
            try await delivery.send(try ScriptedDelivery.request())
        }
        #expect(delivery.transport.seen.count == 1)
        #expect(!HTTPFailure.redirectRefused(to: target).sentence.contains("CANARY"))
    }

    @Test("another allowed host gets neither the fields nor trust, also not on the way back")
    func allowedHost() async throws {
        let delivery = ScriptedDelivery([
            .redirect("https://images.example.com/a.png"), .redirect("https://api.example.com/v1/b"), .status(200),
        ])
        #expect(try await delivery.send(try ScriptedDelivery.request()).status == 200)
        let seen = delivery.transport.seen
        #expect(seen.map(\.isTrusted) == [true, false, true])
        #expect(seen.map(\.fields.count) == [1, 0, 0])
        #expect(seen[1].url.text == "https://images.example.com/a.png")
    }

    @Test("from http a redirect may go up to https of an allowed host; 17.9: not to another endpoint")
    func upgrade() async throws {
        let delivery = ScriptedDelivery([.redirect("https://images.example.com/"), .status(200)])
        let request = HTTPRequest(get: [], at: try HTTPEndpoint(parsing: "http://127.0.0.1:8080"))
        #expect(try await delivery.send(request).status == 200)
        let other = ScriptedDelivery([.redirect("https://api.example.com/"), .status(200)])
        await #expect(throws: HTTPFailure.redirectRefused(to: "https://api.example.com")) {
            try await other.send(request)
        }
    }

    @Test("17.9: a URL's own origin alone is trusted: from an allowed host no redirect leads to the endpoint")
    func fromAllowedHost() async throws {
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:8080")
        let delivery = ScriptedDelivery([.redirect("http://127.0.0.1:8080/a"), .status(200)])
        await #expect(throws: HTTPFailure.redirectRefused(to: "http://127.0.0.1:8080")) {
            try await delivery.send(HTTPRequest(get: "http://images.example.com/a", trusting: endpoint))
        }
    }

    @Test("H4: an origin that is neither configured nor allowed is not requested at all")
    func firstHop() async throws {
        let endpoint = try HTTPEndpoint(parsing: "http://127.0.0.1:8080")
        for text in ["http://127.0.0.1:8081", "https://127.0.0.1:8080", "http://evil.example"] {
            let delivery = ScriptedDelivery([.status(200)])
            let request = try HTTPRequest(get: text, trusting: endpoint)
            await #expect(throws: HTTPFailure.blockedAddress(host: request.endpoint.host)) {
                try await delivery.send(request)
            }
            #expect(delivery.transport.seen.isEmpty)
        }
    }

    @Test("a URL over the limit is not sent")
    func longURL() async throws {
        let delivery = ScriptedDelivery([.status(200)])
        let request = HTTPRequest(
            get: [String(repeating: "a", count: 70_000)], at: try HTTPEndpoint(parsing: "https://api.example.com"))
        await #expect(throws: HTTPFailure.tooLarge(limit: 65_536)) { try await delivery.send(request) }
    }
}
