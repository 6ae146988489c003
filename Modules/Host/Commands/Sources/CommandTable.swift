/// Every command of the program.
enum CommandTable {
    static let all: [Command] = [
        Command(
            "serve", doc: "Serves JSON-RPC 2.0 and MCP on standard input and output.",
            detail: "Ends when the input ends.",
            options: [
                Option(
                    "framing", value: "FRAMING", doc: "auto, lines or headers (Content-Length).",
                    words: .these(["auto", "lines", "headers"])),
                Option(
                    "record", value: "FILE", doc: "Writes the conversation down, without secrets, for galleria replay."),
                Option("overwrite", doc: "With --record: replaces an existing file."),
            ]
                + restrictions,
            examples: [
                "galleria serve", "galleria serve --set modules.bookShelf.endpoint=http://127.0.0.1:8080",
                "galleria serve --read-only --modules catalog,bookShelf", "galleria serve --record session.jsonl",
            ],
            run: serve),
        Command(
            "call", arguments: "METHOD [key=value … | JSON | @FILE | -]",
            doc: "Runs one operation and prints its result.",
            options: [.json],
            examples: [
                "galleria call bookShelf.search query=swift",
                "galleria call bookShelf.show isbn13=9781617294136 --json",
            ],
            words: .call, run: call),
        Command(
            "open", arguments: "ROUTE", doc: "Prints one screen.",
            options: [
                .json,
                Option("watch", doc: "Prints it again at each change, on a terminal in place, until Ctrl-C."),
                Option("every", value: "SECONDS", doc: "With --watch: the interval of loading it again."),
            ],
            examples: [
                "galleria open galleria://shelf", "galleria open galleria://book/9781617294136",
                "galleria open 'galleria://forecast?place=London' --watch --every 600",
            ], words: .routes, run: open),
        Command(
            "browse", arguments: "[ROUTE]",
            doc: "Shows the screens on the whole terminal; ? lists the keys.",
            detail: "Enter opens a row, / searches, q quits.",
            examples: ["galleria browse", "galleria browse galleria://catalog"], words: .routes, run: browse),
        Command(
            "replay", arguments: "FILE",
            doc: "Replays a recorded conversation and prints the answers that differ.",
            detail: "Sends the client's messages to a new galleria.",
            options: [
                .json, Option("strict", doc: "Compares times, ports and random names as well."),
                Option("partial", doc: "Replays the messages before the damage of a file."),
                Option("timeout", value: "SECONDS", doc: "Time limit for one answer; 10 by default."),
            ],
            examples: [
                "galleria replay session.jsonl", "galleria replay session.jsonl --environment local --json",
            ], run: replay),
        Command(
            "modules", arguments: "[NAME]", doc: "Lists the modules, or describes one.", options: [.json],
            examples: ["galleria modules", "galleria modules bookShelf"], words: .modules, run: modules),
        Command(
            "cache", doc: "Shows or removes the pictures and answers kept on disk.",
            actions: [
                Action(
                    "stats", doc: "Shows where the caches are, and how full.", options: [.json],
                    examples: ["galleria cache stats"]),
                Action(
                    "prune", doc: "Removes what is too old, too much or damaged.", options: [.json],
                    examples: ["galleria cache prune"]),
                Action("clear", doc: "Removes everything.", options: [.json], examples: ["galleria cache clear"]),
            ], run: cache),
        Command(
            "config", doc: "Checks, prints and explains the settings.",
            actions: [
                Action(
                    "check", doc: "Reports every mistake in the settings, with its place.",
                    options: [.json, lax], examples: ["galleria config check", "galleria config check --lax"]),
                Action(
                    "print", doc: "Prints the settings in force as YAML, secrets masked.", options: [lax],
                    examples: ["galleria config print --environment production"]),
                Action(
                    "explain", arguments: "[KEY]",
                    doc:
                        "Prints a setting's value, its source and what it overrode; for a prefix, each key in short.",
                    options: [.json, lax],
                    examples: ["galleria config explain network.data", "galleria config explain modules.bookShelf"],
                    words: .settingPaths),
                Action(
                    "diff", arguments: "ENVIRONMENT ENVIRONMENT",
                    doc: "Lists the settings that two environments differ in.",
                    options: [.json, lax], examples: ["galleria config diff sample production"], words: .environments),
                Action(
                    "reference", doc: "Prints every setting with its type, default and meaning.",
                    options: [.json], examples: ["galleria config reference --style markdown"]),
                Action(
                    "schema", doc: "Prints the JSON Schema of a settings file, for editors.",
                    examples: ["galleria config schema"]),
            ], run: config),
        Command(
            "doctor",
            doc: "Checks settings, state, caches, libraries, servers and clients.",
            detail: "Prints what to do about each problem.",
            options: [.json, Option("offline", doc: "Sends no request to a server.")],
            examples: ["galleria doctor", "galleria doctor --environment production"], run: doctor),
        Command(
            "install", arguments: "CLIENT",
            doc: "Prints a client's entry for galleria and its file, or writes it.",
            options: [
                Option("write", doc: "Writes the entry to the client's file; a backup stays beside it."),
                Option(
                    "scope", value: "SCOPE", doc: "user or project (the current folder), where a client has both.",
                    words: .these(["user", "project"])),
                .json,
            ] + restrictions,
            examples: [
                "galleria install claude-code", "galleria install vscode --scope project --write",
                "galleria install zed --read-only",
            ], words: .clients, run: install),
        Command(
            "gallery", doc: "Shows every text component, and the colours of each theme.",
            examples: [
                "galleria gallery", "galleria gallery --theme high-contrast",
                "galleria gallery --set output.scale=large",
                "galleria gallery --style markdown",
            ], run: gallery),
        Command(
            "completion", arguments: "bash | zsh | fish",
            doc: "Prints the completion script of a shell.",
            detail: "The shell then completes methods, parameters, routes, modules and settings.",
            examples: [
                "galleria completion bash", "galleria completion fish | source",
            ], words: .these(ShellScript.allCases.map(\.rawValue)), run: completion),
        Command(
            "man", doc: "Prints the manual page, for man -l or a folder of manual pages.",
            examples: ["galleria man | man -l -"], run: manual),
        Command(
            "complete", arguments: "-- WORD …", doc: "Prints what the last word may become, for the shells' scripts.",
            examples: ["galleria complete -- call bookShelf."], isListed: false, run: complete),
    ]

    private static let lax = Option("lax", doc: "Variables of ${VAR} may be missing.")

    /// Options that limit what is served.
    private static let restrictions = [
        Option("read-only", doc: "Leaves out every tool, method and action that changes state."),
        Option(
            "modules", value: "NAMES", doc: "Only these modules are on, such as catalog,bookShelf.",
            words: .modules),
    ]
}
