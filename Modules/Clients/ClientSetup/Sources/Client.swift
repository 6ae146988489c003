/// A program that starts MCP servers, and how it wants to be told of one. Declared once, in ``all``.
package struct Client: Sendable {
    /// Name on the command line.
    package let id: String
    package let title: String
    let dialect: Dialect
    /// The file of each scope, the one taken by default first.
    let places: [Place]
    /// The client's own command that adds a server, up to the server's name; empty where it has none.
    let ownCommand: String
    /// Next step after the entry is in its file.
    package let afterwards: String

    private init(
        _ id: String, title: String, dialect: Dialect, places: [Place], ownCommand: String = "", afterwards: String
    ) {
        self.id = id
        self.title = title
        self.dialect = dialect
        self.places = places
        self.ownCommand = ownCommand
        self.afterwards = afterwards
    }

    /// Format of an entry.
    enum Dialect: Sendable, Equatable {
        /// In the object that the member `servers` is; `namesType` where each entry says `"type": "stdio"`.
        case json(servers: String, namesType: Bool)
        /// In `[servers.NAME]`.
        case toml(servers: String)
    }

    /// Scope of a settings file.
    package enum Scope: String, Sendable, CaseIterable {
        /// Everything this user opens.
        case user
        /// The folder in which the command runs.
        case project
    }

    struct Place: Sendable {
        let scope: Scope
        let base: Base
        /// Below the base.
        let path: String
    }

    /// The folder that a path begins at.
    enum Base: Sendable, Equatable {
        case home
        /// `$XDG_CONFIG_HOME`, else `~/.config`.
        case configuration
        /// The folder that a variable names, else one of the home directory.
        case variable(String, else: String)
        /// The working directory.
        case directory
    }

    package var scopes: [Scope] { places.map(\.scope) }

    /// The client of an id, compared as bytes; nil when there is none.
    package static func named(_ id: String) -> Client? { all.first { $0.id.utf8.elementsEqual(id.utf8) } }

    /// Every client, in the order in which help lists them.
    package static let all: [Client] = [
        Client(
            "claude-code", title: "Claude Code", dialect: .json(servers: "mcpServers", namesType: true),
            places: [
                Place(scope: .user, base: .variable("CLAUDE_CONFIG_DIR", else: ""), path: ".claude.json"),
                Place(scope: .project, base: .directory, path: ".mcp.json"),
            ], ownCommand: "claude mcp add --scope",
            afterwards: "Start Claude Code again; /mcp shows the server."),
        Client(
            "claude-desktop", title: "Claude Desktop", dialect: .json(servers: "mcpServers", namesType: false),
            places: [Place(scope: .user, base: .configuration, path: "Claude/claude_desktop_config.json")],
            afterwards: "Quit Claude Desktop (closing its window is not enough) and start it again."),
        Client(
            "vscode", title: "VS Code", dialect: .json(servers: "servers", namesType: true),
            places: [
                Place(scope: .user, base: .configuration, path: "Code/User/mcp.json"),
                Place(scope: .project, base: .directory, path: ".vscode/mcp.json"),
            ], afterwards: "In VS Code run “MCP: List Servers”, choose galleria, and start it."),
        Client(
            "cursor", title: "Cursor", dialect: .json(servers: "mcpServers", namesType: true),
            places: [
                Place(scope: .user, base: .home, path: ".cursor/mcp.json"),
                Place(scope: .project, base: .directory, path: ".cursor/mcp.json"),
            ], afterwards: "Cursor's settings, under MCP, show the server; switch it on there."),
        Client(
            "zed", title: "Zed", dialect: .json(servers: "context_servers", namesType: false),
            places: [Place(scope: .user, base: .configuration, path: "zed/settings.json")],
            afterwards: "Zed starts the server at once; the agent panel's settings show it."),
        Client(
            "codex", title: "Codex", dialect: .toml(servers: "mcp_servers"),
            places: [Place(scope: .user, base: .variable("CODEX_HOME", else: ".codex"), path: "config.toml")],
            ownCommand: "codex mcp add", afterwards: "Start Codex again; /mcp shows the server."),
        Client(
            "cline", title: "Cline", dialect: .json(servers: "mcpServers", namesType: false),
            places: [
                Place(
                    scope: .user, base: .configuration,
                    path: "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json")
            ], afterwards: "Cline takes it at once; its page of MCP servers shows it."),
    ]
}
