import Composition
import DesignSystem
import FeatureKit
import Glibc
import JSON
import ModuleEjection
import ModuleFile
import Settings

extension Command {
    static var moduleEject: Command {
        Command(
            "eject", [Arguments.declaredModule], doc: "Writes a declared module as a feature in Swift, with its tests.",
            detail: "Answers stay the same, byte for byte. Nothing is overwritten.",
            options: [Options.root, Options.json],
            examples: [
                "galleria module eject concerts",
                "galleria module eject concerts --root ~/galleria --module concerts.yaml",
            ], isLenient: true, run: ejectModule)
    }
}

/// `galleria module eject ID [--root DIR]`
@Sendable private func ejectModule(_ invocation: Invocation) throws -> ExitStatus {
    let id = try invocation[Arguments.declaredModule]
    let repository = try Repository(invocation[Options.root])
    let (path, module) = try invocation.declaration(of: id)
    let feature: EjectedFeature
    let edits: [(path: String, text: String)]
    do throws(EjectionRefusal) {
        feature = try EjectedFeature(module, samples: ModuleFiles.samples(of: path))
        edits = [
            (Repository.manifest, try feature.manifest(repository.manifest)),
            (Repository.entry, try feature.entry(repository.entry)),
        ]
    } catch {
        throw UsageFault(sanitized(error.sentence), hint: error.hint)
    }
    try repository.write(feature, edits)
    return invocation.show(
        json: { $0.value(feature.json(of: path)) },
        text: { feature.document(of: path).rendered(invocation.renderOptions()) })
}

extension Invocation {
    /// A declared module, as its file has it without the process's variables: none of their values stands in Swift.
    fileprivate func declaration(of id: String) throws -> (path: String, ModuleDeclaration) {
        let path = try declaredPath(of: id)
        let compiled = features.filter { $0.revision == 0 }.map(\.manifest.id)
        let files = ModuleFiles(in: nil, variables: [:]) { [console] in console.say($0) }
        return (path, try files.module(path, taken: compiled).0)
    }
}

/// A checkout of Galleria's sources.
private struct Repository {
    static let manifest = "Package.swift"
    static let entry = "Apps/galleria/main.swift"

    private let root: String
    /// Text of `Package.swift`, and of the one list of features.
    let manifest: String
    let entry: String

    /// - Parameter folder: nil for the working directory.
    /// - Throws: wrong usage where it is no such checkout.
    init(_ folder: String?) throws(UsageFault) {
        root = folder ?? workingDirectory()
        let texts = [Self.manifest, Self.entry].map { [root] in
            (try? contents(of: "\(root)/\($0)")).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let manifest = texts[0], let entry = texts[1], NewFile.exists("\(root)/Modules/FeatureKit") else {
            throw UsageFault(
                "\(sanitized(root)) is no checkout of Galleria's sources.",
                hint: "Run it in one, or name one by --root DIR.")
        }
        (self.manifest, self.entry) = (manifest, entry)
    }

    /// Writes all or nothing: the feature's folders are new, and the lists are replaced when everything else is there.
    func write(_ feature: EjectedFeature, _ edits: [(path: String, text: String)]) throws(Fault) {
        for folder in feature.folders where NewFile.exists("\(root)/\(folder)") {
            throw NewFile.taken("\(root)/\(folder)")
        }
        let lists = edits.map { (path: "\(root)/\($0.path)", new: "\(root)/\($0.path).ejected", text: $0.text) }
        var made: [String] = []
        do throws(Fault) {
            for file in feature.files {
                let path = "\(root)/\(file.path)"
                try NewFile.makeFolder(Self.folder(of: path))
                try NewFile.create(path, file.bytes)
                made.append(path)
            }
            for list in lists {
                try NewFile.create(list.new, Array(list.text.utf8))
                made.append(list.new)
            }
            for list in lists {
                guard rename(list.new, list.path) == 0 else { throw NewFile.failed(list.path, errno) }
            }
        } catch {
            takeBack(made, feature)
            throw error
        }
    }

    /// Removes what was made; a list that was replaced gets its old text again.
    private func takeBack(_ made: [String], _ feature: EjectedFeature) {
        for path in made { unlink(path) }
        for (path, old) in [("\(root)/\(Self.manifest)", manifest), ("\(root)/\(Self.entry)", entry)] {
            guard let now = try? contents(of: path), now != Array(old.utf8) else { continue }
            if (try? NewFile.create("\(path).ejected", Array(old.utf8))) != nil { rename("\(path).ejected", path) }
        }
        var folders: Set<String> = []
        for file in feature.files {
            var folder = Self.folder(of: file.path)
            while feature.folders.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) {
                folders.insert(folder)
                folder = Self.folder(of: folder)
            }
        }
        // Those within others first.
        for folder in folders.sorted(by: >) { rmdir("\(root)/\(folder)") }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}

extension EjectedFeature {
    /// Places that were written or changed.
    private var places: [String] { folders.map { $0 + "/" } + [Repository.manifest, Repository.entry] }

    private var tests: String { shellLine(["Tools/test", name]) }

    fileprivate func document(of path: String) -> Document {
        Document([
            .paragraph(Inline("\(name) is written in Swift; its answers are those of the file.")),
            .list(ordered: false, places.map { Inline($0, .code) }),
            .paragraph(Inline("Next: the tests build and run it. The file goes, since its id is now the feature's.")),
            .list(ordered: false, [tests, shellLine(["rm", path])].map { Inline($0, .code) }),
        ])
    }

    fileprivate func json(of path: String) -> JSONValue {
        [
            "name": .string(name), "written": .array(places.map { .string($0) }),
            "files": .array(files.map { .string($0.path) }),
            "next": [.string(tests), .string(shellLine(["rm", path]))],
        ]
    }
}
