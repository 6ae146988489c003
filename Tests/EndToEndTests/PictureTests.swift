import Foundation
import Testing

/// Pictures on the terminal of a command, and nowhere else.
@Suite("Pictures on a terminal") struct PictureTests {
    static let product = "galleria://product/BL204DR17KLM"
    static let book = "galleria://book/9781617294136"
    static let picture = ["call", "images.show", "url=https://itbook.store/img/books/9781617294136.png"]
    static let xterm = ["TERM": "xterm-256color"]

    private static let kitty = "\u{1B}_G"
    private static let iterm2 = "\u{1B}]1337;File="
    private static let sixel = "\u{1B}P"
    private static let block = "▀"

    /// Start marks of the protocols, of which a terminal must see one at most.
    private func marks(in text: String) -> [String] {
        [Self.kitty, Self.iterm2, Self.sixel, Self.block].filter(text.contains)
    }

    private func shown(
        _ arguments: [String], _ environment: [String: String],
        size: (columns: Int, rows: Int, pixelWidth: Int, pixelHeight: Int) = (80, 50, 0, 0)
    ) throws -> String {
        let (text, status) = try TerminalProcess(arguments, environment: environment, size: size).run()
        #expect(status == 0, "\(text)")
        return text
    }

    private func png(_ base64: some StringProtocol) throws -> (width: Int, height: Int) {
        let bytes = [UInt8](try #require(Data(base64Encoded: String(base64))))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: 16), number(at: 20))
    }

    @Test(
        "each terminal gets the picture of a screen in its own way, after the text",
        arguments: [
            (["TERM": "xterm-kitty"], kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], kitty),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], iterm2),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], iterm2), (["TERM": "foot"], sixel),
            (xterm, block), (["TERM": "tmux-256color", "TMUX": "/tmp/s", "KITTY_WINDOW_ID": "1"], block),
        ])
    func terminals(_ environment: [String: String], _ mark: String) throws {
        for route in [Self.product, Self.book] {
            let text = try shown(["open", route], environment)
            #expect(marks(in: text) == [mark], "\(route)")
            let title = route == Self.product ? "Linen Wrap Dress" : "Swift Without Ceremony"
            let (titles, pictures) = (text.ranges(of: title), text.ranges(of: mark))
            #expect(try #require(titles.first).lowerBound < #require(pictures.first).lowerBound)
            #expect(text.hasSuffix("\n"))
        }
    }

    @Test("kitty gets a PNG of the size that the window's pixels allow")
    func kittyPixels() throws {
        // Cells of 10 × 20: twenty rows are 400 pixels, less than the picture's 640.
        for (size, expected, columns) in [
            ((80, 50, 800, 1000), (300, 400), 30), ((10, 50, 100, 1000), (100, 133), 10),
            ((80, 50, 0, 0), (240, 320), 30),
        ] {
            let text = try shown(["open", Self.product], ["TERM": "xterm-kitty"], size: size)
            let pieces = text.components(separatedBy: Self.kitty).dropFirst().map { piece in
                piece.components(separatedBy: "\u{1B}\\")[0].split(separator: ";", maxSplits: 1)
            }
            let first = try #require(pieces.first)
            #expect(first[0].hasPrefix("a=T,f=100,c=\(columns),q=2,m="))
            #expect(try png(pieces.map { $0[1] }.joined()) == expected)
        }
    }

    @Test("a picture that an operation gives is shown, by each way that the settings name")
    func operation() throws {
        for (way, mark) in [
            ("kitty", Self.kitty), ("iterm2", Self.iterm2), ("sixel", Self.sixel), ("blocks", Self.block),
        ] {
            let text = try shown(Self.picture + ["--set", "output.pictures=\(way)"], Self.xterm)
            #expect(marks(in: text) == [mark] && text.contains("450 × 600"), "\(way)")
        }
        #expect(try marks(in: shown(Self.picture + ["--set", "output.pictures=none"], Self.xterm)).isEmpty)
        let file = try #require(
            try shown(Self.picture, ["TERM": "xterm", "LC_TERMINAL": "iTerm2"]).components(separatedBy: Self.iterm2)
                .last)
        #expect(file.hasPrefix("inline=1;") && file.hasSuffix("\u{07}\n"))
        #expect(try png(#require(file.split(separator: ":").last).dropLast(2)) == (240, 320))
    }

    @Test("half blocks are twenty lines at most, no wider than the terminal, in the colours that it has")
    func blocks() throws {
        for (columns, rows, environment, color) in [
            (80, 20, Self.xterm, "38;5;"), (80, 20, ["TERM": "xterm", "COLORTERM": "truecolor"], "38;2;"),
            (20, 14, Self.xterm, "38;5;"),
        ] {
            let text = try shown(["open", Self.product], environment, size: (columns, 50, 0, 0))
            let lines = text.split(separator: "\n").filter { $0.contains(Self.block) }
            #expect(lines.count <= rows && lines.count >= rows - 1)
            for line in lines {
                #expect(line.contains(color) && line.hasSuffix("\u{1B}[0m"))
                #expect(line.filter { $0 == "▀" }.count <= columns)
            }
        }
    }

    @Test(
        "no picture: no colours, another style, JSON, a terminal that shows nothing, a screen without one",
        arguments: [
            (["open", product], ["TERM": "xterm-256color", "NO_COLOR": "1"]), (["open", product], ["TERM": "dumb"]),
            (["open", product], [:]), (["open", product, "--json"], ["TERM": "xterm-kitty"]),
            (["open", product, "--style", "markdown"], ["TERM": "xterm-kitty"]),
            (["open", product, "--style", "html"], ["TERM": "xterm-kitty"]),
            (["open", product, "--style", "plain"], ["TERM": "xterm-kitty"]),
            (picture + ["--json"], ["TERM": "xterm-kitty"]), (["open", "galleria://shelf"], ["TERM": "xterm-kitty"]),
            (["call", "bookShelf.search", "query=swift"], ["TERM": "xterm-kitty"]),
        ])
    func noPicture(_ arguments: [String], _ environment: [String: String]) throws {
        #expect(try marks(in: shown(arguments, environment)).isEmpty)
    }

    @Test("in a pipe no byte of an escape sequence, whatever the variables and settings say")
    func pipe() throws {
        for arguments in [["open", Self.product], Self.picture] {
            for way in ["auto", "kitty", "iterm2", "sixel", "blocks"] {
                let process = try GalleriaProcess(
                    arguments + ["--set", "output.pictures=\(way)"],
                    environment: ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1", "COLORTERM": "truecolor"])
                process.closeInput()
                let text = try process.readToEnd().joined(separator: "\n")
                #expect(try process.waitForEnd() == .exited(0))
                #expect(!text.isEmpty && !text.contains("\u{1B}") && marks(in: text).isEmpty)
                #expect(process.errors.isEmpty)
            }
        }
    }

    @Test("serve never sends one, also for a screen in the style of terminals")
    func serve() throws {
        let process = try GalleriaProcess(environment: ["TERM": "xterm-kitty", "COLORTERM": "truecolor"])
        try process.send(
            line:
                #"{"jsonrpc":"2.0","id":1,"method":"screen.open","params":{"route":"\#(Self.product)","style":"ansi"}}"#
        )
        process.closeInput()
        let text = try process.readToEnd().joined(separator: "\n")
        #expect(try process.waitForEnd() == .exited(0))
        #expect(text.contains("Linen Wrap Dress") && marks(in: text).isEmpty && !text.contains(#"\u001b_G"#))
    }

    @Test("a picture that does not come is told, and the text and the status are as without it")
    func failure() throws {
        let arguments = [
            "open", Self.product, "--set", "images.allowHosts=[a.example]",
        ]
        let text = try shown(arguments, Self.xterm)
        #expect(text.contains("Linen Wrap Dress") && text.contains("galleria: no picture: "))
        #expect(marks(in: text).isEmpty)
    }

    @Test("a wrong name in the settings is told with the right ones")
    func settings() throws {
        let process = try GalleriaProcess(["config", "check", "--set", "output.pictures=sixels"])
        process.closeInput()
        #expect(try process.waitForEnd() == .exited(2))
        #expect(process.errorText.contains("sixel") && process.errorText.contains("kitty"))
    }
}
