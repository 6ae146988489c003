import FeatureKit
import HTTP
import JSON
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Friends

/// The five documents as the upstream has them: FEATURES' golden rows, to the byte of each value.
enum Golden {
    static let man = #"{"response":[{"name":"蔡國泰","kokoid":"Mike"}]}"#

    static let friend1 = #"""
        {"response":[
         {"name":"黃靖僑","status":0,"isTop":"0","fid":"001","updateDate":"20190801"},
         {"name":"翁勳儀","status":2,"isTop":"1","fid":"002","updateDate":"20190802"},
         {"name":"洪佳妤","status":1,"isTop":"0","fid":"003","updateDate":"20190804"},
         {"name":"梁立璇","status":1,"isTop":"0","fid":"004","updateDate":"20190801"},
         {"name":"梁立璇","status":1,"isTop":"0","fid":"005","updateDate":"20190804"}]}
        """#

    static let friend2 = #"""
        {"response":[
         {"name":"黃靖僑","status":1,"isTop":"0","fid":"001","updateDate":"2019/08/02"},
         {"name":"翁勳儀","status":1,"isTop":"1","fid":"002","updateDate":"2019/08/01"},
         {"name":"林宜真","status":1,"isTop":"0","fid":"012","updateDate":"2019/08/01"}]}
        """#

    static let friend3 = #"""
        {"response":[
         {"name":"黃靖僑","status":0,"isTop":"0","fid":"001","updateDate":"20190801"},
         {"name":"翁勳儀","status":0,"isTop":"1","fid":"002","updateDate":"20190802"},
         {"name":"洪佳妤","status":1,"isTop":"0","fid":"003","updateDate":"20190804"},
         {"name":"彭安亭","status":2,"isTop":"0","fid":"007","updateDate":"20190802"},
         {"name":"施君凌","status":2,"isTop":"0","fid":"008","updateDate":"20190803"}]}
        """#

    static let friend4 = #"{"response":[]}"#

    static let documents = [
        "man.json": man, "friend1.json": friend1, "friend2.json": friend2, "friend3.json": friend3,
        "friend4.json": friend4,
    ]
}

/// An upstream of documents that a test replaces, lets fail, or holds back.
final class Documents: Sendable {
    private let answers: Mutex<[String: ScriptedHTTPClient.Answer]>

    /// The golden documents, with some of them replaced.
    init(_ replaced: [String: String] = [:]) {
        let documents = Golden.documents.merging(replaced) { _, new in new }
        answers = Mutex(documents.mapValues { .body($0) })
    }

    /// Answer for `name` from now on.
    subscript(name: String) -> ScriptedHTTPClient.Answer? {
        get { answers.withLock { $0[name] } }
        set { answers.withLock { $0[name] = newValue } }
    }

    var client: ScriptedHTTPClient {
        ScriptedHTTPClient(respond: { [self] request in request.path.count == 1 ? self[request.path[0]] : nil })
    }
}

extension FeatureHarness {
    /// The friends over these documents.
    static func friends(
        _ documents: Documents = Documents(), store: InMemoryStateStore = InMemoryStateStore(),
        settings: [(key: String, value: String)] = [], start: Start = .immediate
    ) throws -> FeatureHarness {
        try FeatureHarness(
            [Friends.friends], client: { _ in documents.client }, store: store, settings: settings, start: start)
    }

    /// The last segments of what was asked, in order.
    var asked: [String] { requests.map { $0.path.joined(separator: "/") } }
}

extension ScriptedHTTPClient.Answer {
    static func status(_ status: Int, _ text: String = "{}") -> Self {
        .response(HTTPResponse(status: status, body: Array(text.utf8)))
    }
}

extension JSONValue {
    /// The fids of a list of the result, in order.
    func fids(_ list: String) -> [String] { (self[list]?.array ?? []).compactMap { $0["fid"]?.string } }

    /// The row of a person in a list of the result.
    func row(_ fid: String, in list: String) -> JSONValue? {
        self[list]?.array?.first { $0["fid"]?.string == fid }
    }
}

/// Rows of a body, made in a table of cases.
func body(_ rows: [String]) -> String { #"{"response":["# + rows.joined(separator: ",") + "]}" }

/// A row as the upstream writes it.
func row(_ fid: String, _ status: Int = 1, star: Bool = false, date: String = "20190801", name: String = "某人") -> String
{
    #"{"name":"\#(name)","status":\#(status),"isTop":"\#(star ? 1 : 0)","fid":"\#(fid)","updateDate":"\#(date)"}"#
}
