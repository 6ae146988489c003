import HTTP

/// The sentences of this module: what happened, and what to do next.
extension ImageFailure {
    /// Event, in one sentence.
    package var message: String {
        switch self {
        case .notAnAddress(let fault):
            switch fault {
            case .unsupportedScheme: "A picture's address must begin with http or https."
            case .userInformation: "A picture's address must not hold a user name or password."
            case .tooLong(let limit): "The picture's address is longer than \(limit) bytes."
            default: "That is no address of a picture."
            }
        case .notAllowed(let host): "Pictures from \(host) are not allowed by the settings."
        case .request(.blockedAddress(let host)), .request(.redirectRefused(to: let host)):
            "Pictures from \(host) are not allowed by the settings."
        case .request(.tooLarge(let limit)), .tooManyBytes(let limit): "The picture is larger than \(limit) bytes."
        case .request(.timedOut): "The picture's server did not answer in time."
        case .request(.unreachable(let host, let detail)): "The picture's server \(host) can't be reached: “\(detail)”."
        case .request(.tlsRefused(let host, let detail)): "No secure connection to \(host): “\(detail)”."
        case .request(.cancelled), .cancelled: "The call was cancelled."
        case .request(.offline):
            "The picture is not in the caches, and the network is switched off by the settings."
        case .request(.notRecorded), .request(.cassetteUnusable): "There is no recorded answer for the picture."
        case .request(.circuitOpen(let host, _)):
            "The picture's server \(host) fails again and again and is not asked for now."
        case .request(.outOfDescriptors): "The process may open no more files, so it can't connect."
        case .request(.busy(let host)): "Too many requests for \(host) are waiting already."
        case .request(.tooMuchAtOnce(let limit)): "More than \(limit) bytes of pictures arrive at the same time."
        case .request(.libraryMissing(let detail)): "The network library can't be used: \(detail)."
        case .request(.tooManyRedirects(let limit)): "The picture's server redirected more than \(limit) times."
        case .request(.connectionLost), .request(.truncatedBody), .request(.malformedResponse):
            "The picture's server did not send it completely."
        case .status(let status): "The picture's server answered with HTTP status \(status)."
        case .notInSamples: "The sample data has no such picture."
        case .notAnImage: "What the server sent is no PNG, JPEG, GIF, WebP or BMP picture."
        case .damaged(let format): "What the server sent begins like a \(format.name) picture, but is damaged."
        case .tooManyPixels(let width, let height):
            "The picture has \(width) × \(height) pixels; the most are \(ImageHeader.longestSide) on a side and "
                + "\(ImageHeader.mostPixels / 1_000_000) million in all."
        case .busy(let limit): "\(limit) pictures are being fetched already."
        case .libraryMissing(let library, let detail): "The library \(library.rawValue) can't be loaded: \(detail)."
        }
    }

    /// Remedy, in one sentence.
    package var hint: String {
        switch self {
        case .notAnAddress: "Give it like https://static.example.com/picture.png, as a result has it."
        case .notAllowed, .request(.blockedAddress), .request(.redirectRefused):
            "Add the host to images.allowHosts; only a module's own endpoint may be a private address."
        case .request(.tooLarge), .tooManyBytes: "Raise images.maxBytes if that is expected."
        case .request(.timedOut): "Try again, or raise network.timeout."
        case .request(.unreachable), .request(.connectionLost), .request(.truncatedBody), .request(.circuitOpen),
            .request(.busy), .request(.tooMuchAtOnce), .busy:
            "Try again in a moment."
        case .request(.offline): "Set network.data to live."
        case .request(.notRecorded), .request(.cassetteUnusable): "Record it with network.data=record."
        case .request(.outOfDescriptors): "Raise the limit on open files, or ask for less at once."
        case .request(.libraryMissing): "Install the package libcurl4."
        case .libraryMissing(let library, _): "Install the package \(library.debianPackage)."
        case .notInSamples: "Give the imageURL of a row, or set network.data to live."
        case .request(.cancelled), .cancelled: "Nothing more to do."
        case .request, .status, .notAnImage, .damaged, .tooManyPixels: "Check the address of the picture."
        }
    }
}
