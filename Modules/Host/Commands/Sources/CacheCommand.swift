import DesignSystem
import DiskCache
import FeatureKit
import Host
import Images
import JSON
import ResponseCache
import Suggestions

/// `galleria cache stats | prune | clear`
@Sendable func cache(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        guard let word = invocation.arguments.first else {
            throw .usage(.missing("What to do", example: "galleria cache stats"))
        }
        guard let action = CacheAction(rawValue: word) else {
            throw .usage(
                .unknown(
                    "cache command", word,
                    nearest: nearestNames(to: word, among: CacheAction.allCases.map(\.rawValue)).map { "cache \($0)" },
                    listing: "galleria cache --help"))
        }
        let workplace = try invocation.workplace()
        let console = invocation.console
        return workplace.run {
            var images: [CacheReport] = []
            for (name, service) in workplace.host.images.services {
                let removal: DiskCacheRemoval? =
                    switch action {
                    case .stats: nil
                    case .prune: await service.prune()
                    case .clear: await service.clear()
                    }
                images.append(CacheReport(name: name, disk: await service.diskStatistics(), removal: removal))
            }
            let responses = workplace.host.responses.disk
            let removal: DiskCacheRemoval? =
                switch action {
                case .stats: nil
                case .prune: responses.prune()
                case .clear: responses.clear()
                }
            let report = CachesReport(
                images: images,
                responses: [CacheReport(name: "live", disk: responses.statistics(), removal: removal)])
            if invocation.wantsJSON {
                console.show(json: { CachesReport.shape.write(report, into: &$0) })
            } else {
                console.show(report.document.rendered(workplace.options))
            }
            return .done
        }
    } catch {
        return invocation.fail(error)
    }
}

private enum CacheAction: String, CaseIterable {
    case stats, prune, clear
}

/// All caches, and what was taken out of them.
private struct CachesReport: Sendable {
    let images: [CacheReport]
    let responses: [CacheReport]

    static let shape = ResultShape<CachesReport>([
        ResultField("images", .list(of: .object(CacheReport.shape)), "The caches of pictures.") { $0.images },
        ResultField("responses", .list(of: .object(CacheReport.shape)), "The cache of answers.") { $0.responses },
    ])

    var document: Document {
        let all = images + responses
        let removed = all.contains { $0.removal != nil } ? [Column("removed", priority: 0)] : []
        let named = images.map { ("\($0.name) pictures", $0) } + responses.map { ("\($0.name) answers", $0) }
        return Document([
            .barChart(BarChart(label: "cache", value: "bytes", rows: named.map { $1.bar(of: $0) })),
            .table(
                Table(
                    columns: [Column("cache", priority: 0), Column("entries", alignment: .trailing, priority: 0)]
                        + removed + [Column("folder", priority: 1)],
                    rows: named.map { $1.row(of: $0) }, emptyText: "No caches.")),
        ])
    }
}

/// One cache, and what was taken out of it.
private struct CacheReport: Sendable {
    let name: String
    let disk: DiskCacheStatistics
    /// Nil where nothing was to be removed.
    let removal: DiskCacheRemoval?

    static let shape = ResultShape<CacheReport>([
        ResultField("name", .text, "live or sample.") { $0.name },
        ResultField("path", .orNull(.text), "The folder; null without a home directory.") { $0.disk.path },
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
