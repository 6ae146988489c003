import Composition
import DesignSystem
import FeatureKit

/// `galleria help [COMMAND]`
@Sendable func help(_ invocation: Invocation) throws -> ExitStatus {
    let parser = CommandParser(commands: CommandTable.all) { name in
        // A method is described with its module.
        let module = name.prefix { $0 != "." }
        return invocation.features.contains { $0.manifest.id == module } ? .command("modules \(module)") : nil
    }
    let parsed = try parser.parse(["--"] + invocation[Arguments.command])
    // Words behind a command or an action would be its arguments: there is no help on those.
    if !parsed.arguments.isEmpty { try parsed.check() }
    return invocation.showHelp(parsed.command, parsed.subject)
}

extension Invocation {
    /// Prints help on the program, a command, or an action of it.
    func showHelp(_ command: Command? = nil, _ subject: Command? = nil) -> ExitStatus {
        let help = command.map { Help.command($0, action: subject) } ?? Help.program(CommandTable.all)
        console.show(help.rendered(renderOptions()))
        return .done
    }
}

/// Help as documents, made from the table.
enum Help {
    static func program(_ commands: [Command]) -> Document {
        Document([
            .heading(
                level: 1, Inline("galleria \(Program.version): a headless storefront over JSON-RPC 2.0 and MCP", .title)
            ),
            .heading(level: 2, "commands"),
            .keyValues(commands.filter(\.isListed).map { KeyValue($0.name, Inline($0.doc)) }),
            .keyValues([
                KeyValue("options", Inline(Options.common.map(\.usage).joined(separator: ", "))),
                KeyValue("details", Inline("galleria help COMMAND", .code)),
                KeyValue("no command", "Serves when the input is not a terminal, else prints this help."),
                KeyValue("example", Inline("galleria call bookShelf.search query=swift", .code)),
            ]),
        ])
    }

    /// - Parameter action: the action to describe; nil or the command itself for the whole command.
    static func command(_ command: Command, action: Command? = nil) -> Document {
        let subject = action ?? command
        var blocks: [Block] = [
            .heading(
                level: 1,
                Inline("galleria \(subject === command ? "" : "\(command.name) ")\(subject.usage)", .title)),
            .paragraph(Inline(subject.description)),
        ]
        if !subject.actions.isEmpty {
            blocks += [
                .heading(level: 2, "actions"),
                .keyValues(subject.actions.map { KeyValue($0.usage, Inline($0.doc)) }),
                .paragraph(Inline("galleria help \(command.name) ACTION describes one action.")),
            ]
        }
        return Document(
            blocks + [
                .heading(level: 2, "options"),
                .keyValues((subject.options + Options.common).map { KeyValue($0.usage, Inline($0.doc)) }),
                .heading(level: 2, "examples"), .list(ordered: false, subject.examples.map { Inline($0, .code) }),
                .paragraph("Exit status: 0 done, 1 the operation failed, 2 wrong usage or wrong settings."),
            ])
    }
}
