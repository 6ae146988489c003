/// Finds the escape sequences of ECMA-48 in a stream of scalars, so that they can be removed with all that belongs to them.
///
/// Known are `ESC` with its final character, CSI, and the control strings OSC, DCS, APC, PM and SOS with their payload and
/// terminator, each in its form of 7 bits (`ESC [`) and of 8 (U+009B). A sequence ends where a terminal ends it: at its
/// final character, at ST or (OSC alone) BEL, at CAN or SUB, at the `ESC` of the next one. One that is never ended goes to
/// the end of the text, since a terminal would swallow as much.
struct EscapeSequenceScan {
    private enum State {
        case text
        /// Behind `ESC`.
        case escape
        /// Behind `ESC` and characters such as `(` or `#`: only the final one is missing.
        case intermediate
        /// Inside CSI.
        case parameters
        /// Inside DCS, APC, PM or SOS.
        case controlString
        case systemCommand
    }

    private var state = State.text

    /// Takes the next scalar.
    /// - Returns: Whether it is part of a sequence.
    mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        // Most texts have none of it.
        if state == .text, value >= 0x20, value < 0x80 || value > 0x9F { return false }
        switch value {
        case 0x1B: return enter(.escape)
        case 0x18, 0x1A, 0x9C: return enter(.text)
        default: break
        }
        switch state {
        case .controlString: return true
        case .systemCommand: return value == 0x07 ? enter(.text) : true
        case .text: return introduces(value)
        case .escape:
            switch value {
            case 0x20...0x2F: return enter(.intermediate)
            // The letters stand for the C1 controls 0x40 above them.
            case 0x40...0x5F: return introduces(value + 0x40) || enter(.text)
            case 0x30...0x7E: return enter(.text)
            default: return leave(at: value)
            }
        case .intermediate:
            switch value {
            case 0x20...0x2F: return true
            case 0x30...0x7E: return enter(.text)
            default: return leave(at: value)
            }
        case .parameters:
            switch value {
            case 0x20...0x3F: return true
            case 0x40...0x7E: return enter(.text)
            // A terminal acts on these at once, and goes on with the sequence.
            case 0..<0x20, 0x7F: return false
            default: return leave(at: value)
            }
        }
    }

    /// Enters the state that a C1 control begins.
    private mutating func introduces(_ control: UInt32) -> Bool {
        switch control {
        case 0x90, 0x98, 0x9E, 0x9F: enter(.controlString)
        case 0x9B: enter(.parameters)
        case 0x9D: enter(.systemCommand)
        default: false
        }
    }

    /// Ends a sequence that is broken off by what is not part of it, and may begin the next one.
    private mutating func leave(at value: UInt32) -> Bool {
        state = .text
        return introduces(value)
    }

    private mutating func enter(_ state: State) -> Bool {
        self.state = state
        return true
    }
}
