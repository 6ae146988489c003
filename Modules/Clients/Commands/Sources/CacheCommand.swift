import Composition
import DesignSystem
import DiskCache
import FeatureKit
import Images
import JSON
import ResponseCache

/// Action of `galleria cache`.
enum CacheAction: Sendable {
    case stats, prune, clear
}

/// `galleria cache stats | prune | clear`
func cache(_ invocation: Invocation, _ action: CacheAction) throws -> ExitStatus {
    let workplace = try invocation.workplace()
    return try workplace.run {
        var images: [CacheReport] = []
        for (name, service) in workplace.storefront.images.services {
            let removal: DiskCacheRemoval? =
                switch action {
                case .stats: nil
                case .prune: await service.prune()
                case .clear: await service.clear()
                }
            images.append(CacheReport(name: name, disk: await service.diskStatistics(), removal: removal))
        }
        let responses = workplace.storefront.responses.disk
        let removal: DiskCacheRemoval? =
            switch action {
            case .stats: nil
            case .prune: responses.prune()
            case .clear: responses.clear()
            }
        let answers = [CacheReport(name: "live", disk: responses.statistics(), removal: removal)]
        return invocation.show(
            json: { writer in
                writer.beginObject()
                for (name, reports) in [("images", images), ("responses", answers)] {
                    writer.key(name)
                    ResultFormat.list(of: .object(CacheReport.shape)).write(reports, &writer)
                }
                writer.endObject()
            },
            text: {
                document(images.map { ("\($0.name) pictures", $0) } + answers.map { ("\($0.name) answers", $0) })
                    .rendered(workplace.options)
            })
    }
}

private func document(_ named: [(title: String, report: CacheReport)]) -> Document {
    let removed = named.contains { $0.report.removal != nil } ? [Column("removed", priority: 0)] : []
    return Document([
        .barChart(BarChart(label: "cache", value: "bytes", rows: named.map { $1.bar(of: $0) })),
        .table(
            Table(
                columns: [Column("cache", priority: 0), Column("entries", alignment: .trailing, priority: 0)]
                    + removed + [Column("folder", priority: 1)],
                rows: named.map { $1.row(of: $0) }, emptyText: "No caches.")),
    ])
}

/// One cache, and what was taken out of it.
private struct CacheReport: Sendable {
    let name: String
    let disk: DiskCacheStatistics
    /// Nil where nothing was to be removed.
    let removal: DiskCacheRemoval?

    static let shape = ResultShape<CacheReport>([
        ResultField("name", .text, "live or sample.") { $0.name },
        ResultField(optional: "path", .text, "The folder; left out without a home directory.") { $0.disk.path },
        ResultField("entries", .whole, "Entries in it.") { $0.disk.entries },
        ResultField("bytes", .whole, "Bytes of its files.") { $0.disk.bytes },
        ResultField("maximumBytes", .whole, "Bytes it may have.") { $0.disk.maximumBytes },
        ResultField(optional: "removedEntries", .whole, "Entries removed now.") { $0.removal?.entries },
        ResultField(optional: "removedBytes", .whole, "Bytes removed now.") { $0.removal?.bytes },
    ])

    /// Fill level as a bar.
    func bar(of title: String) -> BarRow {
        BarRow(
            label: Inline(title, .title),
            share: disk.maximumBytes > 0 ? Double(disk.bytes) / Double(disk.maximumBytes) : nil,
            text: "\(disk.bytes) of \(disk.maximumBytes)")
    }

    func row(of title: String) -> [Inline] {
        var cells = [Inline(title, .title), Inline(String(disk.entries))]
        if let removal { cells.append(Inline("\(removal.entries) entries, \(removal.bytes) bytes")) }
        return cells + [Inline(disk.path ?? "none: HOME is not set", .code)]
    }
}
