import DesignSystem
import FeatureKit
import JSON
import ModuleDraft
import ModuleFile
import Settings
import Suggestions

extension Command {
    static var moduleFromOpenAPI: Command {
        Command(
            "from-openapi", [Arguments.openAPI],
            doc: "Writes a module's file of some operations of an OpenAPI 3 document.",
            detail:
                "Without --operations it lists those that there are. The document is JSON, or YAML of at most 1 MiB.",
            options: [Options.draftOperations, Options.draftID, Options.json],
            examples: [
                "galleria module from-openapi petstore.json",
                "galleria module from-openapi petstore.json --operations listPets,showPetById --id pets",
            ], isLenient: true, run: fromOpenAPI)
    }
}

/// `galleria module from-openapi SPEC --operations a,b [--id ID]`
@Sendable private func fromOpenAPI(_ invocation: Invocation) throws -> ExitStatus {
    let path = try invocation[Arguments.openAPI]
    let bytes = try contents(of: path, limit: DraftFetch.longestFile)
    let description: APIDescription
    do throws(DraftRefusal) {
        description = try APIDescription(bytes)
    } catch {
        throw UsageFault("\(sanitized(path)): \(error.sentence)", hint: error.hint)
    }
    guard let names = invocation[Options.draftOperations] else { return listed(description, invocation) }
    let chosen = try names.map { name throws(UsageFault) in
        let same = description.operations.first { $0.name == name || "\($0.method) \($0.path)" == name.lowercased() }
        guard let same else {
            throw .unknown(
                "operation", name, nearest: nearestNames(to: name, among: description.operations.map(\.name)))
        }
        return same
    }
    guard (1...APIDescription.most).contains(chosen.count) else {
        throw UsageFault(
            "--operations takes 1 to \(APIDescription.most) names.", hint: "Few good tools serve better than many.")
    }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    let base = String(path[slash...].prefix { $0 != "." })
    guard let id = invocation[Options.draftID] ?? ValueType.newModule.read(base) else {
        throw UsageFault("The module needs a name.", hint: "Give one by --id, such as --id pets.")
    }
    let draft: ModuleDraft
    do throws(DraftRefusal) {
        draft = try description.draft(id: id, of: chosen)
    } catch {
        throw UsageFault("\(sanitized(path)): \(error.sentence)", hint: error.hint)
    }
    return try invocation.keep(draft, id: id)
}

/// The operations that there are.
private func listed(_ description: APIDescription, _ invocation: Invocation) -> ExitStatus {
    let table = Table(
        columns: [Column("operation", priority: 0), Column("request", priority: 1), Column("summary")],
        rows: description.operations.map {
            [Inline($0.name, .code), Inline("\($0.method.uppercased()) \($0.path)"), Inline($0.summary)]
        }, emptyText: "The document has no operation.")
    return invocation.show(
        json: {
            $0.value([
                "operations": .array(
                    description.operations.map {
                        [
                            "name": .string($0.name), "method": .string($0.method), "path": .string($0.path),
                            "summary": .string($0.summary),
                        ]
                    })
            ])
        }, text: { Document([.table(table)]).rendered(invocation.renderOptions()) })
}
