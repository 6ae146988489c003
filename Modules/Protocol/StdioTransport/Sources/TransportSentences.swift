import Glibc

// Every sentence this module says to people is made here: what happened, then what to do.

extension RejectedInput {
    /// The fact as one sentence, for the message of a JSON-RPC error.
    package var sentence: String {
        switch self {
        case .tooLong(let limit):
            "The message is longer than \(limit) bytes and was skipped; shorten it or raise limits.messageBytes."
        case .malformedHeader(let fault):
            fault.sentence
        }
    }
}

extension HeaderFault {
    fileprivate var sentence: String {
        switch self {
        case .notAField:
            "A header line is not of the form \"Name: value\"; start each message with \"Content-Length: N\"."
        case .badLength:
            "Content-Length is not a whole number of bytes; write the length of the message in decimal digits."
        case .conflictingLengths:
            "Two Content-Length lines disagree; send one."
        case .missingLength:
            "The header block has no Content-Length; start each message with \"Content-Length: N\"."
        case .unsupportedCharset:
            "The message's charset is not UTF-8; send UTF-8 and leave the charset out."
        case .tooLong(let limit):
            "The header block is longer than \(limit) bytes; end it with an empty line."
        case .endOfInput:
            "The input ended inside a message; send as many bytes as Content-Length says."
        }
    }
}

/// The line of the log when the reader of the output is gone.
func outputClosedSentence(errno number: Int32) -> String {
    "Nobody reads the output any more (\(systemMessage(number))); stopping."
}

private func systemMessage(_ number: Int32) -> String {
    String(cString: strerror(number))
}
