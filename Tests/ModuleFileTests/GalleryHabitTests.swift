import Foundation
import JMESPath
import Testing

@testable import ModuleFile

/// The habits of APIs that the gallery must show: an engineer finds one file for each.
@Suite("Habits in the gallery") struct GalleryHabitTests {
    private let operations = Gallery.modules.flatMap(\.operations)
    private let requests = Gallery.modules.flatMap(\.operations).flatMap(\.requests)

    @Test("each kind of paging occurs", arguments: PagesDeclaration.By.allCases)
    func paging(_ kind: PagesDeclaration.By) {
        #expect(operations.contains { $0.pages?.by == kind })
    }

    @Test("pages are counted from 0 and from 1, rows as well")
    func firsts() {
        for kind in [PagesDeclaration.By.number, .offset] {
            let firsts = operations.compactMap { $0.pages?.by == kind ? $0.pages?.from : nil }
            #expect(Set(firsts) == [0, 1], "\(kind)")
        }
    }

    @Test("each end of pages occurs", arguments: ["short", "empty", "total", "when"])
    func ends(_ wanted: String) {
        let ends = operations.compactMap(\.pages).filter { $0.by != .link && $0.by != .none }.map { pages in
            switch pages.ends {
            case .short: "short"
            case .empty: "empty"
            case .total: "total"
            case .when: "when"
            }
        }
        #expect(ends.contains(wanted))
    }

    @Test("each kind of auth occurs", arguments: ["header", "query", "bearer", "basic"])
    func auth(_ wanted: String) {
        let kinds = Gallery.modules.compactMap(\.auth).map { auth in
            switch auth {
            case .header: "header"
            case .query: "query"
            case .bearer: "bearer"
            case .basic: "basic"
            }
        }
        #expect(kinds.contains(wanted))
    }

    @Test("each type of field that is not a number's fraction or length occurs")
    func fields() {
        let kinds = Set(Gallery.modules.flatMap(\.rows).flatMap(\.fields).map(\.kind))
        #expect(kinds == Set(RowFieldDeclaration.Kind.allCases).subtracting([.number, .duration]))
    }

    @Test(
        "expressions show what they are for",
        arguments: [
            "money(", "'e-2'", "date(", "plain(", "split(", "reply()", "step(", "setting(", ".edges[].node", "[?", "||",
            "&&", "to_array(", "\"image/jpeg\"",
        ])
    func expressions(_ wanted: String) {
        let fields = Gallery.modules.flatMap(\.rows).flatMap(\.fields).map(\.from.text)
        let answers = operations.compactMap(\.result).map { result in
            switch result {
            case .items(let expression), .item(let expression): expression.text
            }
        }
        #expect((fields + answers).contains { $0.contains(wanted) })
    }

    @Test("orders and issues are written: with a question, a key that stays, and what can't be taken back")
    func writes() {
        let writing = operations.filter { $0.effect != .reads }
        #expect(writing.count >= 4)
        #expect(writing.allSatisfy { $0.confirm != nil })
        #expect(writing.contains { $0.idempotency != nil && $0.requests[0].body != nil })
        #expect(writing.contains { $0.effect == .writes(isIdempotent: true, isDestructive: true) })
        #expect(Set(writing.flatMap(\.requests).map(\.method)) == [.post, .patch])
        // GraphQL reads by POST.
        #expect(operations.contains { $0.effect == .reads && $0.requests.contains { $0.method == .post } })
    }

    @Test("steps, answers that serve for a time, and refusals by status and by condition occur")
    func requestsShowAll() {
        #expect(operations.contains { $0.hasSteps && $0.requests.count == 2 })
        #expect(requests.contains { if case .lasting? = $0.cache { true } else { false } })
        #expect(requests.contains { !$0.headers.isEmpty })
        let errors = requests.flatMap(\.errors)
        #expect(errors.contains { if case .status = $0.condition { true } else { false } })
        #expect(errors.contains { if case .when = $0.condition { true } else { false } })
        #expect(errors.contains { $0.hint != nil } && errors.contains { $0.message != nil })
    }

    @Test("rows are in Korean and in Chinese as well")
    func scripts() throws {
        var text = ""
        for module in Gallery.modules {
            for sample in module.samples {
                guard case .one(let name) = sample.files else { continue }
                text += try Gallery.text(name)
            }
        }
        #expect(text.unicodeScalars.contains { ("가"..."힣").contains($0) })
        #expect(text.unicodeScalars.contains { ("一"..."龥").contains($0) })
    }

    @Test("the page lists each module once, with a command that names one of its operations")
    func page() throws {
        let page = try Gallery.text("README.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| [") }
        #expect(rows.count == Gallery.modules.count)
        for module in Gallery.modules {
            let row = try #require(rows.first { $0.contains("](\(module.id).yaml)") }, "\(module.id)")
            let cells = row.split(separator: "|")
            try #require(cells.count == 4, "\(module.id)")
            #expect(
                module.operations.contains { cells[3].contains("`\(module.id).\($0.name)") }, "\(module.id)")
            #expect((cells[2].contains("key: ")) == (module.auth != nil), "\(module.id)")
        }
    }
}
