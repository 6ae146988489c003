import Composition
import DesignSystem
import FeatureKit
import JSON
import Runtime
import StdioTransport

/// Streams of commands: results to the output, messages for people to standard error.
struct Console: Sendable {
    let streams: StandardStreams

    func show(_ text: String) { _ = streams.writeOutput(Array(text.utf8)) }

    func show(json write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        _ = streams.writeOutput(writer.bytes + [UInt8(ascii: "\n")])
    }

    /// A failure as JSON.
    /// - Parameter problems: what is wrong with the settings; empty for other failures.
    func show(json fault: Fault, problems: [JSONValue] = []) {
        show(json: { writer in
            writer.beginObject()
            writer.key("error")
            Fault.shape.write(fault, into: &writer)
            if !problems.isEmpty {
                writer.key("problems")
                writer.value(.array(problems))
            }
            writer.endObject()
        })
    }

    func warn(_ text: String) {
        streams.writeError(Array((text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n").utf8))
    }

    /// Tells a failure: to people, and with `json` also to the program that reads the output.
    func fail(_ fault: Fault, json: Bool) -> ExitStatus {
        warn("galleria: \(sanitized(fault.text))")
        if json { show(json: fault) }
        return fault.code == .invalidArgument || fault.code == .moduleDisabled ? .usage : .failed
    }
}

/// An error of what a command stands on, as the user is told of it.
protocol Explained: Error {
    var fault: Fault { get }
}

extension Error {
    /// The failure that people and programs are told.
    var fault: Fault {
        self as? Fault ?? (self as? any Explained)?.fault
            ?? Fault(.internal, "The command can't go on.", hint: "")
    }
}

extension UsageFault: Explained {
    var fault: Fault { Fault(.invalidArgument, sentence, hint: hint) }
}

extension CompositionFault: Explained {
    var fault: Fault { Fault(.internal, sentence, hint: "") }
}

extension DescriptorFault: Explained {
    var fault: Fault { Fault(.internal, sentence, hint: "") }
}
