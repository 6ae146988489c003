// One law of every feature, tried over one: `galleria-laws RULE FEATURE [OPTION VALUE…]…` prints what breaks it, each finding
// ended by a NUL. Exit status 0: the law was tried; 1: it could not be; 2: it was asked wrongly. See README.md.
import BookShelf
import Catalog
import Conformance
import FeatureKit
import Forecast
import Friends
import Glibc
import ProductDetail
import Runtime
import ShoppingMall
import Storage

/// Ends the program, which says why.
func end(_ status: Int32, _ reason: String) -> Never {
    let line = Array("galleria-laws: \(reason)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(status)
}

do {
    var question = LawQuestion(features: [bookShelf, catalog, forecast, friends, productDetail, shoppingMall])
    let kit = try question.kit(processWords().dropFirst())
    for finding in try await kit.findings(question.rule) { print(finding, terminator: "\0") }
    exit(0)
} catch let mistake as LawQuestion.Mistake {
    end(2, mistake.description)
} catch {
    end(1, "\(error)")
}
