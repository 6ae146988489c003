import Cassettes
import HTTP

/// The text of a cassette: each line is an exchange or counted as broken, and an exchange is written as it was read.
enum CassetteTarget {
    static func check(_ input: [UInt8]) throws(BrokenProperty) {
        let (exchanges, brokenLines) = Cassette.exchanges(in: input)
        let lines = input.split(separator: 0x0A).count
        try expect(brokenLines >= 0 && exchanges.count + brokenLines == lines, "a line is neither read nor broken")
        for exchange in exchanges {
            try expect((100...599).contains(exchange.status), "the status \(exchange.status) is invalid")
            for field in exchange.fields {
                try expect(!field.value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }, "a field ends early")
            }
            let line = exchange.line()
            try expect(line.last == 0x0A, "a written line has no end")
            try expectOneLine(line.dropLast())
            let again = Cassette.exchanges(in: line)
            try expect(again.exchanges == [exchange] && again.brokenLines == 0, "an exchange is not read as written")
        }
    }
}
