import Testing

@testable import DesignSystem

@Suite("Temperature text") struct TemperatureTextTests {
    @Test(
        "3c.3: whole degrees, exact halves to the even one, never -0",
        arguments: [
            (30.5, "30°C"), (31.5, "32°C"), (1.5, "2°C"), (2.5, "2°C"), (0.5, "0°C"), (-0.5, "0°C"), (-1.5, "-2°C"),
            (-2.5, "-2°C"), (-0.4, "0°C"), (-0.0, "0°C"), (0, "0°C"), (-0.51, "-1°C"), (31.145, "31°C"),
            (31.57, "32°C"), (30.85, "31°C"), (-46, "-46°C"), (0.49999999999999994, "0°C"),
            (1e15, "1000000000000000°C"),
        ])
    func rounds(_ value: Double, _ expected: String) {
        #expect(temperatureText(value, symbol: "°C") == expected)
    }

    @Test(
        "H9: what is no temperature is a dash",
        arguments: [Double.nan, .signalingNaN, .infinity, -.infinity, 1e16, -1e300, .greatestFiniteMagnitude])
    func noTemperature(_ value: Double) {
        #expect(temperatureText(value, symbol: "K") == "—")
        #expect(wholeNumberText(value) == nil)
    }

    @Test("the unit stands directly behind the number", arguments: ["°C", "°F", "K"])
    func units(_ symbol: String) {
        #expect(temperatureText(304.15, symbol: symbol) == "304" + symbol)
    }

    @Test("a whole number has no unit")
    func wholeNumbers() {
        #expect(wholeNumberText(1012.5) == "1012")
        #expect(wholeNumberText(1013.5) == "1014")
        #expect(wholeNumberText(-0.2) == "0")
    }
}
