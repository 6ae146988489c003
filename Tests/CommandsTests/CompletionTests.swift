import Foundation
import Testing

@testable import Commands

/// Completions of the shells, and the manual page; both from the table of commands and the live registry.
@Suite("Completion") struct CompletionTests {
    private static let rows: [(words: [String], expected: [String])] = [
        (["ca"], ["call", "cache"]),
        (["nothing"], []),
        (["--vers"], ["--version"]),
        (["call", "desk."], ["desk.note", "desk.fail", "desk.visit"]),
        (["call", "desk.note", ""], ["text=", "copies=", "urgent="]),
        (["call", "desk.note", "text=a", ""], ["copies=", "urgent="]),
        (["call", "desk.note", "--json", "u"], ["urgent="]),
        (["call", "desk.note", "--style", "plain", "u"], ["urgent="]),
        (["call", "desk.note", "urgent="], ["urgent=true", "urgent=false"]),
        (["call", "desk.fail", "code=not"], ["code=not_found"]), (["call", "desk.fail", "not"], ["not_found"]),
        (["call", "desk.note", "--fields", ""], ["text", "copies", "urgent"]),
        (["call", "desk.note", "a", "--fields", "text,c"], ["text,copies"]),
        (["call", "desk.note", "--fields=u"], ["--fields=urgent"]), (["open", "--style=pl"], ["--style=plain"]),
        (["open", "galleria://room/"], ["galleria://room/first", "galleria://room/the second"]),
        (["open", "room/the"], ["room/the second"]), (["call", "desk.visit", "rooms=f"], ["rooms=first"]),
        (["call", "desk.visit", "f"], ["first"]),
        (["call", "nothing", ""], []),
        (["open", "galleria://d"], ["galleria://desk"]),
        (["open", "gall"], ["galleria://room/", "galleria://desk", "galleria://broken"]),
        (["open", "de"], ["desk"]), (["browse", "--set", "a=1", "b"], ["broken"]),
        (["help", "conf"], ["config"]), (["help", "config", "exp"], ["explain"]), (["help", "serve", ""], []),
        (["open", "galleria://desk", ""], []),
        (["modules", ""], ["desk"]),
        (["config", "p"], ["print"]),
        (["config", "explain", "modules.desk.en"], ["modules.desk.enabled", "modules.desk.endpoint"]),
        (["config", "diff", "sample", "prod"], ["production"]),
        (["config", "schema", ""], []),
        (["serve", "--rec"], ["--record"]),
        (["re"], ["replay"]),
        (["cache", ""], ["stats", "prune", "clear"]),
        (["module", ""], ["new", "check", "test", "record", "from-openapi", "eject", "reference", "schema"]),
        (["module", "new", ""], []),
        (["module", "new", "trees", "--sa"], ["--sample"]),
        (["install", "claude"], ["claude-code", "claude-desktop"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["serve", "--framing", ""], ["auto", "lines", "headers"]),
        (["serve", "--modules", ""], ["desk"]),
        (["--environment", "sam"], ["sample"]),
        (["--set", "modules.desk.en"], ["modules.desk.enabled=", "modules.desk.endpoint="]),
        (["--log-level", "w"], ["warning"]),
        (["call", "--st"], ["--style"]),
        // Not the options of another command.
        (["modules", "--fram"], []),
    ]

    @Test("the last word becomes what can stand there", arguments: rows.indices)
    func candidates(_ index: Int) throws {
        let row = Self.rows[index]
        let outcome = try galleria(["complete", "--"] + row.words)
        #expect(outcome.status == .done)
        let words = outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        #expect(words == row.expected, "\(row.words)")
    }

    @Test(
        "names of files are left to the shell, where a file is wanted and nowhere else",
        arguments: [
            (["--config", ""], true), (["serve", "--record", "a"], true), (["replay", ""], true),
            (["module", "check", ""], true), (["module", "check", "a", ""], true),
            (["module", "new", "a", "--sample", ""], true),
            (["module", "new", "a", "--endpoint", ""], false),
            (["replay", "a", ""], false), (["open", "nothing"], false), (["call", "desk.note", "text=x"], false),
            (["serve", ""], false), (["--width", ""], false),
        ])
    func files(_ words: [String], _ areWanted: Bool) throws {
        let outcome = try galleria(["complete", "--"] + words)
        #expect(outcome.status == (areWanted ? .failed : .done))
        #expect(outcome.output.isEmpty)
    }

    @Test("a line of bash is completed as bash puts it in place")
    func line() throws {
        func words(_ line: String) throws -> String { try galleria(["complete", "--line", line]).output }
        #expect(try words("galleria open galleria://room/the") == "//room/the\\ second\tRoom 2\n")
        #expect(try words(#"galleria call desk.visit rooms="the"#) == "the second\tRoom 2\n")
        #expect(
            try words("galleria call desk.visit --st")
                == "--style\tThe form of text: auto, ansi, plain, markdown or html.\n")
    }

    @Test("with wrong settings there are still commands, options and keys")
    func wrongSettings() throws {
        func words(_ line: String...) throws -> String {
            try galleria(["complete", "--config", "/no/such/file", "--"] + line).output
        }
        #expect(try words("conf").hasPrefix("config\t"))
        #expect(try words("--set", "network.ret").hasPrefix("network.retries=\t"))
        #expect(try words("call", "desk.").isEmpty)
    }

    @Test("each command and option is completed with what it is")
    func table() throws {
        let commands = try galleria(["complete", "--", ""]).output
        for command in CommandTable.all {
            #expect(commands.contains("\(command.name)\t\(command.doc)\n") == command.isListed)
        }
        for command in CommandTable.all {
            let options = try galleria(["complete", "--", command.name, "--"]).output
            for option in command.options + Options.common {
                #expect(options.contains("--\(option.name)\t\(option.doc)\n"))
            }
        }
    }

    @Test("a shell has a script, and another name is wrong usage")
    func scripts() throws {
        for shell in ShellScript.allCases {
            let outcome = try galleria(["completion", shell.rawValue])
            #expect(outcome.status == .done && outcome.output.contains(" complete --"), "\(shell)")
        }
        #expect(try galleria(["completion", "powershell"]).status == .usage)
        #expect(try galleria(["completion"]).status == .usage)
    }

    @Test("the manual page names every command, option and example that help has")
    func manual() throws {
        let outcome = try galleria(["man"])
        #expect(outcome.status == .done)
        let text = outcome.output.replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
        for command in CommandTable.all where command.isListed {
            #expect(text.contains(".SS \"\(command.name)"))
            #expect(text.contains("\n\(command.description)\n"))
            for example in command.examples { #expect(text.contains(example), "\(example)") }
            for action in command.actions {
                #expect(text.contains("\n.B \(command.name) \(action.usage)\n\(action.doc)\n"), "\(action.name)")
            }
            for option in command.options + Options.common {
                #expect(text.contains("\n.B --\(option.name)"), "\(option.name)")
            }
        }
        #expect(!outcome.output.split(separator: "\n").contains { $0.hasPrefix("'") })
    }
}
