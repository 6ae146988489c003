import Core
import DesignSystem
import Host
import Images
import JSON

/// `galleria cache stats | prune | clear`
@Sendable func cache(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        guard let word = invocation.arguments.first else {
            throw .usage(.missing("What to do", example: "galleria cache stats"))
        }
        guard let action = CacheAction(rawValue: word) else {
            throw .usage(
                .unknown("cache command", word, nearest: CacheAction.allCases.map { "cache \($0.rawValue)" }))
        }
        let workplace = try invocation.workplace()
        let console = invocation.console
        return workplace.run {
            var caches: [CacheReport] = []
            for (name, service) in workplace.host.images.services {
                let removal: ImageDiskRemoval? =
                    switch action {
                    case .stats: nil
                    case .prune: await service.prune()
                    case .clear: await service.clear()
                    }
                caches.append(CacheReport(name: name, disk: await service.diskStatistics(), removal: removal))
            }
            if invocation.wantsJSON {
                let reports = caches
                console.show(json: { CacheReport.write(reports, into: &$0) })
            } else {
                console.show(CacheReport.document(caches).rendered(workplace.options))
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

/// One cache, and what was taken out of it.
private struct CacheReport: Sendable {
    let name: String
    let disk: ImageDiskStatistics
    /// Nil where nothing was to be removed.
    let removal: ImageDiskRemoval?

    static let shape = ResultShape<CacheReport>([
        ResultField("name", .text, "live or sample.") { $0.name },
        ResultField("path", .orNull(.text), "The folder; null without a home directory.") { $0.disk.path },
        ResultField("pictures", .whole, "Pictures in it.") { $0.disk.pictures },
        ResultField("bytes", .whole, "Bytes of its files.") { $0.disk.bytes },
        ResultField("maximumBytes", .whole, "Bytes it may have.") { $0.disk.maximumBytes },
        ResultField(optional: "removedPictures", .whole, "Pictures removed now.") { $0.removal?.pictures },
        ResultField(optional: "removedBytes", .whole, "Bytes removed now.") { $0.removal?.bytes },
    ])

    static func write(_ caches: [CacheReport], into writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("images")
        ResultFormat.list(of: .object(shape)).write(caches, &writer)
        writer.endObject()
    }

    static func document(_ caches: [CacheReport]) -> Document {
        let removes = caches.contains { $0.removal != nil }
        return Document([
            .table(
                Table(
                    columns: [
                        Column("cache", priority: 0), Column("pictures", priority: 0), Column("bytes", priority: 0),
                        Column("of", priority: 1),
                    ] + (removes ? [Column("removed", priority: 0)] : []) + [Column("folder", priority: 1)],
                    rows: caches.map(\.row), emptyText: "No caches."))
        ])
    }

    private var row: [Inline] {
        var cells = [
            Inline(name, .title), Inline(String(disk.pictures)), Inline(String(disk.bytes)),
            Inline(String(disk.maximumBytes)),
        ]
        if let removal { cells.append(Inline("\(removal.pictures) pictures, \(removal.bytes) bytes")) }
        return cells + [Inline(disk.path ?? "none: HOME is not set", .code)]
    }
}
