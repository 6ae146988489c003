import Foundation
import Testing

/// The lines that errors offer, pasted into a shell.
@Suite("Hints") struct HintTests {
    /// Wrong command lines, as words.
    private static let wrong: [[String]] = [
        ["opne", "catalog"], ["catalog"], ["galleria://shelf"], ["bookShelf"], ["bookShelf.search", "swift"], ["zzz"],
        ["help", "opne"], ["help", "bookShelf.search"], ["help", "config", "chek"],
        ["open", "--wdith", "80", "shelf"], ["open", "shelf", "--offline"], ["open", "shelf", "--frobnicate"],
        ["open", "shelf", "--style", "markdwon"], ["open", "shelf", "--theme=drak"], ["open"],
        ["open", "shelf", "mall"],
        ["open", "shlf"], ["open", "product"], ["open", "galleria://book"], ["open", "forecast?place=So"],
        ["open", "product/BL204DR17"], ["open", "nowhere"], ["open", ""], ["open", "catalog?x=y"],
        ["open", "forecast/Seoul"],
        ["call"], ["call", "help"], ["call", "version"], ["call", "bookShelf.serch", "query=swift"],
        ["call", "nothing.at"],
        ["call", "bookShelf.search"], ["call", "bookShelf.search", "qury=swift"],
        ["call", "bookShelf.search", "query="],
        ["call", "bookShelf.search", "swift", "testing"], ["call", "catalog.list", "linen dress"],
        ["call", "catalog.like", "BL204DR17KLM"], ["call", "forecast.daily", "places=So"], ["call", "forecast.daily"],
        ["call", "forecast.daily", "Ho Chi Minh City", "days=99"], ["call", "forecast.daily", "Seoul", "units=metrc"],
        ["call", "productDetail.show", "BL204DR17"], ["call", "productDetail.show", "skus=Linen Wrap Dress"],
        ["call", "friends.list", "scenario=none"],
        ["call", "images.show", "url=x", "route=y"], ["call", "screen.open", "catalog"],
        ["call", "bookShelf.show", "9781617294136", "--fields", "title,pirce"],
        ["call", "bookShelf.search", "swift", "--fields", "titel"], ["call", "host.useEnvironment", "prod"],
        ["modules", "cat"], ["modules", "a", "b"], ["config"], ["config", "chek"], ["config", "check", "more"],
        ["config", "explain", "network.dat"], ["config", "explain", "nothing"], ["config", "diff", "sample"],
        ["cache"], ["cache", "stat"], ["completion"], ["completion", "zhs"], ["install"], ["install", "claud-code"],
        ["install", "zed", "--modules", "catalg"], ["serve", "--modules", "catalg"], ["serve", "live"], ["browse"],
        ["replay"], ["open", "catalog", "--every", "5"],
    ]

    /// Lines that are offered for what shows it in principle: they name a file or wait for a terminal.
    private static let unfinished = ["replay session.jsonl", "--watch"]

    @Test("a wrong command line is refused on standard error alone, and what it offers works when it is pasted")
    func pasted() throws {
        var offered = 0
        for words in Self.wrong {
            let home = try TemporaryHome()
            let process = try GalleriaProcess(words, home: home)
            process.closeInput()
            let output = try process.readToEnd().joined(separator: "\n")
            let status = try process.waitForEnd()
            #expect([.exited(1), .exited(2)].contains(status) && output.isEmpty, "\(words): \(output)")
            let lines = process.errorText.components(separatedBy: "\n").filter { $0.hasPrefix("  ") }
            #expect(lines.count == 1, "\(words): \(process.errorText)")
            for line in lines where !Self.unfinished.contains(where: { line.hasSuffix($0) }) {
                offered += 1
                let shell = try ChildProcess(
                    "/bin/bash", ["-c", line], environment: home.environment, directory: home.path)
                shell.closeInput()
                _ = try shell.readToEnd()
                #expect(try shell.waitForEnd() == .exited(0), "\(words): \(line): \(shell.errorText)")
            }
        }
        #expect(offered >= Self.wrong.count - Self.unfinished.count)
    }

    @Test("a reader that ends early is no error, and is not told of; an output that can't be written is one")
    func output() throws {
        for (script, status, errors) in [
            ("set -o pipefail; \"$0\" call catalog.list limit=100 --json | head -c 1", 0, ""),
            ("set -o pipefail; \"$0\" config reference | head -1", 0, ""),
            ("\"$0\" open shelf >/dev/full", 1, "galleria: The output can't be written: No space left on device."),
            ("\"$0\" open shelf >&-", 1, "galleria: The output can't be written: Bad file descriptor."),
        ] {
            let home = try TemporaryHome()
            let process = try ChildProcess(
                "/bin/bash", ["-c", script, GalleriaProcess.executable], environment: home.environment,
                directory: home.path)
            process.closeInput()
            _ = try process.readToEnd()
            #expect(try process.waitForEnd() == .exited(Int32(status)), "\(script)")
            #expect(process.errorText.trimmingCharacters(in: .newlines) == errors, "\(script)")
        }
    }

    @Test(
        "on a terminal JSON is indented and coloured, without colours indented alone; nothing passes the width of help")
    func terminal() throws {
        let line = ["call", "bookShelf.show", "9781617294136", "--fields", "title,pages", "--json"]
        let colored = try TerminalProcess(line, environment: ["TERM": "xterm-256color"]).run()
        #expect(colored.status == 0 && colored.text.contains("\u{1B}[1;38;5;31m\"items\"\u{1B}[0m: [\n    {\n"))
        let plain = try TerminalProcess(line, environment: ["TERM": "xterm", "NO_COLOR": "1"]).run()
        #expect(
            plain.text == """
                {
                  "items": [
                    {
                      "title": "Swift Without Ceremony",
                      "pages": 384
                    }
                  ]
                }

                """)
    }
}
