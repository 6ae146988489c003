import CMath
import Glibc
import Testing

/// The functions that the program has in place of libm's, held against libm itself; zeros with their signs.
@Suite struct MathTests {
    /// A function of the library, and not the one of the same name that is linked.
    private static func libm<Function>(_ name: String, as type: Function.Type) throws -> Function {
        let library = try #require(dlopen("libm.so.6", RTLD_NOW))
        return unsafeBitCast(try #require(dlsym(library, name)), to: type)
    }

    /// Numbers that rounding may get wrong: zeros, halves and their neighbours, numbers around the least that are always whole,
    /// infinity and NaN; then 20,000 of all sizes.
    private static func values<Value: BinaryFloatingPoint>(_: Value.Type) -> [Value] {
        let limit = Value(sign: .plus, exponent: Value.Exponent(Value.significandBitCount), significand: 1)
        let steps: [Value] = [0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3.5]
        let large = [limit / 4, limit / 2, limit - 1, limit, limit + 1, limit * 2, limit * 4, .greatestFiniteMagnitude]
        let marked: [Value] = (steps + large).flatMap { [$0, $0.nextUp, $0.nextDown, $0 + 0.5, $0 - 0.5] }
        var generator = Sequence(state: 20)
        let others = (0..<20_000).map { _ in
            Value(
                sign: .plus, exponent: Value.Exponent(Int(generator.next() % 140) - 70),
                significand: 1 + Value(generator.next()) / Value(sign: .plus, exponent: 64, significand: 1))
        }
        return [.infinity, .nan] + (marked + others).flatMap { [$0, -$0] }
    }

    /// The same numbers in each run (Knuth's constants).
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 31
        }
    }

    private static func isSame<Value: BinaryFloatingPoint>(_ one: Value, _ other: Value) -> Bool {
        one.isNaN ? other.isNaN : one == other && one.sign == other.sign
    }

    private static func compare<Value: BinaryFloatingPoint>(
        _ name: String, _ ours: (Value) -> Value, _ theirs: (Value) -> Value
    ) {
        for value in values(Value.self) { #expect(isSame(ours(value), theirs(value)), "\(name)(\(value))") }
    }

    @Test func doublesAreRoundedAsLibmDoes() throws {
        typealias Function = @convention(c) (Double) -> Double
        for (name, ours) in [
            ("trunc", cmath_trunc), ("floor", cmath_floor), ("ceil", cmath_ceil), ("round", cmath_round),
            ("rint", cmath_rint),
        ] as [(String, Function)] {
            let theirs = try Self.libm(name, as: Function.self)
            Self.compare(name, ours, theirs)
        }
    }

    @Test func floatsAreRoundedAsLibmDoes() throws {
        typealias Function = @convention(c) (Float) -> Float
        for (name, ours) in [
            ("truncf", cmath_truncf), ("floorf", cmath_floorf), ("ceilf", cmath_ceilf), ("roundf", cmath_roundf),
            ("rintf", cmath_rintf),
        ] as [(String, Function)] {
            let theirs = try Self.libm(name, as: Function.self)
            Self.compare(name, ours, theirs)
        }
    }

    #if arch(x86_64)
        @Test func longDoublesAreRoundedAsLibmDoes() throws {
            typealias Function = @convention(c) (Float80) -> Float80
            for (name, ours) in [
                ("truncl", cmath_truncl), ("floorl", cmath_floorl), ("ceill", cmath_ceill), ("roundl", cmath_roundl),
                ("rintl", cmath_rintl),
            ] as [(String, Function)] {
                let theirs = try Self.libm(name, as: Function.self)
                Self.compare(name, ours, theirs)
            }
        }

        @Test func functionsOfLongDoublesAreLibms() {
            #expect(cmath_sqrtl(2) == Float80(2).squareRoot())
            #expect(cmath_fmodl(7.5, 2) == 1.5)
            #expect(cmath_remainderl(7.5, 2) == -0.5)
            #expect(cmath_fmal(2, 3, 4) == 10)
        }
    #endif

    @Test func otherFunctionsAreLibms() throws {
        typealias Function = @convention(c) (Double) -> Double
        for (name, ours) in [
            ("acos", cmath_acos), ("acosh", cmath_acosh), ("asin", cmath_asin), ("asinh", cmath_asinh),
            ("atan", cmath_atan), ("atanh", cmath_atanh), ("cos", cmath_cos), ("cosh", cmath_cosh),
            ("exp", cmath_exp), ("log", cmath_log), ("sin", cmath_sin), ("sinh", cmath_sinh), ("sqrt", cmath_sqrt),
            ("tan", cmath_tan), ("tanh", cmath_tanh),
        ] as [(String, Function)] {
            let theirs = try Self.libm(name, as: Function.self)
            for value in [-1, -0.5, 0, 0.25, 0.75, 1, 1.5, 700] {
                #expect(Self.isSame(ours(value), theirs(value)), "\(name)(\(value))")
            }
        }
        #expect(cmath_sqrtf(2) == Float(2).squareRoot())
    }

    @Test func functionsOfSeveralNumbersAreLibms() throws {
        typealias Function = @convention(c) (Double, Double) -> Double
        for (name, ours) in [
            ("atan2", cmath_atan2), ("fmod", cmath_fmod), ("pow", cmath_pow), ("remainder", cmath_remainder),
        ] as [(String, Function)] {
            let theirs = try Self.libm(name, as: Function.self)
            for (first, second) in [(2, 0.5), (-7.5, 2), (7.5, -2), (1e300, 3), (0, 0), (-1, 0.5)] {
                #expect(Self.isSame(ours(first, second), theirs(first, second)), "\(name)(\(first), \(second))")
            }
        }
        // A product that a double has no room for is not rounded before the sum.
        let near = 1 + Double.ulpOfOne
        #expect(cmath_fma(near, near, -1 - 2 * .ulpOfOne) == .ulpOfOne * .ulpOfOne)
        #expect(cmath_fmaf(3, 5, 7) == 22)
        #expect(cmath_fmodf(7.5, 2) == 1.5)
        #expect(cmath_remainderf(7.5, 2) == -0.5)
    }
}
