internal import CPQ

/// Why a server could not be asked, or refused.
package enum PostgresFailure: Error, Sendable, Equatable {
    /// libpq can't be used; the reason is the system's.
    case library(String)
    /// The address is invalid; the reason is libpq's.
    case address(String)
    /// No connection could be made, or it was lost: what was asked may have been done. One line.
    case lost(String)
    /// The server did not answer in time. The connection is of no use any more.
    case late
    /// The server refused a statement, or the connection: its SQLSTATE (PostgreSQL manual, appendix A), and its own line.
    case refused(state: String, message: String)

    /// Failure of a connection that was not made, by libpq's words. Only what waiting does not help is a refusal: a role that is not let
    /// in (class 28), a database that is not there or not for it. A server that starts, or is full, is away.
    static func connecting(_ text: String) -> PostgresFailure {
        guard case .refused(let state, let message)? = refusal(in: text) else { return .lost(line(text)) }
        let isFinal = state.utf8.starts(with: "28".utf8) || ["3D000", "42501"].contains(state)
        return isFinal ? .refused(state: state, message: message) : .lost(message)
    }

    /// The first refusal by a server in libpq's words about a connection that was not made: behind a colon and two blanks its SQLSTATE, five
    /// digits and capitals, a colon, and the message to the end of the line. Nil where no server refused.
    private static func refusal(in text: String) -> PostgresFailure? {
        let bytes = Array(text.utf8)
        let (digits, capitals) = (UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"))
        for index in bytes.indices where bytes[index...].starts(with: ":  ".utf8) {
            let state = bytes[(index + 3)...].prefix(5)
            let tail = bytes[(index + 3)...].dropFirst(5).prefix { $0 != UInt8(ascii: "\n") }
            // Each has a digit; a word of five capitals has none.
            guard state.count == 5, state.contains(where: digits.contains),
                state.allSatisfy({ digits.contains($0) || capitals.contains($0) }), tail.starts(with: ": ".utf8)
            else { continue }
            return .refused(
                state: String(decoding: state, as: UTF8.self),
                message: line(String(decoding: tail.dropFirst(2), as: UTF8.self)))
        }
        return nil
    }

    /// A text of libpq or of a server as one line of at most 300 characters, without what a terminal would obey, libpq's own advice
    /// (lines behind a tab: the sentence around it has better), and a full stop.
    static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for part in text.unicodeScalars.split(separator: "\n") where part.first != "\t" {
            for scalar in Array(part) + [" "] where line.count < 300 {
                let isBlank =
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
                    default: false
                    }
                if !isBlank { line.append(scalar) } else if let last = line.last, last != " " { line.append(" ") }
            }
        }
        while let last = line.last, last == " " || last == "." { line.removeLast() }
        return String(line)
    }
}

/// libpq, as it is found on this machine.
package enum PostgresLibrary {
    /// Its version, such as `15.18`; opens it.
    /// - Throws: `.library`.
    package static func version() throws(PostgresFailure) -> String {
        try load()
        return numbered(Int(cpq_version()))
    }

    /// A version of libpq or of a server in its own form: 150018 is 15.18, and 90624 is 9.6.24, as before version 10.
    package static func numbered(_ version: Int) -> String {
        let last = version % 10_000
        return version < 100_000
            ? "\(version / 10_000).\(last / 100).\(last % 100)" : "\(version / 10_000).\(last)"
    }

    static func load() throws(PostgresFailure) {
        if let fault = cpq_load() { throw .library(PostgresFailure.line(String(cString: fault))) }
    }
}
