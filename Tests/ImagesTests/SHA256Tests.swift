import Testing

@testable import Images

@Suite("SHA-256 and the checksum")
struct DigestTests {
    @Test(
        "1c.11: the digests of FIPS 180-4's examples",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func digests(_ text: String, _ expected: String) {
        #expect(SHA256.hexadecimal(text.utf8) == expected)
    }
}
