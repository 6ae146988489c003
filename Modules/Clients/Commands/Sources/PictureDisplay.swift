import Composition
import DesignSystem
import FeatureKit
import Images
import StdioTransport
import Values

/// Pictures on the terminal of a command: how and how large. They come after the text, which so waits for no download
/// and does not push them out of sight. What can't be shown is left out: the text stands for it.
struct PictureDisplay: Sendable {
    private let way: PictureProtocol
    private let space: PictureSpace
    private let depth: ColorDepth

    /// - Parameters:
    ///   - setting: `output.pictures`.
    ///   - options: how the command's text is rendered.
    /// - Returns: nil when the command shows no pictures: with `--json`, on a pipe, in a style without escape sequences.
    init?(_ invocation: Invocation, setting: String, options: RenderOptions) {
        let streams = invocation.console.streams
        guard !invocation[Options.json], let request = PictureRequest(setting),
            let way = pictureProtocol(
                requested: request, style: options.style, isTerminal: streams.outputIsTerminal,
                environment: invocation.variables)
        else { return nil }
        let window = streams.outputWindow
        self.way = way
        space = PictureSpace(
            width: options.width, columns: window?.columns, rows: window?.rows, pixelWidth: window?.pixelWidth,
            pixelHeight: window?.pixelHeight)
        // Terminals of today that say nothing of their colours have 256.
        depth = options.colorDepth == .trueColor ? .trueColor : .ansi256
    }

    /// Shows a picture; nothing when it is of a format that is not decoded here, or damaged. Warns of a missing library.
    func show(_ picture: [UInt8], on console: Console) {
        do throws(ImageFailure) {
            if let text = try text(of: picture, by: way, in: space) { console.show(text) }
        } catch {
            console.warn("galleria: no picture: \(sanitized(error.message)) \(error.hint)")
        }
    }

    /// A picture as lines of half blocks, whatever else the terminal knows: they stand among text, and scroll with it.
    func lines(of picture: [UInt8], columns: Int, rows: Int) -> String? {
        let space = PictureSpace(width: columns, columns: columns, rows: rows, pixelWidth: nil, pixelHeight: nil)
        return (try? text(of: picture, by: .blocks, in: space)) ?? nil
    }

    private func text(
        of picture: [UInt8], by way: PictureProtocol, in space: PictureSpace
    ) throws(ImageFailure) -> String? {
        var extent: PictureExtent?
        let pixels = try UprightPixels(of: picture) { width, height in
            let fitting = space.extent(of: width, height, by: way)
            extent = fitting
            return (fitting.width, fitting.height)
        }
        guard let pixels, let extent else { return nil }
        let bitmap = Bitmap(width: pixels.width, height: pixels.height, bytes: pixels.bytes)
        switch way {
        case .kitty:
            return try pixels.png().map { InlineFiles.kitty(base64: base64($0, .standard), extent: extent) }
        case .iterm2:
            return try pixels.png().map {
                InlineFiles.iterm2(base64: base64($0, .standard), byteCount: $0.count, extent: extent)
            }
        case .sixel: return bitmap?.sixels()
        case .blocks: return bitmap?.halfBlocks(depth)
        }
    }
}

extension Workplace {
    /// Shows the picture of a route, if it has one. That it does not come is told where people read, and is no failure.
    func showPicture(of route: String) async {
        guard let pictures else { return }
        let console = invocation.console
        do throws(Fault) {
            let picture = try await telling("Fetching its picture") { _ throws(Fault) in
                try await storefront.picture(of: route)
            }
            if let picture { pictures.show(picture.bytes, on: console) }
        } catch {
            if console.streams.errorIsTerminal { console.warn("galleria: no picture: \(sanitized(error.message))") }
        }
    }
}
