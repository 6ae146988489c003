import Testing

/// A field of a row stands once.
@Suite("Fields") struct FieldTests {
    private static let folders = ["Modules/Domain", "Modules/Features"].flatMap { folder in
        SourceTree.repository.names(in: folder).map { "\(folder)/\($0)" }.filter(SourceTree.repository.isFolder)
    }

    private func sources(_ folder: String) throws -> [SourceFile] {
        try SourceTree.repository.swiftFiles(in: "\(folder)/Sources").filter {
            // Sample data has the upstream's own members; the table of a language has words that people read.
            !$0.name.hasPrefix("Sample") && $0.name != "Language.swift"
        }
    }

    @Test("the name of a field stands in one file of its feature", arguments: folders)
    func repeatedNames(_ folder: String) throws {
        expectNone(FieldRules.repeatedNames(in: folder, try sources(folder)))
    }

    @Test("each feature declares fields, and each word with another meaning is one")
    func declaredNames() throws {
        for folder in Self.folders {
            let names = try sources(folder).flatMap(FieldRules.declaredNames)
            for other in FieldRules.otherMeanings where other.folder == folder {
                #expect(names.contains(other.word), "\(folder) has no field \(other.word) any more")
            }
        }
        let mall = try sources("Modules/Features/ShoppingMall").flatMap(FieldRules.declaredNames)
        #expect(
            mall == [
                "id", "name", "brand", "price", "salePrice", "discount", "soldOut", "onSale", "imageURL",
            ])
    }

    @Test("a name that stands in two files is reported in both")
    func repeatedNamesAreReported() {
        let declares = SourceFile(
            path: "A.swift",
            text: "let seats = Field.whole(\n    \"seats\", \"Seats.\")\nlet name = Field.text(\"name\", \"\")")
        let repeats = SourceFile(path: "B.swift", text: "row[\"seats\"] = \"names\"")
        let found = FieldRules.repeatedNames(in: "F", [declares, repeats])
        #expect(found.map(\.description).count == 2)
        #expect(found.map(\.line) == [2, 1])
        #expect(FieldRules.repeatedNames(in: "F", [declares]) == [])
    }
}
