import Composition
import DesignSystem
import FeatureKit

extension Invocation {
    /// Path of the file that declares a module. One named on the command line comes behind those of the folder, and is meant.
    /// - Throws: wrong usage for an id that no file has.
    func declaredPath(of id: String) throws(UsageFault) -> String {
        let paths = declaredModules.paths
        let ids = paths.map { ModuleFiles.id(of: $0) }
        if let index = ids.lastIndex(where: { $0.utf8.elementsEqual(id.utf8) }) { return paths[index] }
        if features.contains(where: { $0.manifest.id == id }) {
            throw UsageFault(
                "\(id) is compiled in, and no file declares it.",
                hint: "It is a module in Swift, with tests of its own.")
        }
        throw UsageFault(
            "No file declares a module “\(sanitized(id))”.",
            hint: ids.isEmpty
                ? "galleria module new writes one; --module names one elsewhere."
                : "Declared: \(ids.map { sanitized($0) }.joined(separator: ", ")).")
    }
}
