import FeatureKit
import Glibc
import ModuleDraft
import Settings

/// Place of a new module's file and its samples: `modules` beside the base settings file.
struct ModulePlace {
    let folder: String
    let id: String

    var file: String { "\(folder)/\(id).yaml" }

    init(_ id: String, in files: SettingsFiles) throws(UsageFault) {
        guard let folder = files.modulesFolder else {
            throw UsageFault("No folder of settings is known.", hint: "Name a settings file by --config, or set HOME.")
        }
        (self.folder, self.id) = (folder, id)
    }

    func path(of sample: SampleFile) -> String { "\(folder)/\(sample.name)" }

    /// - Throws: what is there already.
    func expectFree() throws(Fault) {
        for path in [file, "\(folder)/\(id)"] where NewFile.exists(path) { throw NewFile.taken(path) }
    }

    /// Writes the samples, then the file, which appears whole or not at all; what fails takes the rest back.
    func write(_ draft: ModuleDraft) throws(Fault) {
        try NewFile.makeFolder(folder)
        try NewFile.makeFolder("\(folder)/\(id)")
        var written: [String] = []
        do throws(Fault) {
            for sample in draft.samples {
                try NewFile.create(path(of: sample), sample.bytes)
                written.append(path(of: sample))
            }
            let draftPath = "\(folder)/\(id)/.\(id).yaml"
            try NewFile.create(draftPath, Array(draft.text.utf8))
            defer { unlink(draftPath) }
            // A link never replaces what is there.
            guard link(draftPath, file) == 0 else { throw NewFile.failed(file, errno) }
        } catch {
            for path in written { unlink(path) }
            rmdir("\(folder)/\(id)")
            throw error
        }
    }
}
