import TestSupport
import Testing

/// Friends and forecast, which ask for a whole list at once, against an upstream that misbehaves.
@Suite("H9: Whole lists from a misbehaving upstream") struct MisbehavingSourceTests {
    private let server: ScriptedServer

    init() throws { server = try ScriptedServer() }

    private func driver(_ settings: String...) throws -> ScreenDriver {
        let all =
            settings + [
                "network.data=live", "network.retries=0", "modules.friends.endpoint=\(server.endpoint("koko"))",
                "modules.forecast.endpoint=\(server.endpoint("weather"))", "modules.friends.timeout=60s",
                "modules.forecast.timeout=60s",
            ]
        return ScreenDriver(try GalleriaProcess(["serve"] + all.flatMap { ["--set", $0] }))
    }

    // MARK: Friends

    private static let man = "/koko/man.json"
    private static func list(_ number: Int) -> String { "/koko/friend\(number).json" }

    /// A list of people, with further rows as JSON.
    private static func people(_ fids: String..., status: Int = 1, and more: [String] = []) -> String {
        let rows = fids.map { fid in
            #"{"fid":"\#(fid)","name":"n\#(fid)","status":\#(status),"isTop":"0","updateDate":"20190801"}"#
        }
        return #"{"response":[\#((rows + more).joined(separator: ","))]}"#
    }

    @Test(
        "friends: lists asked for at once of which one fails once, spoiled rows, late lists, another scenario meanwhile"
    )
    func friends() throws {
        let user = #"{"response":[{"name":"K","kokoid":"k"}]}"#
        // None is answered before all three were asked for.
        server.answer(Self.man, .json(user, after: Self.list(1)))
        server.answer(
            Self.list(1), .json(Self.people("1", "2"), after: Self.list(2)),
            .json(Self.people("1", "2", "2", and: [#"{"fid":null}"#, "7", #"{"fid":"9","status":"x"}"#])),
            .json(Self.people("8"), after: "late"), .json(Self.people("1", "2")))
        server.answer(
            Self.list(2), .failure(500, after: Self.man),
            .json(Self.people("2", "3", and: [#"{"fid":4,"name":[],"status":"1","isTop":{}}"#])))
        server.answer(Self.list(4), .json(#"{"friends":[]}"#), .json(#"{"response":null}"#))
        let driver = try driver()
        let screen = try driver.open("galleria://friends?scenario=friendsOnly")
        let failed = try driver.settled(screen)
        #expect(failed["refresh"]?["failed"]?.text == "header")
        #expect(failed["state"] == nil)
        #expect(try driver.send(screen, "refresh"))
        let whole = try driver.settled(screen)
        #expect(whole["state"]?.text == "friendsOnly")
        #expect(whole.keys("fid", of: "items") == ["1", "2", "3", "4"])

        // A refresh during a refresh joins it; another scenario supersedes both, and what comes late is not shown.
        let asked = server.targets.count
        #expect(try driver.send(screen, "refresh"))
        try server.waitForRequests(3, of: Self.list(1))
        #expect(try driver.send(screen, "refresh"))
        #expect(try driver.send(screen, "useScenario", #"{"scenario":"noFriends"}"#))
        #expect(try driver.settled(screen)["refresh"]?["failed"]?.text == "header")
        server.release("late")
        try server.waitForAnswers(3, of: Self.list(1))
        #expect(server.targets.dropFirst(asked).count { $0 == Self.list(1) } == 1)
        #expect(try driver.send(screen, "refresh"))
        #expect(try driver.settled(screen)["state"]?.text == "noFriends")
        #expect(try driver.send(screen, "useScenario", #"{"scenario":"friendsOnly"}"#))
        #expect(try driver.settled(screen).keys("fid", of: "items") == ["1", "2", "3", "4"])

        // A failing part fails the refresh, and costs no row.
        server.answer(Self.man, .failure(503), .json(#"{"name":"no response"}"#), .json(user))
        for _ in 1...2 {
            #expect(try driver.send(screen, "refresh"))
            let state = try driver.settled(screen)
            #expect(state["refresh"]?["failed"]?.text == "header")
            #expect(state.keys("fid", of: "items") == ["1", "2", "3", "4"])
        }
        #expect(try driver.send(screen, "refresh"))
        #expect(try driver.settled(screen)["refresh"]?["ended"]?.text == "noMoreData")
        try driver.end()
        #expect(driver.states[screen]?.contains { $0.keys("fid", of: "items").contains("8") } == false)
    }

    @Test("friends.list: one of the lists fails once; the next call has every row once")
    func friendsOperation() throws {
        server.answer(Self.man, .json(#"{"response":[]}"#))
        server.answer(Self.list(1), .json(Self.people("1", "2")))
        server.answer(Self.list(2), .failure(), .json("[1]"), .json(Self.people("2", "3", "3")))
        let driver = try driver()
        let params = #"{"scenario":"friendsOnly"}"#
        for code in ["upstream_unavailable", "upstream_malformed"] {
            #expect(try driver.call("friends.list", params)["error"]?["data"]?["code"]?.text == code)
        }
        let result = try driver.call("friends.list", params)["result"]
        #expect(result?.keys("fid", of: "items") == ["1", "2", "3"])
        try driver.end()
    }

    // MARK: Forecast

    private static func daily(_ place: String) -> String {
        "/weather/forecast/daily?q=\(place)&cnt=3&units=metric&appid=key"
    }

    /// A forecast from 2021-03-10 on, one day for each temperature, with further rows as JSON.
    private static func forecast(_ place: String, _ degrees: Int..., and more: [String] = []) -> String {
        let rows = degrees.enumerated().map { day, degrees in
            #"{"dt":\#(1_615_334_400 + 86_400 * day),"temp":{"min":\#(degrees),"max":\#(degrees)}}"#
        }
        let list = (more + rows).joined(separator: ",")
        return #"{"cod":"200","city":{"name":"\#(place)","timezone":0},"list":[\#(list)]}"#
    }

    @Test("forecast: an older place or refresh that answers late never shows; failures and spoiled rows cost no day")
    func forecast() throws {
        let spoiled = [
            "null", #"{"dt":"x","temp":{"min":1}}"#, #"{"temp":{"min":1,"max":2}}"#, #"{"dt":1615334400,"temp":[]}"#,
            #"{"dt":1615334400,"temp":{"min":1,"max":1}}"#,
        ]
        server.answer(Self.daily("London"), .json(Self.forecast("London", 9), after: "london"))
        server.answer(
            Self.daily("Paris"), .failure(), .json(Self.forecast("Paris", 1, 2, 3, and: spoiled)),
            .json(Self.forecast("Paris", 99), after: "older"), .json(Self.forecast("Paris", 4, 5, 6)),
            .json(#"{"cod":"500","message":"later"}"#), .json("[]"), .json(Self.forecast("Paris", 7, 8, 9)))
        let driver = try driver("modules.forecast.days=3", "modules.forecast.apiKey=key")
        let screen = try driver.open("galleria://forecast?place=London")
        try server.waitForRequests(1, of: Self.daily("London"))
        // What is typed is searched after half a second; the screen tells when.
        #expect(try driver.send(screen, "edit", #"{"text":"Paris"}"#))
        try driver.state(of: screen) { $0["refresh"]?["failed"]?.text == "header" }
        server.release("london")
        try server.waitForAnswers(1, of: Self.daily("London"))
        #expect(try driver.send(screen, "refresh"))
        #expect(try driver.settled(screen).degrees == ["1", "2", "3"])

        #expect(try driver.send(screen, "refresh"))
        try server.waitForRequests(3, of: Self.daily("Paris"))
        #expect(try driver.send(screen, "refresh"))
        #expect(try driver.settled(screen).degrees == ["4", "5", "6"])
        server.release("older")
        try server.waitForAnswers(4, of: Self.daily("Paris"))
        for _ in 1...2 {
            #expect(try driver.send(screen, "refresh"))
            let state = try driver.settled(screen)
            #expect(state["refresh"]?["failed"]?.text == "header")
            #expect(state.degrees == ["4", "5", "6"])
        }
        #expect(try driver.send(screen, "refresh"))
        #expect(try driver.settled(screen).degrees == ["7", "8", "9"])
        try driver.end()
        for state in driver.states[screen] ?? [] {
            #expect(state["place"]?["name"]?.text != "London")
            #expect(!state.degrees.contains("99"))
        }
    }
}

extension WireValue {
    /// The least temperature of each day.
    fileprivate var degrees: [String] {
        self["days"]?.elements?.compactMap { day in day["min"]?.integer.map(String.init) } ?? []
    }
}
