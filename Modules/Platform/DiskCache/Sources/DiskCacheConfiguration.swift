/// The bounds of one disk cache, and what people call it.
package struct DiskCacheConfiguration: Sendable, Equatable {
    /// Name of the contents, in the plural: `pictures`.
    package var contents: String
    /// The setting that names the folder.
    package var pathKey: String
    /// Absolute; nil when there is none because HOME is not set.
    package var path: String?
    /// Bound of all files; 0 turns the cache off.
    package var maximumBytes: Int
    /// Bound of one content.
    package var maximumContent: Int
    /// Lifetime of an unused entry.
    package var age: Duration

    package init(
        contents: String, pathKey: String, path: String?, maximumBytes: Int, maximumContent: Int, age: Duration
    ) {
        self.contents = contents
        self.pathKey = pathKey
        self.path = path
        self.maximumBytes = maximumBytes
        self.maximumContent = maximumContent
        self.age = age
    }
}
