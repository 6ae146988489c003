package import JSON

/// One block of a tool's result, or the content of a prompt's message.
package enum MCPContent: Sendable, Equatable {
    case text(String)
    /// `data`: base64 with padding.
    case image(mimeType: String, data: String)
    /// The same block, of bytes.
    case picture(mimeType: String, [UInt8])
    /// `data`: base64 with padding.
    case audio(mimeType: String, data: String)
    /// An embedded resource.
    case resource(MCPContents)

    /// Writes the block as `revision` knows it: a sound is a text that names it where there are no sounds.
    package func write(for revision: MCPRevision, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        switch self {
        case .text(let text): Self.write(text, into: &writer)
        case .image(let mimeType, let data): Self.write("image", mimeType, into: &writer) { $0.string(data) }
        case .picture(let mimeType, let bytes): Self.write("image", mimeType, into: &writer) { $0.base64(bytes) }
        case .audio(let mimeType, let data) where revision.hasAudio:
            Self.write("audio", mimeType, into: &writer) { $0.string(data) }
        case .audio(let mimeType, _): Self.write("A sound (\(mimeType)).", into: &writer)
        case .resource(let contents):
            writer.string("resource" as StaticString)
            writer.key("resource")
            contents.writeObject(into: &writer)
        }
        writer.endObject()
    }

    /// Writes a block of text.
    /// - Parameter text: writes one JSON string.
    static func writeText(into writer: inout JSONWriter, _ text: (inout JSONWriter) -> Void) {
        writer.begin(#"{"type":"text","text":"#)
        text(&writer)
        writer.endObject()
    }

    private static func write(_ text: String, into writer: inout JSONWriter) {
        writer.string("text" as StaticString)
        writer.key("text")
        writer.string(text)
    }

    private static func write(
        _ type: StaticString, _ mimeType: String, into writer: inout JSONWriter, data: (inout JSONWriter) -> Void
    ) {
        writer.string(type)
        writer.key("data")
        data(&writer)
        writer.key("mimeType")
        writer.string(mimeType)
    }
}

/// Contents of an address: the result of `resources/read`, and embedded resources.
package struct MCPContents: Sendable, Equatable {
    package enum Body: Sendable, Equatable {
        case text(String)
        /// Bytes as base64 with padding.
        case blob(String)
    }

    package let uri: String
    package let mimeType: String
    package let body: Body
    /// The object `_meta`; nil for none.
    package let meta: JSONValue?

    package init(uri: String, mimeType: String, _ body: Body, meta: JSONValue? = Optional.none) {
        self.uri = uri
        self.mimeType = mimeType
        self.body = body
        self.meta = meta
    }

    /// Writes the member `contents` of a result, with these alone.
    package func write(into writer: inout JSONWriter) {
        writer.key("contents")
        writer.beginArray()
        writeObject(into: &writer)
        writer.endArray()
    }

    func writeObject(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("uri")
        writer.string(uri)
        writer.key("mimeType")
        writer.string(mimeType)
        switch body {
        case .text(let text):
            writer.key("text")
            writer.string(text)
        case .blob(let data):
            writer.key("blob")
            writer.string(data)
        }
        if let meta {
            writer.key("_meta")
            writer.value(meta)
        }
        writer.endObject()
    }
}
