import Composition
import FeatureKit
import JSON
import Masking
import Settings
import Transcripts

extension Invocation {
    /// Recorder for `--record`; nil without it.
    /// - Throws: wrong usage where the file can't be made.
    func recorder(of workplace: Workplace, _ restriction: Restriction) throws(TranscriptFault) -> TranscriptRecorder? {
        guard let path = self[Options.record] else { return nil }
        let storefront = workplace.storefront
        let settings = storefront.settings
        let header = TranscriptHeader(
            version: Program.version, era: nil, isReadOnly: restriction.isReadOnly,
            modules: restriction.modules.map { $0.sorted() }, settings: settings.recorded)
        return try TranscriptRecorder(
            path: path, overwrite: self[Options.overwrite], header: header, redaction: Redaction(of: settings),
            secrets: { storefront.settings.hiddenTexts }, log: workplace.log)
    }
}

extension TranscriptFault: Explained {
    var fault: Fault { Fault(.invalidArgument, sentence, hint: hint) }
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
