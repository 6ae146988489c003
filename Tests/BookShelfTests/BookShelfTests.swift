import Testing

@testable import BookShelf
