import JSON
import Settings

/// An OpenAPI 3 document: its operations, and what is said in it by reference.
package struct APIDescription: Sendable {
    /// An operation that a file could have.
    package struct Operation: Sendable {
        /// As the document names it: its `operationId`, else `get /pets/{id}`.
        package let name: String
        /// In lower case.
        package let method: String
        package let path: String
        /// One line; may be empty.
        package let summary: String
        let value: JSONValue
        /// Parameters that all operations of the path have.
        let shared: [JSONValue]
    }

    let root: JSONValue
    package let operations: [Operation]

    /// References that are followed one after the other.
    private static let mostReferences = 16
    static let methods = ["get", "post", "put", "patch", "delete"]

    /// - Parameter bytes: JSON, or YAML within the bounds of settings: 1 MiB, 10,000 nodes.
    /// - Throws: why it is no such document.
    package init(_ bytes: [UInt8]) throws(DraftRefusal) {
        let isJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        root = isJSON ? try Self.json(bytes) : try Self.yaml(bytes)
        guard let version = root["openapi"]?.string, version.utf8.starts(with: "3.".utf8) else { throw .notOpenAPI }
        var operations: [Operation] = []
        for path in root["paths"]?.members ?? [] {
            guard path.key.utf8.first == UInt8(ascii: "/") else { continue }
            for method in Self.methods {
                guard let value = path.value[method], value.members != nil else { continue }
                let summary = value["summary"]?.string ?? value["description"]?.string ?? ""
                let line = summary.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
                operations.append(
                    Operation(
                        name: value["operationId"]?.string ?? "\(method) \(path.key)", method: method, path: path.key,
                        summary: line, value: value, shared: path.value["parameters"]?.array ?? []))
            }
        }
        self.operations = operations
    }

    private static func json(_ bytes: [UInt8]) throws(DraftRefusal) -> JSONValue {
        guard bytes.count <= Example.mostBytes else { throw .tooLong(bytes.count, limit: Example.mostBytes) }
        do throws(JSONFault) {
            return JSONValue(try JSONDocument(parsing: bytes).root)
        } catch {
            throw .notJSON(error, place: Example.place(of: error.offset, in: bytes), looksLikeHTML: false)
        }
    }

    private static func yaml(_ bytes: [UInt8]) throws(DraftRefusal) -> JSONValue {
        let document = YAMLDocument(bytes, label: "", variables: [:])
        if let problem = document.report()?.problems.first {
            throw .notYAML(problem.sentence, line: problem.line ?? 1)
        }
        guard let root = document.root else { throw .notOpenAPI }
        return value(of: root)
    }

    /// At most as deep as the reader of YAML lets it be.
    private static func value(of part: YAMLNode) -> JSONValue {
        if let entries = part.entries { return .object(entries.map { JSONMember($0.key, value(of: $0.value)) }) }
        if let items = part.items { return .array(items.map(value)) }
        switch part.scalar {
        case .flag(let flag): return .bool(flag)
        case .number(let text): return (try? JSONValue(parsing: text)) ?? .string(text)
        case .text(let text): return .string(text)
        case .null, nil: return .null
        }
    }

    // MARK: - References

    /// The value, or that which it refers to within the document; nil for a reference that leads nowhere or elsewhere.
    func resolved(_ value: JSONValue?) -> JSONValue? {
        var value = value
        for _ in 0..<Self.mostReferences {
            guard let reference = value?["$ref"]?.string else { return value }
            value = target(of: reference)
        }
        return nil
    }

    private func target(of reference: String) -> JSONValue? {
        guard reference.utf8.starts(with: "#/".utf8) else { return nil }
        var value: JSONValue? = root
        for part in reference.split(separator: "/").dropFirst() {
            var name = [UInt8](part.utf8).replacing("~1".utf8, by: "/".utf8)
            name = name.replacing("~0".utf8, by: "~".utf8)
            value = value?[String(decoding: name, as: UTF8.self)]
        }
        return value
    }

    /// Name of the component that a schema is, or the elements of its list.
    static func name(of schema: JSONValue?) -> String? {
        schema?["$ref"]?.string.flatMap { $0.split(separator: "/").last.map(String.init) }
    }

    /// The endpoint: the first server that is an absolute address, its variables as they are by default.
    var endpoint: String? {
        for server in root["servers"]?.array ?? [] {
            guard var bytes = server["url"]?.string.map({ Array($0.utf8) }) else { continue }
            for variable in server["variables"]?.members ?? [] {
                guard let value = variable.value["default"]?.string else { continue }
                bytes = bytes.replacing("{\(variable.key)}".utf8, by: value.utf8)
            }
            var url = String(decoding: bytes, as: UTF8.self)
            while url.utf8.last == UInt8(ascii: "/") { url.removeLast() }
            if (try? DraftAddress(url)) != nil, !url.has("?"), !url.has("{") { return url }
        }
        return nil
    }
}
