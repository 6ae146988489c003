import DesignSystem
import FeatureKit
import Products

/// The state of a product's screen.
struct ProductState: LoadingState {
    let sku: String
    private let currency: Currency
    private(set) var detail: DetailedProduct?
    /// Nil where that is not known.
    private var isLiked: Bool?
    /// Pieces of this product in the bag; nil where that is not known.
    private var inBag: Int?
    private(set) var refresh = RefreshStatus()
    /// Why a like or a piece in the bag could not be saved.
    private var savingNotice: String?
    /// Why like and bag are not known, or may have changed.
    private var storedNotice: String?
    /// What of both is told.
    private var notice: String? { savingNotice ?? storedNotice }
    /// Rises with every load; a late answer of an older one is dropped.
    private var generation = 0

    /// - Parameter currency: shown until the product is loaded.
    init(sku: String, currency: Currency) {
        self.sku = sku
        self.currency = currency
    }

    /// - Returns: the number to finish the load with.
    mutating func begin() -> Int {
        generation += 1
        refresh.running = .header
        return generation
    }

    /// - Returns: nil when a later load superseded this one, and nothing changed.
    mutating func finish(_ generation: Int, with result: Result<DetailedProduct, Fault>) -> Bool? {
        guard generation == self.generation else { return nil }
        switch result {
        case .success(let detail):
            self.detail = detail
            refresh = RefreshStatus()
            refresh.ended = .normal
        case .failure(let fault): refresh.fail(.header, fault)
        }
        return true
    }

    /// Shows like and bag as they are at this moment.
    /// - Returns: nil when nothing changed.
    mutating func readStored(_ counter: Counter) -> Bool? {
        let before = (isLiked, inBag, storedNotice)
        let (shown, failure) = counter.likes.shown([answer.detail.product])
        isLiked = shown.first?.isLiked
        do throws(Fault) {
            inBag = try counter.storage.knownBag().quantity(of: sku)
            storedNotice = failure?.text
        } catch {
            (inBag, storedNotice) = (nil, error.text)
        }
        return before == (isLiked, inBag, storedNotice) ? nil : true
    }

    /// - Parameter failure: why something could not be saved; nil when it was.
    /// - Returns: nil when that is known.
    mutating func note(_ failure: Fault?) -> Bool? {
        guard savingNotice != failure?.text else { return nil }
        savingNotice = failure?.text
        return true
    }

    /// Before the product is loaded it is written as its sku alone; the fields follow with the first answer.
    private var answer: ProductAnswer {
        let nothing = Product(
            sku: sku, brand: "", name: "", price: Money(.zero, currency), discountPrice: nil, ribbon: nil, imageURL: nil
        )
        return ProductAnswer(
            detail: detail ?? DetailedProduct(product: nothing, images: [], description: ""), isLiked: isLiked,
            notice: notice)
    }

    static let shape: ResultShape<ProductState> =
        ProductAnswer.fields.flattened { $0.answer } + [
            ResultField(optional: "inBag", .whole, "Pieces of it in the bag; left out where that is not known.") {
                $0.inBag
            },
            .refresh,
            ResultField(optional: "notice", .text, "What could not be read or saved.") { $0.notice },
        ]

    var document: Document {
        Document {
            if let message = refresh.message {
                Block.notice(.failure, title: Inline(message), detail: "Send refresh to try again.")
            } else if refresh.running == .header {
                Block.notice(.info, title: "Loading...", detail: nil)
            }
            if let detail {
                ProductDocuments.product(detail, isLiked: isLiked, inBag: inBag, notice: notice)
            } else {
                Block.heading(level: 1, Inline(sku, .code))
                if let notice { Block.notice(.warning, title: Inline(notice), detail: nil) }
            }
        }
    }
}
