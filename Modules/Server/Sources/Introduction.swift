import AppViews
package import Composition
package import MCP
import Settings
package import StdioTransport

extension MCPServer {
    /// Description of the program for MCP clients.
    package static let galleria = MCPServer(
        name: Program.name, title: "Galleria", version: Program.version,
        description: "A headless storefront: shops, lists and screens of plug-in modules, for editors and agents.",
        website: website, icons: [icon], viewTypes: [AppViews.mimeType])

    /// The address in `Tools/bundle.d/server.json`.
    private static let website = "https://github.com/OWNER/galleria"

    /// A framed picture, 207 bytes of PNG: the format that every client that shows icons takes.
    private static let icon = MCPIcon(
        source:
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwBAMAAAClLOS0AAAAD1BMVEUAAACKWiv28eRbm9U6fUTaWXShAAAAAXRSTlMA"
            + "QObYZgAAAG5JREFUeNrN08EJwCAMBVBX6AraCawTmL//TI31EiU5iCn4j3l8iaAhHJpLiT/EKTuQHpG8BtmAHOMi8ErJ6ShzK/"
            + "UeZECBAQCpUACowPNWKTO0QqswjvDNQewj9ELHASAi4ZZQt8Dvwf3/Pw7MC/7XZcngKBGrAAAAAElFTkSuQmCC",
        mimeType: "image/png", sizes: ["48x48"])
}

extension Storefront {
    /// The transport's limits as the settings have them.
    package var transportLimits: TransportLimits {
        TransportLimits(messageBytes: settings[ProgramSettings.messageBytes])
    }
}
