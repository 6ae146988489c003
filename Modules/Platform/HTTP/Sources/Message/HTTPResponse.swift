/// Source of an answer.
package enum HTTPSource: Sendable, Hashable {
    case network, sample, cassette
    /// A kept answer. `age`: seconds since its server gave or confirmed it; `isStale`: older than its server allows, given
    /// because the server is out of reach or the network is switched off.
    case cache(age: Int64, isStale: Bool)
}

/// A whole answer, with any status: whether 404 is a failure is the feature's to say.
package struct HTTPResponse: Sendable, Hashable {
    /// 200…599.
    package let status: Int
    /// In the order received, with repeats.
    package let fields: [HTTPField]
    /// Decompressed.
    package let body: [UInt8]
    package let source: HTTPSource

    package init(status: Int, fields: [HTTPField] = [], body: [UInt8] = [], source: HTTPSource = .network) {
        self.status = status
        self.fields = fields
        self.body = body
        self.source = source
    }

    /// The value of the first field of this name, compared without case.
    package func field(_ name: String) -> String? {
        fields.first { $0.isNamed(name) }?.value
    }
}
