import DeclaredFeature
import DesignSystem
import FeatureKit
import Glibc
import JSON
import ModuleFile
import Settings

extension Command {
    static var moduleCheck: Command {
        Command(
            "check", [Arguments.moduleFiles],
            doc: "Reports every mistake in modules' files, else what they ask and change.", options: [Options.json],
            examples: ["galleria module check concerts.yaml", "galleria module check modules/*.yaml --json"],
            isLenient: true, run: checkModules)
    }
}

/// `galleria module check FILE…`
@Sendable private func checkModules(_ invocation: Invocation) throws -> ExitStatus {
    let paths = try invocation[Arguments.moduleFiles]
    guard !paths.isEmpty else { throw UsageFault.missing("FILE", example: Command.moduleCheck.examples.first) }
    var checked: [CheckedModule] = []
    var problems: [SettingProblem] = []
    var omitted = 0
    for path in paths {
        switch CheckedModule.check(path, invocation.variables) {
        case .success(let module): checked.append(module)
        case .failure(let report):
            problems += report.problems
            omitted += report.omitted
        }
    }
    guard problems.isEmpty else {
        let sentence = paths.count == 1 ? "The file is wrong." : "Some of the files are wrong."
        return invocation.fail(SettingsReport(problems: problems, omitted: omitted), sentence)
    }
    return invocation.show(
        json: { $0.value(["ok": true, "modules": .array(checked.map(\.json))]) },
        text: { Document(checked.flatMap(\.blocks)).rendered(invocation.renderOptions()) })
}

/// A file that is right, and what it lets the program do.
private struct CheckedModule {
    let path: String
    let module: ModuleDeclaration

    /// Reads a file, and looks whether its samples are there.
    static func check(_ path: String, _ variables: [String: String]) -> Result<CheckedModule, SettingsReport> {
        func wrong(_ sentences: [String]) -> Result<CheckedModule, SettingsReport> {
            .failure(SettingsReport(problems: sentences.map { SettingProblem($0, in: path) }))
        }
        let file: SettingsFile?
        do throws(SettingsFileFault) {
            file = try SettingsFile.read(path)
        } catch {
            return .failure(SettingsReport(problems: [SettingProblem(error)]))
        }
        guard let file else { return wrong(["there is no such file"]) }
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
        let name = String(path[(slash ?? path.startIndex)...])
        let id = name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
        guard ValueType.newModule.read(id) != nil else {
            return wrong(["`\(sanitized(name))` must be named as a module and end in .yaml: `concerts.yaml`"])
        }
        switch ModuleFile.read(file.bytes, label: path, id: id, variables: variables) {
        case .failure(let report): return .failure(report)
        case .success(let module):
            let folder = slash.map { String(path[..<$0]) } ?? ""
            let missing = module.samples.flatMap(\.names).filter { access(folder + $0, R_OK) != 0 }
            if missing.isEmpty { return .success(CheckedModule(path: path, module: module)) }
            return wrong(missing.map { "the sample `\($0)` is not there, or can't be read" })
        }
    }

    /// Scheme, host and port of the one address that is asked.
    var origin: String {
        let parts = module.endpoint.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/")
    }

    var secrets: [String] {
        module.settings.filter { $0.kind == .secret }.map { "modules.\(module.id).\($0.name)" }
    }

    var operations: [String] { module.operations.map { "\(module.id).\($0.name)" } }

    /// Addresses of its screens.
    var routes: [String] { Feature(module) { _ in nil }.manifest.routes.map(\.text) }

    /// Operations that change something.
    var changes: [(method: String, isIdempotent: Bool, isDestructive: Bool, isConfirmed: Bool)] {
        module.operations.compactMap { operation in
            guard case .writes(let isIdempotent, let isDestructive) = operation.effect else { return nil }
            return ("\(module.id).\(operation.name)", isIdempotent, isDestructive, operation.confirm != nil)
        }
    }

    var blocks: [Block] {
        let written = changes.map { change in
            let words = [
                change.isDestructive ? "can't be taken back" : nil, change.isIdempotent ? "idempotent" : nil,
                change.isConfirmed ? "asked for before" : nil,
            ].compactMap(\.self)
            return words.isEmpty ? change.method : "\(change.method) (\(words.joined(separator: ", ")))"
        }
        return [
            .paragraph(Inline("\(path): \(module.title) is right.")),
            .keyValues([
                KeyValue("asks", Inline(origin)),
                KeyValue("secrets", Inline(secrets.isEmpty ? "none" : secrets.joined(separator: ", "))),
                KeyValue("changes", Inline(written.isEmpty ? "nothing" : written.joined(separator: "; "))),
                KeyValue("operations", Inline(operations.joined(separator: ", "))),
                KeyValue("routes", Inline(routes.joined(separator: ", "))),
            ]),
        ]
    }

    var json: JSONValue {
        func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
        return [
            "file": .string(path), "id": .string(module.id), "title": .string(module.title),
            "origins": texts([origin]), "secrets": texts(secrets),
            "changes": .array(
                changes.map { change in
                    [
                        "method": .string(change.method), "idempotent": .bool(change.isIdempotent),
                        "destructive": .bool(change.isDestructive), "confirmed": .bool(change.isConfirmed),
                    ]
                }), "operations": texts(operations), "routes": texts(routes),
        ]
    }
}

extension SampleDeclaration {
    /// Names of its files.
    fileprivate var names: [String] {
        switch files {
        case .one(let name): [name]
        case .steps(let names): names.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
