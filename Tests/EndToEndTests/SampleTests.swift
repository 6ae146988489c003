import Testing

/// Whatever a sample list shows can be shown: every row, and every picture by its address and by its row's route.
@Suite("Samples") struct SampleTests {
    /// A module's lists, and how a row of them is shown.
    struct Collection: Sendable, CustomTestStringConvertible {
        let list: String
        /// Queries; several where no one list has every row.
        let queries: [String]
        let id: String
        /// The method that shows a row by its id; nil where rows are shown by their list alone.
        let show: String?
        /// The least rows, and the least of them that have no picture.
        let rows: Int
        let withoutPicture: Int
        var testDescription: String { list }

        static let all = [
            Collection(
                list: "catalog.list", queries: [""], id: "sku", show: "productDetail.show", rows: 240, withoutPicture: 3
            ),
            // The upstream's search looks at the isbn13 too: these find all of them.
            Collection(
                list: "bookShelf.search", queries: ["978", "979", "1001"].map { #""query":"\#($0)","# }, id: "isbn13",
                show: "bookShelf.show", rows: 240, withoutPicture: 0),
            Collection(list: "shoppingMall.list", queries: [""], id: "id", show: nil, rows: 240, withoutPicture: 3),
        ]
    }

    private func serve() throws -> GalleriaProcess {
        try GalleriaProcess(["serve", "--environment", "sample", "--set", "images.disk.bytes=0B"])
    }

    @Test(
        "every row of a list and its picture, by its address and by its route, can be shown", arguments: Collection.all)
    func collection(_ collection: Collection) throws {
        let process = try serve()
        let rows = try collection.queries.flatMap { try walk(process, collection.list, $0) }
        #expect(rows.count >= collection.rows)
        #expect(rows.count { $0["imageURL"]?.text == nil } >= collection.withoutPicture)
        var pictures: Set<String> = []
        for (index, row) in rows.enumerated() {
            let id = try #require(row[collection.id])
            if let show = collection.show, let text = id.text {
                let name = show == "bookShelf.show" ? "isbn13s" : "skus"
                let shown = try process.call(show, #"{"\#(name)":"\#(text)"}"#)["result"]
                #expect((shown?["items"]?.elements?.first ?? shown)?[collection.id] == id)
            }
            let picture = row["imageURL"]?.text
            let route = try #require(row["route"]?.text)
            if let picture {
                let byAddress = try expectPicture(process, #"{"url":"\#(picture)"}"#)
                // That every route leads to its row's picture is proved by the conformance kit.
                if index.isMultiple(of: 5) {
                    #expect(try expectPicture(process, #"{"route":"\#(route)"}"#) == byAddress, "\(route)")
                }
                pictures.insert(byAddress)
            } else {
                let error = try process.call("images.show", #"{"route":"\#(route)"}"#)["error"]
                #expect(error?["data"]?["code"]?.text == "not_found")
            }
        }
        // No two rows look the same, those of one address and the few of one name and colour aside.
        #expect(pictures.count > rows.count * 9 / 10)
        #expect(try process.finish().isEmpty)
    }

    @Test("every day of every place, and the picture of its sky, can be shown")
    func forecast() throws {
        let process = try serve()
        var days = 0
        for place in ["Ho Chi Minh City", "Seoul", "Taipei", "London", "La Paz", "Kathmandu", "Honolulu", "Nairobi"] {
            let answer = try process.call("forecast.daily", #"{"places":"\#(place)","days":16}"#)
            for day in try #require(answer["result"]?["items"]?.elements?.first?["days"]?.elements, "\(place)") {
                let date = try #require(day["date"]?.text)
                let route = "galleria://forecast/\(place.replacing(" ", with: "%20"))/\(date)"
                days += 1
                if day["icon"] == nil { continue }
                try expectPicture(process, #"{"route":"\#(route)"}"#)
            }
        }
        #expect(days == 128)
        #expect(try process.finish().isEmpty)
    }

    @Test(
        "a picture that no sample row shows is not there",
        arguments: [
            "http://static.theiconic.com.au/p/none.jpg", "https://itbook.store/img/books/1.png",
            "https://openweathermap.org/img/w/77d.png", "http://127.0.0.1:8080/images/products/1.jpg",
        ])
    func strange(_ url: String) throws {
        let process = try serve()
        let error = try process.call("images.show", #"{"url":"\#(url)"}"#)["error"]?["data"]
        #expect(error?["code"]?.text == "not_found" && error?["message"]?.text?.contains("sample data") == true)
        #expect(try process.finish().isEmpty)
    }

    /// - Returns: the picture's bytes.
    @discardableResult
    private func expectPicture(
        _ process: GalleriaProcess, _ parameters: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let result = try process.call("images.show", parameters)["result"]
        #expect(result?["mimeType"]?.text == "image/png", "\(parameters)", sourceLocation: sourceLocation)
        #expect((result?["byteCount"]?.integer ?? 0) > 100, "\(parameters)", sourceLocation: sourceLocation)
        return try #require(result?["data"]?.text, "\(parameters)", sourceLocation: sourceLocation)
    }

    /// All rows, by cursor.
    private func walk(_ process: GalleriaProcess, _ method: String, _ query: String) throws -> [WireValue] {
        var rows: [WireValue] = []
        var cursor = ""
        let more = #""limit":100,"fields":"all""#
        for _ in 0..<30 {
            let result = try #require(try process.call(method, "{\(query)\(cursor)\(more)}")["result"])
            rows += try #require(result["items"]?.elements)
            guard let next = result["nextCursor"]?.text else { return rows }
            cursor = #""cursor":"\#(next)","#
        }
        Issue.record("\(method) does not end")
        return rows
    }
}
