/// Shape of a setting's value, as data: help, the reference, the JSON Schema and the errors are derived from it.
package indirect enum SettingShape: Sendable, Equatable {
    /// `true` or `false`.
    case flag
    /// A whole number within bounds.
    case whole(ClosedRange<Int>)
    /// Text whose length in Unicode scalars is within bounds.
    case text(ClosedRange<Int>)
    /// One of a few words.
    case oneOf([String])
    /// A length of time such as `10s`, within bounds.
    case duration(ClosedRange<Duration>)
    /// A number of bytes such as `4MiB`, within bounds.
    case size(ClosedRange<Int>)
    /// An http or https address: scheme, host, and optionally a port and a path.
    case url
    /// A file or directory; a leading `~` is the home directory.
    case path
    /// A sequence whose length is within bounds.
    case list(of: SettingShape, count: ClosedRange<Int>)
    /// The value or null.
    case optional(SettingShape)
}
