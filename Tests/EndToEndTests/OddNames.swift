/// Names that mean something to a file system, a shell, a database or a reader of text; all of them are legal.
enum OddNames {
    static let all =
        paths + reserved + shells + queries + lookalikes + [
            String(repeating: "a", count: 90), String(repeating: "/", count: 90), String(repeating: "../", count: 30),
            String(repeating: "한", count: 30),
        ]

    private static let paths = [
        ".", "..", "../..", "../../etc/passwd", "/etc/passwd", "//", "/", "a/b", "a/../../b", "./a", "a\\b",
        "..\\..\\x",
        "%2e%2e%2f", "%2e%2e/%2e%2e", "..%c0%af", "....//", "a\u{0}b", "\u{0}", "a.tmp", "state.db", "state.db-wal",
        "../state.db", "file:///etc/passwd", "~", "~root", "C:\\x", "\\\\host\\share",
    ]
    private static let reserved = ["CON", "NUL", "nul.txt", "aux", "-rf", "--help", "-", "", " ", "\t", "\n", "a\r\nb"]
    private static let shells = ["$(id)", "`id`", "a;b&c|d", "$HOME", "*", "?", "[a-z]", "{a,b}", "!!", "'", "\"", "#"]
    private static let queries = ["'; DROP TABLE state; --", "%", "_", "a' OR '1'='1", "\u{1A}", "NULL"]
    private static let lookalikes = [
        "\u{E9}", "e\u{301}", "K", "\u{212A}", "\u{FB01}", "fi", "\u{202E}gnp.a", "\u{FEFF}a", "a\u{200B}", "\u{1F600}",
        "\u{E0041}",
    ]
}
