import Glibc

/// Which internet addresses are public, by the address that is connected to (H4, H6).
///
/// Follows IANA's special-purpose address registries: what is not globally reachable, or carries another address
/// inside (mapped, NAT64, 6to4, Teredo), is not public.
enum PublicAddress {
    /// Whether the bytes of a `struct sockaddr` hold a public IPv4 or IPv6 address. Other families are not public.
    static func isPublic(socketAddress bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count >= MemoryLayout<sa_family_t>.size else { return false }
        switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in.self).sin_addr
            return withUnsafeBytes(of: address) { isPublic(ipv4: Array($0)) }
        case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return withUnsafeBytes(of: address) { isPublic(ipv6: Array($0)) }
        default:
            return false
        }
    }

    /// Whether a numeric address, as `inet_ntop` writes it, is public. Text that is no address is not.
    static func isPublic(numeric text: String) -> Bool {
        var ipv4 = in_addr()
        if inet_pton(AF_INET, text, &ipv4) == 1 {
            return withUnsafeBytes(of: ipv4) { isPublic(ipv4: Array($0)) }
        }
        var ipv6 = in6_addr()
        guard inet_pton(AF_INET6, text, &ipv6) == 1 else { return false }
        return withUnsafeBytes(of: ipv6) { isPublic(ipv6: Array($0)) }
    }

    private static func isPublic(ipv4 address: [UInt8]) -> Bool {
        !blockedIPv4.contains { $0.contains(address) }
    }

    /// IPv6 gives out 2000::/3 alone; loopback, mapped, NAT64, ULA, link-local and multicast lie outside of it.
    private static func isPublic(ipv6 address: [UInt8]) -> Bool {
        globalUnicast.contains(address) && !blockedIPv6.contains { $0.contains(address) }
    }

    private struct Block {
        let prefix: [UInt8]
        let length: Int

        func contains(_ address: [UInt8]) -> Bool {
            for (index, (mine, other)) in zip(prefix, address).enumerated() {
                let bits = min(8, max(0, length - index * 8))
                guard (mine ^ other) >> (8 - bits) == 0 else { return false }
            }
            return true
        }
    }

    private static let blockedIPv4 = [
        Block(prefix: [0], length: 8),  // "this network", unspecified
        Block(prefix: [10], length: 8),  // private
        Block(prefix: [100, 64], length: 10),  // carrier-grade NAT
        Block(prefix: [127], length: 8),  // loopback
        Block(prefix: [169, 254], length: 16),  // link-local, cloud metadata
        Block(prefix: [172, 16], length: 12),  // private
        Block(prefix: [192, 0, 0], length: 24),  // protocol assignments
        Block(prefix: [192, 0, 2], length: 24),  // documentation
        Block(prefix: [192, 88, 99], length: 24),  // 6to4 relays
        Block(prefix: [192, 168], length: 16),  // private
        Block(prefix: [198, 18], length: 15),  // benchmarks
        Block(prefix: [198, 51, 100], length: 24),  // documentation
        Block(prefix: [203, 0, 113], length: 24),  // documentation
        Block(prefix: [224], length: 4),  // multicast
        Block(prefix: [240], length: 4),  // reserved, broadcast
    ]

    private static let globalUnicast = Block(prefix: [0x20], length: 3)

    private static let blockedIPv6 = [
        Block(prefix: [0x20, 0x01, 0x00], length: 23),  // protocol assignments, Teredo
        Block(prefix: [0x20, 0x01, 0x0D, 0xB8], length: 32),  // documentation
        Block(prefix: [0x20, 0x02], length: 16),  // 6to4
        Block(prefix: [0x3F, 0xFF, 0x00], length: 20),  // documentation
    ]
}
