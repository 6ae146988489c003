import Glibc

/// A regular expression of a parameter's text: POSIX extended (regex(7)), by the C library; `\d` is a digit.
package struct TextPattern: Sendable {
    /// The expression as it was given.
    package let text: String
    /// The same as the C library reads it.
    private let translated: String

    /// - Returns: nil for a text that is no such expression.
    package init?(_ pattern: String) {
        text = pattern
        var (translated, isEscaped): (String, Bool) = ("", false)
        for scalar in pattern.unicodeScalars {
            if isEscaped, scalar == "d" { translated += "[0-9]" } else if isEscaped { translated += "\\" }
            if !isEscaped && scalar != "\\" || isEscaped && scalar != "d" { translated.unicodeScalars.append(scalar) }
            isEscaped = scalar == "\\" && !isEscaped
        }
        self.translated = translated + (isEscaped ? "\\" : "")
        var compiled = regex_t()
        guard regcomp(&compiled, self.translated, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
        regfree(&compiled)
    }

    /// Compiled at each look: a call has one or two, and the compiled form is no value that threads may share.
    package func matches(_ text: String) -> Bool {
        var compiled = regex_t()
        guard !text.utf8.contains(0), regcomp(&compiled, translated, REG_EXTENDED | REG_NOSUB) == 0 else {
            return false
        }
        defer { regfree(&compiled) }
        return regexec(&compiled, text, 0, nil, 0) == 0
    }
}
