extension ForecastDay {
    /// The weather service's picture of the day's sky; nil without a code, and for one that is not of its own kind.
    var iconURL: String? {
        guard let icon, (1...8).contains(icon.utf8.count),
            icon.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        return "https://openweathermap.org/img/w/\(icon).png"
    }
}
