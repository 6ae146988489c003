import Glibc
import TestSupport
import Testing

@testable import HTTP

@Suite("H4, H6: which addresses are public, by the bytes that are connected to")
struct PublicAddressTests {
    static let open = [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "223.255.255.255",
        "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "2a00::1", "3ffe::1",
    ]

    @Test("refused", arguments: NetworkAddresses.notPublic)
    func refuses(_ text: String) throws {
        #expect(!PublicAddress.isPublic(numeric: text))
        #expect(try !isPublic(socketAddressOf: text))
    }

    @Test("allowed", arguments: open)
    func allows(_ text: String) throws {
        #expect(PublicAddress.isPublic(numeric: text))
        #expect(try isPublic(socketAddressOf: text))
    }

    @Test("what is no internet address is not public", arguments: ["", "x", "8.8.8", "fe80::1%eth0", "/run/socket"])
    func refusesNonsense(_ text: String) {
        #expect(!PublicAddress.isPublic(numeric: text))
    }

    @Test("a cut or foreign socket address is not public")
    func refusesShort() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = 0x0808_0808
        withUnsafeBytes(of: address) { bytes in
            #expect(PublicAddress.isPublic(socketAddress: bytes))
            #expect(!PublicAddress.isPublic(socketAddress: UnsafeRawBufferPointer(rebasing: bytes.prefix(7))))
            #expect(!PublicAddress.isPublic(socketAddress: UnsafeRawBufferPointer(rebasing: bytes.prefix(1))))
        }
        address.sin_family = sa_family_t(AF_UNIX)
        withUnsafeBytes(of: address) { #expect(!PublicAddress.isPublic(socketAddress: $0)) }
    }

    private func isPublic(socketAddressOf text: String) throws -> Bool {
        if text.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            try #require(inet_pton(AF_INET6, text, &address.sin6_addr) == 1)
            return withUnsafeBytes(of: address) { PublicAddress.isPublic(socketAddress: $0) }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        try #require(inet_pton(AF_INET, text, &address.sin_addr) == 1)
        return withUnsafeBytes(of: address) { PublicAddress.isPublic(socketAddress: $0) }
    }
}
