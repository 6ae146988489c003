import Cassettes
import Drawings
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
    ///   - samples: the features' sample data, which draw the pictures of their rows.
    init(
        _ settings: Settings, allowHosts: Set<String>, recordings: CassetteWriter,
        samples: [@Sendable (HTTPRequest) -> HTTPResponse?],
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
            fetcher: SamplePictureFetcher(samples: samples), log: warn)
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

/// The end of the data mode `sample`: the features' drawings of their sample rows.
private struct SamplePictureFetcher: ImageFetcher {
    let samples: [@Sendable (HTTPRequest) -> HTTPResponse?]

    /// Drawings are confirmed at each use, so that another version's are not taken from the disk.
    private static let tag = "\"galleria-\(Program.version)\""

    func fetch(
        _ address: ImageAddress, unless validators: HTTPValidators
    ) async throws(ImageFailure) -> HTTPResponse {
        var fields: [HTTPField] = []
        for (name, value) in [("Cache-Control", "no-cache"), ("ETag", Self.tag)] {
            if let field = try? HTTPField(name: name, value: value) { fields.append(field) }
        }
        if validators.entityTag == Self.tag { return HTTPResponse(status: 304, fields: fields, source: .sample) }
        let answer = samples.lazy.compactMap { $0(address.request) }.first
        if let answer, answer.status != 200 { throw .notInSamples }
        let body = answer?.body ?? Self.drawing(of: address.text)
        return HTTPResponse(status: 200, fields: fields, body: body, source: .sample)
    }

    /// A picture at a module's own endpoint whose sample data draws none: what the words of its name say.
    private static func drawing(of url: String) -> [UInt8] {
        let name = url.split(separator: "/").last?.split(separator: ".").first ?? ""
        return Goods([String(name.map { $0 == "_" || $0 == "-" ? " " : $0 })], tint: nil, key: url, format: .square)
            .png()
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
