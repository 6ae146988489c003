/// Receiver of a terminal's events, on the loop's thread.
package protocol TerminalHandler: AnyObject {
    /// Bytes that were typed, as they came.
    /// - Returns: whether to be told when nothing more comes soon: an escape key sends the byte that sequences begin with.
    func typed(_ bytes: [UInt8]) -> Bool

    /// Nothing came soon after what `typed` was last told.
    func typingPaused()

    /// The moment that `remind` was asked for.
    func reminded()

    /// The terminal may have another size.
    func resized()

    /// The terminal shows anything: the program was stopped and goes on.
    func resumed()

    /// The terminal or its user wants the program to end: SIGTERM, SIGINT, SIGHUP, or the end of the input. Comes once.
    func ended()

    /// The loop is about to sleep: what is to be shown goes out now, in one write.
    func turnEnded()
}
