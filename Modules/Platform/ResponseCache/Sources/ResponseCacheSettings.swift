package import Settings

/// The settings of the cache of answers, each declared here and nowhere else.
package enum ResponseCacheSettings {
    static let bytes = SettingKey(
        "network.cache.bytes", .size(0...(1 << 40)), default: 64 << 20, "Bytes of answers kept on disk; 0B for none.")
    static let age = SettingKey(
        "network.cache.age", .duration(.seconds(1)...(.seconds(3_650 * 86_400))), default: .seconds(30 * 86_400),
        "How long an unused answer stays.")
    package static let path = SettingKey(
        "network.cache.path", .path, default: "~/.cache/galleria/responses", "The folder of the answers on disk.")
    static let staleIfError = SettingKey(
        "network.cache.staleIfError", .duration(.zero...(.seconds(3_650 * 86_400))), default: .zero,
        "How long after it became stale a kept answer stands in for a server that fails; the server may allow longer.")

    package static let declarations: [SettingDeclaration] = [
        bytes.declaration, age.declaration, path.declaration, staleIfError.declaration,
    ]
}
