import Composition
import DesignSystem
import FeatureKit
import JSON
import Server
import Settings
import StdioTransport

/// A command line, with everything that a command may look at.
struct Invocation: Sendable {
    let line: ParsedLine
    /// Those of the binary, and those that files declare.
    var features: [Feature]
    /// Makes MCP's tasks of a session; nil for a program without.
    var tasks: TaskExtension.Make?
    let variables: [String: String]
    let console: Console
    /// Files of settings that were read.
    let fileReadings = FileReadings()
    /// The program as it was started, for command lines that are offered.
    var program = Program.name
    /// Takes the storefront that a command makes.
    var made: @Sendable (Storefront) -> Void = { _ in }

    /// The value of an option, or what it has where it is not given.
    subscript<Value>(option: Option<Value>) -> Value {
        option.value(of: line.options.filter { $0.option.name == option.name }.map(\.text))
    }

    /// The value of an argument of this command.
    subscript<Value>(argument: Argument<Value>) -> Value {
        get throws(UsageFault) { try argument.value(line.words(of: argument)) }
    }

    /// Options as they were given, for another galleria.
    func given(_ options: [any DeclaredOption]) -> [String] {
        line.options.filter { given in options.contains { $0.name == given.option.name } }.map {
            "--\($0.option.name)=\($0.text)"
        }
    }
}

extension Invocation {
    /// Prints a result: as JSON with `--json`, else as text.
    func show(json: (inout JSONWriter) -> Void, text: () -> String) -> ExitStatus {
        if self[Options.json] { console.show(json: json, looks: renderOptions()) } else { console.show(text()) }
        return .done
    }

    /// Tells why a command has no result: to people, and with `--json` also to the program that reads the output.
    func fail(_ error: any Error) -> ExitStatus {
        guard let report = error as? SettingsReport else { return fail(error.fault, (error as? any Explained)?.remedy) }
        return fail(report, "The settings are wrong.")
    }

    /// Tells the mistakes of settings, or of other files.
    /// - Parameter sentence: the failure in short, for programs.
    func fail(_ report: SettingsReport, _ sentence: String) -> ExitStatus {
        let paint = reportPaint
        console.warn(report.rendered { part, text in paint?(part, text) ?? text })
        show(
            error: Fault(.invalidArgument, sentence, hint: report.rendered()),
            problems: report.problems.map(\.json))
        return .usage
    }

    private func fail(_ fault: Fault, _ remedy: Remedy?) -> ExitStatus {
        var fault = fault
        if let advice = remedy?.advice(program: program, line: line.words) {
            console.say("galleria: \(sanitized(fault.message)) \(advice.lead)")
            // Never broken: it is to be pasted.
            console.warn("  \(sanitized(advice.command))")
            fault.hint = "\(advice.lead) \(advice.command)"
        } else {
            console.say("galleria: \(fault.text)")
        }
        show(error: fault)
        return fault.code == .invalidArgument || fault.code == .moduleDisabled ? .usage : .failed
    }

    /// Shows a failure to programs, with `--json`.
    /// - Parameter problems: what is wrong with the settings; empty for other failures.
    private func show(error fault: Fault, problems: [JSONValue] = []) {
        guard self[Options.json] else { return }
        console.show(
            json: { writer in
                writer.beginObject()
                writer.key("error")
                Fault.shape.write(fault, into: &writer)
                if !problems.isEmpty {
                    writer.key("problems")
                    writer.value(.array(problems))
                }
                writer.endObject()
            }, looks: renderOptions())
    }

    /// Rendering options of the output, by options, settings, variables and terminal.
    func renderOptions(_ settings: Settings? = nil) -> RenderOptions {
        let style = settings.flatMap { StyleRequest($0[ProgramSettings.style]) } ?? .auto
        let theme = settings.flatMap { Theme(rawValue: $0[ProgramSettings.theme]) } ?? .auto
        let scale = settings.flatMap { TextScale(rawValue: $0[ProgramSettings.scale]) } ?? .standard
        return DesignSystem.renderOptions(
            requested: self[Options.plain] ? .fixed(.plain) : self[Options.style] ?? style, width: self[Options.width],
            isTerminal: console.streams.outputIsTerminal, environment: variables,
            terminalColumns: console.streams.outputColumns,
            ambiguousWidth: settings.map { $0[ProgramSettings.ambiguousWidth] } ?? 1,
            theme: self[Options.theme] ?? theme,
            scale: scale)
    }

    /// The looks of a report of settings on standard error; nil where it has no colours.
    private var reportPaint: ((SettingsReportPart, String) -> String)? {
        let options = DesignSystem.renderOptions(
            requested: .auto, width: nil, isTerminal: console.streams.errorIsTerminal, environment: variables,
            terminalColumns: nil, theme: self[Options.theme] ?? .auto)
        guard options.style == .ansi, options.colorDepth != .none else { return nil }
        return { part, text in
            let role: TextRole =
                switch part {
                case .mark: .failure
                case .sentence: .title
                case .frame: .muted
                }
            return styled(text, as: role, options)
        }
    }
}
