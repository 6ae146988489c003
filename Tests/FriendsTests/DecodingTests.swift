import FeatureKit
import HTTP
import JSON
import TestSupport
import Testing

@testable import Friends

@Suite("What the upstream's documents may hold")
struct DecodingTests {
    private func list(_ replaced: [String: String]) async throws(Fault) -> JSONValue {
        do {
            return try await FeatureHarness.friends(Documents(replaced)).call("friends.list")
        } catch let fault as Fault {
            throw fault
        } catch {
            Issue.record("The harness can't be made: \(error)")
            return .null
        }
    }

    // MARK: The user

    @Test(
        "2c.12 2d the user; without an id, the invitation to set one",
        arguments: [
            (#"[{"name":"蔡國泰","kokoid":"Mike"}]"#, "蔡國泰", "Mike", "KOKO ID：Mike"),
            (#"[{"name":"蔡國泰"}]"#, "蔡國泰", nil, "設定 KOKO ID"),
            (#"[{"name":"蔡國泰","kokoid":""}]"#, "蔡國泰", nil, "設定 KOKO ID"),
            (#"[{"name":"蔡國泰","kokoid":"  "}]"#, "蔡國泰", nil, "設定 KOKO ID"),
            (#"[{"name":"蔡國泰","kokoid":null}]"#, "蔡國泰", nil, "設定 KOKO ID"),
            (#"[{"kokoid":7}]"#, nil, "7", "KOKO ID：7"),
            ("[]", nil, nil, "設定 KOKO ID"),
            ("null", nil, nil, "設定 KOKO ID"),
            ("[5]", nil, nil, "設定 KOKO ID"),
            (#"[{"name":"first"},{"name":"second","kokoid":"x"}]"#, "first", nil, "設定 KOKO ID"),
        ] as [(String, String?, String?, String)])
    func user(_ response: String, _ name: String?, _ kokoID: String?, _ text: String) async throws {
        let result = try await list(["man.json": #"{"response":\#(response)}"#])
        let user = try #require(result["user"])
        #expect(user["name"]?.string == name && user["kokoID"]?.string == kokoID && user["text"]?.string == text)
        #expect(result.fids("items").count == 3)
    }

    // MARK: Rows

    @Test(
        "2c.13 a star is \"1\"; 1 and true are taken for one",
        arguments: [
            (#""1""#, true), (#""0""#, false), ("1", true), ("0", false), ("true", true), ("false", false),
            ("null", false),
            (#""true""#, true), ("1.0", true), ("11", false), ("[1]", false),
            ("{}", false),
        ])
    func stars(_ value: String, _ isStarred: Bool) async throws {
        let result = try await list([
            "friend3.json": body([#"{"name":"x","status":1,"isTop":\#(value),"fid":"1","updateDate":"20190801"}"#])
        ])
        #expect(result.row("1", in: "items")?["starred"] == (isStarred ? true : nil))
    }

    @Test(
        "2c.13 2d a row that can't be read is left out and counted; the others stay",
        arguments: [
            #"{"name":"no fid","status":1,"isTop":"0","updateDate":"20190801"}"#, #"{"fid":"","status":1}"#,
            #"{"fid":null,"status":1}"#, #"{"fid":["1"],"status":1}"#, #"{"fid":"1"}"#, row("1", 3), row("1", -1),
            row("1", 256),
            #"{"fid":"1","status":"friend"}"#, #"{"fid":"1","status":null}"#, #"{"fid":"1","status":1.5}"#,
            #"{"fid":"1","status":true}"#, "null", "5", "[]", #""x""#, row(String(repeating: "9", count: 65)),
        ])
    func unreadable(_ bad: String) async throws {
        let harness = try FeatureHarness.friends(Documents(["friend3.json": body([row("a"), bad, row("b", 0)])]))
        let answer = try await harness.answer("friends.list")
        #expect(answer.json.fids("items") == ["a"])
        #expect(answer.json.fids("invitations") == ["b"])
        #expect(answer.json["skipped"] == 1)
        #expect(answer.markdown.contains("無法讀取而略過的資料筆數"))
    }

    @Test(
        "2c.13 what a readable row may lack or spell otherwise",
        arguments: [
            (#"{"fid":"1","status":1}"#, "1", nil, "friend"), (#"{"fid":1,"status":"2"}"#, "1", nil, "inviting"),
            (#"{"fid":"1","status":1.0,"name":5}"#, "1", "5", "friend"),
            (#"{"fid":"1","status":1,"name":null,"extra":{"a":[1]}}"#, "1", nil, "friend"),
        ] as [(String, String, String?, String)])
    func lenient(_ row: String, _ fid: String, _ name: String?, _ status: String) async throws {
        let result = try await list(["friend3.json": body([row])])
        let friend = try #require(result.row(fid, in: "items"))
        #expect(friend["name"]?.string == name)
        #expect(friend["status"]?.string == status)
        #expect(result["skipped"] == nil)
    }

    @Test("2c.13 a newer record with an unknown status does not hide the older one that can be read")
    func unknownStatusInMerge() async throws {
        let result = try await list([
            "friend3.json": body([row("1", 1, date: "20190801"), row("1", 3, date: "20200101")])
        ])
        #expect(result.row("1", in: "items")?["updatedOn"] == "2019-08-01")
        #expect(result["skipped"] == 1)
    }

    // MARK: Documents

    /// A document that is invalid, and the code it gives.
    struct Broken: Sendable, CustomTestStringConvertible {
        let id: String
        let answer: @Sendable () -> ScriptedHTTPClient.Answer
        let code: FaultCode
        var testDescription: String { id }

        static let all = [
            Broken(id: "no response member", answer: { .body("{}") }, code: .upstreamMalformed),
            Broken(id: "response is an object", answer: { .body(#"{"response":{}}"#) }, code: .upstreamMalformed),
            Broken(id: "response is text", answer: { .body(#"{"response":"[]"}"#) }, code: .upstreamMalformed),
            Broken(id: "an array", answer: { .body("[]") }, code: .upstreamMalformed),
            Broken(id: "a page", answer: { .body("<html></html>") }, code: .upstreamMalformed),
            Broken(id: "nothing", answer: { .body("") }, code: .upstreamMalformed),
            Broken(id: "H8 404", answer: { .status(404) }, code: .upstreamRejected),
            Broken(id: "H8 404 with rows", answer: { .status(404, Golden.friend3) }, code: .upstreamRejected),
            Broken(id: "H8 429", answer: { .status(429) }, code: .upstreamRejected),
            Broken(id: "H8 500", answer: { .status(500) }, code: .upstreamUnavailable),
            Broken(id: "H3 silence", answer: { .failure(.timedOut(after: .seconds(10))) }, code: .upstreamTimeout),
            Broken(id: "nobody there", answer: { .failure(.connectionLost) }, code: .upstreamUnavailable),
            Broken(id: "H2 endless", answer: { .failure(.tooLarge(limit: 8)) }, code: .tooLarge),
            Broken(
                id: "duplicate members", answer: { .body(#"{"response":[],"response":[]}"#) }, code: .upstreamMalformed),
        ]
    }

    @Test("2c.6 2d each document is needed, the user's too: one that fails fails the call", arguments: Broken.all)
    func broken(_ example: Broken) async throws {
        for name in ["man.json", "friend1.json", "friend2.json"] {
            let documents = Documents()
            documents[name] = example.answer()
            let harness = try FeatureHarness.friends(documents)
            let fault = await harness.fault("friends.list", ["scenario": "friendsOnly"])
            #expect(fault?.code == example.code, "\(name)")
            #expect(fault?.module == "friends")
        }
    }

    @Test("2c.13 a null response is an empty list, as in the original")
    func nullResponse() async throws {
        #expect(try await list(["friend3.json": #"{"response":null}"#])["state"] == "noFriends")
    }

    @Test(
        "H9 odd numbers in every field never trap",
        arguments: [
            "0", "-0", "1", "-1", "3", "1.0", "1.5", "1e0", "1e2", "1e400", "-1e400", "1e-400", "9007199254740993",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551616", "123456789012345678901234567890", "0.1", "20190801", "201908010", "1E+2",
            "2147483648",
        ])
    func numbers(_ number: String) async throws {
        let rows = ["fid", "status", "isTop", "name", "updateDate"].enumerated().map { index, field in
            let members = [
                ("fid", #""f\#(index)""#), ("status", "1"), ("isTop", #""0""#), ("name", #""n""#),
                ("updateDate", #""20190801""#),
            ].map { #""\#($0)":\#($0 == field ? number : $1)"# }
            return "{\(members.joined(separator: ","))}"
        }
        let result = try await list([
            "friend3.json": body(rows), "man.json": #"{"response":[{"name":\#(number),"kokoid":\#(number)}]}"#,
        ])
        // Every row but perhaps the one with an odd fid or status is there.
        #expect(
            result.fids("items").count + result.fids("invitations").count + (result["skipped"]?.integer ?? 0) == 5)
        #expect(result.fids("items").contains("f2") && result.fids("items").contains("f4"))
        #expect(result["user"]?["name"]?.string == number)
    }

    @Test(
        "H9 every kind of value in every field is read or skipped",
        arguments: ["null", "true", "[]", "{}", #""""#, #""\u0000""#])
    func kinds(_ value: String) async throws {
        for field in ["fid", "status", "isTop", "name", "updateDate"] {
            let members = [
                ("fid", #""f""#), ("status", "1"), ("isTop", #""0""#), ("name", #""n""#),
                ("updateDate", #""20190801""#),
            ].map { #""\#($0)":\#($0 == field ? value : $1)"# }
            let result = try await list(["friend3.json": body(["{\(members.joined(separator: ","))}"])])
            #expect(result.fids("items").count + (result["skipped"]?.integer ?? 0) == 1, "\(field)")
        }
    }
}
