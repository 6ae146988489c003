import Foundation
import TestSupport
import Testing

/// Upstreams that fail for long, or mean harm: what they cost, and whom.
@Suite("Hostile servers") struct HostileServerTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    private func galleria(_ shelf: String, _ settings: String...) throws -> GalleriaProcess {
        let all = ["network.data=live", "network.retries=0", "modules.bookShelf.endpoint=\(server.endpoint(shelf))"]
        return try GalleriaProcess(["serve"] + (all + settings).flatMap { ["--set", $0] })
    }

    @Test(
        "H1 H2: a bomb, a body without end or 10 MB of header lines: an error, and at most 64 MB more memory",
        arguments: ["bomb", "inf", "hugeheaders"])
    func memory(_ fault: String) throws {
        let process = try galleria("\(fault)/books/1.0")
        try process.expectServing()
        let before = try #require(process.kilobytes("VmHWM"))
        for id in 1...3 {
            let error = try process.call("bookShelf.search", #"{"query":"swift"}"#, id: id)["error"]
            #expect(error?["data"]?["code"]?.text == "too_large")
        }
        try process.expectServing()
        #expect(try #require(process.kilobytes("VmHWM")) - before <= 64 * 1024, "KiB")
        #expect(try process.finish() == [])
    }

    @Test(
        "H1 P13: many endless bodies at once share one bound, and small answers still come", arguments: ["inf", "bomb"])
    func memoryTogether(_ fault: String) throws {
        let process = try galleria(
            "\(fault)/books/1.0",
            "modules.catalog.endpoint=\(server.endpoint("\(fault)/shop").replacing("127.0.0.1", with: "localhost"))")
        try process.expectServing()
        let before = try #require(process.kilobytes("VmHWM"))
        for id in 0..<64 {
            let request =
                id % 2 == 0
                ? ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id)
                : ChildProcess.request("catalog.list", #"{"limit":\#(id + 1)}"#, id: id)
            process.offer(Array("\(request)\n".utf8))
        }
        var codes: [String?] = []
        for _ in 0..<64 { codes.append(try process.answer()["error"]?["data"]?["code"]?.text) }
        #expect(Set(codes).isSubset(of: ["too_large", "busy", "upstream_timeout"]), "\(Set(codes))")
        #expect(try #require(process.kilobytes("VmHWM")) - before <= 64 * 1024, "KiB")
        try process.expectServing()
    }

    @Test("H8: after repeated failure a server is left alone: told at once, and not asked")
    func circuit() throws {
        let process = try galleria("status/500/books/1.0")
        // Each trial that is let through fails and doubles the pause, so that one call meets it however slow this runs.
        var refused: WireValue?
        for id in 1...1_000 where refused == nil {
            let hits = try server.log().requests.count
            let error = try process.call("bookShelf.search", #"{"query":"swift"}"#, id: id)["error"]?["data"]
            #expect(error?["code"]?.text == "upstream_unavailable")
            if error?["message"]?.text?.contains("again and again") == true {
                refused = error
                #expect(id > 8)
                #expect(try server.log().requests.count == hits, "it was asked all the same")
            }
        }
        #expect(refused?["retryable"] == .bool(true))
        #expect(refused?["hint"]?.text?.contains("Try again in ") == true, "\(refused as Any)")
    }

    @Test("H8: a server that is well again is asked again, without being told so")
    func recovery() throws {
        let process = try galleria("flaky/8/books/1.0")
        var result: WireValue?
        let deadline = ContinuousClock.now + ChildProcess.patience
        while result == nil, ContinuousClock.now < deadline {
            result = try process.call("bookShelf.search", #"{"query":"swift","limit":10}"#)["result"]
        }
        #expect(result?["total"]?.integer == 118)
        #expect(try server.log().requests.count == 9)
    }

    @Test("H11: while one endpoint hangs with 64 calls, every other module answers, and so does what is kept here")
    func bulkhead() async throws {
        let process = try galleria(
            "silent/books/1.0", "modules.bookShelf.timeout=120s", "limits.drain=100ms",
            "modules.catalog.data=sample", "modules.friends.data=sample", "modules.shoppingMall.data=sample",
            "modules.productDetail.data=sample", "modules.forecast.data=sample")
        for id in 1...64 {
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))
        }
        _ = try await server.waitForRequests(1)
        // Each of these is the next message: nothing waits behind what hangs.
        for (method, params) in [
            ("ping", "{}"), ("catalog.list", "{}"), ("friends.list", "{}"), ("shoppingMall.list", "{}"),
            ("productDetail.show", #"{"skus":"BL204DR17KLM"}"#), ("forecast.daily", #"{"places":"London"}"#),
            ("catalog.like", #"{"skus":"BL204DR17KLM","liked":true}"#),
        ] {
            #expect(try process.call(method, params, id: 100)["result"] != nil, "\(method)")
        }
        let ended = try process.finish()
        #expect(ended.count == 64 && ended.allSatisfy { $0["error"] != nil })
    }

    /// The calls of every tool, in a namespace of the kernel's that has no network at all.
    @Test("C8: sample data needs no network: every tool answers where there is none", .enabled(if: Self.canUnshare))
    func noNetwork() throws {
        let process = try GalleriaProcess(script: #"exec unshare -n "$0" serve --environment sample"#)
        try process.initialize()
        let tools = try process.call("tools/list")["result"]?["tools"]?.elements ?? []
        #expect(tools.count >= 16)
        let own = try CombinationTests.whole.get().calls.map { ($0.name, $0.params) }
        let calls =
            own + [
                ("host_info", #"{"name":"host_info","arguments":{}}"#),
                (
                    "images_show",
                    #"{"name":"images_show","arguments":{"route":"galleria://product/BL204DR17KLM"}}"#
                ),
            ]
        #expect(Set(calls.map(\.0)) == Set(tools.compactMap { $0["name"]?.text }), "a tool is missing here")
        for (name, params) in calls {
            let result = try process.call("tools/call", params)["result"]
            #expect(result?["isError"] == .bool(false), "\(name): \(result as Any)")
        }
        #expect(try process.finish() == [])
    }

    private static let canUnshare = ChildProcess.succeeds(["/usr/bin/unshare", "-n", "true"])
}
