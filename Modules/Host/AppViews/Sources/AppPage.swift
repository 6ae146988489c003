import AppViewPages
import DesignSystem

/// Puts a page together from the files of Pages/.
enum AppPage {
    /// The whole document of a view: the template with its marks filled.
    static func html(of view: AppView) -> String {
        let scripts = AppView.sharedScripts + view.scripts
        return filled(
            text("page.html"),
            [
                "title": view.title, "view": view.rawValue, "tones": tones, "style": text("style.css"),
                "script": scripts.map(text).joined(separator: "\n"),
            ])
    }

    /// The design system's colours as custom properties: `--tone-price: rgb(31 157 85);`.
    private static var tones: String {
        TextRole.allCases.compactMap { role in
            role.tone.map { "--tone-\(role.rawValue): rgb(\($0.red) \($0.green) \($0.blue));" }
        }.joined(separator: "\n")
    }

    /// Replaces each `{{mark}}` of a template by its text, once: what is put in is not looked at again.
    static func filled(_ template: String, _ texts: [String: String]) -> String {
        var result = ""
        var rest = Substring(template)
        while let (before, mark, after) = nextMark(in: rest) {
            result += before
            result += texts[mark] ?? ""
            rest = after
        }
        return result + rest
    }

    private static func nextMark(in text: Substring) -> (before: Substring, mark: String, after: Substring)? {
        var index = text.utf8.startIndex
        while let open = text.utf8[index...].firstIndex(of: UInt8(ascii: "{")) {
            index = text.utf8.index(after: open)
            let inside = text[index...].dropFirst()
            guard text.utf8[index...].first == UInt8(ascii: "{"),
                let close = inside.utf8.firstIndex(of: UInt8(ascii: "}")),
                inside.utf8[close...].starts(with: "}}".utf8)
            else { continue }
            return (text[..<open], String(inside[..<close]), inside[close...].dropFirst(2))
        }
        return nil
    }

    /// A file of Pages/; empty when none of that name is embedded.
    static func text(_ name: String) -> String {
        UnsafeBufferPointer(start: app_view_files, count: app_view_file_count)
            .first { file in file.name.map { String(cString: $0) == name } ?? false }
            .map { String(decoding: UnsafeBufferPointer(start: $0.text, count: $0.size), as: UTF8.self) } ?? ""
    }
}
