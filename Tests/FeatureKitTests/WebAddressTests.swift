import Testing

@testable import FeatureKit

@Suite("Addresses on the web")
struct WebAddressTests {
    static let kept = [
        "https://example.com/1.jpg", "http://example.com/1.jpg", "HTTPS://example.com/1.jpg", "https://example.com",
        "https://example.com/%ED%95%9C.jpg?w=100&h=100#x", "https://example.com/한글 사진.jpg".filter { $0 != " " },
        "http://127.0.0.1:8080/images/1.jpg", "https://example.com/a(1).jpg",
    ]

    @Test("4c.10 an http or https address is kept to the byte: it is the key of caches", arguments: kept)
    func keptAddress(_ address: String) {
        #expect(webAddress(address).map { Array($0.utf8) } == Array(address.utf8))
    }

    @Test("a protocol-relative address is given https")
    func relative() {
        #expect(webAddress("//static.example.com/1.jpg") == "https://static.example.com/1.jpg")
    }

    @Test("a scheme counts in any case, and only as it is spelled")
    func schemes() {
        for (scheme, isOne) in [("http://", true), ("https://", true), ("ftp://", false)] {
            for bits in 0..<(1 << scheme.utf8.count) {
                let spelled = scheme.enumerated().map { bits >> $0 & 1 == 1 ? $1.uppercased() : String($1) }.joined()
                for rest in ["a", "example.com"] { #expect((webAddress(spelled + rest) != nil) == isOne, "\(spelled)") }
                #expect(webAddress(spelled) == nil)
            }
        }
        // Another byte in any place, such as those that differ from one in the bit of capitals alone.
        for scheme in ["http://", "https://"] {
            for place in scheme.utf8.indices {
                for byte in UInt8(0x21)...0x7E {
                    var other = Array(scheme.utf8)
                    let at = scheme.utf8.distance(from: scheme.startIndex, to: place)
                    let isSame = other[at] == byte || (0x61...0x7A).contains(other[at]) && other[at] ^ 0x20 == byte
                    other[at] = byte
                    let address = String(decoding: other, as: UTF8.self) + "example.com/1.jpg"
                    #expect((webAddress(address) != nil) == isSame, "\(address)")
                }
            }
        }
    }

    static let refused = [
        "", " ", "1.jpg", "/images/1.jpg", "javascript:alert(1)", "javascript://x/%0aalert(1)",
        "data:image/png;base64,AA",
        "ftp://example.com/1.jpg", "file:///etc/passwd", "galleria://mall", "http:", "http:/example.com", "http://",
        "https:///1.jpg", "https://?x", "https://#x", "//", "///x", " https://example.com/1.jpg",
        "https://example.com/a b.jpg", "https://example.com/\r\nX: y", "https://example.com/\u{0}",
        "https://e.com/\u{7F}",
        "http\u{301}://example.com/", "https:/\u{301}/example.com/", "https://" + String(repeating: "a", count: 8_192),
    ]

    @Test("4c.10 T5 H7 anything else is no picture", arguments: refused)
    func refusedAddress(_ address: String) {
        #expect(webAddress(address) == nil)
    }
}
