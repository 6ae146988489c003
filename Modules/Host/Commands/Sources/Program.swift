package import Core
import DesignSystem
@preconcurrency import Glibc
import Host
import StdioTransport

/// The program: takes the command line apart, runs the command, and gives the exit status.
/// - Parameter features: the one list of feature modules.
package func runGalleria(features: [any FeatureModule.Type]) -> Int32 {
    let streams = StandardStreams.takeOver()
    let console = Console(streams: streams)
    let line = Array(CommandLine.arguments.dropFirst())
    let parsed: CommandParser.Parsed
    do throws(UsageFault) {
        parsed = try CommandParser(commands: CommandTable.all).parse(line)
    } catch {
        return console.fail(error, json: line.contains("--json")).rawValue
    }
    let invocation = Invocation(
        arguments: parsed.arguments, options: parsed.options, features: features, variables: processVariables(),
        console: console)
    do throws(UsageFault) {
        if invocation.has("version") {
            console.print("galleria \(Host.version)\n")
            return ExitStatus.done.rawValue
        }
        if invocation.has("help") {
            let options = try invocation.renderOptions(style: "auto", ambiguousWidth: 1)
            let help = parsed.command.map(Help.command) ?? Help.program(CommandTable.all)
            console.print(help.rendered(options))
            return ExitStatus.done.rawValue
        }
        if let command = parsed.command { return command.run(invocation).rawValue }
        guard streams.inputIsTerminal else { return serve(invocation).rawValue }
        console.print(Help.program(CommandTable.all).rendered(try invocation.renderOptions(style: "auto", ambiguousWidth: 1)))
        return ExitStatus.done.rawValue
    } catch {
        return console.fail(error, json: invocation.wantsJSON).rawValue
    }
}

/// The process's variables; of two with one name the first counts, as for `getenv`.
private func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let text = entry.pointee {
        let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if pair.count == 2, variables[String(pair[0])] == nil { variables[String(pair[0])] = String(pair[1]) }
        entry += 1
    }
    return variables
}
