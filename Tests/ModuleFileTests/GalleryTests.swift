import Foundation
import JSON
import Testing

@testable import JMESPath
@testable import ModuleFile

@Suite("The gallery of declared modules") struct GalleryTests {
    @Test("it has twelve files, and a folder of samples for each")
    func twelve() {
        #expect(Gallery.ids.count == 12)
        #expect(Gallery.modules.count == 12)
        let files = ["README.md"] + Gallery.ids.flatMap { [$0, "\($0).yaml"] }
        #expect(Gallery.files(in: Gallery.folder) == files.sorted())
    }

    @Test("each is read without a mistake, in 40 lines of at most 120 characters", arguments: Gallery.ids)
    func reads(_ id: String) throws {
        _ = try Gallery.module(id)
        let lines = try Gallery.text("\(id).yaml").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "" && lines.count - 1 <= 40)
        for (number, line) in lines.enumerated() { #expect(line.count <= 120, "\(id).yaml:\(number + 1)") }
    }

    @Test("each sample is there, is JSON, and belongs to a call", arguments: Gallery.ids)
    func samples(_ id: String) throws {
        let named = Set(
            try Gallery.module(id).samples.flatMap { sample in
                switch sample.files {
                case .one(let name): [name]
                case .steps(let names): Array(names.values)
                }
            })
        #expect(named == Set(Gallery.files(in: Gallery.folder.appending(path: id)).map { "\(id)/\($0)" }))
        for name in named { _ = try Gallery.document(name) }
    }

    @Test("rows have a key of their own, a title, and values of their fields' types", arguments: Gallery.ids)
    func rows(_ id: String) throws {
        var missing = 0
        for call in try SampledCall.all(of: try Gallery.module(id)) {
            let rows = try call.rows()
            #expect(!rows.isEmpty, "\(id).\(call.operation.name)")
            let declaration = try #require(call.row)
            let keys = rows.compactMap { $0.text(of: declaration.key) }
            #expect(keys.count == rows.count && Set(keys).count == rows.count, "\(id).\(call.operation.name)")
            for (key, row) in zip(keys, rows) {
                #expect(row.mistyped.isEmpty, "\(id).\(call.operation.name) \(key): \(row.mistyped)")
                if let title = declaration.title { #expect(row.text(of: title) != nil, "\(id) \(key)") }
                missing += row.missing.count
            }
        }
        #expect(missing > 0, "\(id): no field is missing in any row")
    }

    @Test("each field of a type of row has a value in some row", arguments: Gallery.ids)
    func fields(_ id: String) throws {
        let module = try Gallery.module(id)
        let rows = try SampledCall.all(of: module).flatMap { try $0.rows() }
        for declaration in module.rows {
            for field in declaration.fields {
                let isThere = rows.contains { row in
                    row.declaration.name == declaration.name && !row.missing.contains(field.name)
                }
                #expect(isThere, "\(id).\(declaration.name).\(field.name)")
            }
        }
    }

    @Test("a module's lists have 25 rows and more, and its totals are right", arguments: Gallery.ids)
    func totals(_ id: String) throws {
        var count = 0
        for call in try SampledCall.all(of: try Gallery.module(id)) {
            guard case .items? = call.operation.result else { continue }
            let rows = try call.rows().count
            count += rows
            guard let total = call.operation.total else { continue }
            for page in call.pages { #expect(try page.value(total).numberText == "\(rows)", "\(id)") }
        }
        #expect(count >= 25, "\(id) has \(count) rows")
    }

    @Test("the end of pages is said on the last one, and on no other", arguments: Gallery.ids)
    func pages(_ id: String) throws {
        for call in try SampledCall.all(of: try Gallery.module(id)) {
            guard let paging = call.operation.pages, paging.by != .none else {
                #expect(call.pages.count == 1, "\(id).\(call.operation.name)")
                continue
            }
            try #require(call.pages.count > 1, "\(id).\(call.operation.name)")
            let counts = try call.pages.map { try $0.rows().count }
            if paging.by == .number || paging.by == .offset || paging.by == .cursor {
                let size = try #require(paging.size)
                let isFull = { (count: Int) in count == size || isEnd(.empty, paging.ends) && count > 0 }
                #expect(counts.dropLast().allSatisfy(isFull), "\(counts)")
                #expect(counts[counts.count - 1] < size, "\(counts)")
            }
            switch paging.ends {
            case .empty: #expect(counts.last == 0)
            case .when(let end):
                let ends = try call.pages.map { try !$0.value(end).isFalse }
                #expect(ends == counts.indices.map { $0 == counts.count - 1 }, "\(id) \(end.text)")
            case .short, .total: #expect(counts.last != 0)
            }
            guard let at = paging.at else { continue }
            let places = try call.pages.map { try $0.value(at).string }
            let leading = places.dropLast().compactMap(\.self)
            #expect(leading.count == counts.count - 1 && Set(leading).count == leading.count, "\(id) \(at.text)")
            if paging.by == .next {
                #expect(leading.allSatisfy { $0.hasPrefix("\(call.module.endpoint)/") } && places.last == .some(nil))
            }
        }
    }

    private func isEnd(_ one: PagesDeclaration.End, _ other: PagesDeclaration.End) -> Bool {
        switch (one, other) {
        case (.empty, .empty), (.short, .short), (.total, .total): true
        default: false
        }
    }

    @Test("no sample is what its operation calls a refusal", arguments: Gallery.ids)
    func refusals(_ id: String) throws {
        for call in try SampledCall.all(of: try Gallery.module(id)) where !call.operation.hasSteps {
            for error in call.operation.requests.flatMap(\.errors) {
                guard case .when(let condition) = error.condition else { continue }
                for page in call.pages { #expect(try page.value(condition).isFalse, "\(id) \(condition.text)") }
            }
        }
    }

    @Test(
        "a refusal with the status 200 is one, with the upstream's words",
        arguments: [
            (
                "tourKorea", "search", "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR",
                #"{"response": {"header": {"resultCode": "22", "resultMsg": "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR"}}}"#
            ),
            ("shopify", "list", "Throttled", #"{"errors": [{"message": "Throttled"}]}"#),
            ("shopify", "show", "No such product.", #"{"data": {"product": null}}"#),
        ])
    func refused(_ id: String, _ name: String, _ message: String, _ body: String) throws {
        let operation = try #require(try Gallery.module(id).operations.first { $0.name == name })
        let error = try #require(operation.requests.first?.errors.first)
        guard case .when(let condition) = error.condition else {
            Issue.record("the error has no condition")
            return
        }
        let call = try #require(try SampledCall.all(of: try Gallery.module(id)).first { $0.operation.name == name })
        let reply = JMESValue.node(try JSONDocument(parsing: body).root)
        var steps = JMESSteps()
        #expect(try !condition.value(of: reply, in: call.pages[0], steps: &steps).isFalse)
        #expect(try error.message?.value(of: reply, in: call.pages[0], steps: &steps).string == message)
    }

    @Test("a list without rows is one where the upstream gives a text for it, and one row where it gives no list")
    func noRows() throws {
        let items = try #require(try Gallery.module("tourKorea").operations.first?.result)
        guard case .items(let expression) = items else { return }
        let page = try #require(try SampledCall.all(of: try Gallery.module("tourKorea")).first?.pages.first)
        for (body, count) in [("\"\"", 0), (#"{"item": {"contentid": "1"}}"#, 1)] {
            var steps = JMESSteps()
            let reply = try JSONDocument(parsing: #"{"response": {"body": {"items": \#(body)}}}"#).root
            #expect(try expression.value(of: .node(reply), in: page, steps: &steps).count == count)
        }
    }
}
