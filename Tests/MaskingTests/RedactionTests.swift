import JSON
import Settings
import Testing

@testable import Masking

/// Redaction of transcripts.
@Suite("Redaction") struct RedactionTests {
    /// A redaction that knows one secret, and a setting `shop.apiKey` that is one.
    static func redaction(_ secrets: [String] = ["hunter 2/#"]) throws -> Redaction {
        let catalog = try SettingsCatalog([
            SettingKey("shop.apiKey", .text(0...64), default: "", secret: true, "A secret.").declaration
        ])
        return Redaction(secrets: secrets, names: SecretNames(catalog))
    }

    private func masked(_ text: String) throws -> String {
        let bytes = Array(text.utf8)
        return String(decoding: try Self.redaction().masked(bytes) ?? bytes, as: UTF8.self)
    }

    @Test(
        "texts lose the settings' secrets, credentials in addresses, and what stands behind a secret's name",
        arguments: [
            ("it is hunter 2/# indeed, hunter 2/#", "it is *** indeed, ***"), ("x=hunter%202%2F%23", "x=***"),
            ("https://user:pass@example.com/a", "https://***@example.com/a"),
            ("see ftp://me@h and http://a:b@c:80/?q", "see ftp://***@h and http://***@c:80/?q"),
            ("https://h/?token=abc&page=2#top", "https://h/?token=***&page=2#top"),
            ("https://h/?appid=1&api_key=abc", "https://h/?appid=***&api_key=***"),
            ("?access_token=a.b-c sig=1", "?access_token=*** sig=***"),
            ("Authorization: Bearer abc.def rest", "Authorization: *** rest"),
            ("curl -H 'Authorization: Basic abc' x", "curl -H 'Authorization: ***' x"),
            (#"{"password": "a, b", "x": 1"#, #"{"password": "***", "x": 1"#),
            (#"{\"client_secret\":\"abc\"}"#, #"{\"client_secret\":\"***"}"#), ("pwd:x", "pwd:***"),
            ("set-cookie: a=b; c", "set-cookie: ***; c"),
        ])
    func texts(_ text: String, _ expected: String) throws {
        #expect(try masked(text) == expected)
    }

    @Test(
        "what only sounds like it stays",
        arguments: [
            "mailto:me@example.com", "https://example.com/@me?page=2", "key: value", "progressToken: 1",
            "읽을 것: 책", "cursor=abc", "the secret of tea", "token", "token=", "", "a://@b",
        ])
    func untouched(_ text: String) throws {
        #expect(try Self.redaction().masked(Array(text.utf8)) == nil)
    }

    @Test("members of a secret's name lose every text and number, however deep; others keep their spelling")
    func members() throws {
        let text =
            #"{"Authorization":"Bearer a","apiKey":1,"nested":[{"clientSecret":{"a":["b",2,true,null]}}],"#
            + #""_meta":{"progressToken":7},"key":"k","n":1.50,"e":"\u00e9","hunter 2/#":"hunter 2/#"}"#
        var writer = JSONWriter()
        try Self.redaction().write(try JSONDocument(parsing: text).root, into: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"Authorization":"***","apiKey":"***","nested":[{"clientSecret":{"a":["***","***",true,null]}}],"#
                + #""_meta":{"progressToken":7},"key":"k","n":1.50,"e":"\u00e9","***#7":"***"}"#)
    }

    @Test("a number that is a secret goes as well, and names that become one stay two")
    func numbers() throws {
        var redaction = try Self.redaction([])
        redaction.add(["1234", "12345"])
        var writer = JSONWriter()
        redaction.write(
            try JSONDocument(parsing: #"{"a":1234,"b":12345,"c":123,"1234":0,"12345":0}"#).root, into: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == #"{"a":"***","b":"***","c":123,"***#3":0,"***#4":0}"#)
    }

    @Test("bytes that are no text are masked as well")
    func bytes() throws {
        let bytes: [UInt8] = [0xFF] + Array("password=abc".utf8) + [0x20, 0xFE]
        #expect(try Self.redaction().masked(bytes) == [0xFF] + Array("password=***".utf8) + [0x20, 0xFE])
    }
}
