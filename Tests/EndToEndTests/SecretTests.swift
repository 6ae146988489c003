import Foundation
import TestSupport
import Testing

/// C5: keys come from the environment or a file, and go to their upstream alone.
@Suite("Secrets") struct SecretTests {
    private static let canary = "CANARY7f3aSECRET"

    /// Everything that stands in files below a folder, and their names.
    private func everything(below folder: String, besides left: Set<String>) throws -> [(path: String, bytes: Data)] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { !left.contains($0) }.map { path in
            (path, (try? Data(contentsOf: URL(filePath: "\(folder)/\(path)"))) ?? Data())
        }
    }

    @Test(
        "C5: whatever goes wrong, a key is in no answer, no log line at debug level, no argument list, no file or its name",
        arguments: [
            "status/500", "status/401", "garbage", "html", "short", "reset", "badgzip", "redirect/5", "echo",
            "elsewhere/1",
        ])
    func errorPaths(_ fault: String) throws {
        let (server, home) = (try FaultServer(), try TemporaryHome())
        let settings = "\(home.path)/galleria.yaml"
        try Data(
            """
            network:
              retries: 0
            modules:
              forecast:
                endpoint: \(server.endpoint(fault + "/data/2.5"))
                apiKey: ${GALLERIA_TEST_KEY}
            """.utf8
        ).write(to: URL(filePath: settings))
        let environment = ["GALLERIA_TEST_KEY": Self.canary]
        let arguments = ["--config", settings, "--log-level", "debug", "--set", "network.data=live"]
        let process = try GalleriaProcess(["serve"] + arguments, environment: environment, home: home)
        try process.initialize()
        var lines: [WireValue] = []
        lines.append(try process.call("forecast.daily", #"{"places":"London"}"#))
        lines.append(try process.call("tools/call", #"{"name":"forecast_daily","arguments":{"places":"London"}}"#))
        lines.append(try process.call("resources/read", #"{"uri":"galleria://forecast?place=London"}"#))
        lines.append(try process.call("host.info"))
        lines.append(try process.call("forecast.daily", #"{"places":"London","apiKey":"x"}"#))
        try process.send(line: #"{"jsonrpc":"2.0","id":1,"method":"forecast.daily","params":{"places":"#)
        lines.append(try process.answer())
        let command = try Data(contentsOf: URL(filePath: "/proc/\(process.pid)/cmdline"))
        process.signal(SIGHUP)
        lines += try process.finish()
        #expect(lines.count >= 6)
        // The key did go out, to its own upstream: otherwise nothing is shown here.
        if fault != "elsewhere/1" {
            #expect(try server.log().requests.contains { $0.target.contains(Self.canary) })
        }
        for line in lines { #expect(!"\(line)".contains(Self.canary), "\(line)") }
        #expect(!process.errorText.contains(Self.canary), "\(process.errorText)")
        #expect(!String(decoding: command, as: UTF8.self).contains(Self.canary))
        for (path, bytes) in try everything(below: home.path, besides: ["galleria.yaml"]) {
            #expect(!path.contains(Self.canary) && bytes.firstRange(of: Data(Self.canary.utf8)) == nil, "\(path)")
        }
        for command in [
            ["config", "print"], ["config", "check"], ["modules"], ["modules", "forecast", "--json"],
            ["call", "forecast.daily", "places=London"], ["open", "galleria://forecast?place=London", "--json"],
            ["config", "check", "--set", "modules.forecast.days=\(Self.canary)x"],
        ] {
            let told = try GalleriaProcess(command + arguments, environment: environment, home: home)
            told.closeInput()
            let output = try told.readToEnd().joined(separator: "\n")
            _ = try told.waitForEnd()
            let isTyped = command.last?.contains(Self.canary) == true
            #expect(isTyped || !(output + told.errorText).contains(Self.canary), "\(command): \(output)")
        }
    }

    @Test("C5: an endpoint with a password is refused, and the password is not repeated")
    func credentials() throws {
        let endpoint = "modules.bookShelf.endpoint=https://user:\(Self.canary)@books.example/1.0"
        let process = try GalleriaProcess(["config", "check", "--set", endpoint])
        process.closeInput()
        let output = try process.readToEnd().joined()
        #expect(try process.waitForEnd() != .exited(0))
        #expect(!(output + process.errorText).contains(Self.canary), "\(process.errorText)")
    }
}
