import JSON

/// Writes a stored body, which is metric and has all its days, as the upstream would for another question.
struct SampleBody {
    let days: Int
    let units: TemperatureUnits

    func write(_ body: JSONNode, into writer: inout JSONWriter) {
        let rows = body["list"].map { Array($0.elements.prefix(days)) } ?? []
        writer.beginObject()
        for (name, value) in body.members {
            writer.key(name)
            switch name {
            case "cnt": writer.integer(rows.count)
            case "list":
                writer.beginArray()
                for row in rows { write(row: row, into: &writer) }
                writer.endArray()
            default: writer.node(value)
            }
        }
        writer.endObject()
    }

    private func write(row: JSONNode, into writer: inout JSONWriter) {
        writer.beginObject()
        for (name, value) in row.members {
            writer.key(name)
            switch name {
            case "temp", "feels_like":
                writer.beginObject()
                for (part, degrees) in value.members {
                    writer.key(part)
                    number(degrees, into: &writer, convert: converted(celsius:))
                }
                writer.endObject()
            case "speed", "gust": number(value, into: &writer, convert: converted(metresPerSecond:))
            default: writer.node(value)
            }
        }
        writer.endObject()
    }

    /// A number in the asked units, with two decimals as the upstream sends them; anything else as it is stored.
    private func number(_ node: JSONNode, into writer: inout JSONWriter, convert: (Double) -> Double) {
        guard units != .metric, let value = node.double else { return writer.node(node) }
        writer.double((convert(value) * 100).rounded() / 100)
    }

    private func converted(celsius: Double) -> Double {
        switch units {
        case .metric: celsius
        case .imperial: celsius * 9 / 5 + 32
        case .standard: celsius + 273.15
        }
    }

    /// Miles an hour for imperial; the others stay.
    private func converted(metresPerSecond: Double) -> Double {
        units == .imperial ? metresPerSecond * 3600 / 1609.344 : metresPerSecond
    }
}
