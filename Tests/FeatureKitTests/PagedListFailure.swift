@testable import FeatureKit

extension PagedList {
    /// Takes a failure of which only the sentence matters.
    @discardableResult
    mutating func fail(_ request: Request, message: String) -> Bool {
        fail(request, Fault(.upstreamUnavailable, message, hint: "Try again."))
    }
}
