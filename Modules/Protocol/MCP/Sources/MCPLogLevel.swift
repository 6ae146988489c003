package import JSON

/// The severities of RFC 5424, section 6.2.1, as MCP names them; the least severe first.
package enum MCPLogLevel: String, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error, critical, alert, emergency

    /// - Parameter name: compared byte by byte.
    package init?(exactly name: String) {
        guard let level = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = level
    }

    package static func < (left: Self, right: Self) -> Bool {
        (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
    }

    /// Writes the params of `notifications/message`.
    /// - Parameter logger: what speaks: a module's id, or the program's name.
    package func write(logger: String, _ text: String, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("level")
        writer.string(rawValue)
        writer.key("logger")
        writer.string(logger)
        writer.key("data")
        writer.string(text)
        writer.endObject()
    }
}
