/// Where requests may go: configured origins and, at public addresses, the hosts of the allow-list (H4, H5).
struct RedirectPolicy {
    let trustedOrigins: Set<String>
    let allowHosts: Set<String>

    init(_ configuration: HTTPConfiguration) {
        trustedOrigins = configuration.trustedOrigins
        allowHosts = configuration.allowHosts
    }

    /// Whether the exact origin is configured, so that its address may be loopback or private.
    func isTrusted(_ url: HTTPURL) -> Bool {
        trustedOrigins.contains(url.origin)
    }

    /// Whether the URL may be requested at all.
    func isAllowed(_ url: HTTPURL) -> Bool {
        isTrusted(url) || allowHosts.contains(url.host)
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
