/// Asks the upstream for a flag of one row; false where the row is not there.
typealias AskedValue = @Sendable (Row, FeatureCall) async throws(Fault) -> Bool

extension Field<Bool> {
    /// The same field, for filters alone, whose value takes a request of its own for each row: a question asks for it of the first
    /// 40 rows that meet everything else.
    package func asked(_ value: @escaping @Sendable (Row, FeatureCall) async throws(Fault) -> Bool) -> Self {
        Self(declaration: FieldDeclaration(declaration, ask: value))
    }
}

/// Flags that rows are not told with.
extension ListQuestions {
    /// Rows that one question asks for at most.
    static let mostAsked = 40

    /// The rows whose flags are as the question wants them.
    /// - Parameters:
    ///   - rows: those that meet everything else, in their order.
    ///   - read: what was looked at of the list, where that is not all.
    /// - Returns: what was looked at with this.
    func asking(
        _ question: RowQuestion, _ rows: FoundRows, _ context: CallContext, _ read: RowsAnswer.Read?
    ) async throws(Fault) -> (rows: FoundRows, read: RowsAnswer.Read?) {
        let asked = question.asked
        if asked.isEmpty { return (rows, read) }
        let most = min(rows.count, Self.mostAsked)
        var found: [Row] = []
        for start in stride(from: 0, to: most, by: Self.mostAtOnce) {
            let batch = Array(rows[start..<min(most, start + Self.mostAtOnce)])
            let answers = try await atOnce(batch) { row throws(Fault) in try await self.matches(row, asked) }
            found += zip(batch, answers).filter(\.1).map(\.0)
            let done = start + batch.count
            if done < most { context.report(Progress(done: done, total: most, message: "\(done) of \(most) asked")) }
        }
        let looked = rows.count > most ? RowsAnswer.Read(rows: most, of: read?.of ?? rows.count) : read
        return (FoundRows(found), looked)
    }

    /// Whether a row is as the question wants it.
    private func matches(_ row: Row, _ asked: [(place: Int, value: Bool)]) async throws(Fault) -> Bool {
        let call = FeatureCall(environment, layout, arguments: arguments)
        for (place, value) in asked {
            guard let ask = layout.fields[place].ask else { continue }
            if try await ask(row, call) != value { return false }
        }
        return true
    }
}
