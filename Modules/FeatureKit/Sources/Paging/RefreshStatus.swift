/// A part of a list that is loaded at once: the header is the first page, the footer the next one.
package enum RefreshPart: String, Sendable, CaseIterable {
    case none, header, footer
}

/// The end of the last refresh.
package enum RefreshEnd: String, Sendable, CaseIterable {
    /// Nothing was loaded yet.
    case none
    case normal
    /// There is no further page.
    case noMoreData
    case error
}

/// Loading of a list; every list screen shows it as `refresh`.
package struct RefreshStatus: Sendable, Equatable {
    package var running: RefreshPart = .none
    package var ended: RefreshEnd = .none
    /// The part that failed, while `ended` is `error`.
    package var failed: RefreshPart = .none
    /// Why it failed, while `ended` is `error`.
    package private(set) var failure: Fault?
    /// The sentence to show for the failure.
    package var message: String? { failure?.message }

    package init() {}

    /// The loading of a part failed.
    package mutating func fail(_ part: RefreshPart, _ fault: Fault) {
        (running, ended, failed, failure) = (.none, .error, part, fault)
    }

    package static let shape = ResultShape<RefreshStatus>([
        ResultField("running", .oneOf, "What is being loaded.") { $0.running },
        ResultField("ended", .oneOf, "The end of the last refresh.") { $0.ended },
        ResultField("failed", .oneOf, "The part that failed.") { $0.failed },
        ResultField(optional: "message", .text, "The failure's sentence.") { $0.message },
    ])
}

/// A screen's state that says where its loading stands.
package protocol LoadingState: Sendable {
    var refresh: RefreshStatus { get }
}

/// The state of a screen that is nothing but loaded.
extension RefreshStatus: LoadingState {
    package var refresh: RefreshStatus { self }
}

extension ResultField where Root: LoadingState {
    /// The field `refresh`, which every screen that loads has.
    package static var refresh: ResultField<Root> {
        ResultField("refresh", .object(RefreshStatus.shape), "Where loading stands.") { $0.refresh }
    }
}
