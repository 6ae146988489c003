import JSON

extension JSONWriter {
    /// Writes the members `name` and `title` of something that a revision lists.
    mutating func name(_ name: String, title: String, for revision: MCPRevision) {
        key("name")
        string(name)
        if revision.hasTitles {
            key("title")
            string(title)
        }
    }

    /// Writes a member that holds the revisions which say themselves what they are.
    mutating func statelessRevisions(_ name: StaticString) {
        key(name)
        beginArray()
        for revision in MCPRevision.stateless { string(revision.rawValue) }
        endArray()
    }
}
