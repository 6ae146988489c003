import HTTP
import JSON
import Masking
import Settings
import Testing

@testable import Cassettes

/// Secrets in cassettes, by value and by name.
@Suite("Masks of cassettes") struct MaskTests {
    private static let canary = "CANARY-7f3a"

    private func redaction(_ secrets: [String] = []) throws -> Redaction {
        Redaction(secrets: secrets, names: SecretNames(try SettingsCatalog([])))
    }

    private func line(
        _ body: String, path: [String] = ["new"], query: [(String, String)] = [], fields: [(String, String)] = [],
        secrets: [String] = []
    ) throws -> String {
        let request = HTTPRequest(
            get: path, query: query.map { HTTPQueryItem(name: $0.0, value: $0.1) },
            at: try HTTPEndpoint(parsing: "http://127.0.0.1:8080/base"))
        let response = HTTPResponse(
            status: 200, fields: try fields.map { try HTTPField(name: $0.0, value: $0.1) }, body: Array(body.utf8))
        return String(decoding: Exchange(request, response, try redaction(secrets)).line(), as: UTF8.self)
    }

    /// The names that cassettes and recordings mask, in spellings that are met.
    static let names = [
        "authorization", "Authorization", "cookie", "Cookie", "set-cookie", "Set-Cookie", "apikey", "apiKey", "APIKEY",
        "api_key", "Api-Key", "X-Api-Key", "appid", "APPID", "token", "Token", "access_token", "accessToken",
        "refresh_token", "REFRESH_TOKEN", "password", "Password", "secret", "SECRET", "client_secret", "clientSecret",
    ]

    @Test("17.13: a value is masked by its name in heads, queries and bodies", arguments: names)
    func byName(_ name: String) throws {
        let bodies = [
            #"{"a":{"\#(name)":"\#(Self.canary)"}}"#, #"[{"\#(name)":["x",{"y":"\#(Self.canary)"}]}]"#,
            #"{"next":"https://h/?a=b&\#(name)=\#(Self.canary)&c=d"}"#,
            #"{"text":"{\"\#(name)\":\"\#(Self.canary)\"}"}"#, "\(name)=\(Self.canary)&x=1",
            "\(name): \(Self.canary)\n", #"broken {"\#(name)": "\#(Self.canary)""#,
        ]
        for body in bodies { #expect(try !line(body).contains(Self.canary), "\(body)") }
        let head = try line(
            "{}", query: [(name, Self.canary), ("q", "swift")],
            fields: [
                (name, Self.canary), ("Location", "https://h/?\(name)=\(Self.canary)"),
                ("Link", "<https://h/?\(name)=\(Self.canary)>; rel=next"),
            ])
        #expect(!head.contains(Self.canary) && head.contains("q=swift"), "\(head)")
    }

    @Test("17.13: what the settings show nowhere is in no path, head or body, in whatever spelling")
    func byValue() throws {
        let secret = "tenant 7/ü"
        let line = try line(
            #"{"a":"tenant 7\/\u00fc","b":"https://h/tenant%207%2F%C3%BC/x","tenant 7/ü":1}"#,
            path: ["x", secret, "y"], query: [("q", secret)], fields: [("Location", "/tenant%207%2F%C3%BC/x")],
            secrets: [secret])
        #expect(!line.contains("tenant") && line.contains("GET /x/***/y?q=***"), "\(line)")
    }

    @Test(
        "what only sounds like a secret stays to the byte",
        arguments: [
            #"{ "title" : "Secret: a novel", "subtitle": "Password: 1", "page_token":"a" }"#,
            #"{"image":"https://h/a.png?monkey=1&key=2","n":1.50,"e":"\u00e9"}"#, "[ 1, 2 ]", "", "plain text",
            #"{"nextPageToken":"abc","progressToken":7}"#,
        ])
    func untouched(_ body: String) throws {
        #expect(try redaction().masked(body: Array(body.utf8)) == Array(body.utf8))
    }
}
