import DesignSystem
import FeatureKit
import Glibc
import Host
import JSON
import Settings

/// `galleria call METHOD …`
@Sendable func call(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        guard let method = invocation.arguments.first else {
            throw .usage(.missing("The method", example: "galleria call bookShelf.search query=swift"))
        }
        let parameters = try parameters(Array(invocation.arguments.dropFirst()))
        let workplace = try invocation.workplace()
        let console = invocation.console
        return workplace.run {
            do throws(Fault) {
                guard let operation = workplace.host.router.operation(method: method) else {
                    throw workplace.host.router.absence(ofMethod: method)
                }
                let answer = try await workplace.telling("Waiting for \(method)", invocation) { line throws(Fault) in
                    try await operation.call(parameters, CallContext(report: { line?.report($0) }))
                }
                if invocation.wantsJSON {
                    console.show(json: { answer.writeTelling(&$0) })
                } else {
                    console.show(answer.document().rendered(workplace.options))
                    if let picture = answer.picture?() { workplace.pictures?.show(picture.bytes, on: console) }
                }
                await workplace.host.finishRefreshes()
                return .done
            } catch {
                return console.fail(error, json: invocation.wantsJSON)
            }
        }
    } catch {
        return invocation.fail(error)
    }
}

/// The params of a call: `key=value` pairs, or one JSON object as text, in a file, or from standard input.
private func parameters(_ words: [String]) throws(WorkplaceFault) -> JSONNode? {
    guard let first = words.first else { return nil }
    if words.count == 1 {
        if first == "-" { return try document(contents(of: "/dev/stdin", named: "standard input")) }
        if first.utf8.first == UInt8(ascii: "@") {
            let path = String(first.dropFirst())
            return try document(contents(of: path, named: path))
        }
        if first.utf8.first == UInt8(ascii: "{") { return try document(Array(first.utf8)) }
    }
    var members: [JSONMember] = []
    for word in words {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let key = parts.first, !key.isEmpty else {
            throw .usage(
                UsageFault(
                    sentence: "“\(sanitized(word))” is not a parameter.",
                    hint: "Write key=value, or one JSON object, @FILE or - for all of them."))
        }
        // Text: each parameter reads text as what its schema says.
        members.append(JSONMember(String(key), .string(String(parts[1]))))
    }
    return try document(JSONValue.object(members).serialized())
}

private func document(_ bytes: [UInt8]) throws(WorkplaceFault) -> JSONNode {
    do throws(JSONFault) {
        return try JSONDocument(parsing: bytes).root
    } catch {
        throw .usage(UsageFault(sentence: "The parameters are not JSON: \(error.sentence)", hint: ""))
    }
}

/// A file's bytes.
/// - Parameter limit: the most that is read.
func contents(of path: String, named name: String, limit: Int = 4 << 20) throws(WorkplaceFault) -> [UInt8] {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        throw .usage(UsageFault(sentence: "“\(sanitized(name))” can't be read.", hint: "Check the path."))
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
            throw .usage(UsageFault(sentence: "“\(sanitized(name))” can't be read.", hint: "Check the file."))
        }
        bytes += chunk[..<count]
    }
    throw .usage(UsageFault(sentence: "“\(sanitized(name))” is larger than \(limit) bytes.", hint: ""))
}
