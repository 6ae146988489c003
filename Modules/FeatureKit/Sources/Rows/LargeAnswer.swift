// Rows of a large answer leave it behind: an open screen holds them for hours, and of each book of a list a quarter of the answer is
// names, quotes and what no field is read from.

extension RowSet {
    /// Bytes of an answer from which on its rows leave it: a page of a shop's stays as it came, without a further pass over its texts.
    private static let largeAnswer = 256 << 10

    /// The same rows over their own texts alone, where that saves an eighth of the answer. Rows within rows have left it before.
    func leavingLargeAnswer() -> RowSet {
        guard bytes.count >= Self.largeAnswer else { return self }
        var slots = slots.all
        let kept = slots.reduce(0) { $0 + ($1.isOfAnswer ? $1.count : 0) }
        guard kept <= bytes.count / 8 * 7 else { return self }
        var texts: [UInt8] = []
        texts.reserveCapacity(kept)
        bytes.withUnsafeBufferPointer { answer in
            for place in slots.indices where slots[place].isOfAnswer {
                let slot = slots[place]
                slots[place] = slot.moved(by: texts.count - slot.start)
                texts += UnsafeBufferPointer(rebasing: answer[slot.start..<slot.start + slot.count])
            }
        }
        return RowSet(
            layout, bytes: texts, own: own, slots: slots, currencies: currencies, texts: self.texts, groups: groups)
    }
}

extension Slot {
    /// True for a text that stands among the upstream's bytes.
    fileprivate var isOfAnswer: Bool { (kind == .text || kind == .number) && !isOwn }
}
