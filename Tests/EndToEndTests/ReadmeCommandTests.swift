import Foundation
import Testing

/// Examples of the README and of the pages for users, run in a shell as they stand, with the built program in place of the wrapper.
@Suite("Pages") struct ReadmeCommandTests {
    static let pages = [
        "README.md", "Config/README.md", "Modules/Galleria.docc/AddAModule.md", "Modules/Galleria.docc/Clients.md",
        "Modules/Galleria.docc/Methods.md", "Modules/Galleria.docc/RecordAndReplay.md",
        "Modules/Galleria.docc/Terminal.md", "Modules/TROUBLESHOOTING.md", "Tools/README.md", "Tools/editors/README.md",
    ]

    /// A command, and the lines that its page shows below it.
    struct Example: Sendable, CustomTestStringConvertible {
        let page: String
        let command: String
        let shown: [String]
        var testDescription: String { "\(page): \(command)" }
    }

    /// Every `$ … Tools/galleria …` of the blocks of consoles.
    static let examples = pages.flatMap(examples(of:))

    private static func examples(of page: String) -> [Example] {
        let text = (try? String(contentsOfFile: Repository.path(page), encoding: .utf8)) ?? ""
        var examples: [Example] = []
        var isConsole = false
        var current: (command: String, shown: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let begins = isConsole && line.hasPrefix("$ ")
            if begins || line.hasPrefix("```"), let (command, shown) = current {
                examples.append(Example(page: page, command: command, shown: shown))
                current = nil
            }
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if begins {
                let command = String(line.dropFirst(2))
                if command.contains("Tools/galleria") { current = (command, []) }
            } else {
                current?.shown.append(line)
            }
        }
        return examples
    }

    @Test("there are examples, with what they print")
    func found() {
        for (page, count) in [
            ("README.md", 6), ("Config/README.md", 3), ("Modules/Galleria.docc/Clients.md", 8),
            ("Modules/Galleria.docc/Terminal.md", 2), ("Modules/Galleria.docc/RecordAndReplay.md", 2),
        ] {
            #expect(Self.examples.count { $0.page == page } >= count, "\(page)")
        }
        #expect(Self.examples.contains { $0.shown.count > 10 })
    }

    @Test("a command of a page works as it stands, and prints the lines that are shown", arguments: examples)
    func works(_ example: Example) throws {
        let home = try TemporaryHome()
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = [
            "-c", example.command.replacing("Tools/galleria", with: "'\(GalleriaProcess.executable)'"),
        ]
        shell.currentDirectoryURL = Repository.root
        // As the wrapper has it.
        shell.environment = [
            "PATH": "/usr/bin:/bin", "HOME": home.path, "GALLERIA_CONFIG": Repository.path("Config/galleria.yaml"),
        ]
        let output = Pipe()
        (shell.standardOutput, shell.standardError) = (output, output)
        shell.standardInput = FileHandle.nullDevice
        try shell.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        // What is left out is an ellipsis; a wrong command is shown with its error.
        let showsError = example.shown.contains { $0.hasPrefix("error: ") }
        #expect((shell.terminationStatus == 0) != showsError, "\(lines)")
        let place = Repository.root.path(percentEncoded: false)
        for shown in example.shown where !shown.contains("…") {
            let line = shown.replacing("/path/to/galleria/", with: place.hasSuffix("/") ? place : place + "/")
            #expect(lines.contains(Substring(line)), "“\(line)” is not in \(lines)")
        }
    }
}
