import Composition
import DesignSystem
import FeatureKit
import HTTP
import JSON
import Settings

extension Command {
    /// `galleria shops list | add | search | doctor | profile`
    static var shops: Command {
        Command(
            "shops", doc: "Lists, adds and finds shops that speak UCP; tells of our own.",
            actions: [
                Command(
                    "list", doc: "Asks each shop of the settings what it offers.", options: [Options.json],
                    examples: ["galleria shops list --environment production"], run: listShops),
                Command(
                    "add", [Arguments.shopAddress], doc: "Writes a shop into the base settings file, as a module.",
                    options: [Options.draftID, Options.json],
                    examples: ["galleria shops add https://shop.example --id keyboards"], isLenient: true, run: addShop),
                Command(
                    "search", [Arguments.shopWords],
                    doc: "Searches the catalogue of many shops that ucp.catalog names.",
                    options: [Options.json],
                    examples: ["galleria shops search mechanical keyboard --environment production"], run: searchShops),
                Command(
                    "doctor", doc: "Says what works at each shop of the settings, and what to do about the rest.",
                    options: [Options.json], examples: ["galleria shops doctor --environment production"],
                    run: examineShops),
                Command(
                    "profile", [Arguments.shopAddress],
                    doc: "Prints the profile of serve --face ucp for a web server's /.well-known/ucp.",
                    detail: "URL is where that server hands requests on to the tools.",
                    examples: ["galleria shops profile https://shop.example/ucp/mcp"], isLenient: true, run: shopProfile
                ),
            ])
    }
}

/// A shop of the settings, and what became of asking it.
private struct ListedShop: Sendable {
    let id: String
    let answer: Result<JSONValue, Fault>

    /// The shop as JSON: its facts, or why there are none.
    var json: JSONValue {
        let id = JSONMember("id", .string(self.id))
        switch answer {
        case .success(let facts):
            return .object(
                [id]
                    + (facts.members ?? []).filter {
                        ["business", "version", "transport", "capabilities"].contains($0.key)
                    })
        case .failure(let fault):
            return .object([id, JSONMember("error", .string(fault.text))])
        }
    }
}

/// `galleria shops list`
@Sendable private func listShops(_ invocation: Invocation) throws -> ExitStatus {
    let workplace = try invocation.workplace()
    return try workplace.run {
        let router = workplace.storefront.router
        var shops: [ListedShop] = []
        for id in invocation.shops {
            guard let operation = router.operation(method: "\(id).about") else { continue }
            shops.append(ListedShop(id: id, answer: await answer(of: operation, to: nil, workplace)))
        }
        let (items, failed) = (
            shops.map(\.json), shops.contains { if case .failure = $0.answer { true } else { false } }
        )
        let status = invocation.show(
            json: { $0.value(.object([JSONMember("items", .array(items))])) },
            text: { document(items).rendered(workplace.options) })
        return failed ? .failed : status
    }
}

extension Invocation {
    /// Ids of the shops that the settings name.
    var shops: [String] { features.map(\.manifest).filter(\.isShop).map(\.id) }

    /// The address that the command line names.
    /// - Parameters:
    ///   - owner: for the sentence.
    ///   - example: a right one.
    /// - Throws: wrong usage for what is no address.
    func shopEndpoint(of owner: String, example: String) throws(UsageFault) -> HTTPEndpoint {
        let address = try self[Arguments.shopAddress]
        do throws(HTTPEndpointFault) { return try HTTPEndpoint(parsing: address) } catch {
            throw UsageFault("The address of \(owner) is an http or https address.", hint: "For example \(example).")
        }
    }
}

extension ModuleManifest {
    /// True for a shop that the settings name: its address stands at `modules.ID.ucp`.
    var isShop: Bool { settings?.endpoint.path.hasSuffix(".ucp") ?? false }
}

/// Calls an operation of a shop.
/// - Parameter arguments: nil without any.
func answer(
    of operation: RegisteredOperation, to arguments: JSONNode?, _ workplace: Workplace
) async -> Result<JSONValue, Fault> {
    do throws(Fault) {
        let context = CallContext(program: workplace.storefront.modules)
        let answer = try await operation.call(arguments, context)
        var writer = JSONWriter(reserving: 1_024)
        answer.writeTelling(&writer)
        return .success((try? JSONValue(parsing: String(decoding: writer.bytes, as: UTF8.self))) ?? .null)
    } catch {
        return .failure(error)
    }
}

private func document(_ shops: [JSONValue]) -> Document {
    let rows = shops.map { shop -> [Inline] in
        let offers = (shop["capabilities"]?.array ?? []).compactMap(\.string).map { name in
            String(name.split(separator: ".").dropFirst(3).joined(separator: "."))
        }
        return [
            Inline(shop["id"]?.string ?? "", .title), Inline(shop["business"]?.string ?? ""),
            Inline(shop["version"]?.string ?? ""), Inline(shop["error"]?.string ?? offers.joined(separator: ", ")),
        ]
    }
    return Document([
        .table(
            Table(
                columns: [
                    Column("shop", priority: 0), Column("business", priority: 1), Column("version", priority: 1),
                    Column("offers", priority: 0, minimumWidth: 20),
                ], rows: rows, emptyText: "No shops. Add one: galleria shops add URL"))
    ])
}

/// `galleria shops search WORD …`
@Sendable private func searchShops(_ invocation: Invocation) throws -> ExitStatus {
    let words = try invocation[Arguments.shopWords].joined(separator: " ")
    if words.isEmpty {
        throw UsageFault.missing("WORD", example: Command.shops.actions.first { $0.name == "search" }?.examples.first)
    }
    let settings = try invocation.settings()
    var asking = invocation
    asking.features.append(DeclaredShops.catalog(settings))
    let workplace = try asking.workplace()
    return try workplace.run {
        guard let operation = workplace.storefront.router.operation(method: "\(DeclaredShops.catalogID).search") else {
            throw UsageFault("There is no catalogue of shops.", hint: "Check ucp.catalog.")
        }
        if DeclaredShops.isSample(workplace.storefront.settings) {
            throw UsageFault(
                "Sample data has no catalogue of shops.", hint: "Ask the real one with --environment production.")
        }
        let asked = try JSONDocument(parsing: JSONValue.object([JSONMember("query", .string(words))]).serialized())
        let answer = try await operation.call(asked.root, CallContext(program: workplace.storefront.modules))
        return invocation.show(json: answer.writeTelling) { answer.document().rendered(workplace.options) }
    }
}
