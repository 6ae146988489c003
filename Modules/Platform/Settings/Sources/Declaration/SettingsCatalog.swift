/// Every setting there is: the declarations of all modules, checked against each other and frozen.
package struct SettingsCatalog: Sendable {
    /// The key that chooses the environment; each catalog knows it without being told.
    package static let environment = SettingKey(
        "environment", .text(1...64), default: "sample", "Which file of environments/ is laid on top.")

    /// In the order declared; `environment` comes first unless it was declared elsewhere.
    package let declarations: [SettingDeclaration]
    let root: CatalogBranch

    /// Checks that each path is well formed, declared once, and not the beginning of another.
    package init(_ declarations: [SettingDeclaration]) throws(SettingsCatalogFault) {
        let isKnown = declarations.contains { $0.path == Self.environment.path }
        let all = (isKnown ? [] : [Self.environment.declaration]) + declarations
        for index in all.indices where !Self.isPath(all[index].path) { throw .badPath(all[index].path) }
        self.declarations = all
        root = try CatalogBranch(all)
    }

    /// The declaration at `path`, if any.
    package func declaration(at path: String) -> SettingDeclaration? {
        index(of: path).map { declarations[$0] }
    }

    func index(of path: String) -> Int? {
        root.index(of: path)
    }

    /// True for names joined by dots, each a letter followed by letters and digits, all ASCII.
    private static func isPath(_ path: String) -> Bool {
        var isBehindDot = true
        for byte in path.utf8 {
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

/// A mistake in the declarations: one of ours, not the user's.
package enum SettingsCatalogFault: Error, Sendable, Equatable {
    /// Not ASCII letters and digits joined by dots.
    case badPath(String)
    /// Two declarations of the same path.
    case duplicatePath(String)
    /// A path that is the beginning of another, or goes on from one.
    case pathInsidePath(String)
}
