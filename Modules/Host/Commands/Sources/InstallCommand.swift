import ClientSetup
import DesignSystem
import FeatureKit
import Glibc
import Host
import JSON
import Suggestions

/// `galleria install CLIENT`
@Sendable func install(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        let installation = try Installation(invocation)
        return installation.run(invocation)
    } catch {
        return invocation.fail(error)
    }
}

/// One client, the file it reads, and what belongs there.
private struct Installation {
    let client: Client
    let scope: Client.Scope
    let path: String
    let entry: ServerEntry
    /// The entry as the file has it when there is nothing else in it.
    let text: String

    init(_ invocation: Invocation) throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        guard let id = invocation.arguments.first else {
            throw .usage(.missing("The client (\(Self.listed))", example: "galleria install claude-code"))
        }
        guard let client = Client.named(id) else {
            let nearest = nearestNames(to: id, among: Client.all.map(\.id))
            throw .usage(
                UsageFault(
                    sentence: UsageFault.unknown("client", id, nearest: []).sentence,
                    hint: nearest.first.map { "Did you mean \($0)?" } ?? "There are \(Self.listed)."))
        }
        let directory = Self.workingDirectory
        let surroundings = Client.Surroundings(variables: invocation.variables, directory: directory)
        let wanted = try Self.scope(invocation)
        self.client = client
        scope = wanted ?? client.scopes.first ?? .user
        entry = try Self.entry(invocation, directory: directory)
        do throws(SetupFault) {
            path = try client.path(of: wanted, in: surroundings)
            text = try client.text(of: entry)
        } catch {
            throw .usage(UsageFault(sentence: error.sentence, hint: error.hint))
        }
    }

    private static var listed: String { Client.all.map(\.id).joined(separator: ", ") }

    private static func scope(_ invocation: Invocation) throws(WorkplaceFault) -> Client.Scope? {
        guard let text = invocation.value(of: "scope") else { return nil }
        guard let scope = Client.Scope(rawValue: text) else {
            throw .usage(.wrong("scope", text, among: Client.Scope.allCases.map(\.rawValue)))
        }
        return scope
    }

    /// Entry for the client: this program, with the given options that `serve` takes.
    private static func entry(_ invocation: Invocation, directory: String) throws(WorkplaceFault) -> ServerEntry {
        if invocation.has("set") {
            throw .usage(
                UsageFault(
                    sentence: "install takes no --set: a client's file is no place for settings.",
                    hint: "Write them into a file and name it by --config."))
        }
        // A server that could not start is not worth an entry.
        _ = try invocation.settings()
        let restriction = try invocation.restriction()
        var arguments = ["serve"]
        if let config = invocation.value(of: "config") {
            let isAbsolute = config.utf8.first == UInt8(ascii: "/")
            arguments += ["--config", isAbsolute ? config : "\(directory)/\(config)"]
        }
        if let environment = invocation.value(of: "environment") { arguments += ["--environment", environment] }
        if restriction.isReadOnly { arguments.append("--read-only") }
        if let modules = invocation.value(of: "modules") { arguments += ["--modules", modules] }
        guard let command = invocation.ownCommand else { throw .host("The path of this program can't be found.") }
        return ServerEntry(command: command, arguments: arguments)
    }

    private static var workingDirectory: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard getcwd(&buffer, buffer.count) != nil else { return "/" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func run(_ invocation: Invocation) -> ExitStatus {
        let console = invocation.console
        var done: Done?
        do throws(UsageFault) {
            let options = try invocation.renderOptions()
            if invocation.has("write") {
                do throws(SetupFault) {
                    done = try write()
                } catch {
                    if !invocation.wantsJSON { console.show(advice(options)) }
                    return console.fail(
                        Fault(.storageFailed, error.sentence, hint: "\(error.hint) It belongs into \(path)."),
                        json: invocation.wantsJSON)
                }
            }
            if invocation.wantsJSON {
                console.show(json: { $0.value(report(done)) })
            } else {
                console.show(done.map { told($0, options) } ?? advice(options))
            }
            return .done
        } catch {
            return console.fail(error, json: invocation.wantsJSON)
        }
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
            members.append(JSONMember("backup", done.backup.map { .string($0) } ?? .null))
        }
        return .object(members)
    }
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
