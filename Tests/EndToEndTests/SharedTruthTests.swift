import Foundation
import Testing

/// A like, an answer, the bag: what changes in one place shows everywhere, and in the next process.
@Suite("One truth") struct SharedTruthTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func driver() throws -> ScreenDriver { ScreenDriver(try GalleriaProcess(home: home)) }

    /// Opens a screen and waits for what it loads.
    private func loaded(_ route: String, in driver: ScreenDriver) throws -> (screen: String, state: WireValue) {
        let screen = try driver.open(route)
        return (screen, try driver.settled(screen))
    }

    private func isLiked(_ sku: String, in state: WireValue) -> Bool {
        state["items"]?.elements?.contains { $0["sku"]?.text == sku && $0["liked"] == .bool(true) } ?? false
    }

    @Test("a like made in the list, on the product or by the operation shows on both screens and after a restart")
    func like() throws {
        let driver = try driver()
        let (list, rows) = try loaded("galleria://catalog", in: driver)
        let sku = try #require(rows.keys("sku").last)
        let (product, _) = try loaded("galleria://product/\(sku)", in: driver)
        func expect(_ isLiked: Bool) throws {
            try driver.state(of: product) { $0["liked"] == .bool(isLiked) }
            try driver.state(of: list) { self.isLiked(sku, in: $0) == isLiked }
            #expect(driver.states[list]?.last?.keys("sku") == rows.keys("sku"))
        }
        try expect(false)
        #expect(try driver.send(list, "like", #"{"sku":"\#(sku)","liked":true}"#))
        try expect(true)
        #expect(try driver.send(product, "like", #"{"liked":false}"#))
        try expect(false)
        _ = try driver.call("catalog.like", #"{"skus":"\#(sku)","liked":true}"#)
        try expect(true)
        #expect(
            try driver.call("productDetail.show", #"{"skus":"\#(sku)"}"#)["result"]?["items"]?.elements?.first?["liked"]
                == .bool(true))
        try driver.end()

        let next = try self.driver()
        let again = try loaded("galleria://catalog", in: next)
        #expect(isLiked(sku, in: again.state))
        #expect(again.state["items"]?.elements?.count { $0["liked"] == .bool(true) } == 1)
        let (detail, _) = try loaded("galleria://product/\(sku)", in: next)
        try next.state(of: detail) { $0["liked"] == .bool(true) }
        _ = try next.call("catalog.like", #"{"skus":"\#(sku)","liked":false}"#)
        try next.state(of: detail) { $0["liked"] == .bool(false) }
        try next.state(of: again.screen) { !self.isLiked(sku, in: $0) }
        try next.end()
    }

    @Test("an answer by the operation or on a screen shows on every open page of friends and after a restart")
    func answer() throws {
        let driver = try driver()
        let route = "galleria://friends?scenario=friendsWithInvitations"
        let (one, first) = try loaded(route, in: driver)
        let (other, _) = try loaded(route, in: driver)
        let invited = first.keys("fid", of: "invitations")
        try #require(invited.count > 2, "the sample has more than two invitations")
        let rest = Array(invited.dropFirst(2))
        func expect(accepted: [String], left: [String]) throws {
            for screen in [one, other] {
                let state = try driver.state(of: screen) { $0.keys("fid", of: "invitations") == left }
                #expect(Set(state.keys("fid", of: "items")).isSuperset(of: accepted))
                #expect(
                    state.keys("fid", of: "items").count == first.keys("fid", of: "items").count + accepted.count)
            }
        }
        let accept = #"{"answers":[{"fid":"\#(invited[0])","action":"accept"}]}"#
        let answer = try driver.call("friends.respond", accept)["result"]
        #expect(answer?.keys("fid", of: "invitations") == [invited[1]] + rest)
        try expect(accepted: [invited[0]], left: [invited[1]] + rest)
        #expect(try driver.send(other, "accept", #"{"fid":"\#(invited[1])"}"#))
        try expect(accepted: Array(invited.prefix(2)), left: rest)
        try driver.end()

        let next = try self.driver()
        let list = try #require(try next.call("friends.list", #"{"scenario":"friendsWithInvitations"}"#)["result"])
        #expect(list.keys("fid", of: "invitations") == rest)
        let (page, state) = try loaded(route, in: next)
        #expect(state.keys("fid", of: "invitations") == rest)
        #expect(Set(state.keys("fid", of: "items")).isSuperset(of: invited.prefix(2)))
        // A refresh keeps the answers; taking them back opens the invitations again, for everyone.
        #expect(try next.send(page, "refresh"))
        #expect(try next.settled(page).keys("fid", of: "invitations") == rest)
        #expect(try next.send(page, "forgetAnswers"))
        try next.state(of: page) { $0.keys("fid", of: "invitations") == invited }
        let restored = try next.call("friends.list", #"{"scenario":"friendsWithInvitations"}"#)["result"]
        #expect(restored?.keys("fid", of: "invitations") == invited)
        try next.end()
    }

    @Test(
        "what goes into the bag on a screen or by the operation shows on every screen of the product and after a restart"
    )
    func bag() throws {
        let sku = "BL204DR17KLM"
        let driver = try driver()
        let screens = try (0..<2).map { _ in try loaded("galleria://product/\(sku)", in: driver).screen }
        func expect(_ pieces: Int) throws {
            for screen in screens { try driver.state(of: screen) { $0["inBag"]?.integer == pieces } }
            #expect(try driver.call("productDetail.bag")["result"]?["count"]?.integer == pieces)
        }
        #expect(try driver.send(screens[0], "addToBag", #"{"quantity":2}"#))
        try expect(2)
        _ = try driver.call("productDetail.addToBag", #"{"items":{"sku":"\#(sku)"}}"#)
        try expect(3)
        _ = try driver.call("productDetail.removeFromBag", #"{"items":{"sku":"\#(sku)","quantity":1}}"#)
        try expect(2)
        try driver.end()

        let next = try self.driver()
        let bag = try next.call("productDetail.bag")["result"]
        #expect(bag?.keys("sku", of: "bag") == [sku])
        #expect(bag?["count"]?.integer == 2)
        let (screen, _) = try loaded("galleria://product/\(sku)", in: next)
        try next.state(of: screen) { $0["inBag"]?.integer == 2 }
        try next.end()
    }

    @Test("SIGHUP with other settings: the open home follows, and what is switched off is closed")
    func modules() throws {
        let folder = "\(home.path)/config/galleria"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let settings = "\(folder)/galleria.yaml"
        try "environment: sample\n".write(toFile: settings, atomically: true, encoding: .utf8)
        let driver = try driver()
        let screen = try driver.open("galleria://home")
        let all = try #require(driver.states[screen]?.last).keys("id", of: "modules")
        #expect(all == CombinationTests.modules)
        for id in all {
            let answer = try driver.call(
                "screen.send", #"{"screen":"\#(screen)","action":"select","params":{"id":"\#(id)"}}"#)
            let route = try #require(answer["result"]?["route"]?.text, "\(id)")
            let opened = try driver.open(route)
            try driver.call("screen.close", #"{"screen":"\#(opened)"}"#)
        }
        try "environment: sample\nmodules:\n  friends:\n    enabled: false\n"
            .write(toFile: settings, atomically: true, encoding: .utf8)
        driver.process.signal(SIGHUP)
        try driver.state(of: screen) { $0.keys("id", of: "modules") == all.filter { $0 != "friends" } }
        try driver.end()
    }
}
