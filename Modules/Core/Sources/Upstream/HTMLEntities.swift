/// Replaces the character references of HTML in upstream text: decimal, hexadecimal, and the common names.
///
/// What is not a reference stays as it is, so that `AT&T` survives. References to control characters and surrogates
/// are dropped: they have no place in a title.
package func decodingHTMLEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
        if scalar == "&", let (replacement, length) = reference(at: rest) {
            if let replacement { result.append(replacement) }
            rest = rest.dropFirst(length)
        } else {
            result.append(scalar)
            rest = rest.dropFirst()
        }
    }
    return String(result)
}

/// The reference at the start of `text` with its length in scalars, semicolon included; nil when there is none.
private func reference(at text: Substring.UnicodeScalarView) -> (scalar: Unicode.Scalar?, length: Int)? {
    let body = text.dropFirst().prefix(12)
    guard let end = body.firstIndex(of: ";") else { return nil }
    let name = String(body[body.startIndex..<end])
    let length = name.unicodeScalars.count + 2
    guard name.utf8.first == UInt8(ascii: "#") else {
        return namedScalars[name].map { ($0, length) }
    }
    let digits = name.utf8.dropFirst()
    let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    let number = String(Substring(isHexadecimal ? digits.dropFirst() : digits))
    guard number.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let code = UInt32(number, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    guard let scalar = Unicode.Scalar(code), scalar.properties.generalCategory != .control || code == 10 else {
        return (nil, length)
    }
    return (scalar, length)
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
