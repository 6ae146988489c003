import Synchronization

/// Every setting there is: the declarations of all modules, checked against each other and frozen.
package struct SettingsCatalog: Sendable {
    /// The key that chooses the environment; each catalog knows it without being told.
    package static let environment = SettingKey(
        "environment", .text(1...64), default: "sample", "Which file of environments/ is laid on top.")

    /// In the order declared; `environment` comes first unless it was declared elsewhere.
    package let declarations: [SettingDeclaration]
    private let places: PathTable

    /// Checks that each path is well formed, declared once, and not the beginning of another.
    package init(_ declarations: [SettingDeclaration]) throws(SettingsCatalogFault) {
        let environment = Self.environment.declaration
        let isKnown = declarations.contains { $0.path == environment.path }
        let all = (isKnown ? [] : [environment]) + declarations
        for index in all.indices where !Self.isPath(all[index].path) { throw .badPath(all[index].path) }
        self.declarations = all
        var places = PathTable(all.map(\.path))
        for (index, declaration) in all.enumerated() {
            declaration.lastIndex.store(index, ordering: .relaxed)
            let path = declaration.path.utf8.span
            if let known = places.insert(path, of: index) {
                throw known.isLevel || known.length < path.count
                    ? .pathInsidePath(declaration.path) : .duplicatePath(declaration.path)
            }
        }
        self.places = places
    }

    /// The declaration at `path`, if any.
    package func declaration(at path: String) -> SettingDeclaration? {
        index(of: path).map { declarations[$0] }
    }

    /// The index of a declaration, or of another with its path.
    func index(of declaration: SettingDeclaration) -> Int? {
        let index = declaration.lastIndex.load(ordering: .relaxed)
        if index < declarations.count, declarations[index] === declaration { return index }
        return self.index(of: declaration.path)
    }

    /// The index of the declaration at a path; nil for a level, and for a path of no setting.
    func index(of path: String) -> Int? {
        places.place(of: path.utf8.span).flatMap { $0.isLevel ? nil : $0.declaration }
    }

    /// The path of a setting, or of a level of settings, that is a name of the level at `path`; the root's path is empty.
    func child(_ name: String, of path: String) -> String? {
        guard !name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let child = path.isEmpty ? name : "\(path).\(name)"
        return places.place(of: child.utf8.span).map { _ in child }
    }

    /// The names of the level at a path, in the order first declared; empty for a setting.
    func names(below path: String) -> [String] {
        let start = path.isEmpty ? "" : "\(path)."
        var names: [String] = []
        for declaration in declarations where declaration.path.utf8.starts(with: start.utf8) {
            let name = String(declaration.path.dropFirst(start.utf8.count).prefix { $0 != "." })
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    /// True for names joined by dots, each a letter followed by letters and digits, all ASCII.
    private static func isPath(_ path: String) -> Bool {
        // Bytes of memory: an iterator over the text took 30 instructions a byte, at every start.
        path.utf8.span.withUnsafeBufferPointer { bytes in
            var isBehindDot = true
            for byte in bytes {
                switch byte {
                case 0x41...0x5A, 0x61...0x7A: isBehindDot = false
                case 0x30...0x39 where !isBehindDot: break
                case UInt8(ascii: ".") where !isBehindDot: isBehindDot = true
                default: return false
                }
            }
            return !isBehindDot
        }
    }
}

/// A mistake in the declarations: one of ours, not the user's.
package enum SettingsCatalogFault: Error, Sendable, Equatable {
    /// Not ASCII letters and digits joined by dots.
    case badPath(String)
    /// Two declarations of the same path.
    case duplicatePath(String)
    /// A path that is the beginning of another, or goes on from one.
    case pathInsidePath(String)
}
