import Settings

/// Parameters that every list has of itself, and those that follow from the filters of its rows.
enum ListParameters {
    /// `query` is left out: a list's own one replaces the search through its rows.
    static let all = ["cursor", "fields", "limit", "sort"]
    static let ofPrices = ["maxPrice", "minPrice"]
}

extension FileReader {
    /// Refuses parameters of lists, and filters of rows, that are named as what a list has already.
    mutating func expectListNames(_ file: Mapping) {
        for entry in file[ModuleKeys.rows]?.entries ?? [] {
            for field in entry.value.entries?.first(where: { $0.key == RowKeys.fields.name })?.value.entries ?? [] {
                guard isFilter(field.key, of: entry.key) else { continue }
                if (ListParameters.all + ListParameters.ofPrices + ["query"]).contains(field.key) {
                    report(.listFilter(field.key, of: entry.key), at: field.keyNode)
                }
            }
        }
        for entry in file[ModuleKeys.operations]?.entries ?? [] {
            guard let operation = module.operations.first(where: { $0.name == entry.key }), operation.effect == .reads,
                case .items? = operation.result
            else { continue }
            let parameters = entry.value.entries?.first { $0.key == OperationKeys.params.name }?.value.entries ?? []
            let row = module.rows.first { $0.name == operation.row }
            let hasPrices = row?.fields.contains { $0.kind == .money && $0.isFilter } ?? false
            for parameter in parameters {
                if ListParameters.all.contains(parameter.key)
                    || hasPrices && ListParameters.ofPrices.contains(parameter.key)
                {
                    report(.listParameter(parameter.key, of: entry.key), at: parameter.keyNode)
                } else if let row, isFilter(parameter.key, of: row.name), parameter.key != row.key {
                    report(.filterParameter(parameter.key, of: entry.key, row: row.name), at: parameter.keyNode)
                }
            }
        }
    }

    /// Whether lists of a row type can be narrowed by a field's own name: prices are by `minPrice` and `maxPrice`.
    private func isFilter(_ field: String, of row: String) -> Bool {
        module.rows.first { $0.name == row }?.fields.contains {
            $0.name == field && $0.isFilter && $0.kind != .money
        } ?? false
    }
}
