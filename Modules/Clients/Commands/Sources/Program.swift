import CArguments
import Composition
import DesignSystem
package import FeatureKit
@preconcurrency import Glibc
import Runtime
package import Server
import StdioTransport

/// The program: takes the command line apart, runs the command, and gives the exit status.
/// - Parameters:
///   - features: the one list of feature modules.
///   - tasks: MCP's tasks, for a program whose features have some.
package func runGalleria(features: [Feature], tasks: TaskExtension.Make? = nil) -> Int32 {
    let streams = StandardStreams.takeOver()
    ProcessMemory.returnLargeBlocks()
    let words = processWords()
    guard !words.isEmpty else {
        let fault = UsageFault(
            sentence: "The program was started without its name, so its options are not known.",
            hint: "Give argv at least one word.")
        return Console(streams: streams).fail(fault.fault, json: false).rawValue
    }
    return run(
        Array(words.dropFirst()), features: features, tasks: tasks, variables: processVariables(), streams: streams
    ).rawValue
}

/// Runs one command line, with nothing of the process but what it is given.
func run(
    _ line: [String], features: [Feature], tasks: TaskExtension.Make? = nil, variables: [String: String],
    streams: StandardStreams
) -> ExitStatus {
    let console = Console(streams: streams)
    let parsed: ParsedLine
    do throws(UsageFault) {
        parsed = try CommandParser(commands: CommandTable.all).parse(line)
    } catch {
        return console.fail(error.fault, json: line.contains("--\(Options.json.name)"))
    }
    let invocation = Invocation(
        line: parsed, features: features, tasks: tasks, variables: variables, console: console)
    do {
        if invocation[Options.version] { return try version(invocation) }
        if invocation[Options.help] { return invocation.showHelp(parsed.command, parsed.subject) }
        try parsed.check()
        if let command = parsed.subject { return try command.run(invocation) }
        return streams.inputIsTerminal ? invocation.showHelp() : try serve(invocation)
    } catch {
        return invocation.fail(error)
    }
}

/// `galleria version`, `--version`
@Sendable func version(_ invocation: Invocation) throws -> ExitStatus {
    invocation.console.show("galleria \(Program.version)\n")
    return .done
}

/// The words that the process was started with, its own name first; empty when there is not even that.
private func processWords() -> [String] {
    (0..<carguments_count()).compactMap { index in carguments_word(index).map { String(cString: $0) } }
}

/// The process's variables; of two with one name the first counts, as for `getenv`.
private func processVariables() -> [String: String] {
    var variables: [String: String] = Dictionary(minimumCapacity: 64)
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let text = entry.pointee {
        entry += 1
        guard let equals = strchr(text, Int32(UInt8(ascii: "="))) else { continue }
        let name = UnsafeRawBufferPointer(start: text, count: equals - text)
        let key = String(decoding: name, as: UTF8.self)
        if variables[key] == nil { variables[key] = String(cString: equals + 1) }
    }
    return variables
}
