import HTTP
import Testing

@testable import Images

@Suite("Sample pictures")
struct SampleImageTests {
    private func fetcher() -> SampleImageFetcher { SampleImageFetcher() }

    @Test("every URL has a picture of its own, the same every time")
    func pictures() async throws {
        let urls =
            (0..<40).map { "https://itbook.store/img/books/\(9_781_617_294_136 + $0).png" }
            + ["http://127.0.0.1:8080/images/1.jpg", "https://itbook.store/img/books/9781617294136.png?x"]
        var seen: Set<[UInt8]> = []
        for url in urls {
            let address = try ImageAddress(url)
            let answer = try await fetcher().fetch(address, unless: HTTPValidators())
            #expect(answer.status == 200 && answer.source == .sample)
            let header = try ImageHeader(answer.body)
            #expect(header.format == .png && header.width == 240 && header.height == 320)
            #expect(try Picture.pixels(ofPNG: answer.body) != nil)
            #expect(answer.body.count < 4_096)
            #expect(try await fetcher().fetch(address, unless: HTTPValidators()).body == answer.body)
            seen.insert(answer.body)
        }
        #expect(seen.count == urls.count)
    }

    @Test("a picture known by its tag is confirmed")
    func confirmed() async throws {
        let address = try ImageAddress("https://itbook.store/a.png")
        let tag = try await fetcher().fetch(address, unless: HTTPValidators()).field("ETag")
        #expect(try await fetcher().fetch(address, unless: HTTPValidators(entityTag: tag)).status == 304)
        #expect(try await fetcher().fetch(address, unless: HTTPValidators(entityTag: "\"x\"")).status == 200)
    }

    @Test("any seed makes a picture, also a short one")
    func seeds() throws {
        for seed in [[], [1, 2, 3], [UInt8](repeating: 255, count: 32), [UInt8](repeating: 0, count: 64)] {
            let picture = try #require(try SamplePicture(seed: seed).encoded())
            #expect(try ImageHeader(picture).width == SamplePicture.width)
        }
    }
}
