import DesignSystem
import FeatureKit
import JSON
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

    func warn(_ text: String) {
        streams.writeError(Array((text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n").utf8))
    }

    /// Tells a failure: to people, and with `--json` also to the program that reads the output.
    func fail(_ fault: Fault, json: Bool) -> ExitStatus {
        warn("galleria: \(sanitized(fault.text))")
        if json {
            show(json: { writer in
                writer.beginObject()
                writer.key("error")
                Fault.shape.write(fault, into: &writer)
                writer.endObject()
            })
        }
        return fault.code == .invalidArgument || fault.code == .moduleDisabled ? .usage : .failed
    }

    func fail(_ fault: UsageFault, json: Bool = false) -> ExitStatus {
        fail(Fault(.invalidArgument, fault.sentence, hint: fault.hint), json: json)
    }
}

extension Invocation {
    var wantsJSON: Bool { has("json") }

    /// Rendering options of the output, by flags, settings, variables and terminal.
    func renderOptions(
        style: String = "auto", ambiguousWidth: Int = 1, theme: String = Theme.auto.rawValue,
        scale: TextScale = .standard
    ) throws(UsageFault) -> RenderOptions {
        var width: Int?
        if let text = value(of: "width") {
            guard let number = Int(text), (1...10_000).contains(number) else {
                throw .wrong("width", expected: "a whole number from 1 to 10000")
            }
            width = number
        }
        guard let request = StyleRequest(has("plain") ? "plain" : value(of: "style") ?? style) else {
            throw .wrong("style", value(of: "style") ?? style, among: StyleRequest.names)
        }
        guard let theme = Theme(rawValue: value(of: "theme") ?? theme) else {
            throw .wrong("theme", expected: "one of \(Theme.names.joined(separator: ", "))")
        }
        return DesignSystem.renderOptions(
            requested: request, width: width, isTerminal: console.streams.outputIsTerminal, environment: variables,
            terminalColumns: console.streams.outputColumns, ambiguousWidth: ambiguousWidth,
            theme: theme, scale: scale)
    }
}
