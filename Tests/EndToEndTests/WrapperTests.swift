import Foundation
import Testing

/// `Tools/galleria` in a tree of its own, with commands in the place of swift, dpkg-query and apt-get that write down
/// how they were called. Its swift "builds" a galleria that says what it was given.
@Suite("Tools/galleria") struct WrapperTests {
    private let home: TemporaryHome
    private let root: String
    private let log: String

    private static let fakeGalleria = """
        #!/bin/sh
        echo "galleria: $* config=$GALLERIA_CONFIG"
        cat
        """

    init() throws {
        home = try TemporaryHome()
        root = home.path + "/tree with spaces"
        log = home.path + "/log"
        let files = FileManager.default
        for folder in ["Modules", "Apps", "Config/environments", "Config/samples"] {
            try files.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
        try files.createDirectory(atPath: "\(home.path)/bin", withIntermediateDirectories: true)
        // Not the folders of the system: a real swift may be there.
        for name in [
            "cat", "chmod", "cp", "dirname", "env", "find", "flock", "id", "ln", "mkdir", "mv", "readlink", "rm",
            "touch", "uname",
        ] {
            try files.createSymbolicLink(atPath: "\(home.path)/bin/\(name)", withDestinationPath: "/usr/bin/\(name)")
        }
        try place("cp", "-R", Repository.path("Tools"), "\(root)/Tools")
        try write("Package.swift", "")
        try write("Modules/a.swift", "")
        try Self.fakeGalleria.write(toFile: "\(home.path)/fake-galleria", atomically: true, encoding: .utf8)
        // Reading its stdin, and writing to stdout, are what the wrapper must keep from the client.
        try command(
            "swift",
            """
            cat >/dev/null
            echo "swift $*" >>"$LOG"
            echo "building"
            mkdir -p "$ROOT/.build/release"
            cp "$HOME/fake-galleria" "$ROOT/.build/release/galleria"
            chmod +x "$ROOT/.build/release/galleria"
            """)
        try command("dpkg-query", "echo installed")
    }

    private func write(_ path: String, _ text: String) throws {
        try text.write(toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
    }

    private func command(_ name: String, _ script: String) throws {
        try "#!/bin/sh\n\(script)\n".write(toFile: "\(home.path)/\(name).text", atomically: true, encoding: .utf8)
        try place("install", "-m", "755", "\(home.path)/\(name).text", "\(home.path)/bin/\(name)")
    }

    /// Files that are to be executed are put in place by a program of its own: were they open for writing here, a process
    /// started by another test at that moment would share that, and "text file busy" would be the answer to running them.
    private func place(_ program: String, _ arguments: String...) throws {
        let process = try ChildProcess("/usr/bin/\(program)", arguments, environment: [:])
        #expect(try process.waitForEnd() == .exited(0))
    }

    private func start(
        _ arguments: [String] = [], as path: String? = nil, environment: [String: String] = [:]
    ) throws -> ChildProcess {
        var all = home.environment.merging(["LOG": log, "ROOT": root]) { $1 }
        all["PATH"] = "\(home.path)/bin"
        return try ChildProcess(
            path ?? "\(root)/Tools/galleria", arguments, environment: all.merging(environment) { $1 }, directory: "/")
    }

    /// Runs the wrapper with a line of input; hands out its output and ending.
    private func run(_ process: ChildProcess, input: String = "input") throws -> ([String], ChildProcess.Ending) {
        try process.send(line: input)
        process.closeInput()
        return (try process.readToEnd(), try process.waitForEnd())
    }

    private var buildCount: Int {
        ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").count
    }

    private func touch(_ path: String, secondsFromNow: Double) throws {
        let date = Date(timeIntervalSinceNow: secondsFromNow)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(root)/\(path)")
    }

    @Test("stdin and stdout belong to galleria alone, and its arguments arrive")
    func streams() throws {
        let (lines, ending) = try run(try start(["call", "a b"]))
        #expect(lines == ["galleria: call a b config=\(root)/Config/galleria.yaml", "input"])
        #expect(ending == .exited(0))
    }

    @Test("it builds once, and again only when something is newer")
    func builds() throws {
        _ = try run(try start())
        _ = try run(try start())
        #expect(buildCount == 1)
        try touch("Modules/a.swift", secondsFromNow: 5)
        _ = try run(try start())
        #expect(buildCount == 2)
    }

    @Test("a removed file counts as a change")
    func removed() throws {
        _ = try run(try start())
        try FileManager.default.removeItem(atPath: "\(root)/Modules/a.swift")
        _ = try run(try start())
        #expect(buildCount == 2)
    }

    @Test("it works through a symbolic link and from any directory")
    func link() throws {
        let link = "\(home.path)/bin/gal"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(root)/Tools/galleria")
        let (lines, _) = try run(try start(["x"], as: link))
        #expect(lines.first == "galleria: x config=\(root)/Config/galleria.yaml")
    }

    @Test("GALLERIA_CONFIG is kept when it is set, also to nothing", arguments: ["/etc/own.yaml", ""])
    func config(_ path: String) throws {
        let (lines, _) = try run(try start(["x"], environment: ["GALLERIA_CONFIG": path]))
        #expect(lines.first == "galleria: x config=\(path)")
    }

    @Test("what a client is to start is the wrapper itself, whatever a variable says")
    func ownPath() throws {
        try Self.fakeGalleria.replacing("config=$GALLERIA_CONFIG", with: "command=$GALLERIA_COMMAND")
            .write(toFile: "\(home.path)/fake-galleria", atomically: true, encoding: .utf8)
        let link = "\(home.path)/bin/gal"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(root)/Tools/galleria")
        let (lines, _) = try run(try start(["x"], as: link, environment: ["GALLERIA_COMMAND": "/other"]))
        #expect(lines.first == "galleria: x command=\(root)/Tools/galleria")
    }

    @Test("two at once build once, and both run")
    func two() throws {
        let first = try start(["1"])
        let second = try start(["2"])
        #expect(try run(first).0.count == 2)
        #expect(try run(second).0.count == 2)
        #expect(buildCount == 1)
    }

    @Test("a build that fails is not run, and is tried again")
    func failure() throws {
        try command("swift", "echo broken >&2; exit 3")
        let process = try start()
        let (lines, ending) = try run(process)
        #expect(lines == [])
        #expect(ending == .exited(1))
        #expect(process.errorText.contains("broken"))
        #expect(!FileManager.default.fileExists(atPath: "\(root)/.build/galleria.stamp"))
    }

    @Test("without swift it says what to install")
    func noSwift() throws {
        try FileManager.default.removeItem(atPath: "\(home.path)/bin/swift")
        let process = try start()
        let (lines, ending) = try run(process)
        #expect(lines == [])
        #expect(ending == .exited(1))
        #expect(process.errorText.contains("swift is not on the PATH"))
    }

    @Test("as root it installs the missing packages, and only those, before the build")
    func installs() throws {
        try command("id", "echo 0")
        try command("apt-get", "echo \"apt-get $*\" >>\"$LOG\"; cat >/dev/null")
        try command("dpkg-query", "case \"$*\" in *libyaml-dev*) exit 1 ;; *) echo installed ;; esac")
        let (lines, ending) = try run(try start())
        #expect(lines.last == "input")
        #expect(ending == .exited(0))
        let calls = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(calls.count == 2)
        #expect(calls.first?.hasSuffix("install -y --no-install-recommends libyaml-dev") == true)
        #expect(calls.last?.hasPrefix("swift build") == true)
    }

    @Test("without root and sudo it names the command to run")
    func cannotInstall() throws {
        try command("id", "echo 1000")
        try command("sudo", "exit 1")
        try command("dpkg-query", "case \"$*\" in *libsqlite3-dev*) exit 1 ;; *) echo installed ;; esac")
        let process = try start()
        let (lines, ending) = try run(process)
        #expect(lines == [])
        #expect(ending == .exited(1))
        #expect(process.errorText.contains("sudo apt-get install -y libsqlite3-dev"))
        #expect(buildCount == 0)
    }

    @Test("Tools/test names the modules when it is given another name")
    func unknownModule() throws {
        let process = try ChildProcess(
            Repository.path("Tools/test"), ["BookShelff"], environment: home.environment, directory: "/")
        process.closeInput()
        #expect(try process.readToEnd() == [])
        #expect(try process.waitForEnd() == .exited(2))
        for word in ["no module 'BookShelff'", "BookShelf ", "EndToEnd", "Policy"] {
            #expect(process.errorText.contains(word))
        }
    }
}
