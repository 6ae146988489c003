import Testing

@testable import Commands

/// Command lines taken apart by the table.
@Suite("Command lines") struct ParserTests {
    private let parser = CommandParser(commands: CommandTable.all)

    private func parsed(_ line: String) throws -> (String?, [String], [String]) {
        let parsed = try parser.parse(line.split(separator: " ").map(String.init))
        return (parsed.command?.name, parsed.arguments, parsed.options.map { "\($0.name)=\($0.value)" })
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
            Line("--version", nil, options: ["version="]), Line("serve", "serve"),
            Line("serve --framing lines", "serve", options: ["framing=lines"]),
            Line("serve --framing=lines", "serve", options: ["framing=lines"]),
            Line("--framing=headers serve", "serve", options: ["framing=headers"]),
            Line("--set a=1 serve --set b=2", "serve", options: ["set=a=1", "set=b=2"]),
            Line("--set=a=1 serve", "serve", options: ["set=a=1"]),
            Line("--set= serve", "serve", options: ["set="]),
            Line("call m --json a=1", "call", ["m", "a=1"], options: ["json="]),
            Line("--json call m a=1", "call", ["m", "a=1"], options: ["json="]),
            Line("call m -- --json", "call", ["m", "--json"]), Line("call -- m -- -h", "call", ["m", "--", "-h"]),
            Line("-- call --json", "call", ["--json"]), Line("call m -", "call", ["m", "-"]),
            Line("call m a=-1 b=--c", "call", ["m", "a=-1", "b=--c"]),
            Line("call --width --json m", "call", ["m"], options: ["width=--json"]),
            Line("config check --lax", "config", ["check"], options: ["lax="]),
            Line("open -h", "open", options: ["help="]),
        ])
    func lines(_ row: Line) throws {
        let (command, arguments, options) = try parsed(row.line)
        #expect(command == row.command)
        #expect(arguments == row.arguments)
        #expect(options == row.options)
    }

    @Test(
        "what can't be understood is said with what was perhaps meant",
        arguments: [
            ("srve", "There is no command “srve”.", "Did you mean serve?"),
            ("SERVE", "There is no command “SERVE”.", "Did you mean serve?"),
            ("zzz", "There is no command “zzz”.", "galleria --help lists what there is."),
            ("serve --frming=lines", "There is no option “--frming”.", "Did you mean --framing?"),
            ("serve --json", "serve has no option --json; call has.", "galleria serve --help lists what there is."),
            ("--json serve", "serve has no option --json; call has.", "galleria serve --help lists what there is."),
            (
                "--framing lines call m", "call has no option --framing; serve has.",
                "galleria call --help lists what there is."
            ), ("call --formt", "There is no option “--formt”.", "galleria call --help lists what there is."),
            ("call m --", "", ""), ("--sett a=1", "There is no option “--sett”.", "Did you mean --set?"),
            ("--=1", "There is no option “--”.", "galleria --help lists what there is."),
            ("call m --json=yes", "--json takes no value.", ""), ("--help= serve", "--help takes no value.", ""),
            ("serve --framing", "--framing needs a value: auto, lines or headers (Content-Length).", ""),
            ("call --set", "--set needs a value: One setting; KEY is a dotted path, VALUE is YAML. Repeatable.", ""),
        ])
    func faults(_ line: String, _ sentence: String, _ hint: String) throws {
        if sentence.isEmpty {
            _ = try parsed(line)
        } else {
            #expect(throws: UsageFault(sentence: sentence, hint: hint)) { try parsed(line) }
        }
    }

    @Test("T1: what was typed is shown without its control characters")
    func controls() {
        let fault = #expect(throws: UsageFault.self) { try parser.parse(["se\u{1b}[31mrve\u{202e}"]) }
        #expect(fault?.sentence.unicodeScalars.contains("\u{1b}") == false)
        #expect(fault?.sentence.unicodeScalars.contains("\u{202e}") == false)
    }

    @Test("the last of an option counts, and a repeatable one keeps all")
    func last() throws {
        let parsed = try parser.parse(["serve", "--width", "1", "--width=2", "--set=a=1", "--set=b=2"])
        let invocation = Invocation(
            arguments: parsed.arguments, options: parsed.options, features: [], variables: [:], console: .silent)
        #expect(invocation.value(of: "width") == "2")
        #expect(invocation.values(of: "set") == ["a=1", "b=2"])
        #expect(invocation.value(of: "style") == nil)
        #expect(invocation.has("width") && !invocation.has("json"))
    }
}
