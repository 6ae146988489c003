package import Core
import DesignSystem
import Settings

/// @doc@
package struct @NAME@: FeatureModule {
    static let id = "@module@"
    private static let settings = ModuleSettings(id: id, endpoint: @endpoint@, timeout: .seconds(10))
@if secret@
    static let apiKey = SettingKey(
        "modules.@module@.apiKey", .text(0...256), default: "", secret: true,
        "The key of the API; sample data needs none.")
@end@
    private static let listTemplate = RouteTemplate("@list_route@")
@if id@
    private static let showTemplate = RouteTemplate("@show_route@")
@end@
    static let route = listTemplate.text

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "@title@", doc: @doc_literal@, settings: settings,@own_settings@
            routes: [@templates@], sample: Sample@NAME@.answer)
    }
@if id@

    static func route(to @id_param@: String) -> String { showTemplate.filled(["@id_param@": @id_param@]) }
@end@

    private let source: @NAME@Source

    package init(_ context: FeatureContext) throws(Fault) {
@if secret@
        let key = context.settings[Self.apiKey]
        source = @NAME@Source(api: @NAME@API(upstream: context.upstream, key: key), background: context.background)
@else@
        source = @NAME@Source(api: @NAME@API(upstream: context.upstream), background: context.background)
@end@
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(source.listOperation)
@if id@
        registry.add(source.showOperation)
@end@
        registry.add(source.sumUpPrompt)
        registry.add(
            ScreenDefinition(
                Self.route, title: "@title@", doc: "The @plural@, to be searched.", actions: @NAME@ListScreen.actions
            ) { [source] _ throws(Fault) in @NAME@ListScreen(source) })
@if id@
        registry.add(
            ScreenDefinition(
                Self.showTemplate.text, title: "@title@", doc: "One @singular@.", actions: @NAME@RowScreen.actions
            ) { [source] parameters throws(Fault) in
@if id_text@
                @NAME@RowScreen(source, parameters["@id_param@"] ?? "")
@else@
                let text = parameters["@id_param@"] ?? ""
                guard let @id_param@ = Int(text) else { throw .notA@ENTITY@(text) }
                return @NAME@RowScreen(source, @id_param@)
@end@
            }.completing(["@id_param@": source.@id_param@Completion]))
@end@
    }
}

/// Source shared by the operations and screens.
struct @NAME@Source: Sendable {
    let api: @NAME@API
    let background: Background
}
