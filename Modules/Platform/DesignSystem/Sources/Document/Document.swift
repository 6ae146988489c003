/// A screen or a result as a list of blocks: described once by a feature, rendered in any `RenderStyle`.
package struct Document: Sendable, Equatable {
    package var blocks: [Block]

    package init(_ blocks: [Block] = []) {
        self.blocks = blocks
    }

    /// `Document { Block.heading(level: 1, "Shelf"); if empty { Block.paragraph("…") } }`
    package init(@DocumentBuilder _ content: () -> [Block]) {
        blocks = content()
    }
}

/// Collects blocks and lists of blocks, with `if`, `switch` and `for`.
@resultBuilder
package enum DocumentBuilder {
    package static func buildExpression(_ block: Block) -> [Block] { [block] }
    package static func buildExpression(_ blocks: [Block]) -> [Block] { blocks }
    package static func buildExpression(_ document: Document) -> [Block] { document.blocks }
    package static func buildBlock(_ parts: [Block]...) -> [Block] { parts.flatMap { $0 } }
    package static func buildOptional(_ part: [Block]?) -> [Block] { part ?? [] }
    package static func buildEither(first part: [Block]) -> [Block] { part }
    package static func buildEither(second part: [Block]) -> [Block] { part }
    package static func buildArray(_ parts: [[Block]]) -> [Block] { parts.flatMap { $0 } }
}
