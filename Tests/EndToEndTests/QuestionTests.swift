import TestSupport
import Testing

/// A question that reads many pages, 8 at once. `Tools/check --release` judges the release program by it: Swift's optimizer has
/// put pages in each other's place.
@Suite("A question over many pages") struct QuestionTests {
    private let server: ScriptedServer

    init() throws {
        server = try ScriptedServer()
        // Behind the first page come batches of 8, the last one first: each other waits until the one behind it was asked for.
        for page in 0..<45 {
            let isLast = page % 8 == 0 || page == 39
            server.answer(
                Self.target(page),
                .json(Self.goods(page * 3), after: isLast ? nil : Self.target(page + 1)))
        }
    }

    private static func target(_ page: Int) -> String { "/mall/shopping/products?offset=\(page * 3)&limit=3" }

    /// A page of the mall, which has 135 goods.
    private static func goods(_ first: Int) -> String {
        let rows = (first..<first + 3).map { #"{"id":\#($0),"name":"Goods \#($0)","price":\#($0 % 2 + 1)}"# }
        return #"{"products":[\#(rows.joined(separator: ","))],"total":135}"#
    }

    @Test("the rows are the upstream's, in its order, each time", arguments: 1...20)
    func order(_ time: Int) throws {
        let galleria = try GalleriaProcess([
            "call", "shoppingMall.list", "maxPrice=1", "limit=100", "fields=[\"name\"]", "--json",
            "--set", "network.data=live", "--set", "modules.shoppingMall.pageSize=3",
            "--set", "modules.shoppingMall.endpoint=\(server.endpoint("mall"))",
        ])
        galleria.closeInput()
        let line = try #require(try galleria.readToEnd().first)
        #expect(try galleria.waitForEnd() == .exited(0))
        let items = stride(from: 0, to: 120, by: 2).map { #"{"id":\#($0),"name":"Goods \#($0)"}"# }
        #expect(
            line == #"{"items":[\#(items.joined(separator: ","))],"total":60,"read":{"rows":120,"of":135}}"#)
        #expect(server.targets.sorted() == (0..<40).map(Self.target).sorted())
    }
}
