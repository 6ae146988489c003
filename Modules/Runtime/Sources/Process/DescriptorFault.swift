import Glibc

/// Descriptors that the program needs and does not have. Nothing was read or written yet.
package enum DescriptorFault: Error, Equatable, Sendable {
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

extension DescriptorFault {
    /// The fact as one sentence, for standard error.
    package var sentence: String {
        switch self {
        case .inputUnavailable:
            "Standard input is closed; start the server with a pipe, a socket or a file on descriptor 0."
        case .inputIsDirectory:
            "Standard input is a directory; start the server with a pipe, a socket or a file on descriptor 0."
        case .outputUnavailable:
            "Standard output is closed; start the program with a pipe, a socket or a file on descriptor 1."
        case .noDescriptor(let purpose, let number):
            "No descriptor for \(purpose.words): \(systemMessage(number)); raise the limit on open files."
        }
    }
}

extension DescriptorFault.Purpose {
    fileprivate var words: String {
        switch self {
        case .wakeUps: "waking the I/O thread"
        case .signals: "receiving signals"
        case .fileChanges: "watching files"
        }
    }
}

private func systemMessage(_ number: Int32) -> String {
    String(cString: strerror(number))
}
