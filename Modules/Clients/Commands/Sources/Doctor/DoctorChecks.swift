import ClientSetup
import Composition
import DiskCache
import FeatureKit
import Glibc
import HTTP
import Images
import PostgreSQL
import ResponseCache
import Settings
import Storage

/// The database of likes and memos.
enum StateCheck {
    static func findings(at place: StatePlace) -> [Finding] {
        switch place {
        case .nowhere:
            [
                Finding(
                    .state, .warning, "kept in memory only: HOME is not set",
                    advice: "Set HOME, or state.path to an absolute path, so that likes and memos last.")
            ]
        case .file(let path): findings(at: path)
        case .server(let address, let profile): findings(at: address, profile)
        }
    }

    private static func findings(at address: PostgresAddress, _ profile: String) -> [Finding] {
        do throws(StorageFailure) {
            let state = try ServerInspection.look(at: address, profile: profile)
            let server = "\(address.shown), PostgreSQL \(state.server)"
            guard state.schemaVersion > 0 else {
                return [Finding(.state, .ok, "\(server), has no state yet; the first like or memo makes it")]
            }
            return [
                Finding(
                    .state, .ok,
                    "\(server), schema \(state.schemaVersion) of \(ServerInspection.knownVersion), profile \(profile), "
                        + "\(state.entries) entries")
            ] + (state.isUnfinished ? [unfinished(address.shown)] : [])
        } catch {
            return [Finding(.state, .problem, error.sentence)]
        }
    }

    private static func findings(at path: String) -> [Finding] {
        do throws(StorageFailure) {
            guard let state = try StateInspection.look(at: path) else {
                let finding = Finding(.state, .ok, "\(path) is not there yet; the first like or memo makes it")
                return [finding] + folderFindings(path)
            }
            return findings(state, path)
        } catch {
            return [Finding(.state, .problem, error.sentence)]
        }
    }

    private static func findings(_ state: StateInspection, _ path: String) -> [Finding] {
        guard state.damage.isEmpty else {
            return [
                Finding(
                    .state, .problem, "\(path) is damaged: \(state.damage.joined(separator: "; "))",
                    advice: "Stop every galleria, copy the file, then let sqlite3's .recover write a new one.")
            ]
        }
        let whole = Finding(
            .state, .ok,
            "\(path), whole, schema \(state.schemaVersion) of \(StateInspection.knownVersion), \(state.entries) entries, "
                + "\(state.bytes) bytes")
        let open = Finding(
            .state, .warning, "other users may read \(path)",
            advice: "chmod 600 it; the next write of galleria does so as well.")
        return [whole] + (state.isUnfinished ? [unfinished(path)] : []) + folderFindings(path)
            + (state.isPrivate ? [] : [open])
    }

    /// The state holds the mark of a move that was not ended.
    private static func unfinished(_ name: String) -> Finding {
        Finding(
            .state, .warning, "\(name) holds an unfinished copy of another state",
            advice: "Run that galleria state migrate again: it goes on where it was.")
    }

    /// Permissions of other users on the state's folder: write permission allows another database in its place.
    private static func folderFindings(_ path: String) -> [Finding] {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let folder = end == path.startIndex ? "/" : String(path[..<end])
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & 0o077 != 0 else { return [] }
        let advice = "chmod 700 it, or set state.path to a private folder."
        if status.st_mode & 0o022 == 0 {
            return [Finding(.state, .warning, "other users may look into \(folder)", advice: advice)]
        }
        let sentence = "other users may write to \(folder), so they can replace the state"
        return [Finding(.state, .problem, sentence, advice: advice)]
    }
}

/// The folders of pictures and answers.
enum CacheCheck {
    static func findings(_ storefront: Storefront) async -> [Finding] {
        var findings: [Finding] = []
        for (name, service) in storefront.images.services {
            findings.append(finding("\(name) pictures", await service.diskStatistics()))
        }
        return findings + [finding("live answers", storefront.responses.disk.statistics())]
    }

    private static func finding(_ name: String, _ disk: DiskCacheStatistics) -> Finding {
        guard let path = disk.path else {
            let sentence = "\(name) are not kept on disk: HOME is not set"
            return Finding(.caches, .warning, sentence, advice: "Set HOME, or the path.")
        }
        if access(path, F_OK) == 0, access(path, W_OK) != 0 {
            return Finding(
                .caches, .problem, "\(name): \(path) can't be written",
                advice: "Grant this user write permission, or set another folder.")
        }
        let filled = "\(name): \(disk.entries) in \(path), \(disk.bytes) of \(disk.maximumBytes) bytes"
        if disk.bytes <= disk.maximumBytes { return Finding(.caches, .ok, filled) }
        return Finding(.caches, .warning, filled, advice: "galleria cache prune removes what is too much.")
    }
}

/// The C libraries, as they are linked or found.
enum LibraryCheck {
    static func findings() -> [Finding] {
        let linked = Finding(.libraries, .ok, "SQLite \(StateInspection.library), libyaml \(YAMLLibrary.version)")
        return [linked, curl()] + ImageLibrary.allCases.map(finding)
    }

    private static func curl() -> Finding {
        do throws(HTTPFailure) {
            return Finding(.libraries, .ok, "libcurl \(try CurlLibrary.version())")
        } catch {
            return Finding(.libraries, .problem, error.sentence)
        }
    }

    private static func finding(_ library: ImageLibrary) -> Finding {
        do throws(ImageFailure) {
            return Finding(.libraries, .ok, "\(library.rawValue) \(try library.version() ?? "is found")")
        } catch {
            return Finding(.libraries, .warning, error.message, advice: "\(error.hint) Without it \(lost(library)).")
        }
    }

    /// Feature that is off without the library.
    private static func lost(_ library: ImageLibrary) -> String {
        switch library {
        case .libcrypto: "nothing is cached on disk"
        case .libpng: "no PNG is made smaller"
        case .libturbojpeg: "no JPEG is made smaller"
        }
    }
}

/// The servers of live modules.
enum EndpointCheck {
    static func findings(_ features: [Feature], _ settings: Settings) async -> [Finding] {
        do throws(CompositionFault) {
            return try await EndpointProbe.all(of: features, settings).map(finding)
        } catch {
            return [Finding(.endpoints, .problem, error.sentence)]
        }
    }

    private static func finding(_ probe: EndpointProbe) -> Finding {
        switch probe.result {
        case .notAsked(let mode):
            return Finding(.endpoints, .ok, "\(probe.module) asks no server: its data is \(mode)")
        case .answered(let status, let time):
            let milliseconds = time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
            let security = probe.endpoint.utf8.starts(with: "https:".utf8) ? "over TLS" : "without TLS"
            let answer = "\(probe.module): \(probe.endpoint) answered \(status) in \(milliseconds) ms, \(security)"
            // Its root is asked, which need not be there; that there is an answer is what counts.
            if status < 500 { return Finding(.endpoints, .ok, answer) }
            return Finding(.endpoints, .warning, answer, advice: "The server has trouble of its own; try again later.")
        case .failed(let sentence):
            return Finding(
                .endpoints, .problem, "\(probe.module): \(sentence)",
                advice: "modules.\(probe.module).endpoint is \(probe.endpoint).")
        }
    }
}

/// Check of galleria's entries in the user's client files.
enum ClientCheck {
    static func findings(_ variables: [String: String]) -> [Finding] {
        let surroundings = Client.Surroundings(variables: variables, directory: "/")
        let findings = Client.all.compactMap { finding($0, surroundings) }
        guard findings.isEmpty else { return findings }
        let advice = "galleria install CLIENT shows what a client needs, and where."
        return [Finding(.clients, .ok, "no file of a client is found", advice: advice)]
    }

    /// - Returns: nil when the client has no file here.
    private static func finding(_ client: Client, _ surroundings: Client.Surroundings) -> Finding? {
        guard let path = try? client.path(of: .user, in: surroundings) else { return nil }
        let file = "\(client.title): \(path)"
        let install = "galleria install \(client.id) --write"
        do throws(SetupFault) {
            guard let text = try ClientFile(reading: path).bytes else { return nil }
            guard let command = try client.command(in: text) else {
                return Finding(.clients, .ok, "\(file) does not name galleria", advice: "\(install) adds it.")
            }
            if command.utf8.first != UInt8(ascii: "/") || access(command, X_OK) == 0 {
                return Finding(.clients, .ok, "\(file) starts \(command)")
            }
            return Finding(
                .clients, .problem, "\(file) starts \(command), which is not there",
                advice: "\(install) puts this program there.")
        } catch {
            return Finding(.clients, .warning, "\(file): \(error.sentence)", advice: error.hint)
        }
    }
}
