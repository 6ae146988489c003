/// The sentences of this module: what happened, and what to do next.
extension HTTPFailure {
    /// One or two sentences for people.
    package var sentence: String {
        switch self {
        case .timedOut(let time):
            "The server did not answer completely within \(Self.text(time)). Try again, or raise the timeout setting."
        case .unreachable(let host, let detail):
            "No connection to \(host) (\(detail)). Check the network and the endpoint setting."
        case .connectionLost: "The connection ended before the answer came. Try again."
        case .truncatedBody: "The answer ended before its declared length. Try again."
        case .tooLarge(let limit):
            "The request or its answer is larger than the limit of \(limit) bytes. Ask for less, or raise the limit."
        case .tooManyRedirects(let limit):
            "The server redirected more than \(limit) times. Check the endpoint setting."
        case .redirectRefused(let target):
            "The server redirected to \(target), which the settings do not allow. "
                + "Check the endpoint setting or the list of allowed hosts."
        case .blockedAddress(let host):
            "Connecting to \(host) is not allowed: it is neither the request's own endpoint nor a public address of an "
                + "allowed host. Check the endpoint setting or the list of allowed hosts."
        case .tlsRefused(let host, let detail):
            "No secure connection to \(host) (\(detail)). Check the server's certificate."
        case .malformedResponse(let detail):
            "The server's answer is not valid HTTP (\(detail)). Check the endpoint setting."
        case .libraryMissing(let detail):
            "The network library cannot be used (\(detail)). Install the package libcurl4."
        case .outOfDescriptors:
            "The process may open no more files, so it can't connect. Raise the limit on open files, or ask for less at once."
        case .busy(let host): "Too many requests are waiting for \(host). Try again in a moment."
        case .tooMuchAtOnce(let limit):
            "More than \(limit) bytes of answers arrive at the same time. Ask for less at once."
        case .circuitOpen(let host, let wait):
            "\(host) failed again and again and is not asked for now. Try again in \(Self.text(wait))."
        case .cancelled: "The request was cancelled."
        case .offline: "The network is switched off. Change the setting network.data to use it."
        case .notRecorded(let request):
            "The cassette has no answer to \(request). Record it with the setting network.data=record."
        case .cassetteUnusable(let detail): detail
        }
    }

    private static func text(_ time: Duration) -> String {
        let milliseconds = time.wholeMilliseconds
        return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}

extension HTTPEndpointFault {
    /// One or two sentences for people.
    package var sentence: String {
        switch self {
        case .empty: "The endpoint is empty. \(Self.example)"
        case .tooLong(let limit): "The endpoint is longer than \(limit) bytes. \(Self.example)"
        case .missingScheme: "The endpoint has no scheme. \(Self.example)"
        case .unsupportedScheme: "The endpoint is neither http nor https. \(Self.example)"
        case .missingHost: "The endpoint names no host. \(Self.example)"
        case .userInformation: "The endpoint holds a user name or password. Remove everything before the @."
        case .badHost:
            "The endpoint's host is no valid name or address. Write an address as four numbers or in brackets, and "
                + "an international name in its xn-- form."
        case .badPort: "The endpoint's port is no number from 1 to 65535. Correct it or leave it out."
        case .query: "The endpoint has a query. Remove the question mark and what follows."
        case .fragment: "The endpoint has a fragment. Remove the # and what follows."
        case .dotSegment: "The endpoint's path has a segment . or .. in it. Write the path without it."
        case .forbiddenCharacter(let offset):
            "The endpoint has a character at byte \(offset) that no URL may hold. Percent-encode or remove it."
        }
    }

    private static let example = "Write it like https://api.example.com/v1."
}

extension HTTPFieldFault {
    /// One or two sentences for people.
    package var sentence: String {
        switch self {
        case .badName: "A header field's name is no valid token. Use letters, digits and hyphens."
        case .badValue(let name): "The value of the header field \(name) holds a control character. Remove it."
        }
    }
}
