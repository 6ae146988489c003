import DesignSystem
import Synchronization
import Testing

@testable import FeatureKit

@Suite("Pictures fetched ahead for a screen")
struct ScreenPicturesTests {
    /// A port whose fetches run until they are given up.
    private final class Port: Sendable {
        private let begun = Mutex<[(urls: [String], module: String, task: Task<Void, Never>)]>([])

        var prefetch: PicturePrefetch {
            PicturePrefetch { [self] urls, module in
                let task = Task {
                    let (stream, _) = AsyncStream<Void>.makeStream()
                    for await _ in stream {}
                }
                begun.withLock { $0.append((urls, module, task)) }
                return task
            }
        }

        var asked: [[String]] { begun.withLock { $0.map(\.urls) } }
        var modules: Set<String> { begun.withLock { Set($0.map(\.module)) } }
        var givenUp: [Bool] { begun.withLock { $0.map { $0.task.isCancelled } } }

        deinit { for fetch in begun.withLock({ $0 }) { fetch.task.cancel() } }
    }

    /// Rows shown in turn, the fetches for them, and the fetches cancelled in the end.
    static let cases: [(id: String, shown: [[String]], asked: [[String]], givenUp: [Bool])] = [
        ("no rows", [[], []], [], []),
        ("a page", [["a", "b"]], [["a", "b"]], [false]),
        ("the same rows again", [["a", "b"], ["a", "b"], ["b", "a"]], [["a", "b"]], [false]),
        ("a further page", [["a"], ["a", "b", "c"]], [["a"], ["b", "c"]], [false, false]),
        ("one picture in several rows", [["a", "b", "a"]], [["a", "b"]], [false]),
        ("a refresh that brings others", [["a", "b"], ["c"]], [["a", "b"], ["c"]], [true, false]),
        ("a refresh that keeps some", [["a", "b"], ["b", "c"]], [["a", "b"], ["c"]], [false, false]),
        ("a refresh to the first page", [["a"], ["a", "b"], ["a"]], [["a"], ["b"]], [false, true]),
        ("a list that is emptied", [["a"], ["a", "b"], []], [["a"], ["b"]], [true, true]),
        ("rows that come back", [["a"], [], ["a"]], [["a"], ["a"]], [true, false]),
        ("look-alikes", [["é"], ["é", "e\u{301}"]], [["é"], ["e\u{301}"]], [false, false]),
    ]

    @Test("what appears is fetched, what is gone is given up", arguments: cases.indices)
    func showing(_ index: Int) {
        let (_, shown, asked, givenUp) = Self.cases[index]
        let port = Port()
        let pictures = ScreenPictures(of: "catalog", port.prefetch)
        for urls in shown { pictures.show(urls) }
        #expect(port.asked == asked)
        #expect(port.givenUp == givenUp)
        #expect(port.modules.subtracting(["catalog"]).isEmpty)
    }

    @Test("a change has at most a hundred pictures fetched; the rest is not made up for later")
    func bound() {
        let port = Port()
        let pictures = ScreenPictures(of: "bookShelf", port.prefetch)
        let urls = (0..<1000).map(String.init)
        pictures.show(urls)
        pictures.show(urls)
        #expect(port.asked == [Array(urls.prefix(100))])
    }

    @Test("closing gives up everything, and nothing is fetched after it")
    func closing() {
        let port = Port()
        let pictures = ScreenPictures(of: "catalog", port.prefetch)
        pictures.show(["a"])
        pictures.show(["a", "b"])
        pictures.close()
        pictures.show(["c"])
        #expect(port.asked == [["a"], ["b"]])
        #expect(port.givenUp == [true, true])
    }

    @Test("a port that fetches nothing is asked all the same, and leaves nothing to give up")
    func nothing() {
        let asked = Mutex(0)
        let pictures = ScreenPictures(
            of: "catalog",
            PicturePrefetch { _, _ in
                asked.withLock { $0 += 1 }
                return nil
            })
        for urls in [["a"], ["b"], []] { pictures.show(urls) }
        pictures.close()
        #expect(asked.withLock { $0 } == 2)
    }

    // MARK: On open screens

    /// Shows what it is told to.
    private final class RowsModel: ScreenModel {
        let state = ScreenState<[String]>([])

        static var shape: ResultShape<[String]> {
            ResultShape([ResultField("count", .whole, "The rows.") { $0.count }])
        }

        func present(_ state: [String]) -> Document { Document() }
        func pictures(of state: [String]) -> [String] { state }
        func open() {}
        func close() {}
    }

    private func desk(_ model: RowsModel, _ port: Port) throws -> OpenScreens {
        let rows = ScreenDefinition("galleria://rows", title: "Rows", doc: "Rows.", shape: RowsModel.shape, actions: [])
        {
            _ throws(Fault) in model
        }
        let router = Router(try registry([("rows", { $0.add(rows) })]))
        return OpenScreens(
            router: { router }, options: RenderOptions(style: .plain), prefetch: port.prefetch, wake: {})
    }

    @Test("the pictures of what is published are fetched, once a publication; closing the screen gives them up")
    func published() throws {
        let (model, port) = (RowsModel(), Port())
        let screens = try desk(model, port)
        let screen = try screens.open("galleria://rows", style: nil, width: nil, showsPictures: true).screen
        #expect(port.asked.isEmpty)
        model.state.change { $0 = ["a"] }
        model.state.change { $0 = ["b", "c"] }
        #expect(port.asked.isEmpty, "a burst is one publication")
        #expect(try screens.changes().count == 1)
        #expect(port.asked == [["b", "c"]] && port.modules == ["rows"])
        model.state.change { $0.append("d") }
        _ = try screens.reading(screen)
        #expect(port.asked == [["b", "c"], ["d"]])
        try screens.close(screen)
        #expect(port.givenUp == [true, true])
    }

    @Test("who opens a screen for its text alone has no pictures fetched")
    func textAlone() throws {
        let (model, port) = (RowsModel(), Port())
        let screens = try desk(model, port)
        _ = try screens.open("galleria://rows", style: nil, width: nil)
        model.state.change { $0 = ["a"] }
        #expect(try screens.changes().count == 1)
        #expect(port.asked.isEmpty)
    }
}
