import FeatureKit
import FriendsSamples
import HTTP

/// Answers the upstream's requests from the sample data: the files as they are, since they have the upstream's shape.
enum SampleFriends {
    /// The `sample` of the module's manifest.
    static func answer(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.path.count == 1, let name = request.path.first else { return nil }
        for document in documents where document.name.utf8.elementsEqual(name.utf8) {
            let body = [UInt8](UnsafeRawBufferPointer(start: document.bytes, count: document.size))
            return HTTPResponse(status: 200, fields: [], body: body, source: .sample)
        }
        return nil
    }

    private static var documents: [(name: String, bytes: UnsafePointer<UInt8>?, size: Int)] {
        [
            ("man.json", friends_sample_man, friends_sample_man_size),
            ("friend1.json", friends_sample_friend1, friends_sample_friend1_size),
            ("friend2.json", friends_sample_friend2, friends_sample_friend2_size),
            ("friend3.json", friends_sample_friend3, friends_sample_friend3_size),
            ("friend4.json", friends_sample_friend4, friends_sample_friend4_size),
        ]
    }
}
