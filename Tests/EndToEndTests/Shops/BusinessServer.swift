import Foundation
import Glibc

/// A business that speaks UCP, a process of its own on loopback: see business.py. It ends with the instance.
final class BusinessServer {
    /// Capabilities that it offers.
    enum Size: String, CaseIterable, Sendable {
        case catalog, cart, full
    }

    /// Ways to its tools.
    enum Transport: String, CaseIterable, Sendable {
        case mcp, rest
    }

    let port: Int
    var origin: String { "http://127.0.0.1:\(port)" }
    private let process = Process()
    private let input = Pipe()

    init(_ size: Size, _ transport: Transport = .mcp, products: Int = 30) throws {
        let script = Repository.endToEnd.appending(path: "Shops/business.py").path(percentEncoded: false)
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let python = ProcessInfo.processInfo.environment["GALLERIA_PYTHON"] ?? "python3"
        process.arguments = [python, "-B", "-u", script, size.rawValue, transport.rawValue, String(products)]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") {
            let next = output.fileHandleForReading.readData(ofLength: 1)
            if next.isEmpty { break }
            bytes += next
        }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let port = Int(words[1]) else {
            throw HarnessFault.cannotStart(
                "business.py", reason: "it said no port; is python3 with jsonschema installed?")
        }
        self.port = port
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Whether a judge is installed: the module of jsonschema.
    static let hasJudge: Bool = {
        let python = ProcessInfo.processInfo.environment["GALLERIA_PYTHON"] ?? "python3"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, "-c", "import jsonschema, referencing"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Settings that make it the shop `keyboards`, as arguments of a command line.
    var settings: [String] {
        ["--environment", "production", "--set", "modules.keyboards={ucp: \"\(origin)\", currency: AUD, country: AU}"]
    }

    private func ask(_ path: String, _ body: String? = nil) throws -> WireValue {
        let asking = Process()
        let output = Pipe()
        asking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        asking.arguments = ["curl", "-s", "\(origin)\(path)"] + (body.map { ["--data", $0] } ?? [])
        asking.standardOutput = output
        try asking.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        asking.waitUntilExit()
        guard let value = WireValue(String(decoding: bytes, as: UTF8.self)) else {
            throw HarnessFault.misbehaved("the business answered no JSON", output: path, errors: "")
        }
        return value
    }

    /// Makes the next answers of a tool wrong: see `spoil` and `failure` of business.py.
    func misbehave(_ tool: String, _ how: String, times: Int = 1) throws {
        _ = try ask("/misbehave", #"{"tool": "\#(tool)", "how": "\#(how)", "times": \#(times)}"#)
    }

    /// Forgets all carts and checkouts.
    func expire() throws { _ = try ask("/expire", "{}") }

    /// Lays members over the profile; `{}` takes them away.
    func profile(_ members: String) throws { _ = try ask("/profile", members) }

    /// Names of the tools that were called, in order, without the discoveries.
    func tools() throws -> [String] {
        (try ask("/seen")["calls"]?.elements ?? []).compactMap { $0["tool"]?.text }.filter { $0 != "profile" }
    }

    /// Bytes of the newest answer of a tool, as an agent would read it: compact, once.
    func bytes(of tool: String) throws -> Int {
        let all = try ask("/seen")["answered"]?.elements ?? []
        return all.last { $0["tool"]?.text == tool }?["bytes"]?.integer ?? 0
    }

    /// Findings of the judge about calls and answers, a sentence each.
    func violations() throws -> [String] { (try ask("/seen")["violations"]?.elements ?? []).compactMap(\.text) }

    /// Numbers of pieces by variant, cart by cart.
    func carts() throws -> [[String: Int]] {
        guard case .object(let carts)? = try ask("/seen")["carts"] else { return [] }
        return carts.map { cart in
            Dictionary(
                (cart.value["line_items"]?.elements ?? []).map {
                    ($0["item"]?["id"]?.text ?? "", $0["quantity"]?.integer ?? 0)
                }, uniquingKeysWith: +)
        }
    }
}
