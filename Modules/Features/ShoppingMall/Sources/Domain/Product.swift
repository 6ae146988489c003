import Core

/// One of the mall's goods. Two rows are the same product when their id is.
struct Product: Sendable, Equatable {
    let id: Int
    /// Empty when the upstream doesn't tell.
    let name: String
    /// Nil when the upstream names none.
    let brand: String?
    /// The regular price.
    let price: Money
    /// Nil when the regular price is the one to pay.
    let sale: Sale?
    let isSoldOut: Bool
    /// An http or https address, exactly as the upstream gave it save for a scheme that it left out; nil without one.
    let imageURL: String?
}
