import DesignSystem
import Testing

@testable import AppViews

/// The pages as hosts get them.
@Suite("Pages") struct PageTests {
    static let names = ["catalog", "product", "bag", "friends", "mall", "shelf", "forecast", "goods"]

    @Test("each view has its address, and its page there")
    func addresses() {
        #expect(AppViews.uris == Self.names.map { "ui://galleria/\($0)" })
        for name in Self.names { #expect(AppViews.uri(ofView: name) == "ui://galleria/\(name)") }
    }

    @Test(
        "other names and addresses have none: they are compared byte by byte",
        arguments: [
            "", "Catalog", "catalog ", "c\u{430}talog", "ui://galleria/", "ui://galleria/catalog/",
            "ui://Galleria/catalog",
            "ui://galleria/catalog?x", "ui://galleria/page.html", "ui://galleria/../style.css",
            "https://galleria/catalog",
        ])
    func strangers(_ text: String) {
        #expect(AppViews.uri(ofView: text) == nil)
        #expect(AppViews.page(text) == nil)
        #expect(AppViews.contents(text) == nil)
    }

    @Test("a page is one whole document, with every mark filled", arguments: names)
    func wholeDocument(_ name: String) throws {
        let page = try page(name)
        #expect(page.hasPrefix("<!doctype html>"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(!page.contains("{{"))
        #expect(page.contains("<main id=\"view\" class=\"\(name)\""))
        for tag in ["<style>", "</style>", "<script>", "</script>", "<title>", "</title>", "<main", "</body>"] {
            #expect(occurrences(of: tag, in: page) == 1, "\(tag)")
        }
        #expect(page.utf8.count < 64 * 1024)
    }

    @Test("a page has the shared scripts and its own, and no other view's", arguments: names)
    func scripts(_ name: String) throws {
        let page = try page(name)
        #expect(page.contains("ui/initialize") && page.contains("ui/notifications/size-changed"))
        #expect(occurrences(of: "\nrun({", in: page) == 1)
        #expect(page.contains("// ui://galleria/\(name):"))
        #expect(page.contains("const productPage") == ["catalog", "product", "bag", "goods"].contains(name))
        #expect(page.contains("const listing") == !["bag", "forecast"].contains(name))
    }

    @Test("T2: a page loads nothing, and never makes markup of text", arguments: names)
    func selfContained(_ name: String) throws {
        let page = try page(name)
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "import(",
            "fetch(",
            "XMLHttpRequest", "WebSocket", "<link", "<img", "<iframe", "@import", "url(", "localStorage", "src=\"http",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
        // The only addresses are the name of SVG's elements and the pattern of a link.
        let rest = page.replacing("http://www.w3.org/2000/svg", with: "").replacing(#"^https?:\/\/"#, with: "")
        #expect(!rest.contains("http://") && !rest.contains("https://"))
    }

    @Test("the colours of the roles are the design system's")
    func tones() throws {
        let page = try page("catalog")
        for role in TextRole.allCases {
            let name = "--tone-\(role.rawValue)"
            guard let tone = Theme.auto.tone(of: role) else {
                #expect(!page.contains(name))
                continue
            }
            #expect(page.contains("\(name): rgb(\(tone.red) \(tone.green) \(tone.blue));"))
        }
        #expect(occurrences(of: "--tone-", in: page) > TextRole.allCases.compactMap { Theme.auto.tone(of: $0) }.count)
    }

    @Test("each class of the style sheet is one that a script or the template gives")
    func classes() {
        let scripts = Set(AppView.sharedScripts + AppView.allCases.flatMap(\.scripts))
        let files = scripts.union(["page.html"]).map(AppPage.text) + AppView.allCases.map(\.rawValue)
        let words = Set(files.flatMap { $0.split { !($0.isLetter || $0 == "-") } })
        let classes = AppPage.text("style.css").matches(of: #/\.([a-z][a-z-]*)/#).map(\.output.1)
        #expect(classes.count > 80)
        #expect(Set(classes).subtracting(words) == [])
    }

    @Test("all files together are small: they are in every binary")
    func size() {
        let files = Set(["page.html", "style.css"] + AppView.sharedScripts + AppView.allCases.flatMap(\.scripts))
        #expect(files.reduce(0) { $0 + AppPage.text($1).utf8.count } <= 75_000)
    }

    @Test("what the style sheet takes from a tone is there to take")
    func tonesOfTheStyleSheet() throws {
        let used = AppPage.text("style.css").split(separator: "var(--tone-").dropFirst().map {
            $0.prefix { $0.isLetter }
        }
        #expect(!used.isEmpty)
        for name in used {
            #expect(TextRole(rawValue: String(name)).flatMap { Theme.auto.tone(of: $0) } != nil, "\(name)")
        }
    }

    @Test("the host's theme and the reader's size are left alone, unless the settings have their own")
    func look() throws {
        let uri = "ui://galleria/catalog"
        let page = try page("catalog")
        #expect(page.contains("--scale: 1.0;") && !page.contains(":root:root:root"))
        #expect(
            !AppPage.text("style.css").matches(of: #/font(-size)?:[^;]*\dpx[^;]*/#).contains {
                !$0.output.0.contains("var(--scale)")
            })
        for theme in [Theme.light, .dark, .highContrast] {
            let page = try #require(AppViews.page(uri, theme: theme, scale: .large))
            let background = try #require(theme.background)
            #expect(page.contains("--surface: rgb(\(background.red) \(background.green) \(background.blue));"))
            #expect(page.contains("color-scheme: \(theme == .light ? "light" : "dark") !important;"))
            #expect(page.contains("--headline: var(--tone-headline);") && page.contains("--scale: 1.25;"))
            for role in TextRole.allCases {
                guard let tone = theme.tone(of: role), Theme.auto.tone(of: role) != nil else { continue }
                #expect(page.contains("--tone-\(role.rawValue): rgb(\(tone.red) \(tone.green) \(tone.blue));"))
            }
        }
        let plain = try #require(AppViews.page(uri, theme: .none))
        #expect(plain.contains("--tone-price: var(--ink);") && plain.contains("--badge-ink: var(--surface);"))
        #expect(!plain.contains("--surface: rgb("))
    }

    @Test(
        "marks are filled once, what is put in is not looked at again",
        arguments: [
            ("", ""), ("a", "a"), ("{{x}}", "[{{y}}]"), ("a{{x}}b{{y}}c", "a[{{y}}]b2c"), ("{{none}}.", "."),
            ("{ {{y}} }", "{ 2 }"), ("{{y", "{{y"), ("{{y}", "{{y}"), ("{", "{"), ("}}{{", "}}{{"),
            ("한{{y}}글", "한2글"),
        ])
    func marks(_ template: String, _ filled: String) {
        #expect(AppPage.filled(template, ["x": "[{{y}}]", "y": "2"]) == filled)
    }

    @Test("every file of the table is embedded, and no other is asked for")
    func files() {
        let scripts = AppView.sharedScripts + AppView.allCases.flatMap(\.scripts)
        for name in ["page.html", "style.css"] + scripts { #expect(!AppPage.text(name).isEmpty, "\(name)") }
        #expect(AppPage.text("none.js").isEmpty)
    }

    private func page(_ name: String) throws -> String {
        try #require(AppViews.page("ui://galleria/\(name)"))
    }

    private func occurrences(of text: String, in page: String) -> Int {
        page.split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
