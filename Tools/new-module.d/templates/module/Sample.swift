import Core
import HTTP
import @NAME@Samples

/// Answers the upstream's request from the sample data: the file as it is, since it has the upstream's shape.
enum Sample@NAME@ {
    /// The `sample` of the module's manifest.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path == @NAME@API.path else { return nil }
        let body = [UInt8](
            UnsafeRawBufferPointer(start: @c_name@_sample_answer, count: @c_name@_sample_answer_size))
        return HTTPResponse(status: 200, fields: [], body: body, source: .sample)
    }
}
