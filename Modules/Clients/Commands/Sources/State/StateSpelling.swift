import Composition
import DesignSystem
import Glibc
import PostgreSQL
import Settings
import Storage

/// A state as the command line spells it.
enum StateSpelling: Sendable, Equatable {
    /// The one of the settings.
    case current
    /// `sqlite:PATH`
    case file(String)
    /// `postgresql://…`; behind a `#` the profile, nil for that of the settings.
    case server(url: String, profile: String?)

    /// Nil for another spelling.
    init?(_ text: String) {
        let bytes = text.utf8
        if bytes.elementsEqual("current".utf8) {
            self = .current
        } else if bytes.starts(with: "sqlite:".utf8) {
            let path = String(decoding: bytes.dropFirst("sqlite:".utf8.count), as: UTF8.self)
            guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
            self = .file(path)
        } else if bytes.starts(with: "postgresql://".utf8) || bytes.starts(with: "postgres://".utf8) {
            let url = String(decoding: bytes.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
            guard url.utf8.count < bytes.count else {
                self = .server(url: url, profile: nil)
                return
            }
            let encoded = String(decoding: bytes.dropFirst(url.utf8.count + 1), as: UTF8.self)
            guard let profile = Self.decoded(encoded), (1...64).contains(profile.unicodeScalars.count) else {
                return nil
            }
            self = .server(url: url, profile: profile)
        } else {
            return nil
        }
    }

    /// The text of percent-encoded UTF-8 (RFC 3986); nil for a wrong escape.
    private static func decoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// A profile as it stands behind the `#`.
    private static func encoded(_ profile: String) -> String {
        profile.utf8.reduce(into: "") { text, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && !"%#".utf8.contains(byte)
            text += isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }
    }

    /// The state of this spelling. Nothing is opened yet.
    /// - Parameter home: begins a path that is written `~/…`; may be empty.
    func state(_ settings: Settings, home: String) throws(StateCommandFault) -> any WholeState {
        let timeout = settings[ProgramSettings.stateTimeout]
        switch self {
        case .file(let path):
            return WholeFile(path: Self.absolute(path, home: home), timeout: timeout)
        case .server(let url, let profile):
            // The password is that of state.url: no other server is given it.
            let current = settings[ProgramSettings.stateURL]
            let isOwn = current.isEmpty || PostgresAddress(current).isSameServer(as: PostgresAddress(url))
            let address = PostgresAddress(url, password: isOwn ? settings[ProgramSettings.statePassword] : nil)
            return Self.server(address, profile ?? settings[ProgramSettings.stateProfile], timeout)
        case .current:
            switch StatePlace(settings) {
            case .file(let path): return WholeFile(path: path, timeout: timeout)
            case .server(let address, let profile): return Self.server(address, profile, timeout)
            case .nowhere: throw .failed(StateReport.nowhere)
            }
        }
    }

    private static func server(_ address: PostgresAddress, _ profile: String, _ timeout: Duration) -> WholeServer {
        WholeServer(address, profile: profile, name: "\(address.shown)#\(encoded(profile))", timeout: timeout)
    }

    /// A path as shells have it: `~/` is the home directory, a relative one is of the working directory.
    private static func absolute(_ path: String, home: String) -> String {
        if path.utf8.starts(with: "~/".utf8), !home.isEmpty { return home + path.dropFirst() }
        if path.utf8.first == UInt8(ascii: "/") { return path }
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getcwd(&buffer, buffer.count) != nil else { return path }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/" + path
    }
}

extension ValueType<StateSpelling> {
    /// A state. A password is refused whatever else the text is: other users see what a command was given.
    static var state: ValueType {
        ValueType(
            "sqlite:PATH, postgresql://… or current", completing: .states,
            refusing: { text in
                let isFile = text.utf8.starts(with: "sqlite:".utf8)
                guard !isFile, DatabaseAddress.mayHoldPassword(text) else { return nil }
                return DatabaseAddress.passwordRefusal(ProgramSettings.statePassword.path)
            },
            read: { StateSpelling($0) })
    }
}
