/// The candidates nearest to a name by edit distance, best first.
package func nearestNames(to name: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
    let wanted = Array(name.utf8)
    return names.map { (distance(wanted, Array($0.utf8)), $0) }
        .filter { $0.0 <= min(3, max(1, wanted.count / 3)) }
        .sorted { $0.0 < $1.0 }
        .prefix(limit).map(\.1)
}

private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for i in 0..<a.count {
        var previous = row[0]
        row[0] = i + 1
        for j in 0..<b.count {
            let cost = (a[i] | 0x20) == (b[j] | 0x20) ? 0 : 1
            let next = min(row[j + 1] + 1, row[j] + 1, previous + cost)
            previous = row[j + 1]
            row[j + 1] = next
        }
    }
    return row[b.count]
}
