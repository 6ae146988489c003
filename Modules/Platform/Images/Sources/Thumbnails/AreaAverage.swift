/// Makes pictures smaller: each new pixel is the mean of those that it covers.
enum AreaAverage {
    /// - Parameters:
    ///   - pixels: rows from the top, `channels` bytes a pixel; the fourth of four is alpha, by which the others count.
    ///   - from: the size of the pixels.
    ///   - to: smaller or equal, at least 1 × 1.
    static func shrunk(
        _ pixels: [UInt8], channels: Int, from: (width: Int, height: Int), to: (width: Int, height: Int)
    ) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: to.width * to.height * channels)
        var sums = [Int](repeating: 0, count: 4)
        for row in 0..<to.height {
            let rows = covered(row, of: to.height, in: from.height)
            for column in 0..<to.width {
                let columns = covered(column, of: to.width, in: from.width)
                for channel in 0..<4 { sums[channel] = 0 }
                for sourceRow in rows {
                    var place = (sourceRow * from.width + columns.lowerBound) * channels
                    for _ in columns {
                        let weight = channels == 4 ? Int(pixels[place + 3]) : 1
                        for channel in 0..<min(channels, 3) { sums[channel] += Int(pixels[place + channel]) * weight }
                        sums[3] += weight
                        place += channels
                    }
                }
                let target = (row * to.width + column) * channels
                if sums[3] > 0 {
                    for channel in 0..<min(channels, 3) {
                        result[target + channel] = UInt8(clamping: (sums[channel] + sums[3] / 2) / sums[3])
                    }
                }
                if channels == 4 {
                    let count = rows.count * columns.count
                    result[target + 3] = UInt8(clamping: (sums[3] + count / 2) / count)
                }
            }
        }
        return result
    }

    /// The old places that a new one covers: at least one.
    private static func covered(_ place: Int, of count: Int, in total: Int) -> Range<Int> {
        let start = place * total / count
        return start..<max(start + 1, (place + 1) * total / count)
    }

    /// The size with its longer side at `maxSide`, in proportion; at least 1 × 1.
    static func size(width: Int, height: Int, maxSide: Int) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard longest > maxSide else { return (width, height) }
        func scaled(_ side: Int) -> Int { max(1, (side * maxSide + longest / 2) / longest) }
        return (scaled(width), scaled(height))
    }
}
