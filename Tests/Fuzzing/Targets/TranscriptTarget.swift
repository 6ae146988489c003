import JSON
import Masking
import Settings
import Transcripts

/// A recorded conversation: it is read up to where it is damaged, what was read can be written and read again, and a secret
/// is in nothing that is written.
enum TranscriptTarget {
    private static let secret = "hunter2"
    private static let names = (try? SettingsCatalog([])).map { SecretNames($0) }

    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        guard let names else { throw BrokenProperty(sentence: "a catalog of no settings is invalid") }
        try mask(input, Redaction(secrets: [secret], names: names))
        guard let transcript = try? Transcript(input) else { return }
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).count
        let plain = Redaction(secrets: [], names: names)
        var last = 1
        for (number, line) in transcript.lines {
            try expect(number > last && number <= lines, "line \(number) follows line \(last) of \(lines)")
            last = number
            let written = line.bytes(plain)
            try expect(written.last == 0x0A, "a written line has no end")
            try expectOneLine(written.dropLast())
            let node = try? JSONDocument(parsing: written, limits: JSONLimits(depth: JSONLimits.deepest)).root
            try expect(node.flatMap { TranscriptLine($0) } != nil, "a line that was written is invalid")
        }
        let plan = ReplayPlan(transcript)
        try expect(plan.messages + plan.omissions.count <= transcript.lines.count, "more is played than was recorded")
    }

    private static func mask(_ input: [UInt8], _ redaction: Redaction) throws(BrokenProperty) {
        let masked = redaction.masked(input) ?? input
        try expect(!contains(masked), "a secret is still in a text")
        guard let root = try? JSONDocument(parsing: input).root else { return }
        var writer = JSONWriter()
        redaction.write(root, into: &writer)
        try expectOneLine(writer.bytes)
        try expect((try? JSONDocument(parsing: writer.bytes)) != nil, "what was masked is no longer JSON")
        try expect(!contains(writer.bytes), "a secret is still in a message")
    }

    private static func contains(_ bytes: [UInt8]) -> Bool {
        let needle = Array(secret.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: needle) }
    }
}
