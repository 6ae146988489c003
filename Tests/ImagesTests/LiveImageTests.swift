import HTTP
import TestSupport
import Testing

@testable import Images

@Suite("Pictures from a server on loopback")
struct LiveImageTests {
    private let folder: Folder
    private let server: FaultServer
    private let service: ImageService

    init() throws {
        folder = try Folder()
        server = try FaultServer()
        service = Self.service(server, folder)
    }

    private static func service(
        _ server: FaultServer, _ folder: Folder, configure: (inout HTTPConfiguration) -> Void = { _ in }
    ) -> ImageService {
        var network = HTTPConfiguration()
        network.timeout = .seconds(60)
        network.retries = 0
        configure(&network)
        var configuration = ImageConfiguration()
        configuration.diskPath = folder("images")
        return ImageService(
            configuration,
            fetcher: HTTPImageFetcher(client: CurlHTTPClient(configuration: network, randomness: { 0 })))
    }

    private func address(_ path: String) throws -> ImageAddress {
        try ImageAddress(server.endpoint(path), trusting: HTTPEndpoint(parsing: server.origin))
    }

    @Test("a picture, its type by its bytes, then from memory; a second service has it from disk")
    func plain() async throws {
        let address = try address("img/books/9781617294136.png")
        let first = try await service.image(address)
        #expect(first.mimeType == "image/png" && first.width == 8 && first.height == 8 && first.source == .network)
        #expect(try await service.image(address).source == .memory)
        let second = try await Self.service(server, folder).image(address)
        #expect(second.source == .disk && second.bytes == first.bytes)
        #expect(try server.log().requests.map(\.target) == ["/img/books/9781617294136.png"])
    }

    @Test("H10: a hundred askers at once, one request on the wire")
    func hundred() async throws {
        let address = try address("slow/300/img/books/1.png")
        let answers = try await withThrowingTaskGroup(of: ImageAnswer.self) { group in
            for _ in 0..<100 { group.addTask { [service] in try await service.image(address) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 100 && Set(answers.map(\.bytes)).count == 1)
        #expect(try server.log().requests.count == 1)
    }

    @Test("W16: cancelled, the request leaves the wire")
    func cancelled() async throws {
        let address = try address("silent/img/books/1.png")
        let task = Task { [service] in try await service.image(address) }
        try await server.waitForRequests(1)
        task.cancel()
        await #expect(throws: ImageFailure.cancelled) { try await task.value }
        try await server.waitForOpenConnections(0)
    }

    @Test("validators go back as they came; 304 keeps the bytes")
    func revalidated() async throws {
        let address = try address("etag/img/books/1.png")
        let first = try await service.image(address)
        let second = try await service.image(address)
        #expect(second.source == .memory && second.bytes == first.bytes)
        let headers = try server.log().requests.map { request in
            request.headers.filter { $0.hasPrefix("If-") }
        }
        #expect(headers == [[], ["If-None-Match: \"v1\""]])
        #expect(service.statistics.confirmations == 1)
    }

    @Test(
        "H2, H8, F16: what is wrong with an answer is told, and nothing is kept",
        arguments: [
            ("status/404/x", ImageFailure.status(404)), ("status/500/x", .status(500)), ("html/x", .notAnImage),
            ("books/1.0/new", .notAnImage), ("short/img/books/1.png", .request(.truncatedBody)),
            ("close/x", .request(.connectionLost)), ("inf/x", .request(.tooLarge(limit: 8 << 20))),
            ("redirect/4/img/books/1.png", .request(.tooManyRedirects(limit: 3))),
        ])
    func failures(_ path: String, _ failure: ImageFailure) async throws {
        await #expect(throws: failure) { try await service.image(try address(path)) }
        #expect(folder.everything.isEmpty)
    }

    @Test("H5: redirects within the rules are followed, to the same picture")
    func redirected() async throws {
        #expect(try await service.image(try address("redirect/3/img/books/1.png")).width == 8)
    }

    @Test("H4: other origins are not asked, also by a redirect; an allowed host must be a public address")
    func refused() async throws {
        let other = try FaultServer()
        await #expect(throws: ImageFailure.request(.blockedAddress(host: "127.0.0.1"))) {
            try await service.image(try ImageAddress(other.endpoint("img/books/1.png")))
        }
        await #expect(throws: ImageFailure.request(.redirectRefused(to: other.origin))) {
            try await service.image(try address("redirect-to?url=\(other.endpoint("img/books/1.png"))"))
        }
        let allowing = Self.service(server, folder) { $0.allowHosts = ["localhost", "127.0.0.1"] }
        for host in ["localhost", "127.0.0.1"] {
            await #expect(throws: ImageFailure.request(.blockedAddress(host: host))) {
                try await allowing.image(try ImageAddress("http://\(host):\(other.port)/img/books/1.png"))
            }
        }
        #expect(try other.log().requests.isEmpty)
    }
}
