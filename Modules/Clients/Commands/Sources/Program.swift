import Composition
import DesignSystem
package import FeatureKit
@preconcurrency import Glibc
import Runtime
package import Server
import Settings
import StdioTransport

/// The program: takes the command line apart, runs the command, and gives the exit status.
/// - Parameters:
///   - features: the one list of feature modules.
///   - tasks: MCP's tasks, for a program whose features have some.
package func runGalleria(features: [Feature], tasks: TaskExtension.Make? = nil) -> Int32 {
    let streams = StandardStreams.takeOver()
    ProcessMemory.returnLargeBlocks()
    let words = processWords()
    guard let program = words.first else {
        let fault = UsageFault(
            "The program was started without its name, so its options are not known.",
            hint: "Give argv at least one word.")
        let invocation = Invocation(
            line: ParsedLine(), features: [], variables: [:], console: Console(streams: streams))
        return invocation.fail(fault).rawValue
    }
    return run(
        Array(words.dropFirst()), features: features, tasks: tasks, variables: processVariables(), streams: streams,
        program: program, made: { _ = Unmanaged.passRetained($0) }
    ).rawValue
}

/// Runs one command line, with nothing of the process but what it is given.
/// - Parameters:
///   - program: how it was started.
///   - made: takes the storefront, where the command makes one. A process that ends keeps it: to free all that it holds takes
///     1.0 million instructions, of 17.4 of a start and a first list (callgrind).
func run(
    _ words: [String], features: [Feature], tasks: TaskExtension.Make? = nil, variables: [String: String],
    streams: StandardStreams, program: String = Program.name,
    made: @escaping @Sendable (Storefront) -> Void = { _ in }
) -> ExitStatus {
    func invocation(_ line: ParsedLine) -> Invocation {
        Invocation(
            line: line, features: features, tasks: tasks, variables: variables, console: Console(streams: streams),
            program: typedName(of: program, wrapper: variables["GALLERIA_COMMAND"]), made: made)
    }
    let parsed: ParsedLine
    do throws(UsageFault) {
        let parser = CommandParser(commands: CommandTable.all) { word in
            invocation(ParsedLine(words: words)).remedy(for: word)
        }
        parsed = try parser.parse(words)
    } catch {
        let isJSON = words.contains("--\(Options.json.name)")
        let invocation = invocation(ParsedLine(words: words, options: isJSON ? [(Options.json, "")] : []))
        return invocation.console.ended(invocation.fail(error))
    }
    let invocation = invocation(parsed)
    let status: ExitStatus
    do { status = try invocation.run() } catch { status = invocation.fail(error) }
    return invocation.console.ended(status)
}

extension Invocation {
    fileprivate func run() throws -> ExitStatus {
        if self[Options.version] { return try version(self) }
        if self[Options.help] { return showHelp(line.command, line.subject) }
        try line.check()
        var invocation = self
        if let command = line.subject {
            do throws(SettingsReport) {
                invocation.features = try declaredFeatures(behind: features)
            } catch {
                if !command.isLenient { throw error }
            }
            return try command.run(invocation)
        }
        if console.streams.inputIsTerminal { return showHelp() }
        invocation.features = try declaredFeatures(behind: features)
        return try serve(invocation)
    }
}

/// The name to start the program by from where its user is: the wrapper's, if that started it.
private func typedName(of program: String, wrapper: String?) -> String {
    guard let wrapper, wrapper.utf8.first == UInt8(ascii: "/") else { return program }
    let folder = "\(workingDirectory())/"
    return wrapper.utf8.starts(with: folder.utf8) ? String(wrapper.dropFirst(folder.count)) : wrapper
}

/// `galleria version`, `--version`
@Sendable func version(_ invocation: Invocation) throws -> ExitStatus {
    invocation.console.show("galleria \(Program.version)\n")
    return .done
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
