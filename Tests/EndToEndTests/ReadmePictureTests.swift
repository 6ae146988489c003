import Foundation
import Testing

/// `Tools/pictures`: takes the README's pictures of the built program.
@Suite("Pictures of the README") struct ReadmePictureTests {
    @Test("both pictures are taken, as PNG files of at most 200,000 bytes")
    func pictures() throws {
        let home = try TemporaryHome()
        let process = try ChildProcess(
            Repository.path("Tools/pictures"),
            ["--binary", GalleriaProcess.executable, "--output", "\(home.path)/pictures"],
            environment: home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }, directory: home.path)
        process.closeInput()
        let lines = try process.readToEnd()
        try #require(try process.waitForEnd(within: .seconds(180)) == .exited(0), "\(process.errorText)")
        #expect(lines.count == 2)
        for name in ["browse.png", "view.png"] {
            let bytes = try Data(contentsOf: URL(filePath: "\(home.path)/pictures/\(name)"))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count <= 200_000, "\(name)")
        }
    }
}
