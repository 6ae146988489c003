// Questions over kept rows, and a book from the upstream's body, as they are usually written in Swift: Foundation's Codable. The same
// work and the same facts as galleria's catalog_list and book_shelf_show.
//
// usage: codable_peer book SAMPLES                  tools/call of book_show: the body is decoded for each call
//        codable_peer sample|cache FILE…            tools/call of catalog_list: the pages are decoded once
//
// What came with one read is answered by one write.

import Foundation

// MARK: - Messages

struct Call<Arguments: Decodable>: Decodable {
    struct Parameters: Decodable {
        let name: String
        let arguments: Arguments
    }

    let params: Parameters
}

struct Head: Decodable {
    let jsonrpc: String
    let id: Int?
    let method: String
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

struct Content: Encodable {
    let type = "text"
    let text: String
}

// MARK: - Texts

let references: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’",
    "ldquo": "“", "rdquo": "”", "hellip": "…", "eacute": "é",
]

/// Without blanks at its ends and without references of HTML.
func prose(_ text: String?) -> String {
    guard let text else { return "" }
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text.trimmingCharacters(in: .whitespacesAndNewlines) }
    var (found, rest) = ("", text[...])
    while let mark = rest.firstIndex(of: "&") {
        found += rest[..<mark]
        rest = rest[rest.index(after: mark)...]
        guard let end = rest.prefix(12).firstIndex(of: ";"), let character = character(rest[..<end]) else {
            found.append("&")
            continue
        }
        found.append(character)
        rest = rest[rest.index(after: end)...]
    }
    return (found + rest).trimmingCharacters(in: .whitespacesAndNewlines)
}

func character(_ name: Substring) -> Character? {
    guard name.first == "#" else { return references[name] }
    let digits = name.dropFirst()
    let code = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map(Character.init)
}

let markup = Set("\\`*_~[]<|".utf8)
let blocks = Set("#>=-+".utf8)

func markdown(_ text: String) -> String {
    let isBlock = text.utf8.first.map(blocks.contains) ?? false
    guard isBlock || text.utf8.contains(where: markup.contains) else { return text }
    var bytes: [UInt8] = isBlock ? [UInt8(ascii: "\\")] : []
    for byte in text.utf8 {
        if markup.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
}

// MARK: - The server

@main struct CodablePeer {
    static let decoder = JSONDecoder()
    static let encoder = JSONEncoder()

    static func main() throws {
        let words = CommandLine.arguments.dropFirst()
        guard let kind = words.first, words.count > 1 else {
            FileHandle.standardError.write(Data("usage: codable_peer book SAMPLES | sample|cache FILE…\n".utf8))
            exit(2)
        }
        if kind == "book" {
            let books = try Books(path: words[words.startIndex + 1])
            try serve { line in try books.show(try arguments(Books.Asked.self, of: "book_show", line)) }
        } else {
            let catalogue = try Catalogue(isSample: kind == "sample", paths: words.dropFirst().map { $0 })
            try serve { line in try catalogue.answer(try arguments(Catalogue.Question.self, of: "catalog_list", line)) }
        }
    }

    /// The arguments of a call of the tool.
    static func arguments<Arguments: Decodable>(_ type: Arguments.Type, of tool: String, _ line: Data) throws
        -> Arguments
    {
        let parameters = try decoder.decode(Call<Arguments>.self, from: line).params
        guard parameters.name == tool else { throw NotTaken() }
        return parameters.arguments
    }

    /// - Parameter answer: of the tool; throws for a call that is not taken.
    static func serve(_ answer: (Data) throws -> some Encodable) throws {
        var rest = Data()
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(0, &room, room.count)
            guard count > 0 else { return }
            rest += room[..<count]
            var output = Data()
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                if let reply = try reply(to: Data(rest[rest.startIndex..<end]), answer) {
                    output += reply + [UInt8(ascii: "\n")]
                }
                rest = rest[(end + 1)...]
            }
            rest = Data(rest)
            try FileHandle.standardOutput.write(contentsOf: output)
        }
    }

    static func reply(to line: Data, _ answer: (Data) throws -> some Encodable) throws -> Data? {
        let head = try decoder.decode(Head.self, from: line)
        guard let id = head.id else { return nil }
        switch head.method {
        case "initialize": return try encoder.encode(Reply(id: id, result: Welcome()))
        case "ping": return try encoder.encode(Reply(id: id, result: [String: String]()))
        case "tools/call":
            do {
                return try encoder.encode(Reply(id: id, result: try answer(line)))
            } catch {
                return try encoder.encode(Refusal(id: id, error: .init(code: -32602, message: "Invalid params")))
            }
        default: return try encoder.encode(Refusal(id: id, error: .init(code: -32601, message: "Method not found")))
        }
    }
}

struct NotTaken: Error {}
