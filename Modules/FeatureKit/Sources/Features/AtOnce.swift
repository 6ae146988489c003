/// Does the same for several things at once, and gives the results in their order. The first failure ends the others.
package func atOnce<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) async throws(Fault) -> Value
) async throws(Fault) -> [Value] {
    try await withTaskGroup(of: (Int, Result<Value, Fault>).self) { group in
        for (index, element) in elements.enumerated() {
            group.addTask {
                do throws(Fault) {
                    return (index, .success(try await body(element)))
                } catch {
                    return (index, .failure(error))
                }
            }
        }
        var found: [(index: Int, value: Value)] = []
        for await (index, result) in group {
            switch result {
            case .success(let value): found.append((index, value))
            case .failure(let fault):
                group.cancelAll()
                return Result<[Value], Fault>.failure(fault)
            }
        }
        return .success(found.sorted { $0.index < $1.index }.map(\.value))
    }.get()
}
