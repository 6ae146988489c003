package import JSON
package import JSONRPC
package import Values

/// Lifetime and scope of a cached result (2026-07-28: `ttlMs`, `cacheScope`).
package struct MCPCacheHint: Sendable {
    let milliseconds: Int
    let scope: StaticString

    /// Hint for lists: valid until a `list_changed`, the same for everybody.
    package static let lists = MCPCacheHint(milliseconds: 300_000, scope: "public")
    /// The same for what differs by what a client says that it can do.
    package static let clientLists = MCPCacheHint(milliseconds: 300_000, scope: "private")
    /// Hint for contents: may change with each request, and hold the user's data.
    package static let contents = MCPCacheHint(milliseconds: 0, scope: "private")
}

extension RPCReply {
    /// A result of MCP with what its revision asks of every result.
    /// - Parameters:
    ///   - isIntroduction: whether the server says everything of itself, not just who it is.
    ///   - cache: nil for results that are not kept.
    ///   - reserving: bytes to make room for at once.
    ///   - meta: writes members of `_meta`.
    ///   - fields: writes the result's own members, without braces.
    package static func mcp(
        _ id: RPCIdentifier, _ revision: MCPRevision, from server: MCPServer, isIntroduction: Bool = false,
        cache: MCPCacheHint? = nil, resultType: StaticString = "complete", reserving: Int = 256,
        meta: ((inout JSONWriter) -> Void)? = nil, fields: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        text(
            ofMCP: id, revision, from: server, isIntroduction: isIntroduction, cache: cache, resultType: resultType,
            reserving: reserving, mayInset: false, meta: meta, fields: fields
        ).bytes
    }

    /// The same, of a result that may have a picture in it, which is spelled when it is sent.
    /// - Parameter mayInset: whether the text may have an inset.
    package static func text(
        ofMCP id: RPCIdentifier, _ revision: MCPRevision, from server: MCPServer, isIntroduction: Bool = false,
        cache: MCPCacheHint? = nil, resultType: StaticString = "complete", reserving: Int = 256, mayInset: Bool = true,
        meta: ((inout JSONWriter) -> Void)? = nil, fields: (inout JSONWriter) -> Void
    ) -> InsetText {
        var writer = JSONWriter(reserving: reserving, mayInset: mayInset)
        write(
            mcp: id, revision, from: server, isIntroduction: isIntroduction, cache: cache, resultType: resultType,
            into: &writer, meta: meta, fields: fields)
        return writer.text
    }

    /// Writes such a result as a message.
    package static func write(
        mcp id: RPCIdentifier, _ revision: MCPRevision, from server: MCPServer, isIntroduction: Bool = false,
        cache: MCPCacheHint? = nil, resultType: StaticString = "complete", into writer: inout JSONWriter,
        meta: ((inout JSONWriter) -> Void)? = nil, fields: (inout JSONWriter) -> Void
    ) {
        begin(mcp: id, revision, resultType: resultType, into: &writer)
        fields(&writer)
        end(revision, from: server, isIntroduction: isIntroduction, cache: cache, into: &writer, meta: meta)
    }

    /// Begins such a message: its members come next, then `end`.
    package static func begin(
        mcp id: RPCIdentifier, _ revision: MCPRevision, resultType: StaticString = "complete",
        into writer: inout JSONWriter
    ) {
        begin(result: id, into: &writer)
        writer.beginObject()
        if revision.isStateless {
            writer.key("resultType")
            writer.string(resultType)
        }
    }

    /// Ends such a message.
    package static func end(
        _ revision: MCPRevision, from server: MCPServer, isIntroduction: Bool = false, cache: MCPCacheHint? = nil,
        into writer: inout JSONWriter, meta: ((inout JSONWriter) -> Void)? = nil
    ) {
        if revision.isStateless, let cache {
            writer.key("ttlMs")
            writer.integer(cache.milliseconds)
            writer.key("cacheScope")
            writer.string(cache.scope)
        }
        if revision.isStateless || meta != nil {
            writer.key("_meta")
            writer.beginObject()
            meta?(&writer)
            if revision.isStateless {
                writer.key("io.modelcontextprotocol/serverInfo")
                server.write(for: revision, isBrief: !isIntroduction, into: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
        end(into: &writer)
    }
}
