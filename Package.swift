// swift-tools-version: 6.3
// The modules of Galleria as one table: a row makes the target and its test target. See Modules/README.md for the map.
import Foundation
import PackageDescription

/// One module: `Modules/<folder>/Sources` and `Tests/<name>Tests`.
struct Module {
    let name: String
    let folder: String
    let uses: [String]

    init(_ name: String, in folder: String, uses: [String] = []) {
        self.name = name
        self.folder = folder == name ? "Modules/\(name)" : "Modules/\(folder)/\(name)"
        self.uses = uses
    }
}

/// What every feature module may import, and nothing else: no feature sees another.
let featurePorts = ["FeatureKit", "DesignSystem", "HTTP", "JSON", "Settings", "Storage", "Values"]

/// The feature modules. Each is a trait (on by default), a module, and, with a folder `Samples`, `<name>Samples`: the
/// sample data inside the binary.
let features = [
    "BookShelf",
    "Catalog",
    "Forecast",
    "Friends",
    "ProductDetail",
    "ShoppingMall",
]

/// The modules that a feature imports besides the ports: what several features share and none of them owns.
let featureDomains: [String: [String]] = [
    "BookShelf": ["Drawings"],
    "Catalog": ["Products"],
    "Forecast": ["Drawings"],
    "ProductDetail": ["Products"],
    "ShoppingMall": ["Drawings"],
]

/// The features that keep state: tests of Composition prove them over every place that state may have.
let statefulFeatures = ["BookShelf", "Catalog", "Friends", "ProductDetail"]

/// Features as `galleria module eject` writes them, which tests compare with the files that they were; in no program.
let ejectedFeatures = ["Depot", "Github", "GoCardless", "Gutendex", "HackerNews", "WeatherGov"]

/// Targets that are not Swift: tests never import them. (CSQLite they do: those of Storage make SQLite's disk fail.)
let cTargets: Set = [
    "AppViewPages", "CArguments", "CBase64", "CChecksum", "CCrypto", "CCurl", "CFileNames", "CMalloc", "CMath",
    "CPageCache",
    "CPNG", "CPQ", "CTurboJPEG", "CYAML", "DrawingsSamples", "ProductsSamples", "ShippedSettings",
]

/// Sorted by folder, then by name.
let modules: [Module] = [
    Module("AppViews", in: "Clients", uses: ["AppViewPages", "DesignSystem", "JSON"]),
    Module(
        "Browser", in: "Clients",
        uses: ["FeatureKit", "DesignSystem", "JSON", "Runtime", "StdioTransport", "Values"]),
    Module("ClientSetup", in: "Clients", uses: ["CFileNames", "JSON"]),
    Module(
        "Commands", in: "Clients",
        uses: [
            "Browser", "ClientSetup", "Composition", "Conformance", "DeclaredFeature", "FeatureKit",
            "DesignSystem", "DiskCache", "HTTP", "Images", "JSON", "Masking", "ModuleDraft", "ModuleEjection",
            "ModuleFile", "PostgreSQL", "ResponseCache", "Runtime", "Server", "Settings", "StateTransfer",
            "StdioTransport", "Storage", "Suggestions", "Transcripts", "Values",
        ]),
    Module(
        "Transcripts", in: "Clients",
        uses: ["FeatureKit", "JSON", "JSONRPC", "MCP", "Masking", "Runtime", "Settings", "StdioTransport", "Values"]),
    Module(
        "Composition", in: "Composition",
        uses: [
            "Cassettes", "DeclaredFeature", "Drawings", "FeatureKit", "DesignSystem", "DiskCache", "HTTP", "Images",
            "JSON", "Masking", "ModuleFile", "PostgreSQL", "ResponseCache", "Runtime", "Settings", "ShippedSettings",
            "Storage", "Suggestions", "UCPFace", "UCPShop", "Values",
        ]),
    Module(
        "Conformance", in: "Conformance",
        uses: ["DesignSystem", "FeatureKit", "HTTP", "JSON", "Settings", "Storage", "Values"]),
    Module(
        "DeclaredFeature", in: "Declared",
        uses: [
            "DesignSystem", "Drawings", "FeatureKit", "HTTP", "JMESPath", "JSON", "ModuleFile", "Settings",
            "URITemplate", "Values",
        ]),
    Module("JMESPath", in: "Declared", uses: ["JSON", "Suggestions", "Values"]),
    Module("ModuleDraft", in: "Declared", uses: ["JMESPath", "JSON", "ModuleFile", "Settings", "Values"]),
    Module(
        "ModuleEjection", in: "Declared",
        uses: ["DeclaredFeature", "FeatureKit", "JMESPath", "ModuleFile", "URITemplate", "Values"]),
    Module(
        "ModuleFile", in: "Declared",
        uses: ["JMESPath", "JSON", "Settings", "Suggestions", "URITemplate", "Values"]),
    Module("URITemplate", in: "Declared", uses: ["Values"]),
    Module(
        "UCPFace", in: "UCP",
        uses: ["FeatureKit", "HTTP", "JSON", "Settings", "Storage", "UCPShop", "Values"]),
    Module(
        "UCPShop", in: "UCP",
        uses: [
            "DesignSystem", "Drawings", "FeatureKit", "HTTP", "JSON", "Settings", "Storage", "Suggestions", "Values",
        ]),
    Module(
        "Products", in: "Domain",
        uses: [
            "DesignSystem", "Drawings", "FeatureKit", "HTTP", "JSON", "ProductsSamples", "Settings", "Storage",
            "Values",
        ]),
    Module(
        "FeatureKit", in: "FeatureKit",
        uses: ["DesignSystem", "HTTP", "JSON", "Runtime", "Settings", "Storage", "Suggestions", "Values"]),
    Module("Cassettes", in: "Platform", uses: ["HTTP", "JSON", "Masking", "Runtime"]),
    Module("DesignSystem", in: "Platform", uses: ["CByteKinds", "Values"]),
    Module("DiskCache", in: "Platform", uses: ["CChecksum", "CCrypto", "CPageCache"]),
    Module("Drawings", in: "Platform", uses: ["DrawingsSamples"]),
    Module("HTTP", in: "Platform", uses: ["CCurl", "Runtime", "Values"]),
    Module(
        "Images", in: "Platform", uses: ["CMalloc", "CPNG", "CTurboJPEG", "DiskCache", "HTTP", "Runtime", "Settings"]),
    Module("Masking", in: "Platform", uses: ["JSON", "Settings", "Values"]),
    Module("PostgreSQL", in: "Platform", uses: ["CPQ"]),
    Module("ResponseCache", in: "Platform", uses: ["DiskCache", "HTTP", "Runtime", "Settings"]),
    Module("Settings", in: "Platform", uses: ["CYAML", "Suggestions"]),
    Module("StateTransfer", in: "Platform", uses: ["DiskCache", "JSON", "Storage", "Values"]),
    Module("Storage", in: "Platform", uses: ["CSQLite", "PostgreSQL", "Runtime"]),
    Module("Suggestions", in: "Platform"),
    Module("JSON", in: "Protocol", uses: ["CByteScan", "Values"]),
    Module("JSONRPC", in: "Protocol", uses: ["JSON", "Values"]),
    Module("MCP", in: "Protocol", uses: ["JSON", "JSONRPC", "Values"]),
    Module("StdioTransport", in: "Protocol", uses: ["Runtime", "Values"]),
    Module("Runtime", in: "Runtime", uses: ["CArguments", "CEventDescriptors", "CMath"]),
    Module(
        "Server", in: "Server",
        uses: [
            "AppViews", "Composition", "FeatureKit", "DesignSystem", "DiskCache", "HTTP", "JSON", "JSONRPC", "MCP",
            "Runtime", "Settings", "StdioTransport", "Suggestions", "UCPFace", "Values",
        ]),
    Module(
        "MCPExtensions", in: "Server",
        uses: ["Composition", "DiskCache", "FeatureKit", "JSON", "JSONRPC", "MCP", "Runtime", "Server", "Values"]),
    Module("Values", in: "Values", uses: ["CBase64"]),
]

var targets: [Target] = [
    // C: system libraries behind one module each, and files embedded in the binary.
    .systemLibrary(name: "CYAML", path: "Modules/Platform/Settings/CYAML"),
    .systemLibrary(name: "CSQLite", path: "Modules/Platform/Storage/CSQLite"),
    .systemLibrary(name: "CMalloc", path: "Modules/Platform/Images/CMalloc"),
    .systemLibrary(name: "CByteKinds", path: "Modules/Platform/DesignSystem/CByteKinds"),
    .systemLibrary(name: "CByteScan", path: "Modules/Protocol/JSON/CByteScan"),
    .systemLibrary(name: "CEventDescriptors", path: "Modules/Runtime/CEventDescriptors"),
    .target(name: "CArguments", path: "Modules/Runtime/CArguments"),
    .target(name: "CDynamicLibrary", path: "Modules/Runtime/CDynamicLibrary", linkerSettings: [.linkedLibrary("dl")]),
    .target(
        name: "CMath", dependencies: ["CDynamicLibrary"], path: "Modules/Runtime/CMath",
        // The compiler would make calls of the very functions that are made here.
        cSettings: [.unsafeFlags(["-fno-builtin"])]),
    .target(name: "CCurl", dependencies: ["CDynamicLibrary"], path: "Modules/Platform/HTTP/CCurl"),
    .target(name: "CBase64", path: "Modules/Values/CBase64"),
    .target(name: "CChecksum", path: "Modules/Platform/DiskCache/CChecksum"),
    .target(name: "CPageCache", path: "Modules/Platform/DiskCache/CPageCache"),
    .target(name: "CCrypto", path: "Modules/Platform/DiskCache/CCrypto", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CPNG", dependencies: ["CDynamicLibrary"], path: "Modules/Platform/Images/CPNG"),
    .target(name: "CPQ", dependencies: ["CDynamicLibrary"], path: "Modules/Platform/PostgreSQL/CPQ"),
    .target(name: "CTurboJPEG", dependencies: ["CDynamicLibrary"], path: "Modules/Platform/Images/CTurboJPEG"),
    .target(name: "CFileNames", path: "Modules/Clients/ClientSetup/CFileNames"),
    .target(name: "AppViewPages", path: "Modules/Clients/AppViews/Embedded"),
    .target(name: "ShippedSettings", path: "Modules/Composition/ShippedSettings"),
    .target(name: "DrawingsSamples", path: "Modules/Platform/Drawings/Samples"),
    .target(name: "ProductsSamples", path: "Modules/Domain/Products/Samples"),

    // The executable: the command table's entry and the one list of feature modules.
    .executableTarget(
        name: "galleria",
        dependencies: ["Commands", "FeatureKit"]
            + features.map { .target(name: $0, condition: .when(traits: [$0])) },
        path: "Apps/galleria", exclude: ["sections.ld", "start-order.txt"],
        // Full RELRO: every function of a library is bound before main, so that the table of their addresses can be made
        // read-only. Measured in 400 starts each, in turns: 2.48 ms to the first answer with it, 2.47 without.
        linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])]),

    // The same commands over the fixtures of MCP's conformance suite, in place of the features; no product.
    .executableTarget(
        name: "galleria-conformance",
        dependencies: ["Commands", "FeatureKit", "DesignSystem", "JSON", "MCPExtensions", "Settings"],
        path: "Tests/Conformance", exclude: ["README.md"]),

    // The same over as many generated features as are wanted, for tests and measurements of growth; no product.
    .executableTarget(
        name: "galleria-growth", dependencies: ["Commands", "FeatureKit", "DesignSystem", "JSON", "Settings"],
        path: "Tests/Growth", exclude: ["README.md", "allocations.c"]),

    // The laws of every feature, tried by a program of the release build where tests of a debug build would take minutes; no product.
    .executableTarget(
        name: "galleria-laws",
        dependencies: ["Conformance", "FeatureKit", "Runtime", "Storage", "UCPShop"]
            + features.map { .init(stringLiteral: $0) },
        path: "Tests/Laws", exclude: ["README.md"]),

    // What a module does again and again, for measurements inside one process; no product.
    .executableTarget(
        name: "galleria-speed",
        dependencies: [
            "BookShelf", "FeatureKit", "DesignSystem", "Friends", "HTTP", "Images", "JSON", "Runtime", "Settings",
            "Storage",
        ],
        path: "Tests/Speed", exclude: ["README.md"]),

    // Tests that belong to no single module.
    .target(
        name: "TestSupport",
        dependencies: [
            "Conformance", "FeatureKit", "DesignSystem", "HTTP", "JSON", "Settings", "Storage", "Suggestions", "Values",
        ],
        path: "Tests/TestSupport", exclude: ["FaultServer"]),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "AppViews", "BookShelf", "DesignSystem", "FeatureKit", "JSON", "TestSupport", "galleria",
            "galleria-conformance", "galleria-growth", "galleria-laws",
        ],
        path: "Tests/EndToEndTests",
        exclude: [
            "Transcripts", "WrongSettings", "SharedState", "Clients", "Schemas", "Editors", "Terminals", "Apps/browser",
            "Shops/Schemas",
            "Shops/bridge.py", "Shops/business.py", "Shops/judge.py",
        ]),
    .target(
        name: "FuzzTargets",
        dependencies: [
            "Cassettes", "Composition", "FeatureKit", "DesignSystem", "HTTP", "Images", "JMESPath", "JSON", "JSONRPC",
            "Masking", "Runtime", "Server", "Settings", "StdioTransport", "Transcripts", "URITemplate", "Values",
        ] + features.map { .init(stringLiteral: $0) },
        path: "Tests/Fuzzing/Targets"),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets"], path: "Tests/FuzzTargetsTests"),
    .testTarget(name: "PolicyTests", dependencies: [], path: "Tests/PolicyTests"),
]

func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(path)")
}

for feature in features {
    let folder = "Modules/Features/\(feature)"
    let samples = exists("\(folder)/Samples") ? ["\(feature)Samples"] : []
    let ports = featurePorts + featureDomains[feature, default: []]
    // Features that share a Domain module meet in each other's tests, and nowhere else.
    let companions = features.filter { other in
        other != feature && ports.contains("Products") && featureDomains[other] == ["Products"]
    }
    targets += samples.map { .target(name: $0, path: "\(folder)/Samples") }
    targets += [
        .target(
            name: feature, dependencies: (ports + samples).map { .init(stringLiteral: $0) }, path: "\(folder)/Sources"),
        .testTarget(
            name: "\(feature)Tests",
            dependencies: (ports + [feature, "TestSupport"] + companions).map { .init(stringLiteral: $0) },
            path: "Tests/\(feature)Tests"),
    ]
}

/// The one whose own tests are kept in the package: the kit takes a minute of each, and `Tools/check --eject` tries it on all.
let provedFeature = "Gutendex"

for feature in ejectedFeatures {
    let folder = "Tests/Ejected/Modules/Features/\(feature)"
    targets += [
        .target(name: "\(feature)Samples", path: "\(folder)/Samples"),
        .target(
            name: feature,
            dependencies: (featurePorts + ["DeclaredFeature", "\(feature)Samples"]).map { .init(stringLiteral: $0) },
            path: "\(folder)/Sources"),
    ]
    if feature == provedFeature {
        targets.append(
            .testTarget(
                name: "\(feature)Tests", dependencies: [.init(stringLiteral: feature), "FeatureKit", "TestSupport"],
                path: "Tests/Ejected/Tests/\(feature)Tests"))
    }
}

/// A test target's data, read by its tests from the source tree.
func corpus(of tests: String) -> [String] {
    exists("Tests/\(tests)/Corpus") ? ["Corpus"] : []
}

/// What the tests of a module use besides what it uses itself.
let testUses: [String: [String]] = [
    "Composition": statefulFeatures,
    "ModuleEjection": featurePorts + ejectedFeatures,
    "ModuleFile": ["FeatureKit"],
    "Server": ["MCPExtensions"],
]

for module in modules {
    let tested = module.uses.filter { !cTargets.contains($0) } + [module.name, "TestSupport"]
    targets += [
        .target(
            name: module.name, dependencies: module.uses.map { .init(stringLiteral: $0) },
            path: "\(module.folder)/Sources"),
        .testTarget(
            name: "\(module.name)Tests",
            dependencies: (tested + testUses[module.name, default: []].filter { !tested.contains($0) }).map {
                .init(stringLiteral: $0)
            },
            path: "Tests/\(module.name)Tests", exclude: corpus(of: "\(module.name)Tests")),
    ]
}

var products: [Product] = [.executable(name: "galleria", targets: ["galleria"])]

// What Tools/fuzz links with libFuzzer, and nobody else needs.
if Context.environment["GALLERIA_FUZZ"] != nil {
    targets.append(.target(name: "FuzzEntry", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Entry"))
    products = [.library(name: "Fuzzing", type: .static, targets: ["FuzzEntry"])]
}

// For what is shipped. Swift's own pattern matching would be 1.3 MB of the program, and nothing of it is used; a function in a
// section of its own can be left out, or laid where a start finds it (Tools/start-order). A type such as [String: Int] is made by its
// accessor, not by its mangled name, which the runtime takes apart and looks up for 14,000 instructions; structures are copied by code
// of their own, not by their types' witnesses, for which the types would have to be there. Without the two a start takes a quarter more instructions.
let leanness: [SwiftSetting] = [
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
    .unsafeFlags(
        ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors", "-Xfrontend", "-disable-type-layout"],
        .when(configuration: .release)),
]

// What makes, judges and moves files: it runs once in a while, and waits for a disk or a person. Small code in place of fast code.
// Without optimization it would be compiled in a third of the time, but `module test` would take twice as long: 2.4 s, 4.9 s.
let compactModules = [
    "ClientSetup", "Conformance", "ModuleDraft", "ModuleEjection", "StateTransfer", "Transcripts",
]

// What Tools/test runs of the named modules alone: no other test target is compiled or linked.
if let named = Context.environment["GALLERIA_TESTS"]?.split(separator: ",").map({ "\($0)Tests" }), !named.isEmpty {
    targets.removeAll { $0.type == .test && !named.contains($0.name) }
}

// One set of strict settings for every Swift target.
let upcomingFeatures = [
    "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
    "MemberImportVisibility", "NonisolatedNonsendingByDefault",
]
for target in targets where target.type != .system {
    target.swiftSettings =
        upcomingFeatures.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
    if target.path?.hasPrefix("Tests/") == false { target.swiftSettings? += leanness }
    // A sample's size is asked for at starts: it does not lie behind the sample.
    if target.name.hasSuffix("Samples") {
        target.cSettings = [.unsafeFlags(["-fdata-sections"], .when(configuration: .release))]
    }
    if compactModules.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Osize"], .when(configuration: .release)))
    }
    // Pixels one by one: without it the tests that draw every sample take 40 times as long.
    if target.name == "Drawings" {
        target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
    }
}

// Where everything is built once and nothing is edited (.ci/run), a module is compiled in one step:
//   whole-module-optimization         and no-emit-module-separately-wmo: its macros are expanded and its imports read once, not
//                                     once for its interface and once for each batch of its files; optimized it is not
//   num-threads                       an object for each file, as SwiftPM expects them
//   disable-llvm-verify               without the compiler's check of itself, which every other build makes of the same sources
//   gline-tables-only                 a crash tells its lines; no debugger looks for variables
// It takes a fifth less of the processor; after an edit it would take several times as much.
if Context.environment["GALLERIA_BUILT_ONCE"] != nil {
    let once = [
        "-whole-module-optimization", "-disable-batch-mode", "-no-emit-module-separately-wmo", "-num-threads", "2",
        "-Xfrontend", "-disable-llvm-verify", "-Xfrontend", "-gline-tables-only",
    ]
    for target in targets where target.type != .system {
        target.swiftSettings?.append(.unsafeFlags(once, .when(configuration: .debug)))
    }
    // The largest tests need no program to compile, and all programs are built: behind their linking it would be the last step, alone.
    targets.first { $0.name == "EndToEndTests" }?.dependencies.removeAll { dependency in
        guard case .byNameItem(let name, _) = dependency else { return false }
        return name.hasPrefix("galleria")
    }
}

let package = Package(
    name: "galleria",
    products: products,
    traits: Set(features.map { .trait(name: $0, description: "The \($0) feature module.") })
        .union([.default(enabledTraits: Set(features))]),
    targets: targets,
    swiftLanguageModes: [.v6]
)
