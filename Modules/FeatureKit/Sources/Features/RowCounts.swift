import DesignSystem
import JSON

/// Rows of each value of a field, most first; equal numbers in the order in which their values come.
struct RowCounts: Sendable {
    /// The most values of one answer.
    static let most = 100

    let place: Int
    /// Nil stands for the rows without a value.
    let counts: [(value: String?, rows: Int)]
    /// Values beyond those.
    let left: Int

    init(_ rows: FoundRows, by place: Int) {
        let counts = Self.columnCounts(rows, place) ?? Self.rowCounts(rows, place)
        let sorted = counts.enumerated().sorted { ($1.element.rows, $0.offset) < ($0.element.rows, $1.offset) }
        self.place = place
        self.counts = sorted.prefix(Self.most).map(\.element)
        left = max(0, sorted.count - Self.most)
    }

    /// Counts of the rows one by one: values in the order in which they come, rows without one at the end.
    private static func rowCounts(_ rows: FoundRows, _ place: Int) -> [(value: String?, rows: Int)] {
        var (numbers, counts): ([ExactName: Int], [(value: String?, rows: Int)]) = ([:], [])
        var without = 0
        for row in rows {
            guard let text = row.text(place) else {
                without += 1
                continue
            }
            let number = numbers[ExactName(text), default: counts.count]
            if number == counts.count {
                numbers[ExactName(text)] = number
                counts.append((text, 0))
            }
            counts[number].rows += 1
        }
        if without > 0 { counts.append((nil, without)) }
        return counts
    }

    /// The same by the column of the field; nil where it has none.
    private static func columnCounts(_ rows: FoundRows, _ place: Int) -> [(value: String?, rows: Int)]? {
        guard let places = rows.places, let column = rows.columns?.texts(place) else { return nil }
        var counts = Array(repeating: 0, count: column.different.count)
        var numbers: [Int] = []
        for place in places {
            let number = Int(column.places[Int(place)])
            if counts[number] == 0, number != column.nothing { numbers.append(number) }
            counts[number] += 1
        }
        let values = numbers.map { number -> (value: String?, rows: Int) in
            (String(decoding: column.different[number], as: UTF8.self), counts[number])
        }
        guard let nothing = column.nothing, counts[nothing] > 0 else { return values }
        return values + [(nil, counts[nothing])]
    }

    func write(into writer: inout JSONWriter) {
        writer.beginArray()
        for count in counts {
            writer.beginObject()
            if let value = count.value {
                writer.key("value")
                writer.string(value)
            }
            writer.key("rows")
            writer.integer(count.rows)
            writer.endObject()
        }
        writer.endArray()
    }

    func table(_ layout: RowLayout) -> Block {
        .table(
            Table(
                columns: [
                    Column(layout.label(place), priority: 1),
                    Column(layout.said(layout.plural), alignment: .trailing, priority: 0),
                ],
                rows: counts.map { count in
                    [Inline(count.value.map(layout.said) ?? "—"), Inline(String(count.rows))]
                }))
    }
}
