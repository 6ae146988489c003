import Foundation
import TestSupport
import Testing

/// Conversations with the server, one process each. `Tools/test --record EndToEnd` writes down what it answers now.
@Suite("Transcripts") struct TranscriptTests {
    static let folder = Repository.endToEnd.appending(path: "Transcripts")
    static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?
        .filter { $0.hasSuffix(".transcript") }.sorted() ?? []

    @Test("there are transcripts") func transcriptsAreFound() {
        #expect(!Self.names.isEmpty)
    }

    @Test("each expectation is JSON, and at least one is made", arguments: names)
    func expectations(_ name: String) throws {
        let transcript = try Transcript(try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
        var count = 0
        for line in transcript.lines where line.entry.isExpectation {
            let text = line.entry.row.drop { $0 != " " }.dropFirst()
            let value = WireValue(String(text))
            #expect(value != nil, "line \(line.number)")
            count += 1
        }
        #expect(count > 0)
    }

    @Test("the server answers as written", arguments: names)
    func transcript(_ name: String) throws {
        let file = Self.folder.appending(path: name)
        let transcript = try Transcript(try String(contentsOf: file, encoding: .utf8))
        let process = try GalleriaProcess(transcript.arguments)
        if ProcessInfo.processInfo.environment["GALLERIA_RECORD_TRANSCRIPTS"] == "1" {
            try TranscriptRunner.record(transcript, with: process).write(to: file, atomically: true, encoding: .utf8)
        } else if let difference = try TranscriptRunner.firstDifference(transcript, with: process) {
            Issue.record("\(name), \(difference)\nstderr: \(process.errorText)")
        }
    }

    @Test("23: with its state on PostgreSQL the server answers the same, to the byte", arguments: names)
    func transcriptOnServer(_ name: String) throws {
        let transcript = try Transcript(
            try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
        let server = try PostgresServer.shared()
        let url = server.url(try server.database())
        let process = try GalleriaProcess(transcript.arguments + ["--set", "state.url=\(url)"])
        if let difference = try TranscriptRunner.firstDifference(transcript, with: process) {
            Issue.record("\(name), \(difference)\nstderr: \(process.errorText)")
        }
    }
}
