import JSON

extension Client {
    /// The command that a client's file starts galleria by.
    /// - Returns: nil when the file does not name galleria, or names it without a command.
    /// - Throws: ``SetupFault/notUnderstood(reason:)`` when the text is not what the client reads.
    package func command(in text: [UInt8]) throws(SetupFault) -> String? {
        switch dialect {
        case .json(let servers, _):
            do throws(JSONFault) {
                guard
                    case .string(let command)? = try JSONCText(text)
                        .value(at: [servers, ServerEntry.name, "command"])
                else { return nil }
                return command
            } catch {
                let line = 1 + text.prefix(error.offset).count { $0 == 0x0A }
                throw .notUnderstood(reason: "line \(line): \(error.sentence)")
            }
        case .toml(let servers):
            var table: [String] = []
            for (statement, _) in try TOMLText(text).statements {
                switch statement {
                case .header(let path, _): table = path
                case .pair(let path, let value) where table + path == [servers, ServerEntry.name, "command"]:
                    // A plain string in quotes; one with escapes is as good as unknown.
                    let inner = text[value].dropFirst().dropLast()
                    let isPlain = !inner.contains(UInt8(ascii: "\\"))
                    return isPlain ? String(decoding: inner, as: UTF8.self) : nil
                case .pair: break
                }
            }
            return nil
        }
    }
}
