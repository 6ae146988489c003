package import FeatureKit
import JSON
@if settings@
import Settings
@end@
import @NAME@Samples

@enums@
/// @doc@
@if doubts@
///
@doubts@
@end@
package let @module@ = Feature(
    @module_literal@, title: @title_literal@, doc: @doc_literal@, endpoint: @endpoint@,
@if settings@
    settings: [@settings@],
@end@
    sample: @sample@ {
        UnsafeRawBufferPointer(start: @c_name@_sample_answer, count: @c_name@_sample_answer_size)
    }.answer,
    parts: [
        ListPart(
            "list", title: @title_literal@, doc: @doc_literal@,
            guidance: @guidance_literal@, of: @ENTITY@.layout, paging: @strategy@
        ) { @page@, call throws(Fault) in
            try await call.rows(@arguments@)
        }
        .screen("@list_route@").detail("@list_route@/{@key@}").show(example: @example@).summary()
    ])
@if page_size@

private let pageSize = SettingKey(
    "modules.@module@.pageSize", .whole(1...@most_size@), default: @page_size@, "Rows of a page of the upstream.")
@end@
@if secret@

/// Sent to the endpoint, shown nowhere.
private let apiKey = SettingKey(
    "modules.@module@.apiKey", .text(0...256), default: "", secret: true, "The key that the API asks for.")
@end@
