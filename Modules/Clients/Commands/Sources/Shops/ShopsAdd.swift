import ClientSetup
import Composition
import DesignSystem
import FeatureKit
import HTTP
import JSON
import Runtime
import Settings

/// `galleria shops add URL [--id ID]`
@Sendable func addShop(_ invocation: Invocation) throws -> ExitStatus {
    let endpoint = try invocation.shopEndpoint(of: "a shop", example: "https://shop.example")
    guard let id = invocation[Options.draftID] ?? shopID(of: endpoint.host) else {
        throw UsageFault("The address makes no name for the module.", hint: "Name it: --id keyboards.")
    }
    guard let path = invocation.settingsFiles.basePath?.path else {
        throw UsageFault("There is no place for a settings file.", hint: "Name one: --config FILE.")
    }
    // A relative path is of the working directory, as everything that the command line names.
    let file = try ClientFile(reading: path.utf8.first == UInt8(ascii: "/") ? path : "\(workingDirectory())/\(path)")
    let line = "\(id): { ucp: \"\(endpoint.text)\", data: live }"
    guard let new = addingModule(line, id: id, to: file.bytes ?? []) else {
        throw UsageFault(
            "\(id) is in the settings already, or `modules` is not written line by line.",
            hint: "Add this line below modules by hand: \(line)")
    }
    // The settings with it have to be right: what is wrong is told, and nothing is written.
    var sources = try invocation.sources(in: nil)
    sources.baseFile = (path, new)
    let features = DeclaredShops.features(behind: invocation.features, in: sources)
    guard features.contains(where: { $0.manifest.id == id && $0.manifest.isShop }) else {
        throw UsageFault("\(id) is another module.", hint: "Take another name: --id ID.")
    }
    let settings = try Settings.load(catalog: try ProgramSettings.catalog(of: features), sources: sources)
    try check(features, settings, of: id, invocation)
    let backup: String?
    do throws(SetupFault) { backup = try file.replace(with: new) } catch {
        throw Fault(.storageFailed, error.sentence, hint: error.hint)
    }
    return invocation.show(
        json: {
            let kept = backup.map { [JSONMember("backup", .string($0))] } ?? []
            $0.value(.object([JSONMember("id", .string(id)), JSONMember("path", .string(path))] + kept))
        },
        text: {
            let kept = backup.map { ", which was kept as \(sanitized($0))" } ?? ""
            return "\(id) is in \(sanitized(path))\(kept). Try it: galleria call \(id).search\n"
        })
}

/// Makes the modules as every command would from then on.
/// - Throws: where one of them has the routes of the shop's name already: nothing could start.
private func check(_ features: [Feature], _ settings: Settings, of id: String, _ invocation: Invocation) throws {
    let storefront = Storefront(
        features: features, settings: settings, loadSettings: { _, _ throws(SettingsReport) in settings },
        loop: try EventLoop(), screenOptions: invocation.renderOptions(), log: DiagnosticLog(level: .error)
    ) { _ in }
    do throws(CompositionFault) { try storefront.start() } catch {
        guard case .registry = error else { throw error }
        throw UsageFault("\(id) can be no module's name here. \(error.sentence)", hint: "Take another name: --id ID.")
    }
}

/// A name made of a host: `www.fine-socks.example` is `fineSocks`; nil where nothing of it can be one.
func shopID(of host: String) -> String? {
    let labels = host.split(separator: ".").filter { $0 != "www" }
    guard let label = labels.first else { return nil }
    let words = label.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let name = words.enumerated().map { index, word in
        let word = word.lowercased()
        return index == 0 ? word : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
    guard let first = name.utf8.first, (0x61...0x7A).contains(first), (2...30).contains(name.utf8.count) else {
        return nil
    }
    return name
}

/// A settings file with one more module: below its line `modules:`, else at the end. Everything else stays as it is, to the byte.
/// - Returns: nil where the module is there already, or `modules` is not a mapping of lines.
func addingModule(_ line: String, id: String, to bytes: [UInt8]) -> [UInt8]? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark : []
    var lines = bytes.dropFirst(start.count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { SettingsLine(Array($0)) }
    // The end of the file's own lines, before the line feed.
    let end = lines.count > 1 && lines[0].bytes.last == UInt8(ascii: "\r") ? "\r" : ""
    if let last = lines.popLast(), !last.bytes.isEmpty { lines.append(SettingsLine(last.bytes + end.utf8)) }
    func new(_ text: String) -> SettingsLine { SettingsLine(Array("\(text)\(end)".utf8)) }
    guard let place = lines.firstIndex(where: { $0.key == "modules" && $0.indentation == 0 }) else {
        lines += (lines.isEmpty ? [] : [new("")]) + [new("modules:"), new("  \(line)")]
        return start + lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
    }
    let inside = lines[(place + 1)...].prefix { $0.isBlank || $0.indentation > 0 }.filter { !$0.isBlank }
    let value = lines[place].value
    if !value.isEmpty {
        guard inside.isEmpty, value.filter({ $0 != " " }) == "{}" else { return nil }
        let before = lines[place].bytes.prefix { $0 != UInt8(ascii: "{") }
        let rest = lines[place].bytes.dropFirst(before.count).drop { $0 != UInt8(ascii: "}") }.dropFirst()
        lines[place] = SettingsLine(Array(before + rest))
    }
    let depth = inside.first?.indentation ?? 2
    if inside.contains(where: { $0.indentation == depth && $0.key == id }) { return nil }
    lines.insert(new(String(repeating: " ", count: depth) + line), at: place + 1)
    return start + lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
}

/// A line of a settings file, as far as it has to be understood here: what it says is judged when the settings are loaded.
private struct SettingsLine {
    let bytes: [UInt8]
    let indentation: Int
    /// The key before the colon, without its quotes; nil without one.
    let key: String?
    /// Text behind the colon, without a comment.
    let value: String

    /// True if it holds nothing but a comment.
    var isBlank: Bool { key == nil && value.isEmpty }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        indentation = bytes.prefix { $0 == UInt8(ascii: " ") }.count
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
        func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            let rest = bytes.drop(while: isSpace)
            return rest.prefix(rest.count - rest.reversed().prefix(while: isSpace).count)
        }
        // A comment begins the line, or stands behind a blank.
        let comment = bytes.indices.first { place in
            bytes[place] == UInt8(ascii: "#") && (place == 0 || isSpace(bytes[place - 1]))
        }
        let code = trimmed(bytes[..<(comment ?? bytes.endIndex)])
        let colon = code.indices.first { place in
            code[place] == UInt8(ascii: ":") && (place + 1 == code.endIndex || isSpace(code[place + 1]))
        }
        guard let colon else {
            (key, value) = (nil, String(decoding: code, as: UTF8.self))
            return
        }
        var name = trimmed(code[..<colon])
        if let quote = name.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), name.count > 1,
            name.last == quote
        {
            name = name.dropFirst().dropLast()
        }
        key = String(decoding: name, as: UTF8.self)
        value = String(decoding: trimmed(code[(colon + 1)...]), as: UTF8.self)
    }
}
