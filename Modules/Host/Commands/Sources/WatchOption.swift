import Browser
import DesignSystem
import FeatureKit
import Host
import StdioTransport

/// Form of following a screen: `--watch`, and `--every`.
struct WatchForm: Sendable, Equatable {
    let form: ScreenWatch.Form
    /// Interval of reloading; nil for never.
    let period: Duration?
}

extension Invocation {
    /// Form from `--watch` and `--every`; nil without them.
    func watchForm() throws(WorkplaceFault) -> WatchForm? {
        guard has("watch") else {
            if has("every") { throw .usage(UsageFault(sentence: "--every goes with --watch.", hint: "Add --watch.")) }
            return nil
        }
        var period: Duration?
        if let text = value(of: "every") {
            guard let seconds = Int(text), (1...86_400).contains(seconds) else {
                throw .usage(.wrong("every", expected: "a whole number of seconds from 1 to 86400"))
            }
            period = .seconds(seconds)
        }
        let canMove = console.streams.outputIsTerminal && !["", "dumb"].contains(variables["TERM", default: ""])
        let form: ScreenWatch.Form = wantsJSON ? .json : canMove ? .inPlace : .oneAfterAnother
        return WatchForm(form: form, period: period)
    }

    /// Prints a screen whenever it changes, until the user has enough.
    func watch(_ route: String, _ watch: WatchForm, in workplace: Workplace) throws(WorkplaceFault) -> ExitStatus {
        do {
            let loop = workplace.host.loop
            let session = try TerminalSession(.lines, loop: loop, streams: console.streams)
            let watch = ScreenWatch(
                screens: workplace.host.screens, session: session, form: watch.form, period: watch.period,
                followsWidth: value(of: "width") == nil)
            let status: ExitStatus = try watch.run(route) ? .done : .failed
            return workplace.run { status }
        } catch let fault as Fault {
            let status = console.fail(fault, json: wantsJSON)
            return workplace.run { status }
        } catch let fault as TransportFault {
            throw .host(fault.sentence)
        } catch {
            throw .host("The terminal can't be used.")
        }
    }
}
