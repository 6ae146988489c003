/// Why the transport or its loop could not be set up. Nothing was read or written yet.
package enum TransportFault: Error, Equatable, Sendable {
    /// Descriptor 0 was closed when the process started.
    case inputUnavailable
    /// Standard input is a directory.
    case inputIsDirectory
    /// Descriptor 1 was closed when the process started.
    case outputUnavailable
    /// The system refused a descriptor that the loop lives on; `errno` is its error number.
    case noDescriptor(purpose: Purpose, errno: Int32)

    /// Purpose of a refused descriptor.
    package enum Purpose: Equatable, Sendable {
        case wakeUps, signals, fileChanges
    }
}
