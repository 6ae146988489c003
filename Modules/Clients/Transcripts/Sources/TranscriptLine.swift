import FeatureKit
package import JSON
package import Masking
import Values

/// One line of a transcript: one JSON object.
package struct TranscriptLine: Sendable {
    /// Milliseconds since the recording began, by a clock that never jumps.
    package let at: Int
    package let content: Content

    package enum Content: Sendable {
        /// A message of the client, which was JSON.
        case client(JSONNode)
        /// A message of the client that was no JSON: its bytes, and why not.
        case clientBytes([UInt8], reason: String)
        /// Input of the client that was skipped; a message that was too long, or a block of headers that says nothing.
        case skipped(longerThan: Int?, reason: String)
        /// A message of galleria.
        case server(JSONNode)
        /// The client said nothing more.
        case inputEnded
        /// The recording is whole.
        case ended
        /// The recording reached its bound.
        case full
    }

    package init(at: Int, _ content: Content) {
        self.at = at
        self.content = content
    }

    // MARK: Writing

    /// The line with its line feed.
    package func bytes(_ redaction: Redaction) -> [UInt8] {
        var writer = JSONWriter(reserving: 256)
        writer.beginObject()
        writer.key("at")
        writer.integer(at)
        switch content {
        case .client(let message):
            writer.from(.client)
            writer.key("message")
            redaction.write(message, into: &writer)
        case .server(let message):
            writer.from(.server)
            writer.key("message")
            redaction.write(message, into: &writer)
        case .clientBytes(let bytes, let reason):
            writer.from(.client)
            let bytes = redaction.masked(bytes) ?? bytes
            if let text = String(validating: bytes, as: UTF8.self) {
                writer.key("text")
                writer.string(text)
            } else {
                writer.key("base64url")
                writer.string(base64(bytes, .url))
            }
            writer.key("reason")
            writer.string(reason)
        case .skipped(let limit, let reason):
            writer.from(.client)
            if let limit {
                writer.key("longerThan")
                writer.integer(limit)
            } else {
                writer.key("skipped")
                writer.bool(true)
            }
            writer.key("reason")
            writer.string(reason)
        case .inputEnded: writer.end("input")
        case .ended: writer.end("recording")
        case .full: writer.end("limit")
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    // MARK: Reading

    /// - Returns: nil for an object that is no such line.
    package init?(_ node: JSONNode) {
        guard let at = node["at"]?.integer, at >= 0, let content = Content(node) else { return nil }
        self.init(at: at, content)
    }
}

extension TranscriptLine.Content {
    fileprivate init?(_ node: JSONNode) {
        if let end = node["ended"] {
            if end.isString("input") {
                self = .inputEnded
            } else if end.isString("recording") {
                self = .ended
            } else if end.isString("limit") {
                self = .full
            } else {
                return nil
            }
            return
        }
        guard let sender = node["from"]?.string.flatMap(TranscriptSender.init(rawValue:)) else { return nil }
        if let message = node["message"] {
            self = sender == .client ? .client(message) : .server(message)
            return
        }
        guard sender == .client, let reason = node["reason"]?.string else { return nil }
        if let text = node["text"]?.string {
            self = .clientBytes(Array(text.utf8), reason: reason)
        } else if let bytes = node["base64url"]?.string.flatMap(bytes(base64URL:)) {
            self = .clientBytes(bytes, reason: reason)
        } else if let limit = node["longerThan"]?.integer, limit > 0 {
            self = .skipped(longerThan: limit, reason: reason)
        } else if node["skipped"]?.bool == true {
            self = .skipped(longerThan: nil, reason: reason)
        } else {
            return nil
        }
    }
}

/// Sender of a message.
private enum TranscriptSender: String {
    case client, server
}

extension JSONWriter {
    fileprivate mutating func from(_ sender: TranscriptSender) {
        key("from")
        string(sender.rawValue)
    }

    fileprivate mutating func end(_ what: StaticString) {
        key("ended")
        string(what)
    }
}
