/// Charts in HTML: a table whose every row also has its bar as a small picture, which screen readers pass over.
extension HTMLRenderer {
    /// The picture's units: as wide as high times ten, drawn with room for the mark at both ends.
    private static let picture = (width: 160, height: 16, margin: 8)

    func rangeChart(_ chart: RangeChart) -> String {
        if chart.rows.isEmpty { return "" }
        let scale = RangeScale(chart.rows, intervals: 6)
        let titles = chart.titles
        let head = [titles.label, titles.low, "", titles.high, titles.mark].map { title in
            title.isEmpty ? "<td></td>" : "<th scope=\"col\">\(plain(title))</th>"
        }
        let rows = chart.rows.map { row in
            element(
                "tr",
                "<th scope=\"row\">\(inline(row.label))</th>" + number(row.low) + element("td", bar(row, scale))
                    + number(row.high) + number(row.mark))
        }
        return element(
            "table", class: "range-chart",
            element("thead", element("tr", head.joined())) + "\n" + element("tbody", rows.joined(separator: "\n")))
    }

    func barChart(_ chart: BarChart) -> String {
        if chart.rows.isEmpty { return "" }
        let rows = chart.rows.map { row in
            element(
                "tr",
                "<th scope=\"row\">\(inline(row.label))</th>" + element("td", bar(row))
                    + element("td", class: "trailing", plain(row.text)))
        }
        let head = [chart.label, "", chart.value].map {
            $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\(plain($0))</th>"
        }
        return element(
            "table", class: "bar-chart",
            element("thead", element("tr", head.joined())) + "\n" + element("tbody", rows.joined(separator: "\n")))
    }

    private func bar(_ row: BarRow) -> String {
        guard let share = row.share, share.isFinite else { return "" }
        let (width, height) = (Self.picture.width, Self.picture.height)
        let filled = Int(min(max(share, 0), 1) * Double(width) + 0.5)
        return "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" aria-hidden=\"true\">"
            + "<rect class=\"bar\" width=\"\(filled)\" height=\"\(height)\" fill=\"currentColor\" fill-opacity=\"0.6\"/></svg>"
    }

    private func number(_ value: RangeValue) -> String {
        element("td", class: "trailing", plain(value.text))
    }

    /// Colours follow the text's, so that the picture needs no styles.
    private func bar(_ row: RangeRow, _ scale: RangeScale?) -> String {
        guard let low = place(row.low, scale), let high = place(row.high, scale), let mark = place(row.mark, scale)
        else { return "" }
        let (width, height, margin) = Self.picture
        let middle = height / 2
        func line(_ name: String, _ start: Int, _ end: Int, _ attributes: String) -> String {
            "<line class=\"\(name)\" x1=\"\(start)\" y1=\"\(middle)\" x2=\"\(end)\" y2=\"\(middle)\" "
                + "stroke=\"currentColor\" \(attributes)/>"
        }
        return "<svg viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" aria-hidden=\"true\">"
            + line("range-scale", margin, width - margin, "stroke-opacity=\"0.2\"")
            + line("range-bar", low, high, "stroke-width=\"4\" stroke-linecap=\"round\" stroke-opacity=\"0.6\"")
            + "<circle class=\"range-mark\" cx=\"\(mark)\" cy=\"\(middle)\" r=\"5\" fill=\"currentColor\"/></svg>"
    }

    private func place(_ value: RangeValue, _ scale: RangeScale?) -> Int? {
        let room = Double(Self.picture.width - 2 * Self.picture.margin)
        return scale?.fraction(value.value).map { Self.picture.margin + Int($0 * room + 0.5) }
    }
}
