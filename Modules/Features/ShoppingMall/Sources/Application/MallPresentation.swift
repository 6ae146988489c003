import Core
import DesignSystem

/// How the mall's screen is written and described.
extension MallState {
    static let shape: ResultShape<MallState> =
        ListAnswer.shape(of: Product.shape).flattened { $0.answer } + [
            .refresh,
            ResultField("isLoadingMore", .flag, "Whether a further page, not the first, is on its way.") {
                $0.isLoadingMore
            },
            ResultField("toast", .orNull(.object(Toast.shape)), "A failure to show once; null when none is new.") {
                $0.toast
            },
            ResultField("scrollToTop", .whole, "Scroll to the first row whenever this rises.") { $0.scrollToTopCount },
            ResultField("isScrolled", .flag, "Whether a way back to the top is of use.") { $0.isScrolled },
        ]

    var document: Document {
        let status = list.status
        var blocks = [ProductDocuments.title]
        if let message = status.message {
            blocks.append(.notice(.failure, title: Inline(message), detail: "Send retry to try again."))
        } else if status.running == .header {
            blocks.append(.notice(.info, title: "Loading…", detail: nil))
        }
        // Before the first answer there is nothing to say about the rows.
        if !list.items.isEmpty || (status.running != .header && status.ended != .none && status.failed != .header) {
            blocks += [ProductDocuments.table(list.items), .pageSummary(answer.summary)]
        }
        if isLoadingMore { blocks.append(.notice(.info, title: "Loading the next page…", detail: nil)) }
        return Document(blocks)
    }
}

extension Toast {
    static let shape = ResultShape<Toast>([
        ResultField("number", .whole, "Rises by one with each failure.") { $0.number },
        ResultField("message", .text, "The failure's sentence.") { $0.message },
    ])
}
