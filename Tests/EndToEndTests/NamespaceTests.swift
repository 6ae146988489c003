import Foundation
import TestSupport
import Testing

/// galleria in a network of its own, where every address leads to one server that writes down which it was, and names
/// mean what the test says. It takes the rights of root, or a kernel that gives them to a user among themselves.
@Suite("A network of its own", .enabled(if: OwnNetwork.isPossible)) struct NamespaceTests {
    private static func picture(_ host: String, _ path: String = "a.png") -> String {
        #"{"url":"http://\#(host)/\#(path)"}"#
    }

    /// The code of an answer's error, or `shown`.
    private func show(_ process: ChildProcess, _ params: String) throws -> String {
        let answer = try process.call("images.show", params)
        if answer["result"]?["mimeType"]?.text == "image/png" { return "shown" }
        return answer["error"]?["data"]?["code"]?.text ?? "neither"
    }

    /// Addresses of a name by look-up, and whether a public address is among the first answer.
    private static let meanings: [(looks: [[String]], isReachable: Bool)] = [
        ([["8.8.8.8"], ["127.0.0.1"]], true), ([["127.0.0.1"], ["8.8.8.8"]], false),
        ([["8.8.8.8", "127.0.0.1"]], true), ([["127.0.0.1", "8.8.8.8"]], true),
        ([["10.0.0.1", "::1", "8.8.8.8"]], true), ([["::ffff:127.0.0.1", "8.8.8.8"], ["169.254.169.254"]], true),
        ([["2001:4860:4860::8888", "127.0.0.1"]], true), ([["::1", "fd00::1", "192.168.0.1"]], false),
        ([["::1", "8.8.8.8"], ["::1"]], true), ([["64:ff9b::7f00:1"], ["8.8.8.8"]], false),
    ]

    @Test(
        "H6: 100 names that mean something else each time, or several things: no private address is ever connected to")
    func rebinding() throws {
        var zone: [String: [[String]]] = [:]
        for round in 0..<100 { zone["r\(round).example"] = Self.meanings[round % Self.meanings.count].looks }
        let network = try OwnNetwork(zone)
        let process = try network.galleria("images.allowHosts=[\(zone.keys.joined(separator: ","))]")
        for round in 0..<100 {
            let meaning = Self.meanings[round % Self.meanings.count]
            let first = try show(process, Self.picture("r\(round).example"))
            #expect(first == (meaning.isReachable ? "shown" : "blocked_address"), "\(meaning.looks)")
            // Another picture of the same host: by its connection, by what its name meant, or by asking again. libcurl
            // takes 200 ms to go from one known address to the next, so not a hundred times.
            guard round < 20 else { continue }
            let second = try show(process, Self.picture("r\(round).example", "b.png"))
            #expect(["shown", "blocked_address"].contains(second), "\(meaning.looks)")
        }
        try process.expectServing()
        #expect(try process.finish() == [])
        let connected = try network.connected()
        #expect(connected.count >= 100 - 30, "those that are reachable were reached")
        #expect(Set(connected).isSubset(of: ["8.8.8.8", "2001:4860:4860::8888"]), "\(Set(connected))")
    }

    /// Spellings of 127.0.0.1 that some reader of URLs understands.
    private static let spellings = [
        "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1", "127.0.0.1.",
        "①②⑦.⓪.⓪.①", "127。0。0。1", "localhost", "LOCALHOST", "localhost.", "[::ffff:7f00:1]", "%31%32%37.0.0.1",
    ]

    @Test(
        "H4, H5: private addresses by name, by number, in odd spellings and by redirect: the canary sees none of them")
    func canary() throws {
        let literals = NetworkAddresses.notPublic.map { $0.contains(":") ? "[\($0)]" : $0 }
        var zone = ["open.example": [["8.8.8.8"]]]
        for (number, address) in NetworkAddresses.notPublic.enumerated() { zone["n\(number).example"] = [[address]] }
        let network = try OwnNetwork(zone)
        // All of them allowed by name, so that the address alone decides.
        let hosts = (Array(zone.keys) + literals + Self.spellings).map { "'\($0)'" }.joined(separator: ",")
        let process = try network.galleria("images.allowHosts=[\(hosts)]")
        for (number, literal) in literals.enumerated() {
            for host in ["n\(number).example", literal] {
                #expect(try show(process, Self.picture(host)) == "blocked_address", "\(host)")
                let place = host.replacing("[", with: "%5B").replacing("]", with: "%5D")
                let redirected = try show(process, Self.picture("open.example", "to/\(place)/a.png"))
                #expect(redirected == "blocked_address", "to \(host)")
            }
        }
        for host in Self.spellings {
            let code = try show(process, Self.picture(host))
            #expect(["blocked_address", "invalid_argument", "upstream_unavailable"].contains(code), "\(host): \(code)")
            let redirected = try show(process, Self.picture("open.example", "to/\(host)/a.png"))
            #expect(redirected != "shown", "to \(host)")
        }
        #expect(try show(process, Self.picture("open.example")) == "shown")
        #expect(try process.finish() == [])
        #expect(Set(try network.connected()) == ["8.8.8.8"])
    }

    @Test("H4: a configured endpoint may be private, and is what the canary sees then")
    func configured() throws {
        let network = try OwnNetwork([:])
        let process = try network.galleria("modules.bookShelf.endpoint=http://10.0.0.1/books", "network.retries=0")
        let answer = try process.call("bookShelf.search", #"{"query":"swift"}"#)
        #expect(answer["error"]?["data"]?["code"]?.text == "upstream_malformed", "it is a picture")
        #expect(try process.finish() == [])
        #expect(try network.connected() == ["10.0.0.1"])
    }

    /// The system would wait a minute and a half for the name server; its threads can't be stopped.
    @Test("H3: a name that is never resolved is given up at the deadline, and nobody else waits, nor does the end")
    func slowNames() throws {
        let network = try OwnNetwork(["open.example": [["8.8.8.8"]]])
        let process = try network.galleria(
            "modules.bookShelf.endpoint=http://silent.example/books", "modules.bookShelf.timeout=500ms",
            "network.retries=0", "images.allowHosts=[open.example]")
        for id in 0..<64 {
            try process.send(line: ChildProcess.request("bookShelf.search", #"{"query":"q\#(id)"}"#, id: id))
        }
        #expect(try process.ask(ChildProcess.request("ping", id: 100))["id"]?.integer == 100)
        try process.send(line: ChildProcess.request("images.show", Self.picture("open.example"), id: 101))
        var codes: [String] = []
        var isShown = false
        for _ in 0...64 {
            let line = try #require(try process.readLine(within: .seconds(30)))
            let answer = try #require(WireValue(line))
            if answer["id"]?.integer == 101 {
                isShown = answer["result"] != nil
            } else {
                codes.append(answer["error"]?["data"]?["code"]?.text ?? "none")
            }
        }
        #expect(isShown && codes.count == 64 && Set(codes) == ["upstream_timeout"], "\(Set(codes))")
        process.closeInput()
        #expect(try process.waitForEnd(within: .seconds(30)) == .exited(0))
    }
}

/// A network of the test's own for one galleria; see FaultServer/namespace.py.
private struct OwnNetwork {
    private let home: TemporaryHome

    private static let script = Repository.path("Tests/TestSupport/FaultServer/namespace.py")
    private static let unshare = "unshare --user --map-root-user --mount --net"

    /// Tried once: it takes Linux, python3, ip, and the right to make namespaces.
    static let isPossible: Bool = {
        guard let network = try? OwnNetwork([:]), let process = try? network.run("/bin/true", []) else { return false }
        return (try? process.waitForEnd()) == .exited(0)
    }()

    /// - Parameter zone: what each look-up of a name is answered with; see the script.
    init(_ zone: [String: [[String]]]) throws {
        home = try TemporaryHome()
        try JSONEncoder().encode(zone).write(to: URL(filePath: "\(home.path)/zone"))
    }

    func galleria(_ settings: String...) throws -> GalleriaProcess {
        try run(
            "\"$0\"", ["serve"] + (["network.data=live"] + settings).flatMap { ["--set", $0] })
    }

    private func run(_ program: String, _ arguments: [String]) throws -> GalleriaProcess {
        try GalleriaProcess(
            script: #"exec \#(Self.unshare) python3 -B '\#(Self.script)' zone journal \#(program) "$@""#,
            arguments: arguments, home: home)
    }

    /// The addresses that were connected to, in order.
    func connected() throws -> [String] {
        try String(contentsOfFile: "\(home.path)/journal", encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
