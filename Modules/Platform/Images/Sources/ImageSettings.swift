package import Settings

/// The settings of the caches, each declared here and nowhere else.
package enum ImageSettings {
    static let memoryEntries = SettingKey(
        "images.memory.entries", .whole(1...100_000), default: 100, "Pictures kept in memory.")
    static let memoryBytes = SettingKey(
        "images.memory.bytes", .size(0...(4 << 30)), default: 100 << 20, "Bytes of pictures kept in memory.")
    static let diskBytes = SettingKey(
        "images.disk.bytes", .size(0...(1 << 40)), default: 256 << 20, "Bytes of pictures kept on disk; 0B for none.")
    static let diskAge = SettingKey(
        "images.disk.age", .duration(.seconds(1)...(.seconds(3_650 * 86_400))), default: .seconds(7 * 86_400),
        "How long an unused picture stays on disk, and how long one is good whose server does not say.")
    package static let diskPath = SettingKey(
        "images.disk.path", .path, default: "~/.cache/galleria/images", "The folder of the pictures on disk.")
    package static let maxBytes = SettingKey(
        "images.maxBytes", .size(1024...(1 << 30)), default: 16 << 20, "The largest picture that is fetched.")
    package static let allowHosts = SettingKey(
        "images.allowHosts", .list(of: .text(1...253)),
        default: ["static.theiconic.com.au", "itbook.store", "openweathermap.org"],
        "Hosts besides the endpoints that pictures may come from; public addresses only.")

    package static let prefetch = SettingKey(
        "images.prefetch", .flag, default: true,
        "Whether the pictures of a list are fetched as its screen shows their rows; calls never do so.")

    package static let declarations: [SettingDeclaration] = [
        memoryEntries.declaration, memoryBytes.declaration, diskBytes.declaration, diskAge.declaration,
        diskPath.declaration, maxBytes.declaration, allowHosts.declaration,
        prefetch.declaration,
    ]
}

/// The bounds of one image service.
package struct ImageConfiguration: Sendable, Equatable {
    package var memoryEntries = 100
    package var memoryBytes = 100 << 20
    /// 0 for no disk cache.
    package var diskBytes = 256 << 20
    package var diskAge: Duration = .seconds(7 * 86_400)
    /// Absolute; nil when there is none because HOME is not set.
    package var diskPath: String?
    package var maxBytes = 16 << 20
    /// Downloads at once.
    package var concurrency = 5

    package init() {}

    /// As the settings have it.
    /// - Parameter diskPath: `images.disk.path` with its home directory filled in.
    package init(_ settings: Settings, diskPath: String?) {
        memoryEntries = settings[ImageSettings.memoryEntries]
        memoryBytes = settings[ImageSettings.memoryBytes]
        diskBytes = settings[ImageSettings.diskBytes]
        diskAge = settings[ImageSettings.diskAge]
        self.diskPath = diskPath
        maxBytes = settings[ImageSettings.maxBytes]
    }
}
