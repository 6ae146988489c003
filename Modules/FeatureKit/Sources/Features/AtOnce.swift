/// Does the same for several things at once, and gives the results in their order. The first failure ends the others.
/// - Parameter arrived: told after each result but the last how many are there.
package func atOnce<Element: Sendable, Value: Sendable>(
    _ elements: [Element], arrived: (Int) -> Void = { _ in },
    _ body: @escaping @Sendable (Element) async throws(Fault) -> Value
) async throws(Fault) -> [Value] {
    try await withTaskGroup(of: (Int, Result<Value, Fault>).self) { group in
        for (index, element) in elements.enumerated() {
            group.addTask {
                // Not `(index, await …)` beside a `catch` that returns the index too: Swift 6.3.1's -O loses the index that is
                // written before the `await` (LLVM's dead-store elimination).
                let result = await result(of: element, body)
                return (index, result)
            }
        }
        var found: [Int: Value] = [:]
        for await (index, result) in group {
            switch result {
            case .success(let value): found[index] = value
            case .failure(let fault):
                group.cancelAll()
                return Result<[Value], Fault>.failure(fault)
            }
            if found.count < elements.count { arrived(found.count) }
        }
        return .success(elements.indices.compactMap { found[$0] })
    }.get()
}

extension FeatureCall {
    /// The same with answers of the upstream. Those of sample data, for which nobody waits, are read one after the other.
    package func atOnce<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) async throws(Fault) -> Value
    ) async throws(Fault) -> [Value] {
        guard upstream.isFixed else { return try await FeatureKit.atOnce(elements, body) }
        var values: [Value] = []
        for element in elements { values.append(try await body(element)) }
        return values
    }
}

private func result<Element: Sendable, Value: Sendable>(
    of element: Element, _ body: @Sendable (Element) async throws(Fault) -> Value
) async -> Result<Value, Fault> {
    do throws(Fault) {
        return .success(try await body(element))
    } catch {
        return .failure(error)
    }
}
