import Composition
import FeatureKit
import Glibc
import HTTP
import JSON
import Settings

/// `galleria shops add URL [--id ID]`
@Sendable func addShop(_ invocation: Invocation) throws -> ExitStatus {
    let address = try invocation[Arguments.shopAddress]
    let endpoint: HTTPEndpoint
    do throws(HTTPEndpointFault) { endpoint = try HTTPEndpoint(parsing: address) } catch {
        throw UsageFault(
            "The address of a shop is an http or https address.", hint: "For example https://shop.example.")
    }
    guard let id = invocation[Options.draftID] ?? shopID(of: endpoint.host) else {
        throw UsageFault("The address makes no name for the module.", hint: "Name it: --id keyboards.")
    }
    guard let path = invocation.settingsFiles.basePath?.path else {
        throw UsageFault("There is no place for a settings file.", hint: "Name one: --config FILE.")
    }
    let old = try SettingsFile.read(path)?.bytes
    let line = "\(id): { ucp: \"\(endpoint.text)\", data: live }"
    guard let new = addingModule(line, id: id, to: old ?? []) else {
        throw UsageFault(
            "\(id) is in the settings already, or `modules` is not written line by line.",
            hint: "Add this line below modules by hand: \(line)")
    }
    // The settings with it have to be right: what is wrong is told, and nothing is written.
    var sources = try invocation.sources(in: nil)
    sources.baseFile = (path, new)
    let features = DeclaredShops.features(behind: invocation.features, in: sources)
    guard
        features.contains(where: {
            $0.manifest.id == id && $0.manifest.settings?.endpoint.path.hasSuffix(".ucp") ?? false
        })
    else { throw UsageFault("\(id) is another module.", hint: "Take another name: --id ID.") }
    _ = try Settings.load(catalog: try ProgramSettings.catalog(of: features), sources: sources)
    try replace(path, with: new)
    return invocation.show(
        json: {
            $0.value(.object([JSONMember("id", .string(id)), JSONMember("path", .string(path))]))
        },
        text: { "\(id) is in \(path). Try it: galleria call \(id).search\n" })
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

/// A settings file with one more module: below its line `modules:`, else at the end.
/// - Returns: nil where the module is there already, or `modules` is not a mapping of lines.
func addingModule(_ line: String, id: String, to bytes: [UInt8]) -> [UInt8]? {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
    if lines.last == "" { lines.removeLast() }
    func code(_ line: String) -> Substring { line.prefix { $0 != "#" } }
    func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    guard let start = lines.firstIndex(where: { $0.utf8.starts(with: "modules".utf8) && $0.dropFirst(7).first == ":" })
    else {
        lines += (lines.isEmpty ? [] : [""]) + ["modules:", "  \(line)"]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
    guard code(lines[start]).dropFirst(8).allSatisfy({ $0 == " " }) else { return nil }
    let inside = lines[(start + 1)...].prefix { code($0).allSatisfy { $0 == " " } || indentation($0) > 0 }
    let entries = inside.filter { !code($0).allSatisfy { $0 == " " } }
    let depth = entries.map(indentation).min() ?? 2
    let isThere = entries.contains { entry in
        indentation(entry) == depth && entry.dropFirst(depth).prefix { $0 != ":" } == Substring(id)
    }
    if isThere { return nil }
    lines.insert(String(repeating: " ", count: depth) + line, at: start + 1)
    return Array((lines.joined(separator: "\n") + "\n").utf8)
}

/// Replaces a file whole, or makes it.
private func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
    if let slash = path.lastIndex(of: "/") { try NewFile.makeFolder(String(path[..<slash])) }
    let draft = "\(path).galleria-new"
    unlink(draft)
    try NewFile.create(draft, bytes)
    guard rename(draft, path) == 0 else {
        let error = errno
        unlink(draft)
        throw NewFile.failed(path, error)
    }
}
