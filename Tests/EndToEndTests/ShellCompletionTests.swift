import Foundation
import Testing

/// The script for bash, in bash, over the built program.
@Suite("Completion in bash") struct ShellCompletionTests {
    @Test(
        "a line is completed, also behind = and :, where bash ends a word",
        arguments: [
            ("galleria conf", "config"), ("galleria call forecast.daily units=m", "metric"),
            ("galleria open galleria://sh", "//shelf"), ("galleria call bookShelf.sea", "bookShelf.search"),
            ("galleria --set network.retr", "network.retries="), ("galleria cache ", "stats prune clear"),
        ])
    func line(_ line: String, _ expected: String) throws {
        let script = """
            eval "$(galleria completion bash)"
            COMP_LINE="$1" COMP_POINT=${#1}
            _galleria 2>/dev/null
            printf '%s' "${COMPREPLY[*]}"
            """
        let bash = Process()
        bash.executableURL = URL(filePath: "/bin/bash")
        bash.arguments = ["--norc", "-c", script, "bash", line]
        let folder = URL(filePath: GalleriaProcess.executable).deletingLastPathComponent().path()
        bash.environment = ["PATH": "\(folder):/usr/bin:/bin", "HOME": "/nonexistent"]
        let output = Pipe()
        bash.standardOutput = output
        try bash.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(text == expected)
    }
}
