/// Policy for the targets of one request: its own endpoint's origin and, at public addresses, the hosts of the
/// allow-list (H4, H5). Endpoints of other requests don't count: a module must not reach what the settings trust for
/// its neighbour.
struct RedirectPolicy {
    let trustedOrigin: String?
    let vouchedOrigin: String?
    let allowHosts: Set<String>

    init(_ request: HTTPRequest, allowHosts: Set<String>) {
        trustedOrigin = request.trustedOrigin
        vouchedOrigin = request.vouchedOrigin
        self.allowHosts = allowHosts
    }

    /// True for the exact origin of the request's endpoint, so that its address may be loopback or private.
    func isTrusted(_ url: HTTPURL) -> Bool {
        trustedOrigin == url.origin
    }

    /// Whether the URL may be requested at all.
    func isAllowed(_ url: HTTPURL) -> Bool {
        isTrusted(url) || vouchedOrigin == url.origin || allowHosts.contains(url.host)
    }

    /// The next URL when `response` is a redirect to follow; nil when it is the answer.
    ///
    /// - Parameter secrets: texts that may reach the request's own origin only.
    /// - Throws: `.redirectRefused` for another scheme, a step from https down to http, an origin that is not allowed,
    ///   or a URL that would carry a secret to another origin.
    func target(
        of response: HTTPResponse, from url: HTTPURL, home: HTTPURL, secrets: [String]
    ) throws(HTTPFailure) -> HTTPURL? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.field("Location") else {
            return nil
        }
        let target: HTTPURL
        do {
            target = try url.resolving(location)
        } catch {
            throw .redirectRefused(to: error == .unsupportedScheme ? "another scheme" : "an address that is no URL")
        }
        let isDowngrade = url.scheme == .https && target.scheme == .http
        let tellsSecrets = target.origin != home.origin && secrets.contains { contains(target.text, $0) }
        guard isAllowed(target), !isDowngrade, !tellsSecrets else { throw .redirectRefused(to: target.origin) }
        return target
    }

    /// Whether the bytes of `part` occur in `text`.
    private func contains(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8)
        let part = Array(part.utf8)
        guard !part.isEmpty, part.count <= text.count else { return false }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }
}
