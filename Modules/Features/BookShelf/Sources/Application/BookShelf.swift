import DesignSystem
package import FeatureKit
import JSON

/// The book shelf: new books, search, one book's details with a memo and sample chapters.
package struct BookShelf: FeatureModule {
    static let id = "bookShelf"
    private static let shelfTemplate = RouteTemplate("galleria://shelf")
    static let route = shelfTemplate.text
    private static let bookTemplate = RouteTemplate("galleria://book/{isbn13}")
    private static let settings = ModuleSettings(
        id: id, endpoint: "https://api.itbook.store/1.0", timeout: .seconds(10))

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "Book shelf", doc: "IT books: new ones, search, details, memos and sample chapters.",
            settings: settings, routes: [shelfTemplate, bookTemplate], sample: SampleBooks.answer)
    }

    static func bookRoute(_ isbn13: String) -> String { bookTemplate.filled(["isbn13": isbn13]) }

    private let library: Library

    package init(_ context: FeatureContext) throws(Fault) {
        library = Library(
            api: BookAPI(upstream: context.upstream, locale: context.locale),
            storage: BookStorage(store: context.state, locale: context.locale),
            clock: context.clock, background: context.background)
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(library.shelfOperation)
        registry.add(library.searchOperation)
        registry.add(library.showOperation)
        registry.add(library.memoOperation)
        registry.add(library.planPrompt)
        registry.add(
            ScreenDefinition(
                Self.shelfTemplate.text, title: "BookShelf", doc: "The last search, or the new books.",
                shape: ShelfScreen.shape, actions: ShelfScreen.actions
            ) { [library] _ throws(Fault) in ShelfScreen(library) })
        registry.add(
            ScreenDefinition(
                Self.bookTemplate.text, title: "Book", doc: "One book with its memo and sample chapters.",
                shape: BookScreen.shape, actions: BookScreen.actions
            ) { [library] parameters throws(Fault) in
                let isbn13 = parameters["isbn13"] ?? ""
                guard isISBN13(isbn13) else { throw .notISBN13(isbn13) }
                return BookScreen(library, isbn13: isbn13)
            }.withPicture { [library] parameters throws(Fault) in
                let isbn13 = parameters["isbn13"] ?? ""
                guard isISBN13(isbn13) else { throw .notISBN13(isbn13) }
                return try await library.api.book(isbn13).book.imageURL
            }.completing(["isbn13": library.isbn13Completion]))
    }
}

/// What the operations and screens of the book shelf share.
struct Library: Sendable {
    let api: BookAPI
    let storage: BookStorage
    let clock: any Clock<Duration>
    let background: Background
}
