import FeatureKit
import HTTP
import Images

/// Maps a failure of the image service to a caller's fault.
extension Fault {
    /// - Parameter field: the parameter that gave the address.
    init(_ failure: ImageFailure, field: String?) {
        let code = FaultCode(failure)
        self.init(
            code, failure.message, hint: failure.hint, retryable: failure.isWorthRetrying,
            field: code == .invalidArgument ? field : nil)
    }

    static var neitherURLNorRoute: Fault {
        Fault(
            .invalidArgument, "images.show needs either “url” or “route”, and not both.",
            hint: "For example url=https://itbook.store/img/books/9781617294136.png.", field: "url")
    }

    static func screenWithoutPicture(_ template: String) -> Fault {
        Fault(
            .invalidArgument, "The screen \(template) has no picture of its own.",
            hint: "Give the imageURL of one of its rows as “url”.", field: "route")
    }

    static var nothingToShow: Fault {
        Fault(.notFound, "There is no picture of it.", hint: "Nothing more to do.", field: "route")
    }
}

extension FaultCode {
    fileprivate init(_ failure: ImageFailure) {
        switch failure {
        case .notAnAddress: self = .invalidArgument
        case .notAllowed: self = .blockedAddress
        case .request(let failure): self = Fault(failure, module: "images").code
        case .status(404), .status(410), .notInSamples: self = .notFound
        case .status(500...): self = .upstreamUnavailable
        case .status: self = .upstreamRejected
        case .notAnImage, .damaged: self = .upstreamMalformed
        case .tooManyBytes, .tooManyPixels: self = .tooLarge
        case .busy: self = .busy
        case .libraryMissing: self = .internal
        case .cancelled: self = .cancelled
        }
    }
}

extension ImageFailure {
    fileprivate var isWorthRetrying: Bool {
        switch self {
        case .request(let failure): Fault(failure, module: "images").retryable
        case .status(let status): status >= 500 || status == 429
        case .busy: true
        default: false
        }
    }
}
