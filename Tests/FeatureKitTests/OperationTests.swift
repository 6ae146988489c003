import DesignSystem
import JSON
import Synchronization
import Testing

@testable import FeatureKit

@Suite("Operations")
struct OperationTests {
    @Test(
        "A tool's name is its method in snake case",
        arguments: [
            ("bookShelf.search", "book_shelf_search"), ("bookShelf.addToBag", "book_shelf_add_to_bag"),
            ("host.info", "host_info"),
            ("host.setModule", "host_set_module"), ("a.b", "a_b"), ("a1.b2C3", "a1_b2_c3"), ("a.bCD", "a_b_c_d"),
            ("", ""),
        ])
    func snakeCaseNames(_ method: String, _ tool: String) {
        #expect(snakeCase(method) == tool)
    }

    @Test(
        "A name in words has its capitals apart, and those of an abbreviation together",
        arguments: [
            ("price", "price"), ("salePrice", "sale price"), ("imageURL", "image URL"), ("isbn13", "isbn13"),
            ("URL", " URL"), ("aB", "a b"), ("aBC", "a BC"), ("Name", " name"), ("", ""), ("한글A", "한글 a"),
        ])
    func spelledOutNames(_ name: String, _ words: String) {
        #expect(Array(spelledOut(name).utf8) == Array(words.utf8))
    }

    private func registered(
        _ run: @escaping @Sendable (SearchParameters, CallContext) async throws(Fault) -> SearchParameters
    ) -> RegisteredOperation {
        var registration = ModuleRegistration(id: "shelf")
        registration.add(operation("search", run: run))
        return registration.operations[0]
    }

    @Test("A call reads its parameters, runs, and gives the result as JSON and as a document")
    func call() async throws {
        let answer = try await registered { parameters, _ in parameters }
            .call(try read(#"{"query":"swift"}"#), CallContext())
        #expect(written { answer.write(&$0) } == #"{"query":"swift"}"#)
        #expect(answer.document().rendered(RenderOptions(style: .plain)) == "swift\n")
    }

    @Test("Wrong parameters never reach the operation")
    func refused() async throws {
        let runs = Mutex(0)
        let operation = registered { parameters, _ in
            runs.withLock { $0 += 1 }
            return parameters
        }
        for sent in [nil, "{}", #"{"query":true}"#, #"{"query":"a","x":1}"#, "[1]"] {
            let fault = await #expect(throws: Fault.self) {
                try await operation.call(try sent.map(read), CallContext())
            }
            #expect(fault?.code == .invalidArgument)
            #expect(fault?.module == "shelf")
            #expect(fault?.message.contains("shelf.search") == true)
        }
        #expect(runs.withLock { $0 } == 0)
    }

    @Test("A fault is laid to the module, unless it names one itself", arguments: [nil, "other"])
    func attribution(_ module: String?) async {
        let operation = registered { _, _ throws(Fault) in
            throw Fault(.notFound, "No such book.", hint: "Search first.", module: module)
        }
        let fault = await #expect(throws: Fault.self) {
            try await operation.call(read(#"{"query":"a"}"#), CallContext())
        }
        #expect(fault?.module == module ?? "shelf")
        #expect(fault?.message == "No such book.")
    }

    @Test("Progress goes to who asked, and to nobody when nobody did")
    func progress() async throws {
        let told = Mutex<[Progress]>([])
        let operation = registered { parameters, context in
            context.report(Progress(done: 1, total: 2, message: "half"))
            return parameters
        }
        _ = try await operation.call(
            read(#"{"query":"a"}"#), CallContext { progress in told.withLock { $0.append(progress) } })
        _ = try await operation.call(read(#"{"query":"a"}"#), CallContext())
        #expect(told.withLock { $0 } == [Progress(done: 1, total: 2, message: "half")])
    }

    @Test("What is declared once is known to help, schema and reference")
    func declaration() {
        let operation = registered { parameters, _ in parameters }
        #expect(operation.parameters.map(\.name) == ["query", "limit", "sort", "exact"])
        #expect(operation.parameters.map(\.isRequired) == [true, false, false, false])
        #expect(operation.resultFields.map(\.name) == ["query"])
        #expect(operation.parameterSchema() == SearchParameters.shape.schema)
        #expect(operation.resultSchema()["required"] == ["query"])
        #expect(operation.effect == .reads)
        #expect(operation.isTool)
    }
}
