extension Client {
    /// Inputs of finding paths, all of them from outside.
    package struct Surroundings: Sendable {
        let variables: [String: String]
        /// The working directory, absolute.
        let directory: String

        package init(variables: [String: String], directory: String) {
            self.variables = variables
            self.directory = directory
        }

        /// A variable that names a folder; a relative one counts as not set, as the XDG specification has it.
        fileprivate func folder(_ name: String) -> String? {
            guard let path = variables[name], path.utf8.first == UInt8(ascii: "/") else { return nil }
            return path
        }
    }

    /// The file of a scope, absolute.
    /// - Parameter scope: nil for the client's default.
    /// - Throws: ``SetupFault`` when the client has no such scope, or no home directory is known.
    package func path(of scope: Scope?, in surroundings: Surroundings) throws(SetupFault) -> String {
        guard let place = places.first(where: { scope == nil || $0.scope == scope }) else {
            throw .noSuchScope(client: title, scopes: scopes.map(\.rawValue))
        }
        return Self.joined(try place.base.folder(surroundings), place.path)
    }

    fileprivate static func joined(_ folder: String, _ path: String) -> String {
        if path.isEmpty { return folder }
        return folder.utf8.last == UInt8(ascii: "/") ? folder + path : "\(folder)/\(path)"
    }
}

extension Client.Base {
    fileprivate func folder(_ surroundings: Client.Surroundings) throws(SetupFault) -> String {
        switch self {
        case .directory: return surroundings.directory
        case .home: return try home(surroundings)
        case .configuration:
            if let folder = surroundings.folder("XDG_CONFIG_HOME") { return folder }
            return Client.joined(try home(surroundings), ".config")
        case .variable(let name, let path):
            if let folder = surroundings.folder(name) { return folder }
            return Client.joined(try home(surroundings), path)
        }
    }

    private func home(_ surroundings: Client.Surroundings) throws(SetupFault) -> String {
        guard let home = surroundings.folder("HOME") else { throw .noHome }
        return home
    }
}
