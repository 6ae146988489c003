import FeatureKit
import JSON
import TestSupport
import Testing

@testable import Products

@Suite("Pictures and descriptions")
struct PictureTests {
    private let fields = Item.shop.fields

    /// Addresses as sent and as they can be asked for; nil for none.
    static let addresses: [(sent: String, address: String?)] = [
        ("http://static.theiconic.com.au/p/a-1.jpg", "http://static.theiconic.com.au/p/a-1.jpg"),
        ("https://static.theiconic.com.au/p/a-1.jpg", "https://static.theiconic.com.au/p/a-1.jpg"),
        ("//static.theiconic.com.au/p/a-1.jpg", "https://static.theiconic.com.au/p/a-1.jpg"),
        ("http://127.0.0.1:8080/a.jpg", "http://127.0.0.1:8080/a.jpg"),
        ("https://h.example/a.jpg?w=10&h=20#top", "https://h.example/a.jpg?w=10&h=20#top"),
        ("", nil), ("/p/a.jpg", nil), ("a.jpg", nil), ("//", nil), ("https://", nil), ("ftp://h/a.jpg", nil),
        ("javascript:alert(1)", nil), ("data:image/png;base64,AAAA", nil), ("file:///etc/passwd", nil),
        ("https://h.example/a b.jpg", nil), ("https://h.example/a.jpg\n", nil), ("https://h.example/\u{0}", nil),
        ("https:///h.example/a.jpg", nil), ("http:/h/a", nil),
        ("https://h.example/" + String(repeating: "a", count: 8200), nil),
    ]

    @Test("1c.11 1d an address is http or https with a host, or there is none", arguments: addresses.indices)
    func address(_ index: Int) throws {
        let (sent, address) = Self.addresses[index]
        let row = Item.product(changes: ["images": [["url": .string(sent)]]])
        #expect(try Item.read(row).flatMap { $0[fields.imageURL] } == address)
        #expect(try Item.detail(row)?[fields.images] == (address.map { [$0] } ?? []))
    }

    @Test("1d a product without pictures is shown: null, none, rows of other types, an empty address")
    func noPicture() throws {
        let none: [JSONValue?] = [
            nil, .null, [], "x", 5, [:], [.null], [5], [[:]], [["url": .null]], [["url": ""]],
            [["thumbnail": "//h/a.jpg"]],
        ]
        for images in none {
            let row = Item.product(changes: ["images": images])
            #expect(try Item.read(row) != nil && Item.read(row).flatMap { $0[fields.imageURL] } == nil)
            #expect(try Item.detail(row)?[fields.images] == [])
        }
    }

    @Test("the list shows the first picture that has an address, the detail all of them, each once")
    func severalPictures() throws {
        let images: JSONValue = [
            ["url": .null], ["url": "//h.example/1.jpg"], ["url": "http://h.example/2.jpg"],
            ["url": "//h.example/1.jpg"],
        ]
        let row = Item.product(changes: ["images": images])
        #expect(try Item.read(row).flatMap { $0[fields.imageURL] } == "https://h.example/1.jpg")
        #expect(try Item.detail(row)?[fields.images] == ["https://h.example/1.jpg", "http://h.example/2.jpg"])
    }

    /// Descriptions as sent and as read.
    static let descriptions: [(sent: JSONValue?, text: String)] = [
        (nil, ""), (.null, ""), ("", ""), (["x"], ""), ("<br> <p>", ""), ("a\n b", "a b"),
        (
            "<b>Running Bare</b> tights.<br><br>\n- two-way stretch&nbsp;<br>- Pockets",
            "Running Bare tights.\n\n- two-way stretch\n- Pockets"
        ),
        ("<p style=\"margin:0\">One</p><p>Two<br />three</p>", "One\nTwo\nthree"),
        ("It&#039;s &lt;fine&gt; &amp; &quot;good&quot;", "It's <fine> & \"good\""),
        ("<strong>A</strong><script>alert('x')</script>B", "AB"), ("a<!-- hidden -->b", "ab"),
    ]

    @Test("1c.12 HTML becomes text: br breaks lines, tags go, entities are decoded", arguments: descriptions.indices)
    func description(_ index: Int) throws {
        let (sent, text) = Self.descriptions[index]
        #expect(
            try Item.detail(Item.product(changes: ["short_description": sent])).map { $0[fields.description] ?? "" }
                == text)
    }

    @Test("what is no product is invalid, also in detail")
    func noProduct() throws {
        for answer in [[:], ["name": "x"], [], .null, "AS119SF44EPB"] as [JSONValue] {
            #expect(try Item.detail(answer) == nil)
        }
    }
}
