import Foundation
import Testing

/// The words of the command line, whatever else is loaded into the process.
@Suite("Arguments") struct ArgumentTests {
    /// A shared library whose constructor does what instrumentation does: it sets variables, so that `environ` moves.
    private func library(in home: TemporaryHome) throws -> String {
        let (source, library) = ("\(home.path)/preloaded.c", "\(home.path)/libpreloaded.so")
        try Data(
            """
            #include <stdio.h>
            #include <stdlib.h>
            extern char **environ;
            __attribute__((constructor)) static void prepare(void) {
                // A name that no program before this one in the same process has set.
                int count = 0;
                while (environ[count] != NULL) count++;
                char name[32];
                snprintf(name, sizeof name, "PRELOADED_%d", count);
                setenv(name, "1", 1);
            }
            """.utf8
        ).write(to: URL(filePath: source))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let compiler = try ChildProcess(
            "/usr/bin/env", ["clang", "-shared", "-fPIC", "-o", library, source], environment: ["PATH": path])
        let ending = try compiler.waitForEnd()
        try #require(ending == .exited(0), "clang, which comes with Swift, failed:\n\(compiler.errorText)")
        return library
    }

    @Test("17.10: a preloaded library that calls setenv in its constructor takes no option away")
    func preloaded() throws {
        let home = try TemporaryHome()
        let environment = ["LD_PRELOAD": try library(in: home)]
        let version = try GalleriaProcess(["--version"], environment: environment, home: home)
        version.closeInput()
        #expect(try version.readToEnd().joined().hasPrefix("galleria "))
        #expect(try version.waitForEnd() == .exited(0))

        let process = try GalleriaProcess(
            ["serve", "--read-only", "--environment", "sample"], environment: environment, home: home)
        try process.initialize()
        let answer = try process.call("catalog.like", #"{"skus":"BL204DR17KLM","liked":true}"#)
        #expect(answer["error"]?["message"]?.text?.contains("was started read-only") == true)
        _ = try process.finish()
    }
}
