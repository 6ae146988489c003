/// What stands around the isbn13 in an address of a book, such as `https://itbook.store/img/books/` and `.png`: the same for
/// all rows of a list, which hold it together. A list of a million rows would hold the same letters two million times.
final class AddressForm: Sendable, Equatable {
    private let before: String
    private let after: String
    /// Whether the isbn13 stands between them; otherwise `before` is the whole address.
    private let hasNumber: Bool

    private init(before: String, after: String, hasNumber: Bool) {
        (self.before, self.after, self.hasNumber) = (before, after, hasNumber)
    }

    /// The form of an address.
    /// - Parameter known: the same form, perhaps: that of the row before. Without one the address is kept as it is: a book
    ///   by itself shares nothing.
    static func of(_ address: String, around isbn13: String, known: AddressForm?) -> AddressForm {
        guard let known else { return AddressForm(before: address, after: "", hasNumber: false) }
        if known.isForm(of: address, isbn13) { return known }
        let (bytes, number) = (Array(address.utf8), Array(isbn13.utf8))
        let starts = stride(from: bytes.count - number.count, through: 0, by: -1)
        // The last one: a name before it may hold digits as well.
        guard !number.isEmpty, let start = starts.first(where: { bytes[$0...].starts(with: number) }) else {
            return AddressForm(before: address, after: "", hasNumber: false)
        }
        return AddressForm(
            before: String(decoding: bytes[..<start], as: UTF8.self),
            after: String(decoding: bytes[(start + number.count)...], as: UTF8.self), hasNumber: true)
    }

    /// The address for a number.
    func address(of isbn13: String) -> String { hasNumber ? before + isbn13 + after : before }

    private func isForm(of address: String, _ isbn13: String) -> Bool {
        let address = address.utf8
        guard hasNumber else { return address.elementsEqual(before.utf8) }
        guard address.count == before.utf8.count + isbn13.utf8.count + after.utf8.count,
            address.starts(with: before.utf8)
        else { return false }
        return address.dropFirst(before.utf8.count).starts(with: isbn13.utf8)
            && address.suffix(after.utf8.count).elementsEqual(after.utf8)
    }

    static func == (left: AddressForm, right: AddressForm) -> Bool {
        left === right
            || left.hasNumber == right.hasNumber && left.before.utf8.elementsEqual(right.before.utf8)
                && left.after.utf8.elementsEqual(right.after.utf8)
    }
}
