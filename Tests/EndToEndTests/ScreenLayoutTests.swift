import Foundation
import Testing

/// Screens as an editor's window shows them: laid out again, told row by row, in colours, closed for a reason.
@Suite("Screen layouts") struct ScreenLayoutTests {
    private static let lists = [
        ("galleria://home", "modules"), ("galleria://catalog", "items"), ("galleria://mall", "items"),
        ("galleria://shelf", "items"), ("galleria://friends", "items"), ("galleria://forecast?place=Seoul", "days"),
    ]

    /// Opens a screen and gives what `screen.state` says of it.
    private func opened(_ route: String, _ more: String = "", in driver: ScreenDriver) throws -> WireValue {
        let screen = try driver.open(route, more)
        return try #require(try driver.call("screen.state", #"{"screen":"\#(screen)"}"#)["result"], "\(route)")
    }

    /// A key of every element of a list, whatever it is called.
    private func keys(_ list: String, of state: WireValue) -> [String] {
        for name in ["sku", "isbn13", "fid", "date", "id"] {
            let found = state.keys(name, of: list)
            if !found.isEmpty { return found }
        }
        return []
    }

    @Test("every list tells which lines are which row, in its table or narrow, in both styles", arguments: lists)
    func rows(_ route: String, _ list: String) throws {
        let driver = ScreenDriver(try GalleriaProcess())
        let screen = try driver.open(route, #","rows":true,"style":"plain","width":100"#)
        if route != "galleria://home" { try driver.settled(screen) }
        for (style, width) in [("plain", 100), ("ansi", 100), ("plain", 30), ("ansi", 40)] {
            let answer = try driver.call(
                "screen.resize", #"{"screen":"\#(screen)","style":"\#(style)","width":\#(width)}"#)["result"]
            let lines = try #require(answer?["text"]?.text).split(separator: "\n", omittingEmptySubsequences: false)
            let rows = try #require(answer?["rows"]?.elements)
            let state = try #require(answer?["state"])
            let wanted = keys(list, of: state)
            #expect(!wanted.isEmpty && Set(rows.compactMap { $0["key"]?.text }).isSuperset(of: wanted))
            var next = 0
            for row in rows {
                let line = try #require(row["line"]?.integer)
                let count = try #require(row["lines"]?.integer)
                #expect(line >= next && count >= 1 && line + count <= lines.count, "\(row)")
                next = line + count
                if let route = row["route"]?.text { #expect(route.hasPrefix("galleria://")) }
                // A chart shows a day by its long name, home a module by its title.
                let key = try #require(row["key"]?.text)
                let isNamed = list != "days" && list != "modules"
                if isNamed { #expect(lines[line].contains(key), "\(key) is not in “\(lines[line])”") }
            }
        }
        #expect(try opened(route, in: driver)["rows"] == nil)
    }

    @Test("a row's route opens")
    func routes() throws {
        let driver = ScreenDriver(try GalleriaProcess())
        var followed = 0
        for (route, _) in Self.lists {
            let screen = try driver.open(route, #","rows":true"#)
            if route != "galleria://home" { try driver.settled(screen) }
            let rows = try driver.call("screen.state", #"{"screen":"\#(screen)"}"#)["result"]?["rows"]?.elements
            for target in Set((rows ?? []).prefix(3).compactMap { $0["route"]?.text }) {
                #expect(try opened(target, in: driver)["route"]?.text == target)
                followed += 1
            }
        }
        #expect(followed > 8)
    }

    @Test("a narrower window keeps the search, its pages, and every revision")
    func resize() throws {
        let driver = ScreenDriver(try GalleriaProcess())
        let screen = try driver.open("galleria://shelf", #","style":"plain","width":100"#)
        try driver.settled(screen)
        try driver.send(screen, "search", #"{"query":"swift"}"#)
        try driver.state(of: screen) { $0["search"]?.text == "swift" && $0.keys("isbn13").count == 10 }
        try driver.send(screen, "loadMore")
        let books = try driver.state(of: screen) { $0.keys("isbn13").count == 20 }.keys("isbn13")
        for width in [60, 40, 20, 120] {
            let answer = try driver.call("screen.resize", #"{"screen":"\#(screen)","width":\#(width)}"#)["result"]
            #expect(answer?["state"]?.keys("isbn13") == books)
            let lines = try #require(answer?["text"]?.text).split(separator: "\n")
            #expect(
                lines.allSatisfy { $0.contains("cursor=") || $0.contains("galleria://") || $0.count <= width },
                "\(width)")
        }
        try driver.end()
        #expect(driver.states[screen]?.last?.keys("isbn13") == books)
    }

    @Test(
        "ansi that was asked for has colours on a pipe, whatever the variables say; the command's does not under NO_COLOR",
        arguments: [[:], ["NO_COLOR": "1"], ["TERM": "dumb"], ["CLICOLOR": "0"]])
    func colours(_ environment: [String: String]) throws {
        let driver = ScreenDriver(try GalleriaProcess(environment: environment))
        let asked = try opened("galleria://home", #","style":"ansi""#, in: driver)
        #expect(asked["text"]?.text?.contains("\u{1B}[1m") == true)
        #expect(try opened("galleria://home", in: driver)["text"]?.text?.contains("\u{1B}") == false)
        let command = try GalleriaProcess(
            ["open", "galleria://home", "--style", "ansi"], environment: environment)
        command.closeInput()
        let text = try command.readToEnd().joined()
        #expect(text.contains("galleria://catalog") && text.contains("\u{1B}") == environment.isEmpty)
        #expect(try command.waitForEnd() == .exited(0))
    }

    @Test("the theme of the settings is every screen's; none has no colours, whatever is asked for")
    func themes() throws {
        func text(_ theme: String) throws -> String? {
            let driver = ScreenDriver(try GalleriaProcess(["serve", "--set", "output.theme=\(theme)"]))
            return try opened("galleria://home", #","style":"ansi""#, in: driver)["text"]?.text
        }
        #expect(try text("none")?.contains("\u{1B}") == false)
        for (theme, look) in [("auto", "2"), ("light", "90"), ("dark", "37"), ("high-contrast", "40;97")] {
            #expect(try text(theme)?.contains("\u{1B}[\(look)m──") == true, "\(theme)")
        }
    }

    @Test("every action has a title, prompts and the schema of its parameters", arguments: lists.map(\.0))
    func actions(_ route: String) throws {
        let driver = ScreenDriver(try GalleriaProcess())
        let actions = try #require(try opened(route, in: driver)["actions"]?.elements)
        for action in actions {
            let schema = try #require(action["schema"])
            let parameters = action["params"]?.elements ?? []
            let names = parameters.compactMap { $0["name"]?.text }
            #expect(action["title"]?.text?.isEmpty == false && names.count == parameters.count)
            #expect(parameters.allSatisfy { $0["prompt"]?.text?.isEmpty == false })
            #expect(schema["type"]?.text == "object" && schema["additionalProperties"] == .bool(false))
            for name in names { #expect(schema["properties"]?[name]?["type"]?.text != nil, "\(action) \(name)") }
            for name in schema["required"]?.elements ?? [] { #expect(names.contains(name.text ?? "")) }
        }
        if route == "galleria://friends" {
            let scenario = actions.first { $0["name"]?.text == "useScenario" }?["schema"]?["properties"]?["scenario"]
            #expect(scenario?["enum"]?.elements?.count == 3)
        }
    }

    @Test("a screen that the host closes says by a code whether to open it again")
    func closed() throws {
        let process = try GalleriaProcess()
        let driver = ScreenDriver(process)
        for (method, params, code) in [
            ("host.useEnvironment", #"{"name":"sample"}"#, "settings_changed"),
            ("host.setModule", #"{"id":"friends","enabled":false}"#, "module_disabled"),
        ] {
            let screen = try driver.open("galleria://friends")
            try driver.settled(screen)
            try process.send(line: ChildProcess.request(method, params, id: 1000))
            let messages = try (0..<2).map { _ in try process.answer() }
            #expect(messages.contains { $0["id"]?.integer == 1000 && $0["result"] != nil })
            let closing = messages.first { $0["method"]?.text == "screen.closed" }?["params"]
            #expect(closing?["screen"]?.text == screen && closing?["code"]?.text == code)
        }
        let refused = try process.call("screen.open", #"{"route":"galleria://friends"}"#, id: 1001)
        #expect(refused["error"]?["data"]?["code"]?.text == "module_disabled")
    }
}
