import Cassettes
import FeatureKit
import HTTP
import Images
import Masking
import Settings

/// The pictures of each data mode. Live and sample ones have caches of their own, since a URL means another picture in each;
/// `offline` reads what `live` kept, and a recording is neither filled from a cache nor fills one.
struct PictureServices: Sendable {
    private let live: ImageService
    private let sample: ImageService
    private let record: ImageService
    private let replay: ImageService
    private let offline: ImageService

    /// The folder of the sample pictures, below that of the live ones.
    private static let sampleFolder = "sample"

    /// - Parameters:
    ///   - allowHosts: in lower case.
    ///   - recordings: writes the cassette of pictures where they are recorded.
    init(
        _ settings: Settings, allowHosts: Set<String>, recordings: CassetteWriter,
        warn: @escaping @Sendable (String) -> Void
    ) {
        let redaction = Redaction(of: settings)
        var network = ProgramSettings.httpConfiguration(settings)
        network.maxBytes = settings[ImageSettings.maxBytes]
        network.allowHosts = allowHosts
        let client = CurlHTTPClient(configuration: network)
        let path = ModuleSet.place(settings[ImageSettings.diskPath])
        let kept = ImageConfiguration(settings, diskPath: path)
        var memoryOnly = kept
        memoryOnly.diskBytes = 0
        var diskOnly = kept
        diskOnly.memoryEntries = 0
        var unkept = memoryOnly
        unkept.memoryEntries = 0

        // All pictures are in one cassette: whoever asks for a URL alone names no module.
        let cassette = ProgramSettings.cassette("images", settings)
        live = ImageService(kept, fetcher: HTTPImageFetcher(client: client), log: warn)
        record = ImageService(
            memoryOnly,
            fetcher: WholeImageFetcher(
                HTTPImageFetcher(
                    client:
                        RecordingHTTPClient(client, to: cassette, redaction, writer: recordings, warn: warn))),
            log: warn)
        replay = ImageService(
            unkept, fetcher: HTTPImageFetcher(client: ReplayingHTTPClient(cassette, redaction)), log: warn)
        offline = ImageService(diskOnly, fetcher: HTTPImageFetcher(client: OfflineHTTPClient()), log: warn)
        sample = ImageService(
            ImageConfiguration(settings, diskPath: path.map { "\($0)/\(Self.sampleFolder)" }),
            fetcher: SampleImageFetcher(), log: warn)
    }

    subscript(_ mode: DataMode) -> ImageService {
        switch mode {
        case .live: live
        case .sample: sample
        case .record: record
        case .replay: replay
        case .offline: offline
        }
    }
}

/// Asks for whole pictures only: a recorded "it is the same" would be an answer without a picture.
private struct WholeImageFetcher: ImageFetcher {
    private let fetcher: HTTPImageFetcher

    init(_ fetcher: HTTPImageFetcher) { self.fetcher = fetcher }

    func fetch(
        _ address: ImageAddress, unless validators: HTTPValidators
    ) async throws(ImageFailure) -> HTTPResponse {
        try await fetcher.fetch(address, unless: HTTPValidators())
    }
}
