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
    /// The server refused a statement: its SQLSTATE (PostgreSQL manual, appendix A), and its own line.
    case refused(state: String, message: String)

    /// A text of libpq or of a server as one line of at most 300 characters, without what a terminal would obey.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        var line = String.UnicodeScalarView(scalars.prefix(300))
        while line.last == " " { line.removeLast() }
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
