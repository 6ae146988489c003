import ShippedSettings
import Values

/// The environments inside the binary, from Config/environments.
package enum ShippedEnvironments {
    /// In the order to list them.
    package static var names: [String] { all.compactMap { $0.name.map { String(cString: $0) } } }

    /// The file of an environment; nil when none of that name is shipped.
    package static func file(_ name: String) -> [UInt8]? {
        for environment in all where environment.name.map({ String(cString: $0).isExactly(name) }) ?? false {
            return Array(UnsafeBufferPointer(start: environment.yaml, count: environment.size))
        }
        return nil
    }

    // As they lie there: an array of them is a type that the runtime would make at each start.
    private static var all: UnsafeBufferPointer<shipped_environment> {
        UnsafeBufferPointer(start: shipped_environments, count: shipped_environment_count)
    }
}
