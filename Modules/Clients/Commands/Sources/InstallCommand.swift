import ClientSetup
import Composition
import DesignSystem
import FeatureKit
import Glibc
import JSON

/// `galleria install CLIENT`
@Sendable func install(_ invocation: Invocation) throws -> ExitStatus {
    try Installation(invocation).run(invocation)
}

/// One client, the file it reads, and what belongs there.
private struct Installation {
    let client: Client
    let scope: Client.Scope
    let path: String
    let entry: ServerEntry
    /// The entry as the file has it when there is nothing else in it.
    let text: String

    init(_ invocation: Invocation) throws {
        client = try invocation[Arguments.client]
        let directory = workingDirectory()
        let surroundings = Client.Surroundings(variables: invocation.variables, directory: directory)
        scope = invocation[Options.scope] ?? client.scopes.first ?? .user
        entry = try Self.entry(invocation, directory: directory)
        path = try client.path(of: invocation[Options.scope], in: surroundings)
        text = try client.text(of: entry)
    }

    /// Entry for the client: this program, with the given options that `serve` takes.
    private static func entry(_ invocation: Invocation, directory: String) throws -> ServerEntry {
        guard invocation[Options.set].isEmpty else {
            throw UsageFault(
                "install takes no --set: a client's file is no place for settings.",
                hint: "Write them into a file and name it by --config.")
        }
        // A server that could not start is not worth an entry.
        _ = try invocation.settings()
        let restriction = try invocation.restriction()
        var arguments = ["serve"]
        if let config = invocation[Options.config] {
            let isAbsolute = config.utf8.first == UInt8(ascii: "/")
            arguments += ["--\(Options.config.name)", isAbsolute ? config : "\(directory)/\(config)"]
        }
        if let environment = invocation[Options.environment] {
            arguments += ["--\(Options.environment.name)", environment]
        }
        if restriction.isReadOnly { arguments.append("--\(Options.readOnly.name)") }
        if let modules = invocation[Options.modules] {
            arguments += ["--\(Options.modules.name)", modules.joined(separator: ",")]
        }
        guard let command = invocation.ownCommand else {
            throw Fault(.internal, "The path of this program can't be found.", hint: "")
        }
        return ServerEntry(command: command, arguments: arguments)
    }

    func run(_ invocation: Invocation) throws -> ExitStatus {
        let options = invocation.renderOptions()
        var done: Done?
        if invocation[Options.write] {
            do throws(SetupFault) {
                done = try write()
            } catch {
                if !invocation[Options.json] { invocation.console.show(advice(options)) }
                throw Fault(.storageFailed, error.sentence, hint: "\(error.hint) It belongs into \(path).")
            }
        }
        return invocation.show(
            json: { $0.value(report(done)) }, text: { done.map { told($0, options) } ?? advice(options) })
    }

    /// Result of `--write`.
    private struct Done {
        let change: Merge.Change
        /// Nil where there was no file, and where nothing was changed.
        let backup: String?
    }

    private func write() throws(SetupFault) -> Done {
        let file = try ClientFile(reading: path)
        let merge = try client.merging(entry, into: file.bytes)
        guard merge.change != .unchanged else { return Done(change: .unchanged, backup: nil) }
        return Done(change: merge.change, backup: try file.replace(with: merge.bytes))
    }

    /// The entry to paste: verbatim, whatever the width and the style.
    private func advice(_ options: RenderOptions) -> String {
        func said(_ sentence: String) -> String { Document([.paragraph(Inline(sentence))]).rendered(options) }
        var parts = [
            said("\(client.title) reads \(path). Put this there, beside what it has already:"), text,
        ]
        if let command = client.command(adding: entry, scope: scope) {
            parts += [said("Or let the client do it:"), "\(command)\n"]
        }
        parts.append(said("Or the same command again with --write. \(client.afterwards)"))
        return parts.joined(separator: "\n")
    }

    private func told(_ done: Done, _ options: RenderOptions) -> String {
        let sentence =
            switch done.change {
            case .created: "\(path) is new, and tells \(client.title) of galleria."
            case .added: "galleria was added to \(path)."
            case .replaced: "galleria was changed in \(path)."
            case .unchanged: "\(path) has galleria already. Nothing was changed."
            }
        var blocks: [Block] = [.paragraph(Inline(sentence))]
        if let backup = done.backup { blocks.append(.paragraph(Inline("What was there is kept in \(backup)."))) }
        if done.change != .unchanged { blocks.append(.paragraph(Inline(client.afterwards))) }
        return Document(blocks).rendered(options)
    }

    private func report(_ done: Done?) -> JSONValue {
        var members = [
            JSONMember("client", .string(client.id)), JSONMember("scope", .string(scope.rawValue)),
            JSONMember("path", .string(path)), JSONMember("name", .string(ServerEntry.name)),
            JSONMember("entry", client.value(of: entry)), JSONMember("text", .string(text)),
        ]
        if let done {
            members.append(JSONMember("change", .string(done.change.rawValue)))
            if let backup = done.backup { members.append(JSONMember("backup", .string(backup))) }
        }
        return .object(members)
    }
}

/// The folder that relative paths are of; the root where it can't be told.
func workingDirectory() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard getcwd(&buffer, buffer.count) != nil else { return "/" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension Invocation {
    /// The absolute path by which this program is started again: the wrapper's, if that started it, else its own.
    fileprivate var ownCommand: String? {
        if let wrapper = variables["GALLERIA_COMMAND"], wrapper.utf8.first == UInt8(ascii: "/") { return wrapper }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension SetupFault: Explained {
    var fault: Fault { Fault(.invalidArgument, sentence, hint: hint) }
}
