/// Every command of the program.
enum CommandTable {
    static let all: [Command] = [
        Command(
            "serve", doc: "Serves JSON-RPC 2.0 and MCP on standard input and output.",
            detail: "Ends when the input ends.",
            options: [
                Options.framing, Options.face, Options.record, Options.overwrite, Options.readOnly, Options.modules,
            ],
            examples: [
                "galleria serve", "galleria serve --set modules.bookShelf.endpoint=http://127.0.0.1:8080",
                "galleria serve --read-only --modules catalog,bookShelf", "galleria serve --record session.jsonl",
                "galleria serve --face ucp",
            ],
            run: serve),
        Command(
            "call", [Arguments.method, Arguments.parameters], doc: "Runs one operation and prints its result.",
            detail: "The value of the one required parameter may stand alone. "
                + "galleria modules NAME lists a module's operations.",
            options: [Options.json, Options.fields, Options.yes],
            examples: [
                "galleria call bookShelf.search swift", "galleria call forecast.daily 'Ho Chi Minh City' days=3",
                "galleria call bookShelf.search swift sort=price --fields title,price",
                "galleria call bookShelf.show isbn13s=9781617294136 --json",
            ],
            run: call),
        Command(
            "open", [Arguments.route], doc: "Prints one screen.",
            detail: "A route may leave galleria:// out.",
            options: [Options.json, Options.watch, Options.every],
            examples: [
                "galleria open shelf", "galleria open galleria://book/9781617294136",
                "galleria open 'forecast?place=London' --watch --every 600",
            ], run: open),
        Command(
            "browse", [Arguments.firstRoute], doc: "Shows the screens on the whole terminal; ? lists the keys.",
            detail: "Enter opens a row, / searches, q quits.",
            examples: ["galleria browse", "galleria browse catalog"],
            run: browse),
        Command(
            "replay", [Arguments.recording], doc: "Replays a recorded conversation and prints the answers that differ.",
            detail: "Sends the client's messages to a new galleria.",
            options: [Options.json, Options.strict, Options.partial, Options.timeout],
            examples: ["galleria replay session.jsonl", "galleria replay session.jsonl --environment local --json"],
            run: replay),
        Command(
            "modules", [Arguments.module], doc: "Lists the modules, or describes one.", options: [Options.json],
            examples: ["galleria modules", "galleria modules bookShelf"], run: modules),
        .module,
        .shops,
        Command(
            "cache", doc: "Shows or removes the pictures and answers kept on disk.",
            actions: [
                Command(
                    "stats", doc: "Shows where the caches are, and how full.", options: [Options.json],
                    examples: ["galleria cache stats"], run: { try cache($0, .stats) }),
                Command(
                    "prune", doc: "Removes what is too old, too much or damaged.", options: [Options.json],
                    examples: ["galleria cache prune"], run: { try cache($0, .prune) }),
                Command(
                    "clear", doc: "Removes everything.", options: [Options.json], examples: ["galleria cache clear"],
                    run: { try cache($0, .clear) }),
            ]),
        .state,
        Command(
            "config", doc: "Checks, prints and explains the settings.",
            actions: [
                Command(
                    "check", doc: "Reports every mistake in the settings, with its place.",
                    options: [Options.json, Options.lax],
                    examples: ["galleria config check", "galleria config check --lax"], run: checkSettings),
                Command(
                    "print", doc: "Prints the settings in force as YAML, secrets masked.", options: [Options.lax],
                    examples: ["galleria config print --environment production"], run: printSettings),
                Command(
                    "explain", [Arguments.setting],
                    doc: "Prints a setting's value, source and what it overrode; for a prefix, each key in short.",
                    options: [Options.json, Options.lax],
                    examples: ["galleria config explain network.data", "galleria config explain modules.bookShelf"],
                    run: explainSettings),
                Command(
                    "diff", [Arguments.environment, Arguments.otherEnvironment],
                    doc: "Lists the settings that two environments differ in.", options: [Options.json, Options.lax],
                    examples: ["galleria config diff sample production"], run: diffSettings),
                Command(
                    "reference", doc: "Prints every setting with its type, default and meaning.",
                    options: [Options.json], examples: ["galleria config reference --style markdown"],
                    run: settingsReference),
                Command(
                    "schema", doc: "Prints the JSON Schema of a settings file, for editors.",
                    examples: ["galleria config schema"], run: settingsSchema),
            ]),
        Command(
            "doctor", doc: "Checks settings, state, caches, libraries, servers and clients.",
            detail: "Prints what to do about each problem.", options: [Options.json, Options.offline],
            examples: ["galleria doctor", "galleria doctor --environment production"], run: doctor),
        Command(
            "install", [Arguments.client], doc: "Prints a client's entry for galleria and its file, or writes it.",
            options: [Options.write, Options.scope, Options.json, Options.readOnly, Options.modules],
            examples: [
                "galleria install claude-code", "galleria install vscode --scope project --write",
                "galleria install zed --read-only",
            ], isLenient: true, run: install),
        Command(
            "gallery", doc: "Shows every text component, and the colours of each theme.",
            examples: [
                "galleria gallery", "galleria gallery --theme high-contrast",
                "galleria gallery --set output.scale=large", "galleria gallery --style markdown",
            ], isListed: false, isLenient: true, run: gallery),
        Command(
            "completion", [Arguments.shell], doc: "Prints the completion script of bash, zsh or fish.",
            detail: "The shell then completes methods, parameters, routes, modules and settings.",
            examples: ["galleria completion bash", "galleria completion fish | source"], isLenient: true,
            run: completion),
        Command(
            "man", doc: "Prints the manual page, for man -l or a folder of manual pages.",
            examples: ["galleria man | man -l -"], isListed: false, isLenient: true, run: manual),
        Command(
            "help", [Arguments.command], doc: "Describes the program, a command or an action.",
            examples: ["galleria help", "galleria help config explain"], isListed: false, isLenient: true, run: help),
        Command(
            "version", doc: "Shows the version.", examples: ["galleria version"], isListed: false, isLenient: true,
            run: version),
        Command(
            "complete", [Arguments.line], doc: "Prints what the last word may become, for the shells' scripts.",
            options: [Options.line],
            examples: ["galleria complete -- call bookShelf."], isListed: false, isLenient: true, run: complete),
    ]
}
