import DesignSystem

/// `galleria gallery`
@Sendable func gallery(_ invocation: Invocation) throws -> ExitStatus {
    let options = invocation.renderOptions(try invocation.settings())
    var text = Gallery.document.rendered(options)
    // Without colours the themes look alike.
    for theme in options.colorDepth == .none ? [] : Theme.allCases where theme != .none {
        var themed = options
        themed.theme = theme
        text += "\n" + Gallery.roles(in: theme).rendered(themed)
    }
    invocation.console.show(text)
    return .done
}
