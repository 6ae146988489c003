/// The table of modules, read from the text of `Package.swift`.
struct Manifest {
    struct Row: Equatable {
        let name: String
        /// E.g. `Modules/Protocol/JSON`.
        let folder: String
        let uses: [String]
    }

    let rows: [Row]
    let features: [String]
    let featurePorts: [String]
    /// The Domain modules that a feature imports besides the ports.
    let featureDomains: [String: [String]]

    init(text: String) {
        rows = text.matches(of: #/\bModule\(\s*"(\w+)",\s*in:\s*"([\w/]+)"(?:,\s*uses:\s*\[([^\]]*)\])?/#).map {
            match in
            let name = String(match.1)
            let folder = String(match.2)
            return Row(
                name: name, folder: folder == name ? "Modules/\(name)" : "Modules/\(folder)/\(name)",
                uses: Self.strings(match.3 ?? ""))
        }
        features = Self.strings(text.firstMatch(of: #/let features = \[([^\]]*)\]/#)?.1 ?? "")
        featurePorts = Self.strings(text.firstMatch(of: #/let featurePorts = \[([^\]]*)\]/#)?.1 ?? "")
        let domains = text.firstMatch(of: #/let featureDomains[^=]*=\s*\[((?:[^\[\]]|\[[^\]]*\])*)\]/#)?.1 ?? ""
        featureDomains = Dictionary(
            domains.matches(of: #/"(\w+)":\s*\[([^\]]*)\]/#).map { (String($0.1), Self.strings($0.2)) },
            uniquingKeysWith: +)
    }

    static func ofRepository() throws -> Manifest {
        Manifest(text: try SourceTree.repository.text(of: "Package.swift"))
    }

    /// Every module, the features among them.
    var modules: [Row] {
        rows
            + features.map {
                Row(
                    name: $0, folder: "Modules/Features/\($0)",
                    uses: featurePorts + featureDomains[$0, default: []] + ["\($0)Samples"])
            }
    }

    /// The module whose sources a file belongs to.
    func module(of path: String) -> Row? {
        modules.first { path.hasPrefix("\($0.folder)/Sources/") }
    }

    private static func strings(_ text: Substring) -> [String] {
        text.matches(of: #/"([^"]*)"/#).map { String($0.1) }
    }
}
