import Composition
import DesignSystem
import FeatureKit
import Glibc
import JSON
import Runtime
import StdioTransport
import Synchronization

/// Streams of commands: results to the output, messages for people to standard error.
struct Console: Sendable {
    let streams: StandardStreams
    /// The error number of the first write that failed; 0 without one.
    private let failure = OutputFailure()

    init(streams: StandardStreams) {
        self.streams = streams
    }

    func show(_ text: String) { write(Array(text.utf8)) }

    /// Shows JSON: a line for programs; on a terminal indented.
    /// - Parameter looks: whose colours it has, where they have some.
    func show(json write: (inout JSONWriter) -> Void, looks: RenderOptions) {
        var writer = JSONWriter()
        write(&writer)
        let isColored = looks.style == .ansi && looks.colorDepth != .none
        guard streams.outputIsTerminal || isColored else { return self.write(writer.bytes + [UInt8(ascii: "\n")]) }
        let text = JSONLayout.text(writer.bytes, isIndented: streams.outputIsTerminal) { part, text in
            isColored ? styled(text, as: part.role, looks) : text
        }
        show("\(text)\n")
    }

    private func write(_ bytes: [UInt8]) {
        if !streams.hasOutput { return failure.note(EBADF) }
        if !bytes.isEmpty, !streams.writeOutput(bytes) { failure.note(errno) }
    }

    /// Tells people a sentence, on a terminal in whole words.
    func say(_ sentence: String) {
        guard streams.errorIsTerminal else { return warn(sentence) }
        let options = RenderOptions(style: .plain, width: streams.errorColumns ?? 80)
        warn(Document([.paragraph(Inline(sentence))]).rendered(options))
    }

    func warn(_ text: String) {
        streams.writeError(Array((text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n").utf8))
    }

    /// The exit status of a command that ended with `status`: a failure where its output was not taken, but for a reader that
    /// has gone, since it had enough.
    func ended(_ status: ExitStatus) -> ExitStatus {
        let number = failure.number
        guard number != 0, number != EPIPE else { return status }
        warn("galleria: The output can't be written: \(String(cString: strerror(number))).")
        return status == .done ? .failed : status
    }

    private final class OutputFailure: Sendable {
        private let first = Atomic<Int32>(0)

        var number: Int32 { first.load(ordering: .relaxed) }

        func note(_ number: Int32) {
            _ = first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
        }
    }
}

extension JSONPart {
    fileprivate var role: TextRole {
        switch self {
        case .name: .headline
        case .string: .success
        case .number: .code
        case .word: .warning
        case .punctuation: .body
        }
    }
}

/// An error of what a command stands on, as the user is told of it.
protocol Explained: Error {
    var fault: Fault { get }
    /// Correction of the command line; nil where there is nothing to offer.
    var remedy: Remedy? { get }
}

extension Explained {
    var remedy: Remedy? { nil }
}

extension Error {
    /// The failure that people and programs are told.
    var fault: Fault {
        self as? Fault ?? (self as? any Explained)?.fault
            ?? Fault(.internal, "The command can't go on.", hint: "")
    }
}

extension UsageFault: Explained {
    var fault: Fault {
        // A correction without a command line is told by its name.
        let meant = if case .correction(_, let to) = remedy { "Did you mean \(to)?" } else { hint }
        return Fault(.invalidArgument, sentence, hint: meant)
    }
}

extension RemediedFault: Explained {}

extension CompositionFault: Explained {
    var fault: Fault { Fault(.internal, sentence, hint: "") }
}

extension DescriptorFault: Explained {
    var fault: Fault { Fault(.internal, sentence, hint: "") }
}
