/// Severity of a line of the diagnostic log, highest first. The raw value is the word in settings and in the line.
package enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case error
    case warning
    case info
    case debug

    /// Position from gravest (0) to most talkative (3).
    package var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }

    package static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }
}
