import FeatureKit
import Glibc

/// Number of modules: `GALLERIA_GROWTH_MODULES`, 1 to 10,000; one by default.
private let count: Int = {
    let given = getenv("GALLERIA_GROWTH_MODULES").flatMap { Int(String(cString: $0)) } ?? 1
    return min(max(1, given), 10_000)
}()

/// Manifests of the modules, made once as a feature's own manifest is.
let generatedManifests: [ModuleManifest] = (0..<count).map(manifest)

/// As many feature modules as are wanted: `growth0000`, `growth0001` and so on.
let generatedFeatures: [Feature] = (0..<count).map { feature(of: numeral($0)) }

/// A number as a type. A feature is a type with a manifest, so that many features are many types: these are made at run
/// time, as a generic type's arguments.
protocol Numeral: Sendable {
    static var value: Int { get }
}

private enum Zero: Numeral {
    static var value: Int { 0 }
}

private enum Even<Half: Numeral>: Numeral {
    static var value: Int { 2 * Half.value }
}

private enum Odd<Half: Numeral>: Numeral {
    static var value: Int { 2 * Half.value + 1 }
}

private func numeral(_ number: Int) -> any Numeral.Type {
    number == 0 ? Zero.self : numeral(number, twice: numeral(number / 2))
}

private func numeral<Half: Numeral>(_ number: Int, twice half: Half.Type) -> any Numeral.Type {
    number.isMultiple(of: 2) ? Even<Half>.self : Odd<Half>.self
}

private func feature<Number: Numeral>(of number: Number.Type) -> Feature {
    Feature(GeneratedModule<Number>.self)
}
