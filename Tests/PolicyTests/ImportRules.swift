/// Rules for imports.
enum ImportRules {
    /// The direction of the house, by folder of `Modules/`: what a module there may import of other folders.
    static let directions: [String: Set<String>] = [
        "Values": [],
        "Runtime": [],
        "Protocol": ["Protocol", "Runtime", "Values"],
        "Platform": ["Platform", "JSON", "Runtime", "Values"],
        "FeatureKit": ["Platform", "JSON", "Runtime", "Values"],
        "Conformance": ["FeatureKit", "Platform", "JSON", "Values"],
        "Declared": ["Declared", "FeatureKit", "Platform", "JSON", "Values"],
        "Domain": ["FeatureKit", "Platform", "JSON", "Values"],
        "Features": ["Domain", "DeclaredFeature", "FeatureKit", "Platform", "JSON", "Values"],
        "UCP": ["UCP", "FeatureKit", "Platform", "JSON", "Values"],
        "Composition": ["Declared", "UCP", "FeatureKit", "Platform", "JSON", "Runtime", "Values"],
        "Server": [
            "Server", "Composition", "UCPFace", "FeatureKit", "Platform", "Protocol", "Runtime", "Values", "AppViews",
        ],
        "Clients": [
            "Clients", "Server", "Composition", "Conformance", "Declared", "FeatureKit", "Platform", "Protocol",
            "Runtime", "Values",
        ],
    ]

    /// Available to every module without a row of `uses`.
    static let everywhere: Set<String> = ["Glibc", "Synchronization"]

    /// C modules and the one Swift module that may import each.
    static let owners = [
        "CArguments": "Runtime", "CBase64": "Values", "CByteKinds": "DesignSystem", "CByteScan": "JSON",
        "CFileNames": "ClientSetup",
        "CChecksum": "DiskCache", "CCrypto": "DiskCache", "CPageCache": "DiskCache",
        "CEventDescriptors": "Runtime", "CMath": "Runtime", "CYAML": "Settings",
        "CCurl": "HTTP",
        "CSQLite": "Storage", "ShippedSettings": "Composition",
        "AppViewPages": "AppViews",
        "DrawingsSamples": "Drawings", "ProductsSamples": "Products",
        "CPQ": "PostgreSQL",
        "CMalloc": "Images", "CPNG": "Images", "CTurboJPEG": "Images",
    ]

    /// Imports that `Package.swift` does not name in the module's row, or that are another feature.
    static func undeclared(in files: [SourceFile], _ manifest: Manifest) -> [Finding] {
        files.flatMap { file -> [Finding] in
            guard let module = manifest.module(of: file.path) else { return [] }
            let allowed = everywhere.union(module.uses)
            return file.imports.filter { !allowed.contains($0.module) }.map {
                Finding(
                    file.path, line: $0.line,
                    "\(module.name) imports \($0.module), which its row in Package.swift does not name")
            }
        }
    }

    /// Rows of the table that point against the direction of the house.
    static func wrongDirections(in manifest: Manifest) -> [Finding] {
        let folders = Dictionary(
            manifest.modules.map { ($0.name, folder(of: $0)) }, uniquingKeysWith: { first, _ in first })
        return manifest.modules.flatMap { module -> [Finding] in
            let allowed = directions[folder(of: module)] ?? []
            return module.uses.compactMap { used in
                guard let target = folders[used] else { return nil }
                if allowed.contains(target) || allowed.contains(used) { return nil }
                return Finding(
                    "Package.swift", "\(module.name) in \(folder(of: module)) must not use \(used) in \(target)")
            }
        }
    }

    /// A C library imported elsewhere than in the one module that owns it.
    static func strayLibraries(in files: [SourceFile], _ manifest: Manifest) -> [Finding] {
        files.flatMap { file in
            file.imports.compactMap { imported in
                let owner =
                    owners[imported.module]
                    ?? manifest.features.first { "\($0)Samples" == imported.module }
                guard let owner, manifest.module(of: file.path)?.name != owner else { return nil }
                return Finding(file.path, line: imported.line, "only \(owner) may import \(imported.module)")
            }
        }
    }

    /// Foundation and Dispatch: they cost start-up time and memory, and have their own idea of JSON.
    static func heavyFrameworks(in files: [SourceFile]) -> [Finding] {
        files.flatMap { file in
            file.imports.filter { $0.module.hasPrefix("Foundation") || $0.module == "Dispatch" }
                .map { Finding(file.path, line: $0.line, "\($0.module) is not used in Modules and Apps") }
        }
    }

    private static func folder(of module: Manifest.Row) -> String {
        let parts = module.folder.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : ""
    }
}
