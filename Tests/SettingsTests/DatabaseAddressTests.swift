import Testing

@testable import Settings

/// Addresses of databases: secrets in them are refused, and shown nowhere.
@Suite("Addresses of databases") struct DatabaseAddressTests {
    @Test(
        "an address without a password is taken",
        arguments: [
            "", "postgresql://", "postgresql:///shop", "postgres://db/shop", "postgresql://anna@db.example:5432/shop",
            "postgresql://anna@[::1]:5432/shop", "postgresql://a,b:5433/shop?target_session_attrs=any",
            "postgresql://anna@%2Ftmp%2Fpg:5432/shop", "postgresql://?service=galleria", "postgresql://db:5432/a@b",
            "postgresql://anna@db/shop?sslmode=verify-full&passfile=/home/a/.pgpass", "postgresql://anna:@db/shop",
            "postgresql://db/shop?application_name=password",
        ])
    func taken(_ text: String) { #expect(DatabaseAddress.fault(in: text) == nil) }

    @Test(
        "a password is found wherever libpq takes one, and where it was meant as one",
        arguments: [
            "postgresql://anna:geheim@db/shop", "postgres://anna:geheim@db/shop", "postgresql://:geheim@db/shop",
            "postgresql://anna:ge@heim@db/shop", "postgresql://anna:ge/heim@db/shop", "postgresql://anna:g@[::1]/shop",
            "postgresql://db/shop?password=geheim", "postgresql://db/shop?sslmode=require&password=geheim",
            "postgresql://?sslpassword=geheim", "postgresql://db/shop?p%61ssword=geheim", "postgresql://anna:%67@db",
        ])
    func refused(_ text: String) { #expect(DatabaseAddress.fault(in: text) == .urlWithPassword) }

    @Test(
        "what is no PostgreSQL database is said, whatever it holds",
        arguments: [
            "db.example", "mysql://anna:geheim@db/shop", "Postgresql://db/shop", "host=db password=geheim", " ",
        ])
    func foreign(_ text: String) { #expect(DatabaseAddress.fault(in: text) == .notPostgres) }

    @Test(
        "a text that is no address may hold a password too",
        arguments: [
            ("db.example", false), ("current", false), ("password", false), ("a@b", false),
            ("mysql://db:5432/a@b", false),
            ("postgresql://db/shop#password", false), ("postgresql://db/shop#a:b@c", false),
            ("postgresql://anna@db", false),
            ("mysql://anna:geheim@db/shop", true), ("postgresq://anna:geheim@db/shop", true),
            ("postgresql:anna:geheim@db/shop", true), ("postgresql:/anna:geheim@db/shop", true),
            ("postgresql://anna:ge#heim@db/shop", true), ("postgresql://anna:geheim@db/shop#ben", true),
            ("host=db password=geheim", true), ("password=geheim", true),
            ("postgresql://db/shop?p%61ssword=geheim", true),
            ("postgresql://db/shop#password=geheim", true), ("anna:geheim@db/shop", true),
        ])
    func guessed(_ text: String, _ holds: Bool) { #expect(DatabaseAddress.mayHoldPassword(text) == holds) }

    private func report(_ sources: SettingsSources) throws -> String {
        let url = SettingKey("state.url", .database(0...64), default: "", "Where.")
        let catalog = try SettingsCatalog([url.declaration])
        do throws(SettingsReport) {
            let settings = try Settings.load(catalog: catalog, sources: sources)
            return settings[url]
        } catch {
            return error.rendered()
        }
    }

    @Test("by a flag, a variable or a file the report has the place and the way out, and not the password")
    func secrets() throws {
        let wrong = "postgresql://anna:geheim@db/shop"
        let long = "postgresql://anna:geheim@db/" + String(repeating: "a", count: 100)
        for text in [wrong, long, "postgresql://db/shop?password=geheim", "mysql://anna:geheim@db"] {
            for sources in [
                SettingsSources(flags: [(key: "state.url", value: text)]),
                SettingsSources(variables: ["GALLERIA_SET_state__url": text]),
                SettingsSources(flags: [(key: "state.url", value: "${URL}")], variables: ["URL": text]),
            ] {
                let report = try report(sources)
                #expect(!report.contains("geheim") && report.contains("^"), "\(report)")
                let isForeign = text.hasPrefix("mysql")
                #expect(
                    report.contains(isForeign ? "postgresql://USER@HOST/DATABASE" : "`state.password`"), "\(report)")
            }
        }
        #expect(try report(SettingsSources(flags: [(key: "state.url", value: "postgresql://db")])) == "postgresql://db")
        let tooLong = "postgresql://" + String(repeating: "a", count: 64)
        #expect(try report(SettingsSources(flags: [(key: "state.url", value: tooLong)])).contains("too long"))
    }
}
