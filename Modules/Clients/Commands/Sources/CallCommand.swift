import Composition
import DesignSystem
import FeatureKit
import Glibc
import JSON

/// `galleria call METHOD …`
@Sendable func call(_ invocation: Invocation) throws -> ExitStatus {
    let method = try invocation[Arguments.method]
    let parameters = try parameters(try invocation[Arguments.parameters])
    let workplace = try invocation.workplace()
    return try workplace.run {
        guard let operation = workplace.storefront.router.operation(method: method) else {
            throw workplace.storefront.router.absence(ofMethod: method)
        }
        let answer = try await workplace.telling("Waiting for \(method)") { line throws(Fault) in
            try await operation.call(
                parameters, CallContext(program: workplace.storefront.modules, report: { line?.report($0) }))
        }
        let status = invocation.show(json: answer.writeTelling) { answer.document().rendered(workplace.options) }
        if let display = workplace.pictures, let picture = answer.picture {
            display.show(picture.bytes, on: invocation.console)
        }
        await workplace.storefront.finishRefreshes()
        return status
    }
}

/// The params of a call: `key=value` pairs, or one JSON object as text, in a file, or from standard input.
private func parameters(_ words: [String]) throws -> JSONNode? {
    guard let first = words.first else { return nil }
    if words.count == 1 {
        if first == "-" { return try document(contents(of: "/dev/stdin", named: "standard input")) }
        if first.utf8.first == UInt8(ascii: "@") { return try document(contents(of: String(first.dropFirst()))) }
        if first.utf8.first == UInt8(ascii: "{") { return try document(Array(first.utf8)) }
    }
    var writer = JSONWriter()
    writer.beginObject()
    for word in words {
        guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals > word.startIndex else {
            throw UsageFault(
                sentence: "“\(sanitized(word))” is not a parameter.",
                hint: "Write key=value, or one JSON object, @FILE or - for all of them.")
        }
        // Text: each parameter reads text as what its schema says.
        writer.key(String(word[..<equals]))
        writer.string(String(word[word.utf8.index(after: equals)...]))
    }
    writer.endObject()
    return try document(writer.bytes)
}

private func document(_ bytes: [UInt8]) throws(UsageFault) -> JSONNode {
    do throws(JSONFault) {
        return try JSONDocument(parsing: bytes).root
    } catch {
        throw UsageFault(sentence: "The parameters are not JSON: \(error.sentence)", hint: "")
    }
}

/// A file's bytes.
/// - Parameters:
///   - name: what people call it; its path by default.
///   - limit: the most that is read.
func contents(of path: String, named name: String? = nil, limit: Int = 4 << 20) throws(UsageFault) -> [UInt8] {
    let name = sanitized(name ?? path)
    let unreadable = UsageFault(sentence: "“\(name)” can't be read.", hint: "Check the path.")
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw unreadable }
        bytes += chunk[..<count]
    }
    throw UsageFault(sentence: "“\(name)” is larger than \(limit) bytes.", hint: "")
}
