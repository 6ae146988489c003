import JSON
import Testing

@testable import UCPFace

@Suite("Prices and products as UCP has them") struct PriceTests {
    @Test(
        "a price becomes whole minor units of its currency",
        arguments: [
            ("AUD 97.49", 9_749, "AUD"), ("AUD 0.00", 0, "AUD"), ("AUD 129.9", 12_990, "AUD"),
            ("KRW 23000", 23_000, "KRW"),
            ("KWD 1.250", 1_250, "KWD"), ("JPY 5.5", 6, "JPY"), ("AUD 97.491", 9_749, "AUD"),
            ("AUD 19.499", 1_950, "AUD"),
        ])
    func prices(_ told: String, _ amount: Int, _ currency: String) throws {
        let price = try #require(FacePrice(told: told))
        #expect(price.amount == amount && price.currency == currency)
    }

    @Test(
        "other texts are no prices",
        arguments: [nil, "", "AUD", "97.49", "AUD -1.00", "aud 1.00", "AUD x", "AUD 99999999999999999999.00"])
    func none(_ told: String?) { #expect(FacePrice(told: told) == nil) }

    private func product(_ members: JSONValue) throws -> FaceProduct? {
        FaceProduct(try JSONDocument(parsing: members.serialized()).root)
    }

    @Test("the price to pay is the reduced one, and the full one stands beside it")
    func reduced() throws {
        let row: JSONValue = [
            "sku": "A1", "name": "Dress", "price": "AUD 129.99", "discountPrice": "AUD 97.49",
            "category": "Clothing|Dresses",
            "url": "https://shop.example/a1.html",
        ]
        let json = try #require(try product(row)).json()
        #expect(json["price_range"]?["min"] == ["amount": 9_749, "currency": "AUD"])
        #expect(json["list_price_range"]?["max"] == ["amount": 12_999, "currency": "AUD"])
        #expect(json["variants"]?[0]?["id"]?.string == "A1")
        #expect(json["categories"]?.array?.compactMap { $0["value"]?.string } == ["Clothing", "Dresses"])
        #expect(json["url"]?.string == "https://shop.example/a1.html")
    }

    @Test("without a price nobody can buy it; without a name its number stands for it")
    func incomplete() throws {
        #expect(try product(["sku": "A1", "name": "Dress"]) == nil)
        #expect(try product(["name": "Dress", "price": "AUD 1.00"]) == nil)
        let nameless = try #require(try product(["sku": "A1", "price": "AUD 1.00"]))
        #expect(nameless.title == "A1" && nameless.json()["list_price_range"] == nil)
        // Of another currency it is no reduction of this price.
        let odd = try #require(try product(["sku": "A1", "price": "AUD 2.00", "discountPrice": "USD 1.00"]))
        #expect(odd.price.currency == "AUD" && odd.price.amount == 200)
    }
}
