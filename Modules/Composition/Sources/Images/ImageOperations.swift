import DesignSystem
import FeatureKit
import HTTP
import Images
import JSON

/// The method `images.show`: a picture by its URL, or the first picture of what a route shows.
enum ImageOperations {
    static var feature: Feature {
        Feature("images", title: "Pictures", doc: "The pictures of results.", parts: [show])
    }

    private static var show: Operation<ImageParameters, ShownImage> {
        Operation(
            "show", title: "Show a picture",
            doc: "A picture of a result, by its URL or by the route it belongs to.",
            guidance: "Give either url (an imageURL of a result) or route. maxSide keeps it small.", effect: .reads,
            example: [JSONMember("url", "https://itbook.store/img/books/9781617294136.png")],
            parameters: ParameterShape(
                ImageParameters.init,
                Parameter.optional(
                    "url", .text(1...8192), "The picture's address.",
                    examples: ["https://itbook.store/img/books/9781617294136.png"]),
                Parameter.optional(
                    "route", .text(1...2048), "A route whose first picture it is.",
                    examples: ["galleria://book/9781617294136"]),
                Parameter.optional(
                    "maxSide", .whole(1...16_384), "The most pixels of the longer side.", examples: [256])),
            result: ShownImage.shape,
            picture: { AnswerPicture(mimeType: $0.image.mimeType, bytes: $0.image.bytes) },
            present: \.document
        ) { parameters, context throws(Fault) in try await show(parameters, try context.modules.current) }
    }

    private static func show(_ parameters: ImageParameters, _ modules: ModuleSet) async throws(Fault) -> ShownImage {
        switch (parameters.url, parameters.route) {
        case (let url?, nil):
            return ShownImage(image: try await modules.picture(at: url, maxSide: parameters.maxSide))
        case (nil, let route?):
            return ShownImage(image: try await modules.picture(of: route, maxSide: parameters.maxSide))
        default: throw .neitherURLNorRoute
        }
    }
}

private struct ImageParameters: Sendable {
    let url: String?
    let route: String?
    let maxSide: Int?
}

/// The result of `images.show`.
private struct ShownImage: Sendable {
    let image: ImageAnswer

    static let shape = ResultShape<ShownImage>([
        ResultField("mimeType", .text, "By the picture's own bytes.") { $0.image.mimeType },
        ResultField("width", .whole, "Pixels.") { $0.image.width },
        ResultField("height", .whole, "Pixels.") { $0.image.height },
        ResultField("byteCount", .whole, "Bytes of the picture.") { $0.image.bytes.count },
        ResultField("source", .oneOf, "Where the bytes came from.") { $0.image.source },
        ResultField("data", .base64, "The bytes, as base64.") { $0.image.bytes },
    ])

    var document: Document {
        let facts = Block.keyValues([
            KeyValue("picture", Inline(image.mimeType, .code)),
            KeyValue("size", Inline("\(image.width) × \(image.height) pixels, \(image.bytes.count) bytes")),
            KeyValue("source", Inline(image.source.rawValue)),
        ])
        guard image.scaling == .notScaled else { return Document([facts]) }
        let note = "Larger than maxSide: only JPEG and PNG pictures of ordinary size are made smaller."
        return Document([facts, .paragraph(Inline(note, .warning))])
    }
}
