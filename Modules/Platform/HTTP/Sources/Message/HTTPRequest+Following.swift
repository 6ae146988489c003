extension HTTPRequest {
    /// A GET of the address that `reference` means in the answer to `request` (RFC 3986, section 5.2): a link to a further
    /// page. It trusts what that request trusted, so any other origin must be an allowed one.
    /// - Throws: why the outcome is no http or https URL that this module connects to.
    package init(following reference: String, from request: HTTPRequest) throws(HTTPEndpointFault) {
        let target = try request.target.resolving(reference)
        try self.init(get: target.text, trusting: request.endpoint, headers: request.headers, timeout: request.timeout)
    }

    /// Whether the request goes to the origin that it trusts.
    package var isAtHome: Bool { trustedOrigin == target.origin }
}
