import HTTP
import Settings
import Testing

@testable import Images

@Suite("Sentences and settings")
struct ImageTextTests {
    static let failures: [ImageFailure] = [
        .notAnAddress(.empty), .notAnAddress(.unsupportedScheme), .notAnAddress(.userInformation),
        .notAnAddress(.tooLong(limit: 8_192)), .notAllowed(host: "evil.example"),
        .request(.timedOut(after: .seconds(1))), .request(.unreachable(host: "h", detail: "refused")),
        .request(.connectionLost), .request(.truncatedBody), .request(.tooLarge(limit: 9)),
        .request(.tooManyRedirects(limit: 3)), .request(.redirectRefused(to: "http://x")),
        .request(.blockedAddress(host: "h")), .request(.tlsRefused(host: "h", detail: "expired")),
        .request(.malformedResponse(detail: "x")), .request(.libraryMissing(detail: "x")), .request(.busy(host: "h")),
        .request(.cancelled), .request(.offline), .request(.notRecorded(request: "GET /x")),
        .request(.cassetteUnusable(detail: "x")), .status(404), .notAnImage, .damaged(.webp), .tooManyBytes(limit: 9),
        .tooManyPixels(width: 70_000, height: 1), .busy(limit: 1_024), .libraryMissing(.libpng, detail: "not found"),
        .cancelled,
    ]

    @Test("every failure says what happened and what to do next, in sentences", arguments: failures)
    func sentences(_ failure: ImageFailure) {
        for text in [failure.message, failure.hint] {
            #expect(text.first.map { $0.isUppercase || $0.isNumber } == true && text.last == ".")
            #expect(!text.contains("ImageFailure") && !text.contains("HTTPFailure") && !text.contains("Optional"))
        }
    }

    @Test("the formats have a type and a name", arguments: ImageFormat.allCases)
    func formats(_ format: ImageFormat) {
        #expect(format.mimeType == "image/\(format.name.lowercased())")
        #expect(ImageFormat(rawValue: format.rawValue) == format)
    }

    @Test("the defaults are the documented ones")
    func defaults() throws {
        let settings = Settings(defaultsOf: try SettingsCatalog(ImageSettings.declarations))
        let configuration = ImageConfiguration(settings, diskPath: "/x")
        var expected = ImageConfiguration()
        expected.diskPath = "/x"
        #expect(configuration == expected)
        #expect(settings[ImageSettings.diskPath] == "~/.cache/galleria/images")
        #expect(
            settings[ImageSettings.allowHosts] == ["static.theiconic.com.au", "itbook.store", "openweathermap.org"])
        #expect(settings[ImageSettings.prefetch])
        let written = ImageSettings.declarations.map { "\($0.path): \($0.defaultText)" }
        #expect(
            written.prefix(4) == [
                "images.memory.entries: 100", "images.memory.bytes: 100MiB", "images.disk.bytes: 256MiB",
                "images.disk.age: 7d",
            ])
    }

    @Test(
        "a value out of range is refused",
        arguments: [
            ("images.memory.entries", "0"), ("images.memory.bytes", "100"), ("images.disk.age", "0s"),
            ("images.maxBytes", "12B"), ("images.allowHosts", "[\"\"]"), ("images.allowHosts", "itbook.store"),
            ("images.prefetch", "sometimes"),
        ])
    func outOfRange(_ key: String, _ value: String) throws {
        let catalog = try SettingsCatalog(ImageSettings.declarations)
        #expect(throws: SettingsReport.self) {
            try Settings.load(
                catalog: catalog,
                sources: SettingsSources(environmentFile: { _ in ("test", []) }, flags: [(key: key, value: value)]))
        }
    }

    @Test("a configuration is what the settings say")
    func configured() throws {
        let flags = [
            ("images.memory.entries", "7"), ("images.memory.bytes", "8kB"), ("images.disk.bytes", "0B"),
            ("images.disk.age", "1h"), ("images.maxBytes", "2MiB"),
        ].map { (key: $0.0, value: $0.1) }
        let settings = try Settings.load(
            catalog: try SettingsCatalog(ImageSettings.declarations),
            sources: SettingsSources(environmentFile: { _ in ("test", []) }, flags: flags))
        let configuration = ImageConfiguration(settings, diskPath: nil)
        #expect(configuration.memoryEntries == 7 && configuration.memoryBytes == 8_000)
        #expect(configuration.diskBytes == 0 && configuration.diskAge == .seconds(3_600))
        #expect(configuration.maxBytes == 2 << 20 && configuration.diskPath == nil)
    }
}
