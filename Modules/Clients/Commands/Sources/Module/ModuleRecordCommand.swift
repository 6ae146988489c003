import Composition
import DeclaredFeature
import DesignSystem
import FeatureKit
import Glibc
import HTTP
import JSON
import Masking
import Runtime
import Settings

extension Command {
    static var moduleRecord: Command {
        Command(
            "record", [Arguments.declaredModule],
            doc: "Asks a module's API for each of its samples, and keeps the answers.",
            detail: "Secrets are taken out. Calls that change something are left out without --writes.",
            options: [Options.recordWrites, Options.json],
            examples: ["galleria module record concerts", "galleria module record shop --writes"], isLenient: true,
            run: recordModule)
    }
}

/// `galleria module record ID`
@Sendable private func recordModule(_ invocation: Invocation) throws -> ExitStatus {
    let id = try invocation[Arguments.declaredModule]
    let path = try invocation.declaredPath(of: id)
    let module = try invocation.declaredModules.module(path).0
    let settings = try invocation.settings()
    guard let key = invocation.features.first(where: { $0.manifest.id == id })?.manifest.settings?.endpoint,
        let endpoint = settings[key].flatMap({ try? HTTPEndpoint(parsing: $0) })
    else { throw UsageFault("modules.\(id).endpoint is no address.", hint: "Set it to the address of the API.") }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    let (redaction, writes) = (Redaction(of: settings), invocation[Options.recordWrites])
    let loop = try EventLoop()
    let told = try loop.result {
        try await SampleRecording(module).record(
            settings, at: endpoint, client: CurlHTTPClient(configuration: ProgramSettings.httpConfiguration(settings)),
            writes: writes
        ) { name, body throws(Fault) in
            try replace(folder + name, with: redaction.masked(body: body))
        }
    }
    guard let told else { throw Fault(.cancelled, "The call was cancelled.", hint: "") }
    let isFailed = told.contains { if case .failed = $0.outcome { true } else { false } }
    let status = invocation.show(
        json: { writer in
            writer.value([
                "ok": .bool(!isFailed),
                "samples": .array(
                    told.map { ["file": .string($0.file), "outcome": .string($0.outcome.words)] }),
            ])
        },
        text: {
            Document([.keyValues(told.map { KeyValue($0.file, Inline($0.outcome.words)) })])
                .rendered(invocation.renderOptions(settings))
        })
    return isFailed ? .failed : status
}

extension SampleRecording.Outcome {
    /// For people and programs.
    fileprivate var words: String {
        switch self {
        case .recorded(let bytes): "recorded, \(bytes) bytes"
        case .leftOut: "left out: the call changes something (--writes)"
        case .noPage: "kept as it was: the server has no such page"
        case .failed(let fault): "failed: \(fault.text)"
        }
    }
}

/// Replaces a file, whole or not at all.
private func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
    func failed(_ error: Int32) -> Fault {
        Fault(
            .storageFailed, "\(sanitized(path)) can't be written: \(String(cString: strerror(error))).",
            hint: "Check the folder and its permissions.")
    }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) { mkdir(String(path[..<slash]), 0o755) }
    let draft = path + ".new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failed(errno) }
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
            let error = errno
            close(descriptor)
            unlink(draft)
            throw failed(error)
        }
        rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0, rename(draft, path) == 0 else { throw failed(errno) }
}
