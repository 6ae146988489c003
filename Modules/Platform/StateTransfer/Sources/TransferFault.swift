package import Storage

/// Why a state was not moved, compared, written down or read in, as facts.
package enum TransferFault: Error, Sendable, Equatable {
    case storage(StorageFailure)
    /// Nothing was made at this place yet.
    case noState(String)
    /// The state was written while it was read without a lock.
    case disturbed(String)
    /// The state `state` holds entries that the other side does not have, or has otherwise: `count` of them, the first by name.
    case conflict(state: String, count: Int, first: [StateKey])
    /// The state `state` has the mark of an unfinished move out of `source`; nil where the mark can't be read.
    case unfinished(state: String, source: String?)
    /// libcrypto, which makes the digests, can't be used.
    case noDigests
    case export(ExportFault)
    /// The export could not be written; the system's error number.
    case output(Int32)
}

/// Mistake in a file that `state export` is said to have written.
package struct ExportFault: Error, Sendable, Equatable {
    /// Kind of the mistake.
    package enum Problem: Sendable, Equatable {
        /// The line is no JSON, or lacks a member, or has another one.
        case malformed
        /// The first line is not that of an export.
        case notAnExport
        /// A later galleria wrote it: its format.
        case laterFormat(Int)
        /// The entry does not come after the one before it: it is there twice, or lines were exchanged.
        case outOfOrder
        /// The name or the value is over its bound.
        case storage(StorageFailure)
        /// The line is longer than any entry.
        case tooLong
        /// The file ends before its last line.
        case cut
        /// Entries are missing or too many, by the counts of the first line.
        case wrongCount(expected: Int, found: Int)
        /// The checksum of the last line is not that of the lines before it.
        case wrongChecksum
        /// Something follows the last line.
        case trailing
    }

    /// From 1.
    package let line: Int
    package let problem: Problem
}

extension TransferFault {
    /// Problem, in one sentence or two.
    package var sentence: String {
        switch self {
        case .storage(let failure): failure.sentence
        case .noState(let name): "There is no state at \(name)."
        case .disturbed(let name): "\(name) was written while it was read."
        case .conflict(let state, let count, let first):
            "\(state) holds \(count) \(count == 1 ? "entry" : "entries") that the other side does not have so: "
                + first.map(\.words).joined(separator: ", ") + (count > first.count ? " …" : ".")
        case .unfinished(let state, let source?): "\(state) holds an unfinished copy of \(source)."
        case .unfinished(let state, nil): "\(state) holds an unfinished copy, which another galleria made."
        case .noDigests: "The digests can't be made: libcrypto can't be opened."
        case .export(let fault): "The export can't be read: \(fault.sentence)"
        case .output(let number): "The export can't be written: \(systemText(number))."
        }
    }

    /// Remedy, in one sentence or two; empty where `sentence` has it.
    package var remedy: String {
        switch self {
        case .storage: ""
        case .noState: "Nothing was changed; correct the spelling: sqlite:PATH, postgresql://… or current."
        case .disturbed: "Run the command again."
        case .conflict: "Nothing was changed. Compare the two with galleria state verify, or take an empty state."
        case .unfinished:
            "Nothing was changed. Run that galleria state migrate again to its end, or take an empty state."
        case .noDigests: "Install it: sudo apt-get install libssl3"
        case .export: "Nothing was changed. Take another copy of the file, or export again."
        case .output: "Nothing is left of it; make room, or take another place."
        }
    }
}

extension ExportFault {
    /// Mistake with its line, in one sentence.
    var sentence: String {
        switch problem {
        case .malformed: "line \(line) is damaged."
        case .notAnExport: "line \(line) is not that of a galleria state export."
        case .laterFormat(let format): "it has format \(format), and this program reads format \(ExportFormat.version)."
        case .outOfOrder: "the entry of line \(line) is there twice, or not in its place."
        case .storage(let failure): "line \(line): \(failure.sentence)"
        case .tooLong: "line \(line) is longer than any entry."
        case .cut: "it is cut off after line \(line)."
        case .wrongCount(let expected, let found): "it has \(found) entries, and its first line says \(expected)."
        case .wrongChecksum: "the checksum of line \(line) is not that of the lines before it."
        case .trailing: "something follows its last line, \(line)."
        }
    }
}

extension StateKey {
    /// An entry's name for people.
    package var words: String { "\(namespace.origin) \(namespace.name) “\(key)”" }
}

/// Runs `body`; its failure becomes one of a transfer.
func storing<Value>(_ body: () throws(StorageFailure) -> Value) throws(TransferFault) -> Value {
    do { return try body() } catch { throw .storage(error) }
}
