/// A path of the settings that may begin with `~`, the user's home directory.
struct HomePath {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The path without `~`.
    /// - Parameter home: an absolute path; anything else counts as not known.
    /// - Returns: nil when the path needs a home directory and there is none.
    func expanded(home: String?) -> String? {
        guard text.utf8.starts(with: "~/".utf8) else { return text }
        guard let home, home.utf8.first == UInt8(ascii: "/") else { return nil }
        return home + text.dropFirst()
    }
}
