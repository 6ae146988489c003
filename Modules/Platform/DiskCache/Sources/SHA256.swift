internal import CCrypto

/// SHA-256 (FIPS 180-4) of bytes, by libcrypto.
package enum SHA256 {
    /// 32 bytes; nil when libcrypto is not there.
    package static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 32)
        let done = Array(bytes).withUnsafeBytes { ccrypto_sha256($0.baseAddress, $0.count, &digest) }
        return done ? digest : nil
    }

    /// 64 digits in lower case; nil when libcrypto is not there.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String? { digest(bytes).map(digits) }

    fileprivate static func digits(of digest: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * digest.count) { text in
            for (place, byte) in digest.enumerated() {
                (text[2 * place], text[2 * place + 1]) = (digit(byte >> 4), digit(byte & 15))
            }
            return 2 * digest.count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}

/// SHA-256 (FIPS 180-4) of bytes that come in pieces, by libcrypto. One thread at a time.
package final class SHA256Stream {
    private let handle: OpaquePointer
    private var isGood = true

    /// Nil when libcrypto is not there.
    package init?() {
        guard let handle = ccrypto_begin() else { return nil }
        self.handle = handle
    }

    deinit { ccrypto_free(handle) }

    /// Takes the next bytes.
    package func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { isGood = ccrypto_add(handle, $0.baseAddress, $0.count) && isGood }
    }

    /// 64 digits in lower case of what was taken; nil where libcrypto failed. The last call.
    package func hexadecimal() -> String? {
        var digest = [UInt8](repeating: 0, count: 32)
        guard ccrypto_end(handle, &digest), isGood else { return nil }
        return SHA256.digits(of: digest)
    }
}
