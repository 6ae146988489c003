import Core
import JSON
import Settings

/// `galleria config check | print`
@Sendable func config(_ invocation: Invocation) -> ExitStatus {
    do throws(WorkplaceFault) {
        if let extra = invocation.arguments.dropFirst().first { throw .usage(.tooMany(extra)) }
        switch invocation.arguments.first {
        case "check":
            let settings = try invocation.settings()
            if invocation.wantsJSON {
                invocation.console.print(json: { $0.value(["ok": true, "environment": .string(settings.environment)]) })
            } else {
                invocation.console.print("The settings are right. Environment: \(settings.environment).\n")
            }
        case "print": invocation.console.print(try invocation.settings().printed())
        case let other?:
            throw .usage(.unknown("config command", other, nearest: ["config check", "config print"]))
        case nil: throw .usage(.missing("What to do", example: "galleria config check"))
        }
        return .done
    } catch {
        return invocation.fail(error)
    }
}
