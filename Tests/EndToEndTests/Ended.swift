/// Output and ending of a program that was given no more input.
struct Ended {
    let status: ChildProcess.Ending
    let output: String
    let errors: String
    /// The output as JSON; nil for any other text.
    var json: WireValue? { WireValue(output) }

    init(_ process: ChildProcess) throws {
        process.closeInput()
        output = try process.readToEnd().joined(separator: "\n")
        status = try process.waitForEnd()
        errors = process.errorText
    }
}
