internal import PostgreSQL

/// The state of one profile on a server as the store's thread has it: brings memory up to date with it, and writes groups of
/// requests, each group in one transaction.
///
/// A commit holds the row of its profile in `galleria.clock` from its begin: writers come one after the other, so each knows
/// everything before it, and the version rises by one. With its version a commit leaves an id. When the answer to `COMMIT` is lost,
/// the next transaction looks for that id, behind the same lock, before the group is made again: it is made once.
final class ServerState {
    let link: ServerLink
    private let profile: String
    private let memory: StateMemory
    private let tuning: ServerTuning
    /// Version and epoch of what is in memory; nil when memory is to be filled whole.
    private var loaded: (version: Int64, epoch: String)?
    /// True once the row of the profile was seen.
    private var hasProfile = false
    /// A group whose `COMMIT` was sent, and not answered.
    private var pending: Pending?
    /// When memory was last found to be what the server has.
    private(set) var current: Int?

    private struct Pending {
        let version: Int64
        let id: String
        let requests: [StateRequest]
        let answers: [StateRequest.Answer]
    }

    init(
        _ address: PostgresAddress, profile: String, memory: StateMemory, tuning: ServerTuning, interrupt: Int32
    ) {
        link = ServerLink(address, tuning: tuning, interrupt: interrupt)
        self.profile = profile
        self.memory = memory
        self.tuning = tuning
    }

    // MARK: - Following

    /// Brings memory up to what is committed.
    /// - Returns: what observers are told; nil when nothing changed.
    /// - Throws: why it can't be read. Memory stays as it is.
    func follow() throws(ServerTrouble) -> StateNews? {
        do {
            guard let reader = try link.reading() else {
                current = tuning.uptime()
                return memory.fill([], isFollowed: true)
            }
            var news: [StateNews] = []
            var isNewer = true
            while isNewer {
                current = tuning.uptime()
                let found = try reader.ask([since(loaded?.version)], link.patience(tuning.readPatience)).first
                if let more = try take(found ?? PostgresRows(), over: reader) { news.append(more) }
                // A notification that came with the answer makes the socket readable no more.
                isNewer = try hear()
            }
            return StateNews(news)
        } catch {
            link.dropReader()
            throw error
        }
    }

    /// Takes what notifications arrived.
    /// - Returns: whether something newer than memory was committed.
    func hear() throws(ServerTrouble) -> Bool {
        guard let reader = link.reader else { return false }
        do {
            return try reader.notifications().contains(where: isNews)
        } catch {
            link.dropReader()
            throw ServerTrouble(ServerFault(error))
        }
    }

    private func isNews(_ payload: String) -> Bool {
        let parts = payload.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let version = Int64(parts[0]) else { return true }
        return parts[1].utf8.elementsEqual(profile.utf8) && version > loaded?.version ?? -1
    }

    private func since(_ version: Int64?) -> PostgresStatement {
        PostgresStatement(prepared: "since", [.text(profile), .number(version ?? -1)])
    }

    /// Takes rows of `since`; reads all of them where the server's state is not the one that memory came from, such as a
    /// backup that was restored.
    private func take(_ found: PostgresRows, over connection: PostgresConnection) throws(ServerTrouble) -> StateNews? {
        guard let version = found.number(0, 0), let epoch = found.text(0, 1) else {
            loaded = nil
            return memory.fill([], isFollowed: link.reader != nil)
        }
        hasProfile = true
        if let known = loaded, known.epoch != epoch || known.version > version {
            loaded = nil
            let all = try connection.ask([since(nil)], link.patience(tuning.readPatience)).first
            return try take(all ?? PostgresRows(), over: connection)
        }
        let rows = Self.changes(found)
        let isWhole = loaded == nil
        loaded = (version, epoch)
        return isWhole
            ? memory.fill(rows, isFollowed: link.reader != nil) : memory.apply(rows, isFollowed: link.reader != nil)
    }

    private static func changes(_ found: PostgresRows) -> [StateChange] {
        (0..<found.count).compactMap { row in
            guard let origin = found.text(row, 2), let namespace = found.text(row, 3), let key = found.text(row, 4)
            else {
                return nil
            }
            let place = StateNamespace(namespace, origin: origin)
            return StateChange(key: StateKey(namespace: place, key: key), value: found.bytes(row, 5))
        }
    }

    // MARK: - Writing

    /// Result of one attempt at a group.
    struct Written {
        /// True if the answers are those of an earlier attempt, which was found to be committed.
        var isEarlier = false
        var requests: [StateRequest] = []
        /// One for each of `requests`.
        var answers: [StateRequest.Answer] = []
        /// News for observers, in this order, before anybody is answered.
        var news: [StateNews] = []
    }

    /// True if an attempt may have been committed: that is found out before anything else is written.
    var isPending: Bool { pending != nil }

    /// Id of that attempt; another one after each attempt.
    var pendingID: String? { pending?.id }

    /// Tries to write `group` in its order, in one transaction.
    /// - Throws: why it was not written. Where `isPending` then, it may have been.
    func write(_ group: [StateRequest], until deadline: Int) throws(ServerTrouble) -> Written {
        do {
            let connection = try link.writing(until: deadline)
            return try write(group, over: connection, link.patience(.max / 2, until: deadline))
        } catch {
            switch error.fault {
            // Refused by the server, which answered: the connection is good.
            case .full, .other, .noRights: break
            default: link.dropWriter()
            }
            throw error
        }
    }

    private func write(
        _ group: [StateRequest], over connection: PostgresConnection, _ patience: PostgresPatience
    ) throws(ServerTrouble) -> Written {
        if !hasProfile {
            // Its epoch is made with it.
            try connection.ask(
                [
                    PostgresStatement(
                        "INSERT INTO galleria.clock (profile) VALUES ($1::text) ON CONFLICT DO NOTHING",
                        [.text(profile)])
                ], patience)
        }
        do throws(ServerTrouble) {
            var opening = [
                PostgresStatement("BEGIN"), PostgresStatement(prepared: "lock", [.text(profile)]),
                since(loaded?.version),
            ]
            if let pending {
                opening.append(
                    PostgresStatement(prepared: "made", [.text(profile), .number(pending.version), .text(pending.id)]))
            }
            let found = try connection.ask(opening, patience)
            guard found.count >= 3, found[1].count == 1 else {
                hasProfile = false
                throw ServerTrouble(.missing)
            }
            var written = Written()
            if let news = try take(found[2], over: connection) { written.news.append(news) }
            if let pending {
                self.pending = nil
                if found.count > 3, found[3].count > 0 {
                    connection.rollBack(patience)
                    (written.isEarlier, written.requests, written.answers) = (true, pending.requests, pending.answers)
                    return written
                }
            }
            try make(group, &written, over: connection, patience)
            return written
        } catch {
            if !error.fault.endsConnection { connection.rollBack(patience) }
            throw error
        }
    }

    /// Makes the changes of a group, behind the lock and with memory as of it, and commits.
    private func make(
        _ group: [StateRequest], _ written: inout Written, over connection: PostgresConnection,
        _ patience: PostgresPatience
    ) throws(ServerTrouble) {
        var changes = GroupChanges(memory)
        written.requests = group
        for request in group { written.answers.append(changes.perform(request)) }
        let rows = changes.rows
        guard !rows.isEmpty, let loaded else {
            connection.rollBack(patience)
            return
        }
        let version = loaded.version + 1
        let id = tuning.newID()
        var closing = [
            PostgresStatement(
                prepared: "put",
                [
                    .text(profile), .number(version), .texts(rows.map(\.key.namespace.origin)),
                    .texts(rows.map(\.key.namespace.name)), .blobs(rows.map { Array($0.key.key.utf8) }),
                    .blobs(rows.map(\.value)),
                ]),
            PostgresStatement(prepared: "note", [.text(profile), .number(version), .text(id)]),
            PostgresStatement(prepared: "advance", [.text(profile), .number(version)]),
            PostgresStatement(prepared: "tell", [.text("\(version) \(profile)")]),
        ]
        if version % tuning.sweepEach == 0 {
            closing.append(
                PostgresStatement(
                    prepared: "sweep",
                    [.text(profile), .number(version - tuning.sweepEach), .number(tuning.keptCommitSeconds)]))
        }
        closing.append(PostgresStatement("COMMIT"))
        pending = Pending(version: version, id: id, requests: group, answers: written.answers)
        do {
            try connection.ask(closing, patience)
        } catch {
            // An answer, if it is one of refusal, says that nothing was committed.
            if !error.fault.endsConnection { pending = nil }
            throw error
        }
        pending = nil
        self.loaded = (version, loaded.epoch)
        current = tuning.uptime()
        if let news = memory.apply(changes.made, isFollowed: link.reader != nil) { written.news.append(news) }
    }

    func close() { link.close() }
}
