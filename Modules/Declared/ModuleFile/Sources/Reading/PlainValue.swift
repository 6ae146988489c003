import JSON
import Values

/// Texts that stand for values of parameters.
enum PlainValue {
    static func isNumber(_ text: String) -> Bool {
        guard let root = try? JSONDocument(parsing: text).root, root.kind == .number else { return false }
        return root.rawText.count == text.utf8.count
    }

    static func isDate(_ text: String) -> Bool { CivilDate(text) != nil }
}
