package import HTTP
import JSON
package import Masking

/// One recorded request with its answer.
package struct Exchange: Sendable, Equatable {
    /// `GET /search/swift/1`: the method and the request below its endpoint, secrets as `***`, with the body behind it where
    /// there is one, or what stands for it (`HTTPRequest.recordedBody`). Of a URL that was found in data, such as a picture's, the whole.
    package let key: String
    package let status: Int
    package let fields: [HTTPField]
    package let body: [UInt8]

    /// Fields that are never recorded: credentials, cookies, and those that speak of one connection or one encoding.
    private static let leftOut: Set<String> = [
        "authorization", "proxy-authorization", "set-cookie", "cookie", "connection", "keep-alive", "transfer-encoding",
        "content-encoding", "content-length",
    ]

    /// - Returns: the key of a request, without secrets.
    package static func key(of request: HTTPRequest, _ redaction: Redaction) -> String {
        let url = request.redactedURL
        let isBelow = !request.isOfFoundURL && url.utf8.starts(with: request.endpoint.text.utf8)
        let below = url.utf8.dropFirst(isBelow ? request.endpoint.text.utf8.count : 0)
        let line = "\(request.method.rawValue) \(redaction.masked(target: String(Substring(below))))"
        guard let body = request.recordedBody ?? request.body, !body.isEmpty else { return line }
        return "\(line) \(String(decoding: redaction.masked(body: body), as: UTF8.self))"
    }

    /// An exchange as it may be kept: without secrets.
    package init(_ request: HTTPRequest, _ response: HTTPResponse, _ redaction: Redaction) {
        var redaction = redaction
        redaction.add(request.query.filter { request.secretQueryNames.contains($0.name) }.map(\.value))
        key = Self.key(of: request, redaction)
        status = response.status
        fields = response.fields.filter { !Self.leftOut.contains($0.name.lowercased()) }.compactMap { field in
            try? HTTPField(name: field.name, value: redaction.masked(field.value, ofField: field.name))
        }
        body = redaction.masked(body: response.body)
    }

    /// The answer, as it is replayed.
    package var response: HTTPResponse { HTTPResponse(status: status, fields: fields, body: body, source: .cassette) }

    /// One line of JSON, with its line feed.
    package func line() -> [UInt8] {
        var writer = JSONWriter(reserving: body.count + 256)
        writer.beginObject()
        writer.key("request")
        writer.string(key)
        writer.key("status")
        writer.integer(status)
        writer.key("fields")
        writer.beginArray()
        for field in fields {
            writer.beginArray()
            writer.string(field.name)
            writer.string(field.value)
            writer.endArray()
        }
        writer.endArray()
        if let text = String(validating: body, as: UTF8.self) {
            writer.key("body")
            writer.string(text)
        } else {
            writer.key("bodyHex")
            writer.string(hexadecimal(body))
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// - Returns: nil for a line that is not an exchange.
    init?(line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root, let key = root["request"]?.string,
            let status = root["status"]?.integer, (100...599).contains(status)
        else { return nil }
        if let text = root["body"]?.string {
            body = Array(text.utf8)
        } else if let bytes = root["bodyHex"]?.string.flatMap(bytes(hexadecimal:)) {
            body = bytes
        } else {
            return nil
        }
        self.key = key
        self.status = status
        fields = (root["fields"].map { Array($0.elements) } ?? []).compactMap { pair in
            guard let name = pair[0]?.string, let value = pair[1]?.string else { return nil }
            return try? HTTPField(name: name, value: value)
        }
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

private func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
