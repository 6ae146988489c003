import Glibc
import TestSupport
import Testing

@testable import StdioTransport

/// Size of the terminal behind the output.
@Suite("Terminal window") struct TerminalWindowTests {
    @Test(
        "cells and pixels as the terminal has them; no columns where it does not say",
        arguments: [(80, 24, 800, 480), (132, 50, 0, 0), (0, 0, 0, 0), (65_535, 65_535, 65_535, 65_535)])
    func window(_ columns: UInt16, _ rows: UInt16, _ pixelWidth: UInt16, _ pixelHeight: UInt16) throws {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: pixelWidth, ws_ypixel: pixelHeight)
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        try #require(openpty(&ours, &theirs, nil, nil, &size) == 0)
        defer {
            close(ours)
            close(theirs)
        }
        let streams = StandardStreams(input: -1, output: theirs, hasInput: false, hasOutput: true)
        #expect(streams.outputIsTerminal)
        #expect(
            streams.outputWindow
                == TerminalWindow(
                    columns: Int(columns), rows: Int(rows), pixelWidth: Int(pixelWidth), pixelHeight: Int(pixelHeight)))
        #expect(streams.outputColumns == (columns > 0 ? Int(columns) : nil))
    }

    @Test("a pipe has no window")
    func pipe() {
        let pipe = TestPipe()
        let streams = StandardStreams(input: -1, output: pipe.writeEnd, hasInput: false, hasOutput: true)
        #expect(!streams.outputIsTerminal && streams.outputWindow == nil && streams.outputColumns == nil)
    }
}
