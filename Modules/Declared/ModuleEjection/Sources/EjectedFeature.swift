package import DeclaredFeature
import FeatureKit
package import ModuleFile
import Values

/// A declared module as a feature in Swift: the files that are written, and the lists of the repository that name it.
package struct EjectedFeature {
    /// A file of the repository.
    package struct File: Sendable, Equatable {
        /// From the repository's root.
        package let path: String
        package let bytes: [UInt8]

        init(_ path: String, _ text: String) { (self.path, bytes) = (path, Array(text.utf8)) }

        init(_ path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
    }

    let module: ModuleDeclaration
    let plan: ScreenPlan
    /// Sample files: their names in the module's file, in the repository, and their bytes.
    let samples: [(name: String, file: String, bytes: [UInt8])]

    /// The name of the Swift module: `HackerNews` of `hackerNews`.
    package var name: String { Self.name(of: module.id) }

    package static func name(of id: String) -> String { id.prefix(1).uppercased() + id.dropFirst() }

    /// - Parameter read: reads a file of the module's samples.
    /// - Throws: a name that Swift or the feature itself has a use for; a sample that is not there.
    package init(_ module: ModuleDeclaration, samples read: SampleReader) throws(EjectionRefusal) {
        self.module = module
        plan = ScreenPlan(module)
        let name = Self.name(of: module.id)
        if SwiftNames.isTaken(module: name) { throw .takenName(name) }
        var samples: [(name: String, file: String, bytes: [UInt8])] = []
        for sample in module.samples {
            for file in sample.fileNames where !samples.contains(where: { $0.name == file }) {
                guard let bytes = read(file) else { throw .noSample(file) }
                samples.append((file, "", bytes))
            }
        }
        let short = samples.map { $0.name.split(separator: "/").last.map { String($0) } ?? $0.name }
        for index in samples.indices {
            // Below folders of several names the folder stays a part of the name.
            let isAlone = short.count { $0 == short[index] } == 1
            samples[index].file =
                isAlone ? short[index] : samples[index].name.split(separator: "/").joined(separator: "-")
        }
        self.samples = samples
    }

    /// Folders that belong to the feature alone.
    package var folders: [String] {
        ["Modules/Features/\(name)", "Tests/\(name)Tests", "Config/samples/\(name)"]
    }

    /// Every file of the feature.
    package var files: [File] {
        sources
            + [
                File("Modules/Features/\(name)/README.md", readme),
                File("Modules/Features/\(name)/Samples/\(name)Samples.c", sampleSource),
                File("Modules/Features/\(name)/Samples/include/\(name)Samples.h", sampleHeader),
                File("Tests/\(name)Tests/\(name)ConformanceTests.swift", tests),
                File("Config/samples/\(name)/README.md", sampleReadme),
            ] + samples.map { File("Config/samples/\(name)/\($0.file)", bytes: $0.bytes) }
    }

    // MARK: - Swift

    /// Lines of one file of Swift: rows that would make it longer have a file of their own.
    private static let mostLines = 250

    private var sources: [File] {
        let rows = EjectedRows(module, plan)
        let calls = calls(rows)
        // In the order of the modules' names.
        let head = ["DeclaredFeature", "FeatureKit", "\(name)Samples"].sorted().map { module in
            module == "FeatureKit" ? "package import FeatureKit" : "import \(module)"
        }.joined(separator: "\n")
        let body = rows.code
        let whole = "\(head)\n\n\(body)\n\(calls)"
        if whole.utf8.count(where: { $0 == UInt8(ascii: "\n") }) <= Self.mostLines { return [source(name, whole)] }
        return [
            source(name, "\(head)\n\n\(calls)"),
            source("\(name)Rows", "import DeclaredFeature\nimport FeatureKit\n\n" + body),
        ]
    }

    private func source(_ file: String, _ text: String) -> File {
        File("Modules/Features/\(name)/Sources/\(file).swift", text)
    }

    /// The API, its calls and the feature that they make.
    private func calls(_ rows: EjectedRows) -> String {
        let taken: Set<String> = ["api", "sampleFile", module.id]
        let names = Dictionary(
            module.operations.map { ($0.name, SwiftNames.call($0.name, besides: taken)) },
            uniquingKeysWith: { first, _ in first })
        var api: [SwiftCode.Argument] = [
            .init(nil, .text(module.id)), .init("title", .text(module.title)),
            .init("endpoint", .text(module.endpoint)),
        ]
        if !module.settings.isEmpty { api.append(.init("settings", .array(module.settings.map(\.swift)))) }
        if let auth = module.auth { api.append(.init("auth", auth.swift)) }
        api.append(.init("samples", "sampleFile"))
        var blocks = [Self.declaration("private let api", .call("HTTPAPI", api))]
        let files = Dictionary(samples.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first })
        // A detail names its list, which stands before it.
        let sorted = module.operations.filter(\.isList) + module.operations.filter { !$0.isList }
        for operation in sorted {
            let own = module.samples.filter { $0.operation == operation.name }.map { $0.renamed(files) }
            let code = operation.swift(
                of: module, layout: rows.layoutOf[operation.name],
                in: plan.list(of: operation, in: module).flatMap { names[$0] }, samples: own)
            blocks.append(Self.declaration("private let \(names[operation.name] ?? operation.name)", code))
        }
        let parts = module.operations.map { part($0, names) }
        let feature = SwiftCode.call(
            "Feature",
            [
                .init(nil, "api"), .init("doc", .text(module.doc)),
                .init("sampling", .array(module.operations.map { .name(names[$0.name] ?? $0.name) })),
                .init("parts", .array(parts)),
            ])
        blocks.append("/// \(module.doc.oneLine)\n" + Self.declaration("package let \(module.id)", feature))
        blocks.append(
            """
            /// A file of Config/samples/\(name), from the binary.
            private let sampleFile: SampleReader = { name in
                let file = \(cName)_sample(name)
                return file.bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: file.count)) }
            }

            """)
        return blocks.joined(separator: "\n")
    }

    private static func declaration(_ start: String, _ value: SwiftCode) -> String {
        let start = "\(start) = "
        return start + value.rendered(at: 0, after: SwiftCode.length(start)) + "\n"
    }

    /// The part that an operation is, with its screen.
    private func part(_ operation: OperationDeclaration, _ names: [String: String]) -> SwiftCode {
        let own = SwiftCode.name(names[operation.name] ?? operation.name)
        let actions = (plan.actions[operation.name] ?? []).compactMap { name -> SwiftCode? in
            guard let action = module.operations.first(where: { $0.name == name }), action.effect != .reads else {
                return nil
            }
            return .call(".action", [.init(nil, .call("RowAction", [.init(nil, .name(names[name] ?? name))]))])
        }
        var calls: [SwiftCode] = []
        let function: String
        if operation.isList {
            function = "ListPart"
            if let route = plan.routes[operation.name] {
                let isAsked = operation.parameters.contains(where: \.isRequired)
                calls.append(
                    .call(
                        ".screen",
                        [.init(nil, .text(route))]
                            + (isAsked ? [.init("asking", .name("\(own.inline).examples"))] : [])))
            }
            if plan.shows[operation.name] == nil, let detail = plan.details[operation.name] {
                calls.append(.call(".detail", [.init(nil, .text(detail))]))
            }
            calls += actions
            if module.operations.first(where: \.isList)?.name == operation.name {
                calls += [.call(".summary", []), .call(".heading", [.init(nil, .text(module.title))])]
            }
        } else if operation.keyParameter(in: module) != nil {
            function = "ShowPart"
            if let route = plan.details[operation.name] {
                let row = module.rows.first { $0.name == operation.row }.map { DeclaredRow($0, in: module).name } ?? ""
                calls.append(
                    .call(".screen", [.init(nil, .text(route)), .init("title", .text(sentenceCase(row)))]))
            }
            calls += actions
        } else {
            function = "RowOperation"
        }
        if module.isExplained(by: operation) { calls.append(.call(".explained", [])) }
        let made = SwiftCode.call(function, [.init(nil, own)])
        return calls.isEmpty ? made : .chain(made, calls)
    }
}

extension SampleDeclaration {
    /// Names of its files.
    var fileNames: [String] {
        switch files {
        case .one(let name): [name]
        case .steps(let names): names.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The same sample over files of other names.
    func renamed(_ names: [String: String]) -> SampleDeclaration {
        let files: Files =
            switch files {
            case .one(let name): .one(names[name] ?? name)
            case .steps(let steps): .steps(steps.mapValues { names[$0] ?? $0 })
            }
        return SampleDeclaration(operation: operation, parameters: parameters, files: files)
    }
}

extension String {
    /// The text on one line, as a comment has it.
    var oneLine: String { split { $0.isNewline }.joined(separator: " ") }
}
