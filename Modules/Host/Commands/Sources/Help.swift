import DesignSystem
import Host

/// Help as documents, made from the table.
enum Help {
    static func program(_ commands: [Command]) -> Document {
        let options = Option.common.map(usage) + ["--version"]
        return Document([
            .heading(
                level: 1, Inline("galleria \(Host.version): a headless storefront over JSON-RPC 2.0 and MCP", .title)),
            .heading(level: 2, "commands"),
            .keyValues(commands.filter(\.isListed).map { KeyValue($0.name, Inline($0.doc)) }),
            .keyValues([
                KeyValue("options", Inline(options.joined(separator: ", "))),
                KeyValue("details", Inline("galleria COMMAND --help", .code)),
                KeyValue("no command", "Serves when the input is not a terminal, else prints this help."),
                KeyValue("example", Inline("galleria call bookShelf.search query=swift", .code)),
            ]),
        ])
    }

    /// - Parameter word: the command's first argument: with the name of an action, that action's help alone.
    static func command(_ command: Command, _ word: String? = nil) -> Document {
        if let action = command.actions.first(where: { $0.name == word }) {
            return page(
                "\(command.name) \(action.usage)", action.doc, options: action.options, examples: action.examples)
        }
        let usage = command.arguments.isEmpty ? command.name : "\(command.name) \(command.arguments)"
        let actions: [Block] =
            command.actions.isEmpty
            ? []
            : [
                .heading(level: 2, "actions"),
                .keyValues(command.actions.map { KeyValue($0.usage, Inline($0.doc)) }),
                .paragraph(Inline("galleria \(command.name) ACTION --help describes one action.")),
            ]
        return page(usage, command.description, actions, options: command.options, examples: command.examples)
    }

    private static func page(
        _ usage: String, _ doc: String, _ actions: [Block] = [], options: [Option], examples: [String]
    ) -> Document {
        Document(
            [.heading(level: 1, Inline("galleria \(usage)", .title)), .paragraph(Inline(doc))] + actions + [
                .heading(level: 2, "options"), .keyValues((options + Option.common).map(line)),
                .heading(level: 2, "examples"), .list(ordered: false, examples.map { Inline($0, .code) }),
                .paragraph("Exit status: 0 done, 1 the operation failed, 2 wrong usage or wrong settings."),
            ])
    }

    private static func line(_ option: Option) -> KeyValue {
        KeyValue(usage(option), Inline(option.doc))
    }

    /// The option as typed, such as `--width N`.
    private static func usage(_ option: Option) -> String {
        "--\(option.name)\(option.value.map { " \($0)" } ?? "")"
    }
}
