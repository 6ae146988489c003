import FeatureKit
import MCP

/// Contents of features in MCP's form.
extension MCPContent {
    init(_ content: AnswerContent) {
        self =
            switch content {
            case .text(let text): .text(text)
            case .picture(let media): .image(mimeType: media.mimeType, data: media.base64)
            case .sound(let media): .audio(mimeType: media.mimeType, data: media.base64)
            case .resource(let contents): .resource(MCPContents(contents))
            }
    }
}

extension MCPContents {
    init(_ contents: ResourceContents) {
        let body: Body =
            switch contents.body {
            case .text(let text): .text(text)
            case .base64(let data): .blob(data)
            }
        self.init(uri: contents.uri, mimeType: contents.mimeType, body)
    }
}
