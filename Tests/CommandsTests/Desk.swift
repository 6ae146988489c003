import DesignSystem
import FeatureKit
import Foundation
import JSON
import Settings
import TestSupport
import Testing

@testable import Commands
@testable import StdioTransport

/// A feature for tests: operations that give back what they read, one that fails, and screens.
struct Desk: FeatureModule {
    static let manifest = ModuleManifest(
        id: "desk", title: "Desk", doc: "A feature for tests.",
        settings: ModuleSettings(id: "desk", endpoint: "http://127.0.0.1:9", timeout: .seconds(1)), sample: { _ in nil }
    )

    init(_ context: FeatureContext) throws(Fault) {}

    func register(in registry: inout ModuleRegistration) {
        registry.add(
            Operation(
                "note", title: "Take a note", doc: "Gives back what it was given.", effect: .reads,
                example: [JSONMember("text", "hello")],
                parameters: ParameterShape(
                    Note.init, Parameter.required("text", .text(0...100), "Any text.", examples: ["hello"]),
                    Parameter.defaulted("copies", .whole(1...9), "How many.", default: 1),
                    Parameter.defaulted("urgent", .flag, "Whether it is.", default: false)),
                result: Note.shape, present: { Document([.paragraph(Inline($0.text))]) }
            ) { note, _ throws(Fault) in note })
        registry.add(
            Operation(
                "fail", title: "Fail on request", doc: "Fails with this code.", effect: .reads,
                example: [JSONMember("code", "internal")],
                parameters: ParameterShape(
                    { $0 }, Parameter<FaultCode>.required("code", .oneOf, "The code.", examples: ["internal"])),
                result: Note.shape, present: { Document([.paragraph(Inline($0.text))]) }
            ) { code, _ throws(Fault) in throw Fault(code, "It failed on request.", hint: "Ask for less.") })
        registry.add(
            Operation(
                "visit", title: "Visit rooms", doc: "Gives back the rooms.", effect: .reads,
                example: [JSONMember("rooms", ["first"])],
                parameters: ParameterShape(
                    { Note(text: $0.joined(separator: " "), copies: 1, urgent: false) },
                    Parameter.required("rooms", .texts(1...3), "The rooms.", examples: [["first"]])),
                result: Note.shape, present: { Document([.paragraph(Inline($0.text))]) }
            ) { note, _ throws(Fault) in note })
        registry.add(
            ScreenDefinition(
                "galleria://room/{room}", title: "Room", doc: "A room for tests.", shape: DeskScreen.shape,
                actions: DeskScreen.actions
            ) { _ throws(Fault) in DeskScreen(.normal) }
            .completing([
                "room": FeatureKit.Completion { _ throws(Fault) in
                    [.init("first", about: "Room 1"), .init("the second", about: "Room 2")]
                }
            ]))
        for (route, end) in [("galleria://desk", RefreshEnd.normal), ("galleria://broken", .error)] {
            registry.add(
                ScreenDefinition(
                    route, title: "Desk", doc: "A screen for tests.", shape: DeskScreen.shape,
                    actions: DeskScreen.actions
                ) {
                    _ throws(Fault) in DeskScreen(end)
                })
        }
    }
}

struct Note: Sendable {
    let text: String
    let copies: Int
    let urgent: Bool

    static let shape = ResultShape<Note>([
        ResultField("text", .text, "The text.") { $0.text },
        ResultField("copies", .whole, "How many.") { $0.copies },
        ResultField("urgent", .flag, "Whether it is.") { $0.urgent },
    ])
}

private final class DeskScreen: ScreenModel {
    let state = ScreenState(RefreshStatus())
    private let end: RefreshEnd

    init(_ end: RefreshEnd) { self.end = end }

    static var shape: ResultShape<RefreshStatus> {
        ResultShape([.refresh])
    }

    static var actions: [ScreenAction<DeskScreen>] { [ScreenAction("refresh", "Does nothing.") { _ in .ignored }] }

    func present(_ state: RefreshStatus) -> Document {
        Document([.paragraph(Inline("Ended: \(state.ended.rawValue)"))])
    }
    func open() {
        state.change { state in
            if end == .error {
                state.fail(.header, Fault(.upstreamUnavailable, "It failed on request.", hint: "Try again."))
            } else {
                state.ended = end
            }
        }
    }
    func close() {}
}

/// Output and status of a command line. Messages for people go to the test's standard error.
struct Outcome {
    let status: Commands.ExitStatus
    let output: String

    var json: JSONValue? { try? JSONValue(parsing: output) }
}

/// Runs a command line in this process, with `Desk` as its feature and a home of its own.
func galleria(_ line: [String], variables: [String: String] = [:]) throws -> Outcome {
    let home = FileManager.default.temporaryDirectory.appending(path: "galleria-commands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let file = home.appending(path: "output")
    #expect(FileManager.default.createFile(atPath: file.path(), contents: nil))
    let output = try FileHandle(forWritingTo: file)
    let streams = StandardStreams(input: -1, output: output.fileDescriptor, hasInput: false, hasOutput: true)
    let status = run(
        line, features: [Feature(Desk.self)], variables: ["HOME": home.path()].merging(variables) { $1 },
        streams: streams)
    try output.close()
    return Outcome(status: status, output: String(decoding: try Data(contentsOf: file), as: UTF8.self))
}

extension Console {
    /// A console that is not to be written to.
    static let silent = Console(streams: StandardStreams(input: -1, output: -1, hasInput: false, hasOutput: false))
}
