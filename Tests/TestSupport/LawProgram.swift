import Conformance
import FeatureKit
import Foundation
import Storage

/// The program of Tests/Laws: the kit, run elsewhere.
package struct LawProgram {
    /// It could not try a law.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let path: String
    private let making: [String]

    /// - Parameters:
    ///   - path: of the built program.
    ///   - making: options that make the feature where it is none of the program's own.
    package init(_ path: String, making: [String] = []) {
        (self.path, self.making) = (path, making)
    }

    /// Findings of a rule over a feature that the program knows, with JSONTestSuite among the answers of the upstream.
    package func findings(_ rule: FeatureConformance.Rule, of kit: FeatureConformance) throws -> [String] {
        try output(words(rule, kit)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The question, as LawQuestion of Tests/Laws reads it.
    private func words(_ rule: FeatureConformance.Rule, _ kit: FeatureConformance) -> [String] {
        var words = [rule.rawValue, kit.feature.manifest.id, "--documents", JSONTestSuite.folder] + making
        for (template, method) in kit.matchingMethods { words += ["--screen", template, method] }
        for route in kit.furtherRoutes { words += ["--route", route] }
        for method in kit.searches { words += ["--search", method] }
        for companion in kit.companions { words += ["--companion", companion.manifest.id] }
        for change in kit.stored {
            let value = String(decoding: change.value ?? [], as: UTF8.self)
            words += ["--stored", change.key.namespace.name, change.key.key, value]
        }
        return words
    }

    private func output(_ words: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        try process.run()
        let found = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(description: "\(path) \(words) ended with \(process.terminationStatus): no law was tried")
        }
        return found
    }
}
