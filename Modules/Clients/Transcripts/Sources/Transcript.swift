package import JSON
import Masking

/// A recorded conversation, as it was read.
package struct Transcript: Sendable {
    /// The version of the format that is written, and the only one that is read.
    static let format = 1
    /// Messages lie one level deeper than on the wire; what is deeper than this is kept as text.
    static let limits = JSONLimits(depth: JSONLimits.deepest)
    static let messageLimits = JSONLimits(depth: JSONLimits.deepest - 2)
    /// The most that a recording has, in bytes: one that reaches it ends there and says so, and a longer one is not read.
    package static let longest = 64 << 20

    /// Header of the recording.
    package let header: TranscriptHeader
    /// Each with the number of its line in the file, from 1.
    package let lines: [(number: Int, line: TranscriptLine)]
    /// Damage of the file behind these lines; nil for a whole one.
    package let damage: TranscriptFault?

    /// Reads a transcript's text.
    /// - Throws: when it has not even a header.
    package init(_ bytes: [UInt8]) throws(TranscriptFault) {
        var number = 0
        var header: TranscriptHeader?
        var lines: [(number: Int, line: TranscriptLine)] = []
        var damage: TranscriptFault?
        var isWhole = false
        var start = 0
        while start < bytes.count, damage == nil {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let text = Array(bytes[start..<(end ?? bytes.count)])
            start = (end ?? bytes.count) + 1
            number += 1
            let root: JSONNode
            do throws(JSONFault) {
                root = try JSONDocument(parsing: text, limits: Self.limits).root
            } catch {
                damage = end == nil ? .cut(line: number) : .damaged(line: number, what: error.sentence)
                break
            }
            if header == nil {
                header = try TranscriptHeader(root)
            } else if isWhole {
                damage = .damaged(line: number, what: "The recording had ended before it.")
            } else if let line = TranscriptLine(root) {
                switch line.content {
                case .ended: isWhole = true
                case .full: damage = .full(line: number)
                default: lines.append((number, line))
                }
            } else {
                damage = .damaged(line: number, what: "It is no line of a recording.")
            }
        }
        guard let header else { throw damage.map { _ in .noHeader } ?? .noHeader }
        self.header = header
        self.lines = lines
        self.damage = damage ?? (isWhole ? nil : .endMissing(line: number))
    }
}

/// The first line of a transcript.
package struct TranscriptHeader: Sendable {
    /// Version of the recorded galleria.
    package let version: String
    /// Protocol of the client, such as `MCP 2025-11-25` or `JSON-RPC 2.0`; nil for a silent one.
    package let era: String?
    /// True if it ran with `--read-only`.
    package let isReadOnly: Bool
    /// The only modules that were on; nil where the settings decided.
    package let modules: [String]?
    /// The settings that were in force, as path and value, secrets masked.
    package let settings: [JSONMember]

    package init(version: String, era: String?, isReadOnly: Bool, modules: [String]?, settings: [JSONMember]) {
        self.version = version
        self.era = era
        self.isReadOnly = isReadOnly
        self.modules = modules
        self.settings = settings
    }

    fileprivate init(_ node: JSONNode) throws(TranscriptFault) {
        guard let format = node["format"]?.integer, let version = node["galleria"]?.string else { throw .noHeader }
        guard format == Transcript.format else { throw .otherFormat(format) }
        self.version = version
        era = node["protocol"]?.string
        isReadOnly = node["readOnly"]?.bool ?? false
        modules = node["modules"].flatMap { $0.kind == .array ? $0.elements.compactMap(\.string) : nil }
        settings = node["settings"].map { JSONValue($0).members ?? [] } ?? []
    }

    /// The line with its line feed.
    func bytes(era: String?, _ redaction: Redaction) -> [UInt8] {
        let header: JSONValue = [
            "format": .integer(Transcript.format), "galleria": .string(version),
            "protocol": era.map { .string($0) } ?? .null, "readOnly": .bool(isReadOnly),
            "modules": modules.map { .array($0.map { .string($0) }) } ?? .null,
            "settings": redaction.masked(.object(settings)),
        ]
        return header.serialized() + [UInt8(ascii: "\n")]
    }
}
