import ShippedSettings

/// The environments inside the binary, from Config/environments.
package enum ShippedEnvironments {
    /// In the order to list them.
    package static var names: [String] { all.map(\.name) }

    /// The file of an environment; nil when none of that name is shipped.
    package static func file(_ name: String) -> [UInt8]? {
        all.first { $0.name.utf8.elementsEqual(name.utf8) }.map { environment in
            Array(UnsafeBufferPointer(start: environment.yaml, count: environment.size))
        }
    }

    private static var all: [(name: String, yaml: UnsafePointer<UInt8>, size: Int)] {
        UnsafeBufferPointer(start: shipped_environments, count: shipped_environment_count).compactMap { environment in
            guard let name = environment.name, let yaml = environment.yaml else { return nil }
            return (String(cString: name), yaml, environment.size)
        }
    }
}
