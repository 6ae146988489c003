import DesignSystem
import Host

/// Help as documents, made from the table.
enum Help {
    static func program(_ commands: [Command]) -> Document {
        Document([
            .heading(level: 1, Inline("galleria \(Host.version)", .title)),
            .paragraph("A headless storefront: plug-in modules behind JSON-RPC 2.0 and the Model Context Protocol."),
            .heading(level: 2, "commands"),
            .keyValues(commands.filter(\.isListed).map { KeyValue($0.name, Inline($0.doc)) }),
            .heading(level: 2, "options for all"),
            .keyValues(Option.common.map(line) + [KeyValue("--version", "Shows the version.")]),
            .heading(level: 2, "begin here"),
            .list(
                ordered: false,
                [
                    "galleria call bookShelf.search query=swift", "galleria open galleria://shelf",
                    "galleria modules", "galleria COMMAND --help",
                ]),
            .paragraph(
                "Without arguments galleria serves when its input is not a terminal, and shows this help otherwise."),
        ])
    }

    static func command(_ command: Command) -> Document {
        let arguments = command.arguments.isEmpty ? "" : " \(command.arguments)"
        return Document([
            .heading(level: 1, Inline("galleria \(command.name)\(arguments)", .title)),
            .paragraph(Inline(command.doc)),
            .heading(level: 2, "options"), .keyValues((command.options + Option.common).map(line)),
            .heading(level: 2, "examples"), .list(ordered: false, command.examples.map { Inline($0, .code) }),
            .paragraph("Exit status: 0 done, 1 the operation failed, 2 wrong usage or wrong settings."),
        ])
    }

    private static func line(_ option: Option) -> KeyValue {
        KeyValue("--\(option.name)\(option.value.map { " \($0)" } ?? "")", Inline(option.doc))
    }
}
