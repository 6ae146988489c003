/// Source of an answer.
package enum HTTPSource: Sendable, Hashable {
    case network, sample, cassette
    /// A kept answer. `age`: seconds since its server gave or confirmed it; `isStale`: older than its server allows, given
    /// because the server is out of reach or the network is switched off.
    case cache(age: Int64, isStale: Bool)
}

/// Time for which an answer may be given again without asking its server.
package struct HTTPReuse: Sendable, Hashable {
    /// Seconds since its server gave or confirmed it.
    package let age: Int64
    /// Seconds from now on, at least 1.
    package let lifetime: Int64

    package init(age: Int64, lifetime: Int64) {
        self.age = age
        self.lifetime = lifetime
    }
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
    /// Nil for an answer that must be asked for again.
    package let reuse: HTTPReuse?

    package init(
        status: Int, fields: [HTTPField] = [], body: [UInt8] = [], source: HTTPSource = .network,
        reuse: HTTPReuse? = nil
    ) {
        self.reuse = reuse
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
