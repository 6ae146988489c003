import FeatureKit
import JSON

extension Conformance {
    /// One tool for each kind of content, all kinds in one, and a failure.
    var contentTools: [Operation<NoParameters, [AnswerContent]>] {
        [
            fixture("simpleText", "Gives text.") { _ throws(Fault) in
                [.text("This is a simple text response for testing.")]
            },
            fixture("imageContent", "Gives a picture.") { _ throws(Fault) in [.picture(.redPixel)] },
            fixture("audioContent", "Gives a sound.") { _ throws(Fault) in [.sound(.silence)] },
            fixture("embeddedResource", "Gives a resource inside the answer.") { _ throws(Fault) in
                [
                    .resource(
                        ResourceContents(
                            uri: "test://embedded-resource", mimeType: "text/plain",
                            .text("This is an embedded resource content.")))
                ]
            },
            fixture("multipleContentTypes", "Gives text, a picture and a resource.") { _ throws(Fault) in
                let data: JSONValue = ["test": "data", "value": 123]
                return [
                    .text("Multiple content types test:"), .picture(.redPixel),
                    .resource(
                        ResourceContents(
                            uri: "test://mixed-content-resource", mimeType: "application/json",
                            .text(String(decoding: data.serialized(), as: UTF8.self)))),
                ]
            },
            fixture("errorHandling", "Fails.") { _ throws(Fault) in
                throw Fault(.internal, "This tool intentionally returns an error for testing", hint: "")
            },
        ]
    }

    /// Tools that tell something while they run, with pauses between.
    func telling(_ clock: any Clock<Duration>) -> [Operation<NoParameters, [AnswerContent]>] {
        @Sendable func pause() async { try? await clock.sleep(for: .milliseconds(50)) }
        return [
            fixture("toolWithLogging", "Logs three messages.") { context throws(Fault) in
                context.client.log(.info, "Tool execution started")
                await pause()
                context.client.log(.info, "Tool processing data")
                await pause()
                context.client.log(.info, "Tool execution completed")
                return [.text("Tool with logging executed successfully")]
            },
            fixture("loggingTool", "Logs one message.") { context throws(Fault) in
                context.client.log(.info, "Logging tool executed")
                return [.text("Logging tool executed successfully")]
            },
            fixture("toolWithProgress", "Reports its progress.") { context throws(Fault) in
                for done in [0, 50, 100] {
                    if done > 0 { await pause() }
                    context.report(Progress(done: done, total: 100, message: "Completed \(done) of 100"))
                }
                return [.text("Tool with progress executed successfully")]
            },
        ]
    }

    /// A tool whose schema has what no declaration of parameters gives.
    var schemaTool: Operation<JSONValue, [AnswerContent]> {
        fixture(
            "jsonSchema", tool: "json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features",
            parameters: .verbatim([
                "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
                "$defs": [
                    "address": [
                        "$anchor": "addressDef", "type": "object",
                        "properties": ["street": ["type": "string"], "city": ["type": "string"]],
                    ]
                ],
                "properties": [
                    "name": ["type": "string"], "address": ["$ref": "#/$defs/address"],
                    "contactMethod": ["type": "string", "enum": ["phone", "email"]], "phone": ["type": "string"],
                    "email": ["type": "string"],
                ],
                "allOf": [["anyOf": [["required": ["phone"]], ["required": ["email"]]]]],
                "if": ["properties": ["contactMethod": ["const": "phone"]], "required": ["contactMethod"]],
                "then": ["required": ["phone"]], "else": ["required": ["email"]], "additionalProperties": false,
            ]), example: []
        ) { given, _ throws(Fault) in
            [.text("JSON Schema 2020-12 tool called with: \(String(decoding: given.serialized(), as: UTF8.self))")]
        }
    }
}

extension AnswerMedia {
    /// The smallest picture: one red pixel.
    static let redPixel = AnswerMedia(
        mimeType: "image/png",
        base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")

    /// The smallest sound: no sample, 8-bit, mono.
    static let silence = AnswerMedia(
        mimeType: "audio/wav", base64: "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=")
}
