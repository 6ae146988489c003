package import FeatureKit
import JSON
@if secret@
import Settings
@end@
import @NAME@Samples

@enums@
/// @doc@
package let @module@ = Feature(
    @module_literal@, title: @title_literal@, doc: @doc_literal@, endpoint: @endpoint@,
@if secret@
    settings: [apiKey.declaration],
@end@
    sample: SampleAnswer(@path_literal@) {
        UnsafeRawBufferPointer(start: @c_name@_sample_answer, count: @c_name@_sample_answer_size)
    }.answer,
    parts: [
        ListPart("list", title: @title_literal@, doc: @doc_literal@, of: @ENTITY@.layout, paging: .whole) {
            _, call throws(Fault) in
            try await call.rows(@path_literal@, @query@at: @rows_literal@@one@@secret_names@)
        }
        .screen("@list_route@").detail("@list_route@/{@key@}").show(example: @example@).summary()
    ])
@if secret@

/// Sent to the endpoint, shown nowhere.
private let apiKey = SettingKey(
    "modules.@module@.apiKey", .text(0...256), default: "", secret: true, "The key that the API asks for.")
@end@
