/// Blocks made of facts that lie elsewhere, such as the rows of a list: made when a style needs them, while Markdown, which agents
/// read, is written straight from the facts.
package protocol FactBlock: Sendable {
    /// The facts as blocks, for every style but Markdown.
    var blocks: [Block] { get }

    /// The blocks as a table of which single rows can be made; nil where they are not one.
    var tableRows: (any TableRows)? { get }

    /// Writes the same as the Markdown of `blocks`.
    func write(into markdown: inout MarkdownRenderer)
}

extension FactBlock {
    package var tableRows: (any TableRows)? { nil }
}

/// A `FactBlock` of any type. Two are equal when their blocks are.
package struct Facts: Sendable, Equatable {
    package let content: any FactBlock

    package init(_ content: any FactBlock) { self.content = content }

    package static func == (left: Facts, right: Facts) -> Bool { left.content.blocks == right.content.blocks }
}

extension Document {
    /// The blocks with those of facts in their places.
    package var plainBlocks: [Block] { expandedBlocks { _ in true } }

    /// The blocks with some of those of facts in their places.
    func expandedBlocks(_ isExpanded: (any FactBlock) -> Bool) -> [Block] {
        guard blocks.contains(where: { if case .facts = $0 { true } else { false } }) else { return blocks }
        return blocks.flatMap { block -> [Block] in
            guard case .facts(let facts) = block, isExpanded(facts.content) else { return [block] }
            return Document(facts.content.blocks).expandedBlocks(isExpanded)
        }
    }
}
