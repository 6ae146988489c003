import Foundation
import Testing

/// 17.9: what the environments inside the binary trust and hold.
@Suite("Shipped environments") struct ShippedEnvironmentTests {
    private func galleria(_ arguments: [String], _ variables: [String: String] = [:]) throws -> String {
        let process = try GalleriaProcess(arguments, environment: variables)
        process.closeInput()
        return try process.readToEnd().joined(separator: "\n")
    }

    @Test(
        "17.9: production trusts no loopback address: the mall has no server there, and says which setting gives it one"
    )
    func production() throws {
        let production = ["--environment", "production"]
        let printed = try galleria(["config", "print"] + production)
        for text in ["127.0.0.1", "localhost", "[::1]"] { #expect(!printed.contains(text)) }
        func mall(_ more: [String] = []) throws -> WireValue? {
            WireValue(try galleria(["modules", "shoppingMall", "--json"] + production + more))?.elements?.first
        }
        #expect(try mall()?["enabled"] == .bool(false))
        #expect(try mall()?["reason"]?.text?.contains("modules.shoppingMall.endpoint") == true)
        #expect(try mall(["--set", "modules.shoppingMall.endpoint=http://127.0.0.1:9"])?["enabled"] == .bool(true))
        #expect(try mall(["--set", "modules.shoppingMall.data=sample"])?["enabled"] == .bool(true))
        let modules = try #require(WireValue(try galleria(["modules", "--json"] + production))?.elements)
        #expect(modules.count { $0["enabled"] == .bool(true) } == modules.count - 1)
    }

    @Test(
        "17.9: the key of the weather service is in force in every environment, and shown in none",
        arguments: ["sample", "production", "local"])
    func key(_ environment: String) throws {
        let variables = ["OPENWEATHER_API_KEY": "canary-5521"]
        let arguments = ["--environment", environment]
        let explained = try galleria(["config", "explain", "modules.forecast.apiKey"] + arguments, variables)
        #expect(explained.contains("‹masked›") && explained.contains("OPENWEATHER_API_KEY"))
        for command in [["config", "print"], ["config", "explain", "--json"]] {
            #expect(!(try galleria(command + arguments, variables).contains("canary")))
        }
        #expect(try galleria(["config", "print"] + arguments).contains(#"apiKey: """#), "without it there is none")
    }
}
