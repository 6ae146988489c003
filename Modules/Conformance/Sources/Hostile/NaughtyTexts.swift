/// Texts that programs stumble over, wherever a text is taken (W14, H7, F17, T1): more than 500, each once.
package enum NaughtyTexts {
    /// In the order of the families, each once by its bytes.
    package static let all: [String] = {
        let families = [
            HostileText.all.map(\.text), HostileText.lures, controls, blanks, words, numbers, places, statements,
            formats,
            addresses, markup, letters, documents, long,
        ]
        var known: Set<[UInt8]> = []
        return families.joined().filter { known.insert(Array($0.utf8)).inserted }
    }()

    /// Every C0 and C1 control and DEL between two letters.
    private static let controls = (Array(UInt32(0)...0x1F) + Array(0x7F...0x9F)).compactMap(Unicode.Scalar.init).map {
        "a\($0)b"
    }

    /// Every kind of blank, and of what looks like none, alone and at the ends.
    private static let blanks =
        ["", "  ", "\r\n\r\n", "a  b"]
        + "\u{9}\u{A}\u{20}\u{85}\u{A0}\u{1680}\u{2000}\u{2003}\u{2009}\u{200A}\u{2028}\u{202F}\u{205F}\u{3000}\u{200B}\u{2800}"
        .unicodeScalars.flatMap { [String($0), "\($0)abc\($0)"] }

    /// Words that mean something to some language, library or form.
    private static let words = """
        undefined undef null NULL (null) nil NIL None true false True FALSE yes no on off hasOwnProperty __proto__ \
        constructor prototype then toString self this NaN nan Infinity -Infinity INF 1#INF 1#QNAN -1#IND default \
        admin root select from where CON PRN AUX NUL COM1 LPT9 .git .DS_Store _meta id method params cursor jsonrpc
        """.split(separator: " ").map(String.init)

    /// Numbers and what looks like one.
    private static let numbers = """
        0 00 0.0 -0 1 -1 +1 1. .1 1.00 1,0 1,000 1,000,000.00 1'000 1_000 $1.00 -$1.00 £1 ₩1,000 1/2 1/0 0/0 1e2 1E02 \
        1E-02 -1E+2 0x0 0x10 0xffffffff 0b1 0o7 010 08 -9223372036854775808 9223372036854775807 9223372036854775808 \
        18446744073709551616 123456789012345678901234567890 1e400 999999999999999999999999 ٣ ١٢٣ １２３ Ⅷ ½ ① 二 \
        9781617294136 978161729413 97816172941360 978-1-61729-413-6 2021-03-10 2021-13-45 12:34 -- - + . , e 0e
        """.split(separator: " ").map(String.init)

    /// Paths and names of files.
    private static let places = """
        / // /// . .. ... ../ ../../../../../../etc/passwd ..%2f..%2f %2e%2e/ %2E%2E%2F ..%c0%af ..%252f /etc/passwd \
        /dev/zero /dev/stdin /proc/self/environ file:///etc/passwd C:\\ C:\\Windows\\win.ini \\\\server\\share \\..\\ ~ ~/ \
        ~root a/b a/../b a//b a/. /a a/ a\\b a:b a;b a?b a* [a] {a} a,b .a -a --a -rf @a #a %a &a =a !a ^a |a $a
        """.split(separator: " ").map(String.init)

    /// Statements that a database, a shell or a template would run.
    private static let statements = [
        "'", "''", "\"", "\"\"", "`", "';", "'; DROP TABLE state; --", "\" OR \"\"=\"", "' OR 1=1 -- ", "1; SELECT 1",
        "1 UNION SELECT NULL--", "%", "_", "%%", "a%", "%a%", "_____________", "?", "?1", ":key", "@key", "$1", "\\'",
        "\\\"", "\\\\", "x'00'", "*", "SELECT * FROM sqlite_master", "PRAGMA user_version=9", "$(id)", "`id`", "| id",
        "; id", "&& id", "> /tmp/x", "$HOME", "${HOME}", "%HOME%", "{{7*7}}", "{{ self }}", "${7*7}", "#{7*7}",
        "<%= 7*7 %>", "${jndi:ldap://e.example/a}", "() { :;}; id", "eval(1)", "__import__('os')", "A:${A}",
    ]

    /// Texts that a format or an escape would interpret.
    private static let formats = [
        "%s", "%d", "%n", "%s%s%s%s%s", "%x%x%x%x", "%p", "%@", "%99999999999s", "%1$*2$d", "%00", "%0", "%zz", "%",
        "%25",
        "%2525", "%u0041", "%C3%28", "%ED%A0%80", "\\n", "\\0", "\\x00", "\\u0000", "\\u{0}", "\\ud800", "\\",
        "&#0;", "&#x1b;", "&#27;[31m", "&amp;lt;", "&nbsp;", "&#xD800;", "&#1114112;", "&unknown;", "&", "\\(1)",
    ]

    /// Texts that an address or a header would interpret.
    private static let addresses = [
        "a?b=c", "a#b", "a&b=c", "a=b", "a;b", "a+b", "a%20b", "a%0d%0aX: y", "a\r\nX: y", "a\nX: y",
        "\r\nHost: e.example",
        "a HTTP/1.1\r\nHost: e.example\r\n\r\n", "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data/",
        "//e.example/a", "http:e.example", "http://a:b@e.example/", "http://[::1]/", "http://①②⑦.⓪.⓪.①/",
        "gopher://e.example",
        "galleria://", "galleria://shelf", "galleria://book/9781617294136", "galleria://book/%2e%2e", "data:,x",
        "javascript:alert(1)", "?", "#", "&", "=", "+", "@", ":", "http://" + String(repeating: "a.", count: 200),
    ]

    private static let markup = [
        "<a href=x>y</a>", "<svg/onload=alert(1)>", "\"><script>alert(1)</script>", "'><img src=x onerror=alert(1)>",
        "<![CDATA[x]]>", "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>&b;", "<?xml version=\"1.0\"?>",
        "<br>",
        "</textarea>", "<<script>", "<b", "b>", "<3", "a<b>c", "<style>*{display:none}</style>",
        "<iframe src=//e.example>",
        "<math><mi//xlink:href=x>", "<!--#exec cmd=\"id\"-->", "]]>", "-->",
    ]

    /// Letters that are longer, equal or other than they look.
    private static let letters = [
        "\u{E9}", "e\u{301}", "\u{1EA5}", "a\u{302}\u{301}", "\u{212A}", "K", "\u{FB01}", "\u{DF}", "\u{1E9E}",
        "\u{130}",
        "i\u{307}", "\u{131}", "\u{1C5}", "\u{1F80}", "\u{3C3}\u{3C2}", "\u{AC00}", "\u{1100}\u{1161}", "\u{F900}",
        "가나다",
        "スイフト", "部落格", "田中さんにあげて下さい", "社會科學院語學研究所", "𠜎𠜱𠝹𠱓𠱸", "שלום", "مرحبا", "الكل في المجمو عة", "ประเทศไทย",
        "नमस्ते", "தமிழ்", "᚛ᚄᚓᚐᚋᚒᚄ ᚑᚄᚂᚑᚏᚅ᚜", "Ω≈ç√∫˜µ≤≥÷", "ÅÍÎÏ˝ÓÔÒÚÆ☃", "ЁЂЃЄЅ", "⁰⁴⁵₀₁₂", "˙ɐnbᴉlɐ", "Ｔｈｅ ｑｕｉｃｋ",
        "𝐓𝐡𝐞 𝖖𝖚𝖎𝖈𝖐",
        "⒯⒣⒠", "раураl", "ⓐⓑⓒ", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🇰🇷🇹🇼🇻🇳", "🇰", "1️⃣2️⃣", "❤️ ☎️", "👾🙇💁", "(｡◕ ∀ ◕｡)", "¯\\_(ツ)_/¯",
        "\u{10FFFF}", "\u{FFFE}", "\u{1FFFE}", "\u{E000}", "\u{F0000}", "\u{FFFD}", "\u{1D15E}", "\u{FDFA}",
        "\u{12031}",
    ]

    /// Texts that would be a document inside a text.
    private static let documents = [
        "{}", "[]", "{\"a\":1}", "[1,2]", "\"a\"", "{\"__proto__\":{}}", "{\"a\":1,\"a\":2}", "[[[[[[[[", "{", "}",
        "a: b",
        "- a", "&a *a", "!!str a", "<<: *a", "---", "%YAML 1.2", "a,b;c\td", "=1+1", "=cmd|' /C calc'!A0", "@SUM(1)",
        #"{"jsonrpc":"2.0","id":1,"method":"exit"}"#, "Content-Length: 10\r\n\r\n{}", "\u{FEFF}{}", "#!/bin/sh",
    ]

    /// Around the bounds of parameters, and far beyond all.
    private static let long =
        [63, 64, 65, 99, 100, 101, 199, 200, 201, 4_097, 10_000, 10_001, 100_000].map {
            String(repeating: "x", count: $0)
        } + [
            String(repeating: "é", count: 200), String(repeating: "e\u{301}", count: 101),
            String(repeating: "한", count: 200),
            String(repeating: "👨‍👩‍👧", count: 41), String(repeating: " ", count: 5_000),
            String(repeating: " ", count: 5_000) + "London", String(repeating: "(", count: 10_000),
        ]
}
