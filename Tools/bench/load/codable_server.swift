// A server as it is usually written on Foundation: readLine, JSONDecoder, JSONEncoder, FileHandle, one message after the other.
// note_show answers with its arguments, as the other peers do.

import Foundation

struct Head: Decodable {
    let id: Int?
    let method: String
}

struct Call: Decodable {
    struct Parameters: Decodable {
        let name: String
        let arguments: Note
    }

    let params: Parameters
}

struct Note: Codable {
    struct Price: Codable {
        let amount: String
        let currency: String
    }

    let isbn13: String
    let title: String
    let authors: [String]
    let price: Price
    let pages: Int
    let rating: Double
    let memo: String
}

struct Reply<Result: Encodable>: Encodable {
    let jsonrpc = "2.0"
    let id: Int
    let result: Result
}

struct Refusal: Encodable {
    struct Fault: Encodable {
        let code: Int
        let message: String
    }

    let jsonrpc = "2.0"
    let id: Int
    let error: Fault
}

struct Welcome: Encodable {
    let protocolVersion = "2025-06-18"
    let capabilities: [String: String] = [:]
    let serverInfo = ["name": "codable", "version": "1"]
}

struct Shown: Encodable {
    struct Content: Encodable {
        let type = "text"
        let text: String
    }

    let content: [Content]
    let structuredContent: Note
}

@main struct CodableServer {
    static let decoder = JSONDecoder()
    static let encoder = JSONEncoder()

    static func send(_ reply: some Encodable) throws {
        try FileHandle.standardOutput.write(contentsOf: encoder.encode(reply) + [UInt8(ascii: "\n")])
    }

    static func main() throws {
        while let line = readLine() {
            let data = Data(line.utf8)
            let head = try decoder.decode(Head.self, from: data)
            guard let id = head.id else { continue }
            switch head.method {
            case "initialize": try send(Reply(id: id, result: Welcome()))
            case "ping": try send(Reply(id: id, result: [String: String]()))
            case "tools/call":
                let note = try decoder.decode(Call.self, from: data).params.arguments
                try send(Reply(id: id, result: Shown(content: [.init(text: note.title)], structuredContent: note)))
            default: try send(Refusal(id: id, error: .init(code: -32601, message: "Method not found")))
            }
        }
    }
}
