import Testing

@testable import Values

@Suite("Percent-encoding") struct PercentEncodingTests {
    @Test(
        "all but letters, digits and four marks become triplets",
        arguments: [
            ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("%41", "%2541"),
            ("/?#[]@!$&'()*+,;=:", "%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A"),
            ("é", "%C3%A9"), ("\u{0}\n", "%00%0A"), ("", ""),
        ])
    func component(_ text: String, _ encoded: String) {
        #expect(PercentEncoding.component(text) == encoded)
    }
}
