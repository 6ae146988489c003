import Composition

/// `galleria man`
@Sendable func manual(_ invocation: Invocation) throws -> ExitStatus {
    invocation.console.show(ManualPage.text(CommandTable.all.filter(\.isListed)))
    return .done
}

/// The manual page, in the macros of man(7), made from the table of commands.
enum ManualPage {
    static func text(_ commands: [Command]) -> String {
        var lines = [
            ".TH GALLERIA 1 \"\" \"galleria \(Program.version)\"", ".ad l", ".nh", ".SH NAME",
            escaped("galleria - a headless storefront over JSON-RPC 2.0 and the Model Context Protocol"),
            ".SH SYNOPSIS", ".B galleria", ".I COMMAND", "[arguments] [options]", ".SH COMMANDS",
        ]
        for command in commands {
            lines += [".SS \"\(escaped(command.usage))\"", escaped(command.description)]
            for action in command.actions { lines += paragraph("\(command.name) \(action.usage)", action.doc) }
            for option in command.options { lines += paragraph(option.usage, option.doc) }
            lines += [".PP", "Examples:"]
            for example in command.examples { lines += [".br", ".RS 4", escaped(example), ".RE"] }
        }
        lines.append(".SH OPTIONS")
        for option in Options.common { lines += paragraph(option.usage, option.doc) }
        lines += [
            ".SH \"EXIT STATUS\"", "0 done, 1 the operation failed, 2 wrong usage or wrong settings.", ".SH FILES",
            escaped(
                "$GALLERIA_CONFIG, ~/.config/galleria/galleria.yaml: the settings; galleria config print shows them."),
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func paragraph(_ term: String, _ doc: String) -> [String] {
        [".TP", ".B \(escaped(term))", escaped(doc)]
    }

    /// A backslash and a hyphen mean something everywhere, a dot and an apostrophe at the start of a line.
    private static func escaped(_ text: String) -> String {
        let replacements: [Character: String] = ["\\": "\\e", "-": "\\-", "\"": "\\(dq"]
        let result = text.map { replacements[$0] ?? String($0) }.joined()
        return result.first == "." || result.first == "'" ? "\\&\(result)" : result
    }
}
