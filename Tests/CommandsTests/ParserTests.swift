import ClientSetup
import DesignSystem
import FeatureKit
import StdioTransport
import Testing

@testable import Commands

/// Command lines taken apart by the table.
@Suite("Command lines") struct ParserTests {
    private let parser = CommandParser(commands: CommandTable.all)

    private func parsed(_ line: String) throws -> (String?, [String], [String]) {
        let parsed = try parser.parse(line.split(separator: " ").map(String.init))
        let names = [parsed.command, parsed.subject].compactMap { $0?.name }
        return (
            names.first == names.last ? names.first : names.joined(separator: " "), parsed.arguments,
            parsed.options.map { "\($0.option.name)=\($0.text)" }
        )
    }

    struct Line: Sendable {
        let line: String
        let command: String?
        let arguments: [String]
        let options: [String]

        init(_ line: String, _ command: String?, _ arguments: [String] = [], options: [String] = []) {
            self.line = line
            self.command = command
            self.arguments = arguments
            self.options = options
        }
    }

    @Test(
        "options stand anywhere, with their value behind them or behind =; -- ends them",
        arguments: [
            Line("", nil), Line("--help", nil, options: ["help="]), Line("-h", nil, options: ["help="]),
            Line("--version", nil, options: ["version="]), Line("-V", nil, options: ["version="]),
            Line("serve", "serve"),
            Line("serve --framing lines", "serve", options: ["framing=lines"]),
            Line("serve --framing=lines", "serve", options: ["framing=lines"]),
            Line("--framing=headers serve", "serve", options: ["framing=headers"]),
            Line("--set a=1 serve --set b=2", "serve", options: ["set=a=1", "set=b=2"]),
            Line("--set=a=1 serve", "serve", options: ["set=a=1"]),
            Line("--set=a= serve", "serve", options: ["set=a="]),
            Line("call m --json a=1", "call", ["m", "a=1"], options: ["json="]),
            Line("--json call m a=1", "call", ["m", "a=1"], options: ["json="]),
            Line("call m -- --json", "call", ["m", "--json"]), Line("call -- m -- -h", "call", ["m", "--", "-h"]),
            Line("-- call --json", "call", ["--json"]), Line("call m -", "call", ["m", "-"]),
            Line("call m a=-1 b=--c", "call", ["m", "a=-1", "b=--c"]),
            Line("call --config --json m", "call", ["m"], options: ["config=--json"]),
            Line("config check --lax", "config check", options: ["lax="]),
            Line("config chek check", "config", ["chek", "check"]), Line("config diff check", "config diff", ["check"]),
            Line("open -h", "open", options: ["help="]),
        ])
    func lines(_ row: Line) throws {
        let (command, arguments, options) = try parsed(row.line)
        #expect(command == row.command)
        #expect(arguments == row.arguments)
        #expect(options == row.options)
    }

    /// The sentence of a fault, and the hint that a user of `line` is given.
    private func told(_ fault: UsageFault, _ line: String) -> [String] {
        let advice = fault.remedy?.advice(program: "galleria", line: line.split(separator: " ").map(String.init))
        return [fault.sentence, advice.map { "\($0.lead) \($0.command)" } ?? fault.fault.hint]
    }

    @Test(
        "what can't be understood is said with the line that was perhaps meant",
        arguments: [
            ("srve", "There is no command “srve”.", "Did you mean: galleria serve"),
            ("SERVE --plain", "There is no command “SERVE”.", "Did you mean: galleria serve --plain"),
            ("zzz", "There is no command “zzz”.", "See: galleria --help"),
            ("serve --frming=lines", "There is no option “--frming”.", "Did you mean: galleria serve --framing=lines"),
            ("serve --json", "serve has no option --json; call has.", "See: galleria serve --help"),
            ("--json serve", "serve has no option --json; call has.", "See: galleria serve --help"),
            (
                "--framing lines call m", "call has no option --framing; serve has.", "See: galleria call --help"
            ), ("call --formt", "There is no option “--formt”.", "See: galleria call --help"),
            ("call m --", "", ""), ("--sett a=1", "There is no option “--sett”.", "Did you mean: galleria --set a=1"),
            ("--=1", "There is no option “--”.", "See: galleria --help"),
            ("call m --json=yes", "--json takes no value.", ""), ("--help= serve", "--help takes no value.", ""),
            (
                "serve --framing",
                "--framing needs a value: Message framing (headers: Content-Length): auto, lines or headers; "
                    + "auto by default.", ""
            ), ("call --width wide", "--width must be a whole number from 20 to 10000, not “wide”.", ""),
            ("call --width 19", "--width must be a whole number from 20 to 10000, not “19”.", ""),
            (
                "replay --timeout 0", "--timeout must be a whole number of seconds from 1 to 3600, not “0”.", ""
            ), ("call --set =1", "--set must be KEY=VALUE, such as network.data=live, not “=1”.", ""),
            (
                "call --theme drak", "--theme must be auto, light, dark, high-contrast or none, not “drak”.",
                "Did you mean: galleria call --theme dark"
            ), ("serve --read-onyl", "There is no option “--read-onyl”.", "Did you mean: galleria serve --read-only"),
            ("call --set", "--set needs a value: One setting; KEY is a dotted path, VALUE is YAML. Repeatable.", ""),
        ])
    func faults(_ line: String, _ sentence: String, _ hint: String) throws {
        if sentence.isEmpty {
            _ = try parsed(line)
        } else {
            let fault = try #require(throws: UsageFault.self) { try parsed(line) }
            #expect(told(fault, line) == [sentence, hint])
        }
    }

    @Test(
        "words of an offered line are quoted as a shell reads them",
        arguments: [
            ("swift", "swift"), ("galleria://book/9781617294136", "galleria://book/9781617294136"), ("", #""""#),
            ("places=Ho Chi Minh City", #"places="Ho Chi Minh City""#), ("forecast?place=서울", #""forecast?place=서울""#),
            (#"items=[{"sku":"A1"}]"#, #"items='[{"sku":"A1"}]'"#), ("it's", #""it's""#),
            (#"it's "$HOME""#, #"'it'\''s "$HOME"'"#), ("--set=a.b=1 2", #"--set="a.b=1 2""#), ("query=", "query="),
            ("서울", "서울"), ("a;b", #""a;b""#), ("!1", "'!1'"),
        ])
    func quoted(_ word: String, _ expected: String) {
        #expect(shellQuoted(word) == expected)
    }

    @Test(
        "a line of bash is taken apart as bash does it; what is put in place stands in the same quotes",
        arguments: [
            ("galleria ca", ["galleria", "ca"], "call", "call"), ("galleria ", ["galleria", ""], "call", "call"),
            (#"galleria call m places="Ho Ch"#, ["galleria", "call", "m", "places=Ho Ch"], "places=Ho Chi", "Ho Chi"),
            (#"galleria call m places='Ho"#, ["galleria", "call", "m", "places=Ho"], "places=Ho Chi", "Ho Chi"),
            (
                #"galleria call m places=Ho\ Ch"#, ["galleria", "call", "m", "places=Ho Ch"], "places=Ho Chi",
                #"Ho\ Chi"#
            ),
            (#"galleria call m 'a b' "c\"d" \"#, ["galleria", "call", "m", "a b", #"c"d"#, ""], "x", "x"),
            ("galleria open galleria://sh", ["galleria", "open", "galleria://sh"], "galleria://shelf", "//shelf"),
        ])
    func typed(_ line: String, _ words: [String], _ candidate: String, _ inserted: String) {
        let typed = TypedLine(line)
        #expect(typed.words == words)
        #expect(typed.inserted(candidate) == inserted)
    }

    @Test("T1: what was typed is shown without its control characters")
    func controls() {
        let fault = #expect(throws: UsageFault.self) { try parser.parse(["se\u{1b}[31mrve\u{202e}"]) }
        #expect(fault?.sentence.unicodeScalars.contains("\u{1b}") == false)
        #expect(fault?.sentence.unicodeScalars.contains("\u{202e}") == false)
    }

    private func invocation(_ words: String...) throws -> Invocation {
        Invocation(line: try parser.parse(words), features: [], variables: [:], console: .silent)
    }

    @Test("an option's value has its type: the last counts, a repeatable one keeps all, one not given has its default")
    func values() throws {
        let serve = try invocation("serve", "--width", "20", "--width=30", "--set=a=1", "--set=b=2=3", "--modules=a, b")
        #expect(serve[Options.width] == 30)
        #expect(serve[Options.set].map(\.key) == ["a", "b"] && serve[Options.set].map(\.value) == ["1", "2=3"])
        #expect(serve[Options.modules] == ["a", "b"])
        #expect(serve[Options.style] == nil && serve[Options.framing] == .auto && !serve[Options.readOnly])
        #expect(try invocation("serve", "--framing=lines", "--read-only")[Options.framing] == .lines)
        #expect(try invocation("call", "--style=markdown")[Options.style] == .fixed(.markdown))
        #expect(try invocation("replay", "f")[Options.timeout] == 10)
        let given = serve.given([Options.set, Options.width, Options.json])
        #expect(given == ["--width=20", "--width=30", "--set=a=1", "--set=b=2=3"])
    }

    @Test("each argument takes its words in order; a route may leave its scheme out")
    func arguments() throws {
        let call = try invocation("call", "m", "a=1", "b=2")
        #expect(try call[Arguments.method] == "m" && call[Arguments.parameters] == ["a=1", "b=2"])
        let diff = try invocation("config", "diff", "one", "two")
        #expect(try diff[Arguments.environment] == "one" && diff[Arguments.otherEnvironment] == "two")
        #expect(try invocation("modules")[Arguments.module] == nil)
        for (typed, route) in [
            ("catalog", "galleria://catalog"), ("galleria://catalog", "galleria://catalog"),
            ("forecast?place=a:b", "galleria://forecast?place=a:b"), ("http://desk", "http://desk"),
        ] { #expect(try invocation("open", typed)[Arguments.route] == route) }
        #expect(throws: UsageFault.missing("ROUTE")) { try invocation("open")[Arguments.route] }
        #expect(try invocation("install", "zed")[Arguments.client].id == "zed")
    }

    @Test(
        "what keeps a command from running is said, with an example or what was perhaps meant",
        arguments: [
            ("open", "ROUTE is missing.", "For example: galleria open shelf"),
            ("config diff sample", "OTHER is missing.", "For example: galleria config diff sample production"),
            ("config", "ACTION is missing.", "For example: galleria config check"),
            ("config chek", "There is no config command “chek”.", "Did you mean: galleria config check"),
            ("serve live", "serve takes no arguments.", "See: galleria serve --help"),
            ("config check all", "config check takes no arguments.", "See: galleria config check --help"),
            ("open a b", "“b” is one argument too many.", "See: galleria open --help"),
            ("completion zhs", "SHELL must be bash, zsh or fish, not “zhs”.", "Did you mean: galleria completion zsh"),
            ("open a --every 5", "--every goes with --watch.", "For example: galleria open a --every 5 --watch"),
            ("serve --overwrite", "--overwrite goes with --record.", "Add --record FILE."),
        ])
    func unready(_ line: String, _ sentence: String, _ hint: String) throws {
        let parsed = try parser.parse(line.split(separator: " ").map(String.init))
        let invocation = Invocation(line: parsed, features: [], variables: [:], console: .silent)
        let fault = try #require(throws: UsageFault.self) {
            try parsed.check()
            _ = try parsed.command?.run(invocation)
        }
        #expect(told(fault, line) == [sentence, hint])
    }
}
