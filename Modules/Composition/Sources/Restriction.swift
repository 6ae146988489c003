import FeatureKit

/// Restriction of the modules by the command line, for the life of the process; settings and methods can't widen it.
package struct Restriction: Sendable, Equatable {
    /// Whether everything that changes something is left out.
    package let isReadOnly: Bool
    /// The ids of the only modules that are on; nil where the settings decide.
    package let modules: Set<String>?

    package init(isReadOnly: Bool, modules: Set<String>?) {
        self.isReadOnly = isReadOnly
        self.modules = modules
    }

    /// Everything is served that the settings have.
    package static let none = Restriction(isReadOnly: false, modules: nil)

    /// Why an excluded module is off.
    static let reason = "left out by --modules"

    /// Remedy for an excluded module.
    static let remedy = "It is left out by --modules: start galleria again with it."

    func excludes(_ id: String) -> Bool { modules.map { !$0.contains(id) } ?? false }
}

extension Fault {
    /// A module that the command line leaves out was to be switched on.
    static func leftOut(_ id: String) -> Fault {
        var fault = moduleDisabled(id, remedy: Restriction.remedy)
        fault.field = "id"
        return fault
    }
}
