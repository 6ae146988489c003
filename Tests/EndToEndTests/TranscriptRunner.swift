/// Drives one process through a transcript.
enum TranscriptRunner {
    /// First difference of the conversation from the transcript, as rows of a diff under their line's number, or nil.
    static func firstDifference(_ transcript: Transcript, with process: ChildProcess) throws -> String? {
        for line in transcript.steps {
            switch line.entry {
            case .send(let text):
                try process.send(line: text)
            case .expect, .expectSubset:
                if let difference = line.entry.difference(from: try process.readLine()) {
                    return "line \(line.number):\n\(difference)"
                }
            case .exit(let status):
                process.closeInput()
                let extra = try process.readToEnd()
                if !extra.isEmpty {
                    return "line \(line.number): not expected:\n" + extra.map { "+ \($0)" }.joined(separator: "\n")
                }
                let ending = try process.waitForEnd()
                if ending != .exited(status) { return "line \(line.number):\n- exit \(status)\n+ \(ending)" }
            case .note, .arguments:
                break
            }
        }
        return nil
    }

    /// The transcript as the process answers it now. Expectations that still hold are kept as they are written.
    ///
    /// Answers belong to the lines sent before them until the process is quiet for a second; so read what was recorded.
    static func record(_ transcript: Transcript, with process: ChildProcess) throws -> String {
        var rows: [String] = []
        var expected: [Transcript.Entry] = []
        var isSending = false

        func takeAnswers() throws {
            while isSending, let answer = try? process.readLine(within: .seconds(1)) {
                let old = expected.isEmpty ? nil : expected.removeFirst()
                let holds = old.map { $0.difference(from: answer) == nil } ?? false
                rows.append(holds ? old?.row ?? "" : Transcript.Entry.expect(answer).row)
            }
            (expected, isSending) = ([], false)
        }

        if transcript.arguments != ["serve"] { rows.append(Transcript.Entry.arguments(transcript.arguments).row) }
        let steps = transcript.steps
        for (index, line) in steps.enumerated() {
            switch line.entry {
            case .send(let text):
                // Lines sent in a row are answered together.
                if index == 0 || !steps[index - 1].entry.isSend { try takeAnswers() }
                expected += steps[(index + 1)...].map(\.entry).prefix { $0.isExpectation }
                isSending = true
                rows.append(line.entry.row)
                try process.send(line: text)
            case .expect, .expectSubset:
                try takeAnswers()
            case .note:
                try takeAnswers()
                rows.append(line.entry.row)
            case .exit:
                try takeAnswers()
                process.closeInput()
                rows += try process.readToEnd().map { Transcript.Entry.expect($0).row }
                guard case .exited(let status) = try process.waitForEnd() else { continue }
                if line.number <= transcript.lines.count { rows.append(Transcript.Entry.exit(status).row) }
            case .arguments:
                break
            }
        }
        return rows.joined(separator: "\n") + "\n"
    }
}

extension Transcript.Entry {
    var isSend: Bool { if case .send = self { true } else { false } }

    var isExpectation: Bool {
        switch self {
        case .expect, .expectSubset: true
        default: false
        }
    }
}
