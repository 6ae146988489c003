package import FeatureKit

/// A feature of a test that is a type, with operations and screens by hand.
package protocol FeatureModule: Sendable {
    /// Facts known without making the module.
    static var manifest: ModuleManifest { get }

    /// Makes the module; called once, only when it is switched on.
    init(_ context: FeatureContext) throws(Fault)

    /// Declares the module's operations, screens and prompts.
    func register(in registry: inout ModuleRegistration)
}

extension Feature {
    /// A feature that is a type.
    package init(_ type: any FeatureModule.Type) {
        self.init(type.manifest) { context throws(Fault) in
            var registration = ModuleRegistration(id: type.manifest.id)
            try type.init(context).register(in: &registration)
            return registration
        }
    }
}

extension RegistryBuilder {
    /// Adds a feature that is a type, made already.
    package mutating func add(_ module: any FeatureModule, manifest: ModuleManifest) {
        var registration = ModuleRegistration(id: manifest.id)
        module.register(in: &registration)
        add(registration, manifest: manifest)
    }
}
