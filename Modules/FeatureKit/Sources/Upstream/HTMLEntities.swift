import Glibc
import Values

/// Replaces the character references of HTML in upstream text: decimal, hexadecimal, and the common names.
///
/// What is not a reference stays as it is, so that `AT&T` survives. References to control characters and surrogates
/// are dropped: they have no place in a title.
package func decodingHTMLEntities(_ text: String) -> String {
    let ampersand = UInt8(ascii: "&")
    // Most texts have none: seen where they lie.
    let mayHold = text.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.baseAddress.map { memchr($0, Int32(ampersand), bytes.count) != nil } ?? false
    }
    guard mayHold ?? true else { return text }
    let source = Array(text.utf8)
    guard var start = source.firstIndex(of: ampersand) else { return text }
    var result = Array(source[..<start])
    result.reserveCapacity(source.count)
    while start < source.count {
        if let (replacement, end) = characterReference(at: start, in: source[...]) {
            if let replacement { result += Array(String(replacement).utf8) }
            start = end
        } else {
            result.append(ampersand)
            start += 1
        }
        let next = source[start...].firstIndex(of: ampersand) ?? source.count
        result += source[start..<next]
        start = next
    }
    // Cut at ASCII, and whole scalars in between.
    return String(wellFormed: result.span)
}

/// The longest name or number between `&` and `;` that is looked at, in bytes.
private let longestReference = 12

/// The reference at the `&` at `start`, with the index behind its semicolon; nil when there is none. Its scalar is nil where it is
/// dropped.
func characterReference(at start: Int, in source: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar?, end: Int)? {
    let body = source[(start + 1)...].prefix(longestReference)
    guard let semicolon = body.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = body[..<semicolon]
    guard name.first == UInt8(ascii: "#") else {
        return namedScalars[String(decoding: name, as: UTF8.self)].map { ($0, semicolon + 1) }
    }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    let number = isHexadecimal ? digits.dropFirst() : digits
    guard number.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let code = UInt32(String(decoding: number, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    else { return nil }
    let isControl = code < 0x20 || (0x7F...0x9F).contains(code)
    guard let scalar = Unicode.Scalar(code), !isControl || code == 10 else {
        return (nil, semicolon + 1)
    }
    return (scalar, semicolon + 1)
}

/// The names in use: markup, typography, currency, and the letters of Latin-1 (HTML 4.01, section 24).
private let namedScalars: [String: Unicode.Scalar] = {
    var names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "\u{2026}", "mdash": "\u{2014}",
        "ndash": "\u{2013}", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "ldquo": "\u{201C}", "rdquo": "\u{201D}",
        "bull": "\u{2022}", "trade": "\u{2122}", "euro": "\u{20AC}", "OElig": "\u{152}", "oelig": "\u{153}",
    ]
    let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times \
        Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave \
        uacute ucirc uuml yacute thorn yuml
        """
    for (offset, name) in latin1.split(separator: " ").enumerated() {
        names[String(name)] = Unicode.Scalar(UInt8(160 + offset))
    }
    names["nbsp"] = " "
    return names
}()
