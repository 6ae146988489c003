import Foundation
import Testing

/// The scripts of the shells, in those that are there, over the built program.
@Suite("Completion in shells") struct ShellCompletionTests {
    /// Completions of a line that begins with `galleria`.
    private static let bash = """
        eval "$(galleria completion bash)"
        cd /; COMP_LINE="$1" COMP_POINT=${#1} COMP_WORDS=(galleria)
        _galleria 2>/dev/null
        printf '%s\\n' "${COMPREPLY[@]}"
        """

    private func run(_ shell: String, _ script: String, _ line: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: shell)
        process.arguments = ["-c", script, shell, line]
        let folder = URL(filePath: GalleriaProcess.executable).deletingLastPathComponent().path()
        let home = try TemporaryHome()
        process.environment = home.environment.merging(["PATH": "\(folder):/usr/bin:/bin"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map(String.init)
    }

    private static let lines: [(line: String, expected: [String])] = [
        ("galleria conf", ["config"]), ("galleria call forecast.daily units=m", ["metric"]),
        ("galleria open galleria://sh", ["//shelf"]), ("galleria call bookShelf.sea", ["bookShelf.search"]),
        ("galleria --set network.retr", ["network.retries="]), ("galleria cache ", ["stats", "prune", "clear"]),
        ("galleria call productDetail.show BL204DR17", ["BL204DR17KLM"]),
        ("galleria call catalog.like skus=BL204DR17", ["BL204DR17KLM"]),
        ("galleria open product/BL204DR17", ["product/BL204DR17KLM"]),
        ("galleria call bookShelf.show isbn13s=97816172941", ["9781617294136"]),
        ("galleria call forecast.daily places=Ho", ["Ho\\ Chi\\ Minh\\ City", "Hong\\ Kong", "Honolulu"]),
        (#"galleria call forecast.daily places="Ho C"#, ["Ho Chi Minh City"]),
        ("galleria call catalog.list sort=-pr", ["-price"]),
        ("galleria call catalog.list --fields sku,na", ["sku,name"]),
        // Nothing, and no names of files: any text may stand there.
        ("galleria call bookShelf.search query=et", []), ("galleria open shelf ", []), ("galleria --width ", []),
        ("galleria open forecast?pl", ["forecast?place="]), ("galleria open forecast?place=Se", ["Seoul"]),
    ]

    @Test(
        "bash completes a line from live data, also behind = and :, where it ends a word, and in quotes",
        arguments: lines.indices)
    func inBash(_ index: Int) throws {
        let row = Self.lines[index]
        #expect(try run("/bin/bash", Self.bash, row.line) == row.expected, "\(row.line)")
    }

    private static let zsh = "/usr/bin/zsh"
    private static let fish = "/usr/bin/fish"

    @Test(
        "fish completes a line from live data", .enabled(if: FileManager.default.isExecutableFile(atPath: fish)),
        arguments: [
            ("galleria conf", ["config"]), ("galleria call productDetail.show BL204DR17", ["BL204DR17KLM"]),
            ("galleria call forecast.daily places=Ho\\ C", ["places=Ho Chi Minh City"]),
            ("galleria open product/BL204DR17", ["product/BL204DR17KLM"]), ("galleria open shelf ", []),
            ("galleria call catalog.list sort=-pr", ["sort=-price"]),
        ])
    func inFish(_ line: String, _ expected: [String]) throws {
        let script = "cd /; galleria completion fish | source; complete -C $argv[2]"
        let found = try run(Self.fish, script, line)
        #expect(found.map { String($0.prefix { $0 != "\t" }) } == expected, "\(line)")
    }

    @Test(
        "zsh takes the script from a folder of fpath, at its first completion",
        .enabled(if: FileManager.default.isExecutableFile(atPath: zsh)))
    func inZsh() throws {
        // The function's body runs as it does for a completion, with what it would add printed.
        let script = """
            mkdir -p $HOME/f; galleria completion zsh > $HOME/f/_galleria; fpath=($HOME/f $fpath); cd /
            autoload -Uz _galleria
            compadd() { while [[ "$1" != -a ]]; do shift; done; print -l ${(P)2} }
            _files() { print FILES }
            words=(galleria call forecast.daily 'places=Ho\\ C'); CURRENT=4; _galleria
            words=(galleria open product/BL204DR17); CURRENT=3; _galleria
            words=(galleria replay ''); CURRENT=3; _galleria
            words=(galleria open shelf ''); CURRENT=4; _galleria
            true
            """
        #expect(try run(Self.zsh, script, "") == ["places=Ho Chi Minh City", "product/BL204DR17KLM", "FILES"])
    }
}
