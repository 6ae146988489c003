import AppViews
package import Composition
import FeatureKit
package import MCP
import Settings
package import StdioTransport

extension MCPServer {
    /// Description of the program for MCP clients.
    package static let galleria = MCPServer(
        name: Program.name, title: "Galleria", version: Program.version,
        description: "A headless storefront: shops, lists and screens of plug-in modules, for editors and agents.",
        website: website, icons: [icon], viewTypes: [AppViews.mimeType])

    /// Description of the program as a shop that speaks UCP.
    static let ucpShop = MCPServer(
        name: Program.name, title: "Galleria", version: Program.version,
        description: "A shop that speaks the Universal Commerce Protocol: its catalogue, carts and checkouts.",
        website: website, icons: [icon], viewTypes: [], hasToolsAlone: true)

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

    /// Instructions for the tools; hosts show them to the model. No module is made for them.
    var instructions: String {
        var contents = ""
        for manifest in modules.manifestsOn {
            contents += "\(contents.isEmpty ? "" : " ")\(manifest.title): \(manifest.doc)"
        }
        return """
            Galleria is a storefront. \(contents) A list answers a whole question at once: query and filters narrow it, sort orders it \
            (where there are prices, the cheapest: sort="price", limit=1), fields gives other facts of each row, cursor=nextCursor goes \
            on. total counts what matches; read is there only where a list was not read to its end, and says how far. Prices of a list are in one currency: \
            minPrice and maxPrice are numbers in it, of what is paid now; prices in results are text such as "AUD 97.49". Ask for several ids in one call; a galleria:// route stands \
            for the id in it. No history is kept. An answer that ends in "\(Answer.sampleLine)" is made-up data, not a real shop's.
            """
    }
}
