import FuzzTargets
import Glibc

/// The target that `GALLERIA_FUZZ_TARGET` names.
private let chosen = getenv("GALLERIA_FUZZ_TARGET").flatMap { name in
    let name = String(cString: name)
    return FuzzTarget.all.first { $0.name.utf8.elementsEqual(name.utf8) }
}

/// libFuzzer's entry: called with one input after the other, in one process.
/// - Returns: 0, always; what must not be ends the process, which libFuzzer takes down with its input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let chosen else { end("GALLERIA_FUZZ_TARGET names no target\n") }
    do throws(BrokenProperty) {
        try chosen.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        end("broken property: \(error.sentence)\n")
    }
    return 0
}

private func end(_ sentence: String) -> Never {
    let text = Array(sentence.utf8)
    _ = write(STDERR_FILENO, text, text.count)
    abort()
}
