import Conformance
import FeatureKit
// Not Foundation, whose tables of languages are 40 MB of a program.
import FoundationEssentials
import Storage
import UCPShop

/// The words that the program is asked with.
struct LawQuestion {
    /// Why the words can't be answered.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Those that can be named.
    private(set) var features: [Feature]
    private(set) var rule = FeatureConformance.Rule.declarations

    init(features: [Feature]) {
        self.features = features
    }

    /// The kit as the words set it up, once they are read.
    ///
    /// RULE is the law's sentence, FEATURE an id. `--shop ID ADDRESS` makes a shop that is then a feature too. The other options are
    /// the parameters of `FeatureConformance`: `--screen TEMPLATE METHOD`, `--route ROUTE`, `--search METHOD`, `--companion ID`,
    /// `--stored NAMESPACE KEY TEXT`, and `--documents FOLDER` for its bodies.
    mutating func kit(_ words: ArraySlice<String>) throws -> FeatureConformance {
        var words = words
        func next(_ name: String) throws(Mistake) -> String {
            guard let word = words.popFirst() else { throw Mistake(description: "\(name) is missing") }
            return word
        }
        let sentence = try next("RULE")
        guard let rule = FeatureConformance.Rule(rawValue: sentence) else {
            throw Mistake(description: "there is no law “\(sentence)”")
        }
        self.rule = rule
        let id = try next("FEATURE")
        var screens: [String: String] = [:]
        var (routes, companions): ([String], [String]) = ([], [])
        var searches: Set<String> = []
        var stored: [StateChange] = []
        var documents: [(name: String, bytes: [UInt8])] = []
        while let option = words.popFirst() {
            switch option {
            case "--shop": features.append(Feature(ShopDeclaration(id: try next(option), business: try next(option))))
            case "--screen": screens[try next(option)] = try next(option)
            case "--route": routes.append(try next(option))
            case "--search": searches.insert(try next(option))
            case "--companion": companions.append(try next(option))
            case "--stored":
                let key = StateKey(namespace: try next(option), key: try next(option))
                stored.append(.set(key, Array(try next(option).utf8)))
            case "--documents": documents = try Self.documents(in: try next(option))
            default: throw Mistake(description: "there is no option \(option)")
            }
        }
        var kit = FeatureConformance(
            try feature(id), screens: screens, routes: routes, searches: searches,
            companions: try companions.map(feature), stored: stored)
        kit.documents = documents
        return kit
    }

    private func feature(_ id: String) throws(Mistake) -> Feature {
        guard let feature = features.first(where: { $0.manifest.id == id }) else {
            throw Mistake(description: "there is no feature \(id)")
        }
        return feature
    }

    /// The files of a folder, by name.
    private static func documents(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let root = URL(filePath: folder)
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: root.appending(path: name))))
        }
    }
}
