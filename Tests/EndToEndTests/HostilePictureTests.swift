import TestSupport
import Testing

/// Pictures that a server made to cost more than they look like.
@Suite("17.8 Hostile pictures") struct HostilePictureTests {
    private let server: FaultServer

    init() throws { server = try FaultServer() }

    private func galleria(_ settings: String...) throws -> GalleriaProcess {
        let all = ["network.data=live", "modules.bookShelf.endpoint=\(server.endpoint("books/1.0"))"] + settings
        return try GalleriaProcess(["serve"] + all.flatMap { ["--set", $0] })
    }

    private func show(_ name: String, _ number: Int, maxSide: Int) -> String {
        let url = server.endpoint("img/hostile/\(name)/\(number)")
        return ChildProcess.request("images.show", #"{"url":"\#(url)","maxSide":\#(maxSide)}"#, id: number)
    }

    @Test(
        "17.8 sixteen at once take at most 64 MB more memory, and are answered",
        arguments: [
            "claims-profile", "claims-text", "scans", "scans-whole", "large-png", "large-progressive", "large-strips",
        ])
    func memory(_ name: String) throws {
        let process = try galleria()
        try process.expectServing()
        let before = try #require(process.kilobytes("VmHWM"))
        for number in 1...16 {
            let request = show(name, number, maxSide: number.isMultiple(of: 2) ? 7 : 2_000)
            process.offer(Array("\(request)\n".utf8))
        }
        for _ in 1...16 {
            let answer = try process.answer()
            #expect(answer["result"]?["width"] != nil || answer["error"]?["data"]?["code"] != nil, "\(answer)")
        }
        let more = try #require(process.kilobytes("VmHWM")) - before
        #expect(more <= 64 * 1024, "\(more) KiB")
        try process.expectServing()
    }

    @Test(
        "17.8 without a picture library it starts, and says which package to install",
        arguments: [
            ("libpng16.so.16", "libpng16-16", "large-png"), ("libturbojpeg.so.0", "libturbojpeg0", "large-strips"),
        ])
    func missingLibrary(_ file: String, _ package: String, _ picture: String) throws {
        let folder = try Folder()
        // The loader takes the first of that name, and this one is invalid.
        try folder.write([], file)
        let process = try GalleriaProcess(
            [
                "serve", "--set", "network.data=live", "--set",
                "modules.bookShelf.endpoint=\(server.endpoint("books/1.0"))",
            ],
            environment: ["LD_LIBRARY_PATH": folder.path])
        try process.expectServing()
        let url = server.endpoint("img/hostile/\(picture)/1")
        let error = try process.call("images.show", #"{"url":"\#(url)","maxSide":100}"#)["error"]?["data"]
        #expect(error?["message"]?.text?.contains("can't be loaded") == true, "\(error as Any)")
        #expect(error?["hint"]?.text == "Install the package \(package).")
        let whole = try process.call("images.show", #"{"url":"\#(url)"}"#, id: 2)
        #expect(whole["result"]?["width"] != nil, "as it is, it needs no library")
    }
}
