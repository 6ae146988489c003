// Asks for one page again and again with URLSession, as a program on Foundation does, and looks at each answer's status and length.
//
// usage: session_client URL IN_FLIGHT COUNT       `#` of the URL becomes the request's number

import Foundation
import FoundationNetworking

struct Wrong: Error {}

@main struct SessionClient {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let window = Int(arguments[2]), let count = Int(arguments[3]) else {
            throw Wrong()
        }
        let pieces = arguments[1].split(separator: "#", omittingEmptySubsequences: false)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = window
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        @Sendable func ask(_ number: Int) async throws -> Int {
            guard let url = URL(string: pieces.joined(separator: String(number))) else { throw Wrong() }
            let (data, response) = try await session.data(from: url)
            guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Wrong() }
            return data.count
        }
        let length = try await ask(0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...count {
                if number > window, try await group.next() != length { throw Wrong() }
                group.addTask { try await ask(number) }
            }
            for try await answer in group where answer != length { throw Wrong() }
        }
    }
}
