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
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String? {
        let digits = Array("0123456789abcdef".utf8)
        return digest(bytes).map { digest in
            String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
        }
    }
}
