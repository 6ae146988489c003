import DesignSystem
import FeatureKit
import Glibc
import StdioTransport

extension Invocation {
    /// Whoever `call` asks before it does what can't be taken back: the person at the terminal; with `--yes` nobody; in a pipe
    /// without it the call is refused before anything is done.
    /// - Parameter line: is erased before the question stands in its place.
    func asked(_ line: ProgressLine?) -> CallClient {
        if self[Options.yes] { return .none }
        let streams = console.streams
        let asksPeople = streams.inputIsTerminal && streams.errorIsTerminal
        return CallClient(abilities: [.elicitation]) { questions throws(Fault) in
            var answers: [(name: String, answer: ClientAnswer)] = []
            for (name, question) in questions.all {
                guard case .confirmation(let text) = question else { throw .clientIncapable([question.ability]) }
                guard asksPeople else { throw .needsYes(text) }
                line?.end()
                answers.append((name, .confirmation(streams.confirms(text))))
            }
            return ClientAnswers(answers)
        }
    }
}

extension StandardStreams {
    /// Asks on standard error, and reads one line of the terminal: anything but y or yes is no, the end of input as well.
    fileprivate func confirms(_ question: String) -> Bool {
        writeError(Array("\(sanitized(question)) [y/N] ".utf8))
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        guard count > 0 else {
            writeError([UInt8(ascii: "\n")])
            return false
        }
        let answer = trimmed(String(decoding: bytes.prefix(count), as: UTF8.self)).lowercased()
        return answer == "y" || answer == "yes"
    }
}

extension Fault {
    /// Nobody is there to be asked.
    fileprivate static func needsYes(_ question: String) -> Fault {
        Fault(
            .cancelled, "“\(question)” needs an answer, and nobody is at a terminal. Nothing was done.",
            hint: "Add --yes to do it without asking.")
    }
}
