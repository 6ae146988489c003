import AppViewPages
import DesignSystem

/// Puts a page together from the files of Pages/.
enum AppPage {
    /// The whole document of a view: the template with its marks filled.
    static func html(of view: AppView, theme: Theme, scale: TextScale) -> String {
        let scripts = AppView.sharedScripts + view.scripts
        return filled(
            text("page.html"),
            [
                "title": view.title, "view": view.rawValue, "tones": tones(of: theme, scale),
                "style": text("style.css"),
                "theme": sheet(of: theme),
                "script": scripts.map(text).joined(separator: "\n"),
            ])
    }

    /// The design system's colours as custom properties, `--tone-price: rgb(27 135 73);`, and the size of letters.
    private static func tones(of theme: Theme, _ scale: TextScale) -> String {
        // Without colours everything is in the ink, badges the other way round.
        let tones = TextRole.allCases.filter { Theme.auto.tone(of: $0) != nil }.map { role in
            "--tone-\(role.rawValue): \(theme == .none ? "var(--ink)" : css(theme.tone(of: role)));"
        }
        let badgeInk = theme == .none ? "var(--surface)" : css(theme.badgeInk)
        return (tones + ["--badge-ink: \(badgeInk);", "--scale: \(Double(scale.percent) / 100);"])
            .joined(separator: "\n")
    }

    /// Style sheet of a theme, which replaces the host's surfaces and colours; `auto` follows the host.
    private static func sheet(of theme: Theme) -> String {
        if theme == .auto { return "" }
        var rules = ["headline", "discount", "warning", "failure"].map { "--\($0): var(--tone-\($0));" }
        if let background = theme.background, let ink = theme.ink {
            rules += [
                "color-scheme: \(theme == .light ? "light" : "dark") !important;", "--surface: \(css(background));",
                "--ink: \(css(ink));", "--quiet: \(css(theme.tone(of: .muted)));",
                "--raised: color-mix(in oklab, var(--ink) 8%, var(--surface));",
                "--line: color-mix(in oklab, var(--ink) \(theme == .highContrast ? 100 : 24)%, var(--surface));",
                "--ring: var(--headline);",
            ]
        }
        return "\n:root:root:root {\n\(rules.joined(separator: "\n"))\n}\n"
    }

    private static func css(_ tone: RoleTone?) -> String {
        tone.map { "rgb(\($0.red) \($0.green) \($0.blue))" } ?? "inherit"
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
