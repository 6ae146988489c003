import DesignSystem

/// `galleria gallery`
@Sendable func gallery(_ invocation: Invocation) -> ExitStatus {
    if let extra = invocation.arguments.first { return invocation.console.fail(.tooMany(extra)) }
    do throws(UsageFault) {
        let options = try invocation.renderOptions(style: "auto", ambiguousWidth: 1)
        invocation.console.show(Gallery.document.rendered(options))
        return .done
    } catch {
        return invocation.console.fail(error)
    }
}
