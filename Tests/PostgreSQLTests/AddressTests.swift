import TestSupport
import Testing

@testable import PostgreSQL

@Suite("Addresses of databases")
struct AddressTests {
    @Test(
        "are shown without user name and options",
        arguments: [
            ("postgresql://anna@db.example.org:5433/shop?sslmode=require", "postgresql://db.example.org:5433/shop"),
            ("postgresql://db/shop", "postgresql://db/shop"),
            ("postgresql://a,b:5433/shop", "postgresql://a,b:5433/shop"),
            ("postgresql:///shop?host=/run/postgresql", "postgresql:///shop"),
            ("postgresql://anna@%2Ftmp%2Fx/shop#part", "postgresql://%2Ftmp%2Fx/shop"),
            ("postgresql", "postgresql"),
        ])
    func shown(_ url: String, _ expected: String) {
        #expect(PostgresAddress(url).shown == expected)
    }

    @Test("name one server, or several with a port each or one for all")
    func servers() throws {
        #expect(try PostgresAddress("postgresql://a:1/x").servers() == [PostgresAddress.Server()])
        #expect(
            try PostgresAddress("postgresql://a:1,b:2/x").servers() == [
                PostgresAddress.Server(overrides: ["host": "a", "port": "1"]),
                PostgresAddress.Server(overrides: ["host": "b", "port": "2"]),
            ])
        #expect(
            try PostgresAddress("postgresql:///x?host=a,b&port=7").servers().map(\.overrides) == [
                ["host": "a", "port": "7"], ["host": "b", "port": "7"],
            ])
    }

    @Test(
        "name the same server only where libpq would go to the same one",
        arguments: [
            ("postgresql://h:1/x", "postgresql://anna@h:1/x?sslmode=require", true),
            ("postgresql://h/x", "postgresql:///x?host=h", true), ("postgresql://h/x", "postgres://h/x", true),
            ("postgresql://h/x", "postgresql://h/x?host=other", false),
            ("postgresql://h/x", "postgresql://h/x?hostaddr=192.0.2.1", false),
            ("postgresql://h/x", "postgresql://h/x?port=7", false),
            ("postgresql://h/x", "postgresql://h,other/x", false),
            ("postgresql://h/x", "postgresql://h/y", false), ("postgresql://h/x", "postgresql://h/x?dbname=y", false),
            ("postgresql://h/x", "postgresql://h/x?service=other", false),
            ("postgresql://h/x", "postgresql://h/x?nothing=1", false),
        ])
    func sameServer(_ one: String, _ two: String, _ isSame: Bool) {
        #expect(PostgresAddress(one).isSameServer(as: PostgresAddress(two)) == isSame)
        #expect(PostgresAddress(two).isSameServer(as: PostgresAddress(one)) == isSame)
    }

    @Test("that libpq can't read are refused with its reason")
    func wrong() {
        #expect {
            _ = try PostgresAddress("postgresql://h/x?nothing=1").servers()
        } throws: { error in
            if case .address(let reason) = error as? PostgresFailure { reason.contains("nothing") } else { false }
        }
    }

    @Test("lines of a server have no end of line, no escape and at most 300 characters")
    func lines() {
        #expect(PostgresFailure.line("a\nb\u{1B}[31m\u{202E}c\n\n") == "a b [31m c")
        #expect(PostgresFailure.line(String(repeating: "x", count: 500)).count == 300)
        // As libpq has it of a socket that nobody listens on.
        let refused =
            "connection to server at \"h\", port 1 failed: Connection refused\n\tIs the server running on that host?\n"
        #expect(PostgresFailure.line(refused) == "connection to server at \"h\", port 1 failed: Connection refused")
        #expect(
            PostgresFailure.line(refused + "FATAL:  no role.\n")
                == "connection to server at \"h\", port 1 failed: Connection refused FATAL: no role")
        let words =
            "connection to server at \"h\" (127.0.0.1), port 5432 failed: FATAL:  28P01: no: password\nLOCATION:  auth.c:339\n"
        #expect(PostgresFailure.connecting(words) == .refused(state: "28P01", message: "no: password"))
        #expect(
            PostgresFailure.connecting("a\nb: FATAL:  3D000: no shop.\n")
                == .refused(state: "3D000", message: "no shop"))
        #expect(
            PostgresFailure.connecting("b: FATAL:  57P03: it starts up\nLOCATION:  postgres.c:1\n")
                == .lost("it starts up"))
        #expect(PostgresFailure.connecting(refused) == .lost(PostgresFailure.line(refused)))
        for other in [
            "", ":  ", ":  28P01", "a:  28P01 : b", "a:  2801: b", "a:  28p01: b", "a: 28P01: b", "a:  FATAL: b",
            refused,
        ] {
            #expect(PostgresFailure.connecting(other) == .lost(PostgresFailure.line(other)), "\(other)")
        }
        #expect(PostgresFailure.line("") == "" && PostgresFailure.line("\n\t\n . ") == "")
        #expect(PostgresLibrary.numbered(150_018) == "15.18")
        #expect(PostgresLibrary.numbered(100_000) == "10.0" && PostgresLibrary.numbered(90_624) == "9.6.24")
    }
}
