import DesignSystem
import FeatureKit
import TestSupport
import Testing

@testable import BookShelf

@Suite("Addresses of books")
struct AddressFormTests {
    /// Form of an earlier row that looks different.
    private let other = AddressForm.of("nowhere", around: "9781617294136", known: nil)

    @Test(
        "an address comes back to the byte, whatever it looks like",
        arguments: [
            "https://itbook.store/img/books/9781617294136.png", "9781617294136", "", "https://itbook.store/books/",
            "https://9781617294136.example/9781617294136/9781617294136", "https://itbook.store/978161729413",
            "https://itbook.store/e\u{301}/9781617294136?x=책", "9781617294136.png",
        ])
    func back(address: String) {
        let number = "9781617294136"
        for form in [nil, other].map({ AddressForm.of(address, around: number, known: $0) }) {
            #expect(Array(form.address(of: number).utf8) == Array(address.utf8))
            #expect(AddressForm.of(address, around: number, known: form) === form)
        }
    }

    @Test("rows of one form share it, and other rows have their own")
    func shared() {
        let first = AddressForm.of("https://a.example/9781617294136.png", around: "9781617294136", known: other)
        let next = AddressForm.of("https://a.example/9781484281253.png", around: "9781484281253", known: first)
        #expect(next === first)
        #expect(next.address(of: "9781484281253") == "https://a.example/9781484281253.png")
        for other in [
            "https://b.example/9781484281253.png", "https://a.example/9781484281253.jpg", "https://a.example/", "",
            "https://a.example/9781617294136.png", "https://a.example/97814842812530.png",
        ] {
            let form = AddressForm.of(other, around: "9781484281253", known: first)
            #expect(form !== first, "\(other)")
            #expect(form.address(of: "9781484281253") == other)
        }
    }

    @Test("books are the same whose addresses are, however they are kept")
    func equal() {
        func book(_ number: String = "9781617294136", image: String, like: Book? = nil) -> Book {
            Book(
                isbn13: number, title: "T", subtitle: "", price: Money(.zero, "USD"), imageURL: image,
                url: "https://a.example/\(number)", like: like)
        }
        let first = book("9781484281253", image: "https://a.example/9781484281253.png")
        let alone = book(image: "https://a.example/9781617294136.png")
        let row = book(image: "https://a.example/9781617294136.png", like: first)
        #expect(alone == row)
        #expect(book(image: "https://a.example/9781617294136.png", like: row) == alone)
        #expect(book(image: "https://a.example/9781617294136.jpg", like: row) != row)
        #expect(book("9781484281253", image: "https://a.example/9781617294136.png") != row)
    }
}
