/// Every command of the program.
enum CommandTable {
    static let all: [Command] = [
        Command(
            "serve", doc: "Serves JSON-RPC 2.0 and MCP on standard input and output, until the input ends.",
            options: [Option("framing", value: "FRAMING", doc: "auto, lines or headers (Content-Length).")]
                + restrictions,
            examples: [
                "galleria serve", "galleria serve --set modules.bookShelf.endpoint=http://127.0.0.1:8080",
                "galleria serve --read-only --modules catalog,bookShelf",
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
            run: call),
        Command(
            "open", arguments: "ROUTE", doc: "Prints one screen.", options: [.json],
            examples: ["galleria open galleria://shelf", "galleria open galleria://book/9781617294136"], run: open),
        Command(
            "modules", arguments: "[NAME]", doc: "Lists the modules, or tells all of one.", options: [.json],
            examples: ["galleria modules", "galleria modules bookShelf"], run: modules),
        Command(
            "cache", arguments: "stats | prune | clear",
            doc: "Shows the picture caches on disk, removes what is old or damaged, or everything.", options: [.json],
            examples: ["galleria cache stats", "galleria cache clear"], run: cache),
        Command(
            "config",
            arguments: "check | print | explain [KEY] | diff ENVIRONMENT ENVIRONMENT | reference | schema",
            doc: "Checks, prints and explains the settings, and tells what settings there are.",
            options: [.json, Option("lax", doc: "Variables of ${VAR} may be missing.")],
            examples: [
                "galleria config check", "galleria config print --environment production",
                "galleria config explain network.data", "galleria config explain modules.bookShelf",
                "galleria config diff sample production", "galleria config schema",
            ], run: config),
        Command(
            "install", arguments: "CLIENT",
            doc: "Shows what a client needs to start galleria, and where; or writes it there.",
            options: [
                Option("write", doc: "Puts it into the client's file, and keeps a backup beside it."),
                Option(
                    "scope", value: "SCOPE", doc: "user or project (the folder you are in), where a client has both."),
                .json,
            ] + restrictions,
            examples: [
                "galleria install claude-code", "galleria install vscode --scope project --write",
                "galleria install zed --read-only",
            ], run: install),
    ]

    /// What narrows that which is served.
    private static let restrictions = [
        Option("read-only", doc: "Leaves out everything that changes something."),
        Option("modules", value: "NAMES", doc: "Only these modules are on, such as catalog,bookShelf."),
    ]
}
