import CArguments

/// The words that the process was started with, its own name first; empty when there is not even that. Swift's `CommandLine` reads a
/// file of the system's before the program begins to find them; the program as it is shipped does not (Tools/divide-runtime).
package func processWords() -> [String] {
    (0..<carguments_count()).compactMap { index in carguments_word(index).map { String(cString: $0) } }
}
