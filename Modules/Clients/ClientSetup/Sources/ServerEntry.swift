package import JSON

/// Server entry of a client: the command and its arguments, under one name.
package struct ServerEntry: Sendable, Equatable {
    /// Name of the server in every client.
    package static let name = "galleria"

    /// An absolute path: a client started from a desktop has not the `PATH` of a shell.
    package let command: String
    package let arguments: [String]

    package init(command: String, arguments: [String]) {
        self.command = command
        self.arguments = arguments
    }
}

extension Client {
    /// The entry as a value, whatever the file is written in.
    package func value(of entry: ServerEntry) -> JSONValue { .object(members(of: entry)) }

    /// The members that an entry of this client has.
    func members(of entry: ServerEntry) -> [JSONMember] {
        var members: [JSONMember] = []
        if case .json(_, namesType: true) = dialect { members.append(JSONMember("type", "stdio")) }
        members.append(JSONMember("command", .string(entry.command)))
        members.append(JSONMember("args", .array(entry.arguments.map { .string($0) })))
        return members
    }

    /// The text of a file with nothing but the entry, to paste; it ends in a line break.
    package func text(of entry: ServerEntry) throws(SetupFault) -> String {
        String(decoding: try merging(entry, into: nil).bytes, as: UTF8.self)
    }

    /// The client's own command that adds the entry, as a shell takes it; nil where it has none.
    package func command(adding entry: ServerEntry, scope: Scope) -> String? {
        guard !ownCommand.isEmpty else { return nil }
        let scope = scopes.count > 1 ? " \(scope.rawValue)" : ""
        let words = ([entry.command] + entry.arguments).map(Self.shellWord)
        return "\(ownCommand)\(scope) \(ServerEntry.name) -- \(words.joined(separator: " "))"
    }

    private static func shellWord(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (0x2B...0x3A).contains(byte) || (0x40...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "_")
            }
        return isPlain
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
