import DesignSystem
import Foundation
import TestSupport
import Testing

/// Columns as a real terminal counts them: texts go to tmux, and the cursor's place is compared with `displayWidth`.
@Suite("Columns of a terminal") struct TerminalColumnTests {
    /// Why tmux 3.3, which Debian 12 has, counts a text otherwise. In all of them Unicode is on our side: one emoji is one
    /// grapheme cluster (UAX #29 GB9, GB11) and, with an emoji presentation, as wide as an East Asian Wide character
    /// (UAX #11, 5; UTS #51, ED-9a and ED-10).
    private enum Cause: String, CaseIterable {
        /// A skin tone is counted as a picture of its own, two columns beside the one that it colours.
        case tone = "a skin tone counts for itself"
        /// VS16 doesn't widen a narrow base: ☎️ takes one column.
        case presentation = "VS16 doesn't widen"
        /// A joiner doesn't either, where the VS16 before it is left out, as in unqualified sequences.
        case joined = "a joiner doesn't widen"
        /// A character younger than tmux's tables takes no column.
        case young = "of a later Unicode"

        /// Number of sequences in emoji-test.txt (Unicode 15.1) that differ.
        var count: Int {
            switch self {
            case .tone: 2480
            case .presentation: 246
            case .joined: 13
            case .young: 20
            }
        }

        init?(_ text: String) {
            let scalars = text.unicodeScalars
            if scalars.dropFirst().contains(where: { (0x1F3FB...0x1F3FF).contains($0.value) }) {
                self = .tone
            } else if scalars.contains("\u{FE0F}") {
                self = .presentation
            } else if scalars.contains("\u{200D}") {
                self = .joined
            } else if scalars.count == 1 {
                self = .young
            } else {
                return nil
            }
        }
    }

    @Test("T3: every emoji of emoji-test.txt takes its columns, but for what tmux doesn't know")
    func emoji() throws {
        let samples = try emojiSamples()
        #expect(samples.count > 4_700)
        let columns = try tmuxColumns(of: samples)
        var found: [Cause: Int] = [:]
        for (sample, columns) in zip(samples, columns) where columns != displayWidth(sample) {
            let name = sample.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
            let cause = try #require(Cause(sample), "\(name): \(columns) columns")
            // Wider by tones alone, else narrower.
            #expect(cause == .tone ? columns > 2 : columns < 2, "\(name): \(columns) columns")
            found[cause, default: 0] += 1
        }
        for cause in Cause.allCases { #expect(found[cause, default: 0] == cause.count, "\(cause.rawValue)") }
    }

    @Test("T3: what stands behind an emoji in a table stands in its column: every emoji, whatever tmux takes it for")
    func placed() throws {
        let samples = try emojiSamples()
        let table = Table(columns: [Column("emoji"), Column("name")], rows: samples.map { [Inline($0), "x"] })
        let options = RenderOptions(style: .ansi, colorDepth: .ansi16, placesColumns: true)
        let lines = Document([.table(table)]).rendered(options).split(separator: "\n").dropFirst(2).map(String.init)
        try #require(lines.count == samples.count)
        let expected = "emoji".count + 2 + 1
        for (sample, columns) in zip(samples, try tmuxColumns(of: lines)) where columns != expected {
            Issue.record("\(sample.unicodeScalars.map { String($0.value, radix: 16) }): \(columns) columns")
        }
    }

    @Test("T3: every Korean, Chinese and other text of the sample data takes its columns")
    func samples() throws {
        let texts = try sampleTexts()
        #expect(texts.count > 300)
        #expect(texts.contains { $0.contains("한") } && texts.contains { $0.contains("臺") || $0.contains("台") })
        for (text, columns) in zip(texts, try tmuxColumns(of: texts)) where Cause(text) == nil {
            #expect(columns == displayWidth(text), "\(text)")
        }
    }

    @Test(
        "T3: the columns of the mall's table and of the forecast's chart begin where the terminal says",
        arguments: [60, 80, 200])
    func tables(_ width: Int) throws {
        for arguments in [["call", "shoppingMall.list"], ["call", "forecast.daily", "places=서울특별시"]] {
            let home = try TemporaryHome()
            let process = try GalleriaProcess(
                arguments + [
                    "--style", "ansi", "--theme", "none", "--width", String(width), "--set", "output.locale=ko_KR",
                ],
                home: home)
            process.closeInput()
            let lines = try process.readToEnd().filter { !$0.isEmpty }
            #expect(lines.count > 5)
            for (line, columns) in zip(lines, try tmuxColumns(of: lines)) {
                #expect(columns == displayWidth(line) && columns <= width, "\(line)")
            }
        }
    }

    // MARK: What is asked

    private func emojiSamples() throws -> [String] {
        try text("Tests/DesignSystemTests/Corpus/unicode/emoji-test.txt").split(separator: "\n").compactMap { line in
            let fields = line.prefix { $0 != "#" }.split(separator: ";")
            guard fields.count == 2 else { return nil }
            let scalars = fields[0].split(separator: " ").compactMap {
                UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
            }
            return String(String.UnicodeScalarView(scalars))
        }
    }

    /// The texts beyond ASCII of the sample data, each once.
    private func sampleTexts() throws -> [String] {
        var texts: Set<String> = []
        let folder = Repository.path("Config/samples")
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
            for match in try text("Config/samples/\(name)").matches(of: #/"([^"\\]*)"/#) {
                let text = sanitized(String(match.1))
                if !text.utf8.allSatisfy({ $0 < 0x80 }), displayWidth(text) < Self.screenColumns { texts.insert(text) }
            }
        }
        return texts.sorted()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    }

    // MARK: Who is asked

    private static let screenColumns = 1_000

    /// The column in which the cursor of a tmux of our own stands behind each text.
    private func tmuxColumns(of texts: [String]) throws -> [Int] {
        let tmux = "/usr/bin/tmux"
        guard FileManager.default.isExecutableFile(atPath: tmux) else {
            Issue.record("\(tmux) is missing: run Tools/test, which installs it")
            return []
        }
        let home = try TemporaryHome()
        let (samples, result, socket) = ("\(home.path)/samples", "\(home.path)/columns", "\(home.path)/tmux")
        try Data(texts.joined(separator: "\n").utf8).write(to: URL(filePath: samples))
        var environment = home.environment
        environment["LC_ALL"] = "C.UTF-8"
        environment["TERM"] = "screen"
        // A client in control mode needs no terminal. It ends with its session, and the server with its last session.
        let script = Repository.path("Tests/EndToEndTests/Terminals/columns.py")
        let size = ["-x", String(Self.screenColumns), "-y", "4"]
        let client = try ChildProcess(
            tmux,
            ["-S", socket, "-f", "/dev/null", "-u", "-C", "new-session"] + size
                + ["exec /usr/bin/python3 '\(script)' '\(samples)' '\(result)'"],
            environment: environment, directory: home.path)
        defer {
            // Of one that hangs; else there is none to be found.
            let end = try? ChildProcess(tmux, ["-S", socket, "kill-server"], environment: environment)
            _ = try? end?.waitForEnd()
        }
        #expect(try client.waitForEnd() == .exited(0), "tmux tells:\n\(client.errorText)")
        let columns = try text(at: result).split(separator: "\n").compactMap { Int($0) }
        try #require(columns.count == texts.count)
        return columns
    }

    private func text(at path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}
