package import JSON

/// Outcome of a replay.
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
        /// Method of the request or of the notification; empty when unknown.
        package let method: String
        /// Place in the message; nil for the whole message.
        package let value: ValueDifference?
    }

    /// Messages of the client that were played.
    package var messages = 0
    /// Answers that were compared.
    package var answers = 0
    package var differences: [Difference] = []
    /// Abnormal end of the other galleria.
    package var mishap: String?

    package var isSame: Bool { differences.isEmpty && mishap == nil }
}
