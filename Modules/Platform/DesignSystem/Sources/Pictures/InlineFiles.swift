/// The escape sequences that carry a whole picture file to the terminal. Whatever the file holds, base64 has no byte that
/// could end a sequence.
package enum InlineFiles {
    /// The longest piece that kitty's protocol allows, in characters of base64.
    private static let pieceLength = 4096

    /// A picture by the kitty graphics protocol: sent and shown at once (`a=T`), a PNG (`f=100`), across `c` columns and
    /// as many rows as its proportions need. `q=2` forbids the terminal to answer: the answer would be typed into the
    /// shell.
    /// - Parameter base64: a PNG's bytes, with padding.
    package static func kitty(base64: String, extent: PictureExtent) -> String {
        var rest = Array(base64.utf8)[...]
        var text = ""
        var keys = "a=T,f=100,c=\(extent.columns),q=2"
        repeat {
            let piece = rest.prefix(pieceLength)
            rest = rest.dropFirst(pieceLength)
            text += "\u{1B}_G\(keys),m=\(rest.isEmpty ? 0 : 1);\(String(decoding: piece, as: UTF8.self))\u{1B}\\"
            keys = "q=2"
        } while !rest.isEmpty
        return text + "\n"
    }

    /// A picture as an inline image of iTerm2.
    /// - Parameters:
    ///   - base64: the file's bytes, with padding.
    ///   - byteCount: of the file.
    package static func iterm2(base64: String, byteCount: Int, extent: PictureExtent) -> String {
        let size = "size=\(byteCount);width=\(extent.columns);height=\(extent.rows);preserveAspectRatio=1"
        return "\u{1B}]1337;File=inline=1;\(size):\(base64)\u{07}\n"
    }
}
