import JSON
import Testing
import UCPShop

@testable import UCPFace

@Suite("Platforms and what they know") struct NegotiationTests {
    private func common(_ ucp: String) throws(FaceError) -> Set<String> {
        guard let root = try? JSONDocument(parsing: #"{"ucp": \#(ucp)}"#).root else { throw .invalid("not JSON") }
        return try PlatformProfile.common(root)
    }

    private func code(_ ucp: String) -> String? {
        do throws(FaceError) {
            _ = try common(ucp)
            return nil
        } catch {
            #expect(error.code == -32_001)
            return error.data?["code"]?.string
        }
    }

    @Test("what both know at this version, without extensions of what is not in it")
    func intersection() throws {
        let all = FaceGround.offered.map { #""\#($0.name)": [{"version": "2026-04-08"}]"# }.joined(separator: ",")
        #expect(try common(#"{"version": "2026-04-08", "capabilities": {\#(all)}}"#).count == 5)
        let some = try common(
            #"""
            {"version": "2026-04-08", "capabilities": {
              "dev.ucp.shopping.cart": [{"version": "2026-01-23"}, {"version": "2026-04-08"}],
              "dev.ucp.shopping.checkout": [{"version": "2026-01-23"}],
              "dev.ucp.shopping.fulfillment": [{"version": "2026-04-08", "extends": "dev.ucp.shopping.checkout"}],
              "com.example.loyalty": [{"version": "2026-04-08"}]
            }}
            """#)
        #expect(some == [Capability.cart])
        #expect(try common(#"{"version": "2026-04-08", "capabilities": {}}"#).isEmpty)
    }

    @Test(
        "another version, and what is no profile, is refused by name",
        arguments: [
            (#"{"version": "2026-01-23", "capabilities": {}}"#, "version_unsupported"),
            (#"{"version": "2031-01-01", "capabilities": {}}"#, "version_unsupported"),
            (#"{"version": "draft", "capabilities": {}}"#, "version_unsupported"),
            (#"{"capabilities": {}}"#, "profile_malformed"), (#"{"version": 5}"#, "profile_malformed"),
            (#"{"version": "2026-04-08"}"#, "profile_malformed"),
            (#"{"version": "2026-04-08", "capabilities": []}"#, "profile_malformed"), ("[]", "profile_malformed"),
            ("null", "profile_malformed"),
        ])
    func refused(_ ucp: String, _ expected: String) { #expect(code(ucp) == expected) }

    @Test("an answer names what is active for its kind, and that its products are made up")
    func answers() {
        let ground = FaceGround(capabilities: Set(FaceGround.offered.map(\.name)), isSample: true)
        let cart = ground.answer(.getCart, [])
        #expect(cart["ucp"]?["capabilities"]?.members?.map(\.key) == [Capability.cart])
        #expect(cart["messages"]?[0]?["code"]?.string == "sample_data" && cart["ucp"]?["payment_handlers"] == nil)
        let checkout = ground.answer(.getCheckout, [])
        #expect(checkout["ucp"]?["capabilities"]?.members?.map(\.key) == [Capability.checkout, Capability.fulfillment])
        #expect(checkout["ucp"]?["payment_handlers"] == .object([]))
        let plain = FaceGround(capabilities: [Capability.checkout], isSample: false).answer(.getCheckout, [])
        #expect(plain["ucp"]?["capabilities"]?.members?.map(\.key) == [Capability.checkout] && plain["messages"] == nil)
    }
}

@Suite("Arguments by the tools' schemas") struct SchemaTests {
    private func fault(_ arguments: String, _ schema: JSONValue) throws -> String? {
        let root = try JSONDocument(parsing: arguments).root
        do throws(FaceError) {
            try SchemaCheck.check(root, by: schema, at: "")
            return nil
        } catch {
            return error.data?["content"]?.string
        }
    }

    @Test(
        "the first thing that is wrong is named with its place",
        arguments: [
            (#"{}"#, "meta is missing."),
            (#"{"meta": []}"#, "meta is an array, and has to be object."),
            (#"{"meta": {"ucp-agent": {}}}"#, "meta.ucp-agent.profile is missing."),
            (#"{"meta": {"ucp-agent": {"profile": null}}}"#, "meta.ucp-agent.profile is null, and has to be string."),
            (
                #"{"meta": {"ucp-agent": {"profile": "p"}, "idempotency-key": "me"}}"#,
                "meta.idempotency-key is no UUID."
            ),
            (#"{"meta": {"ucp-agent": {"profile": "p"}}, "cart": {}}"#, "cart.line_items is missing."),
            (
                #"{"meta": {"ucp-agent": {"profile": "p"}}, "cart": {"line_items": [{"item": {"id": 5}, "quantity": 1}]}}"#,
                "cart.line_items[0].item.id is a number, and has to be string."
            ),
            (
                #"{"meta": {"ucp-agent": {"profile": "p"}}, "cart": {"line_items": [{"item": {"id": "a"}, "quantity": true}]}}"#,
                "cart.line_items[0].quantity is true or false, and has to be integer."
            ),
            (
                #"{"meta": {"ucp-agent": {"profile": "p"}}, "cart": {"line_items": [{"item": {"id": "a"}, "quantity": 0}]}}"#,
                "cart.line_items[0].quantity is 0, below 1."
            ),
        ])
    func cart(_ arguments: String, _ sentence: String) throws {
        let known = try fault(arguments, FaceTool.createCart.inputSchema)
        #expect(known == sentence)
    }

    @Test("what is right is taken, also what the schema does not know")
    func right() throws {
        let arguments =
            #"{"meta": {"ucp-agent": {"profile": "p"}, "idempotency-key": "550e8400-e29b-41d4-a716-446655440000", "more": 1}, "cart": {"line_items": [{"item": {"id": "a"}, "quantity": 2.0}], "com.example.gift": {}}}"#
        #expect(try fault(arguments, FaceTool.createCart.inputSchema) == nil)
    }

    @Test("an enumeration, a choice of types and the number of elements count")
    func others() throws {
        let schema: JSONValue = [
            "type": "object",
            "properties": [
                "kind": ["type": "string", "enum": ["a", "b"]], "choice": ["type": ["string", "null"]],
                "list": ["type": "array", "items": ["type": "integer"], "minItems": 1, "maxItems": 2],
                "text": ["type": "string", "maxLength": 3],
            ],
        ]
        #expect(try fault(#"{"kind": "a", "choice": null, "list": [1], "text": "abc"}"#, schema) == nil)
        #expect(try fault(#"{"kind": "c"}"#, schema) == "kind is one of a, b.")
        #expect(try fault(#"{"choice": 1}"#, schema) == "choice is a number, and has to be string or null.")
        #expect(try fault(#"{"list": []}"#, schema) == "list needs at least 1.")
        #expect(try fault(#"{"list": [1, 2, 3]}"#, schema) == "list has 3 elements; 2 is the most.")
        #expect(try fault(#"{"list": [1, "2"]}"#, schema) == "list[1] is the text “2”, and has to be integer.")
        #expect(try fault(#"{"text": "abcd"}"#, schema) == "text is longer than 3 characters.")
    }

    @Test("each tool has a schema with its meta, and no place for a payment", arguments: FaceTool.allCases)
    func tools(_ tool: FaceTool) {
        let text = String(decoding: tool.inputSchema.serialized(), as: UTF8.self)
        #expect(tool.inputSchema["properties"]?["meta"]?["required"]?[0] == "ucp-agent")
        #expect(!text.contains("payment") && !text.contains("credential"))
        #expect(tool.outputSchema["required"] == ["ucp"])
    }
}

@Suite("Deliveries of checkouts") struct DeliveryTests {
    private func node(_ text: String) throws -> JSONNode { try JSONDocument(parsing: text).root }

    @Test("an address gets an id, is chosen where it is the only one, and stays until it is replaced")
    func address() throws {
        var delivery = FaceDelivery()
        #expect(delivery.json(["li_1"])["methods"]?[0]?["destinations"] == nil)
        #expect(
            delivery.replace(
                with: try node(
                    #"{"methods": [{"type": "shipping", "destinations": [{"postal_code": "1", "name": "x"}]}]}"#)
            )
            .isEmpty)
        let method = delivery.json(["li_1"])["methods"]?[0]
        #expect(method?["destinations"] == [["id": "address_1", "postal_code": "1"]], "other members are not kept")
        #expect(method?["selected_destination_id"] == "address_1")
        #expect(method?["groups"]?[0]?["selected_option_id"] == .null)
        let chosen = try node(#"{"methods": [{"groups": [{"id": "parcel", "selected_option_id": "shop_page"}]}]}"#)
        #expect(delivery.replace(with: chosen).isEmpty)
        #expect(delivery.json([])["methods"]?[0]?["groups"]?[0]?["selected_option_id"] == "shop_page")
        #expect(delivery.json([])["methods"]?[0]?["destinations"]?.array?.count == 1)
        #expect(delivery.replace(with: nil).isEmpty)
        #expect(delivery == FaceDelivery())
    }

    @Test("of several addresses one is chosen by its id; ids are never twice the same")
    func several() throws {
        var delivery = FaceDelivery()
        let two =
            #"{"methods": [{"destinations": [{"id": "a"}, {"id": "a"}, {}], "selected_destination_id": "nowhere"}]}"#
        _ = delivery.replace(with: try node(two))
        let ids = delivery.json([])["methods"]?[0]?["destinations"]?.array?.compactMap { $0["id"]?.string }
        #expect(ids == ["a", "address_2", "address_3"])
        #expect(delivery.json([])["methods"]?[0]?["selected_destination_id"] == .null)
        _ = delivery.replace(with: try node(#"{"methods": [{"selected_destination_id": "address_3"}]}"#))
        #expect(delivery.json([])["methods"]?[0]?["selected_destination_id"] == "address_3")
    }

    @Test("what can't be done is said: picking up, and a way of delivery that is not there")
    func refused() throws {
        var delivery = FaceDelivery()
        let pickup = delivery.replace(with: try node(#"{"methods": [{"type": "pickup"}]}"#))
        #expect(pickup.compactMap { $0["code"]?.string } == ["fulfillment_unavailable"])
        let express =
            #"{"methods": [{"destinations": [{}], "groups": [{"id": "parcel", "selected_option_id": "express"}]}]}"#
        let said = delivery.replace(with: try node(express))
        #expect(said.compactMap { $0["severity"]?.string } == ["recoverable"])
        #expect(said.first?["path"]?.string == "$.fulfillment.methods[0].groups[0].selected_option_id")
    }

    @Test(
        "instants as RFC 3339 has them",
        arguments: [(0, "1970-01-01T00:00:00Z"), (1_775_606_399, "2026-04-07T23:59:59Z"), (-1, "1969-12-31T23:59:59Z")])
    func times(_ seconds: Int, _ text: String) { #expect(timeText(seconds) == text) }
}
