package import JSON

/// What became of a replay.
package struct ReplayOutcome: Sendable {
    /// One thing that is not as it was.
    package struct Difference: Sendable, Equatable {
        package enum Kind: String, Sendable {
            /// A value of an answer, or of a request of galleria's.
            case value
            case missingAnswer, unexpectedAnswer, missingNotification, unexpectedNotification
        }

        package let kind: Kind
        /// The recording's line; nil for what it does not have.
        package let line: Int?
        /// The id of the request; nil for a notification.
        package let id: JSONValue?
        /// Of the request, or of the notification; empty where it is not known.
        package let method: String
        /// Where in the message; nil where all of it is meant.
        package let value: ValueDifference?
    }

    /// Messages of the client that were played.
    package var messages = 0
    /// Answers that were compared.
    package var answers = 0
    package var differences: [Difference] = []
    /// How the other galleria ended, where that was not by itself.
    package var mishap: String?

    package var isSame: Bool { differences.isEmpty && mishap == nil }
}
