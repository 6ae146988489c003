import DesignSystem
import FeatureKit
import Host
import JSON

/// `galleria open ROUTE`
@Sendable func open(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        guard let route = invocation.arguments.first else {
            throw .usage(.missing("The route", example: "galleria open galleria://shelf"))
        }
        let form = try invocation.watchForm()
        let workplace = try invocation.workplace()
        if let form { return try invocation.watch(route, form, in: workplace) }
        let console = invocation.console
        return workplace.run {
            do throws(Fault) {
                let screen = try await workplace.telling("Loading \(route)", invocation) { _ throws(Fault) in
                    try await workplace.host.loadedScreen(at: route)
                }
                if invocation.wantsJSON {
                    console.show(json: { screen.state.write(&$0) })
                } else {
                    console.show(screen.text)
                }
                let failed = screen.status?.ended == .error
                if !failed { await invocation.showPicture(of: route, in: workplace) }
                return failed ? .failed : .done
            } catch {
                return console.fail(error, json: invocation.wantsJSON)
            }
        }
    } catch {
        return invocation.fail(error)
    }
}
