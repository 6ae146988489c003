import FeatureKit
import Host
import JSON
import Masking
import Settings
import Transcripts

extension Invocation {
    /// Recorder for `--record`; nil without it.
    /// - Throws: wrong usage where the file can't be made.
    func recorder(of workplace: Workplace, _ restriction: Restriction) throws(WorkplaceFault) -> TranscriptRecorder? {
        guard let path = value(of: "record") else {
            if has("overwrite") {
                throw .usage(UsageFault(sentence: "--overwrite goes with --record.", hint: "Add --record FILE."))
            }
            return nil
        }
        let host = workplace.host
        let settings = host.settings
        let header = TranscriptHeader(
            version: Host.version, era: nil, isReadOnly: restriction.isReadOnly,
            modules: restriction.modules.map { $0.sorted() }, settings: settings.recorded)
        do throws(TranscriptFault) {
            return try TranscriptRecorder(
                path: path, overwrite: has("overwrite"), header: header, redaction: Redaction(of: settings),
                secrets: { host.settings.hiddenTexts }, log: workplace.log)
        } catch {
            throw .usage(UsageFault(error))
        }
    }
}

extension UsageFault {
    init(_ fault: TranscriptFault) { self.init(sentence: fault.sentence, hint: fault.hint) }
}

extension Settings {
    /// The values in force by their paths, as a recording has them: what must not be shown is masked.
    var recorded: [JSONMember] {
        catalog.declarations.compactMap { declaration in
            guard let origin = origins(of: declaration.path).first else { return nil }
            let value =
                origin.isMasked || declaration.isSecret
                ? .string(Redaction.mask) : SettingValue(yaml: origin.valueText).json
            return JSONMember(declaration.path, value)
        }
    }
}
