import TestSupport
import Testing

@testable import JSON

/// JSONTestSuite by Nicolas Seriot (Corpus/JSONTestSuite, MIT): 318 small files named by what a strict reader does.
@Suite("JSONTestSuite")
struct CorpusTests {
    @Test("The corpus is complete")
    func complete() {
        #expect(JSONTestSuite.names("y_").count == 95)
        #expect(JSONTestSuite.names("n_").count == 188)
        #expect(JSONTestSuite.names("i_").count == 35)
        #expect(JSONTestSuite.names("", in: "test_transform").count == 22)
    }

    @Test("W1: valid files are read", arguments: JSONTestSuite.names("y_"))
    func valid(_ name: String) throws {
        let fault = firstFault(try JSONTestSuite.bytes(name))
        if JSONTestSuite.withMemberTwice.contains(name) {
            #expect(fault?.reason == .duplicateMember("a"))
        } else {
            #expect(fault == nil)
        }
    }

    @Test("W1: invalid files are refused, at a place inside the text", arguments: JSONTestSuite.names("n_"))
    func invalid(_ name: String) throws {
        let bytes = try JSONTestSuite.bytes(name)
        let fault = try #require(firstFault(bytes))
        #expect((0...bytes.count).contains(fault.offset))
    }

    @Test("W1, W12: files that readers may take or refuse, as decided here", arguments: decided)
    func undecided(_ row: Case<JSONFault.Reason?>) throws {
        #expect(firstFault(try JSONTestSuite.bytes(row.text))?.reason == row.expected)
    }

    @Test("The table of decisions names every undecided file once")
    func decisionsAreComplete() {
        #expect(Self.decided.map(\.text).sorted() == JSONTestSuite.names("i_"))
    }

    /// Big and tiny numbers are JSON and are kept as spelled; whatever is not UTF-8 or half a surrogate pair is
    /// refused.
    static let decided: [Case<JSONFault.Reason?>] = [
        ("i_number_double_huge_neg_exp", nil),
        ("i_number_huge_exp", nil),
        ("i_number_neg_int_huge_exp", nil),
        ("i_number_pos_double_huge_exp", nil),
        ("i_number_real_neg_overflow", nil),
        ("i_number_real_pos_overflow", nil),
        ("i_number_real_underflow", nil),
        ("i_number_too_big_neg_int", nil),
        ("i_number_too_big_pos_int", nil),
        ("i_number_very_big_negative_int", nil),
        ("i_object_key_lone_2nd_surrogate", .loneSurrogate),
        ("i_string_1st_surrogate_but_2nd_missing", .loneSurrogate),
        ("i_string_1st_valid_surrogate_2nd_invalid", .loneSurrogate),
        ("i_string_UTF-16LE_with_BOM", .unexpectedByte(0xFF)),
        ("i_string_UTF-8_invalid_sequence", .invalidUTF8),
        ("i_string_UTF8_surrogate_U+D800", .invalidUTF8),
        ("i_string_incomplete_surrogate_and_escape_valid", .loneSurrogate),
        ("i_string_incomplete_surrogate_pair", .loneSurrogate),
        ("i_string_incomplete_surrogates_escape_valid", .loneSurrogate),
        ("i_string_invalid_lonely_surrogate", .loneSurrogate),
        ("i_string_invalid_surrogate", .loneSurrogate),
        ("i_string_invalid_utf-8", .invalidUTF8),
        ("i_string_inverted_surrogates_U+1D11E", .loneSurrogate),
        ("i_string_iso_latin_1", .invalidUTF8),
        ("i_string_lone_second_surrogate", .loneSurrogate),
        ("i_string_lone_utf8_continuation_byte", .invalidUTF8),
        ("i_string_not_in_unicode_range", .invalidUTF8),
        ("i_string_overlong_sequence_2_bytes", .invalidUTF8),
        ("i_string_overlong_sequence_6_bytes", .invalidUTF8),
        ("i_string_overlong_sequence_6_bytes_null", .invalidUTF8),
        ("i_string_truncated-utf-8", .invalidUTF8),
        ("i_string_utf16BE_no_BOM", .unexpectedByte(0)),
        ("i_string_utf16LE_no_BOM", .unexpectedByte(0)),
        ("i_structure_500_nested_arrays", .tooDeep(limit: 64)),
        ("i_structure_UTF-8_BOM_empty_object", .byteOrderMark),
    ].map { Case($0.0, $0.0 + ".json", $0.1) }

    @Test("Files whose values readers change are kept or refused", arguments: kept)
    func transformed(_ row: Case<String?>) throws {
        let bytes = try JSONTestSuite.bytes(row.id + ".json", in: "test_transform")
        guard let expected = row.expected else {
            #expect(firstFault(bytes) != nil)
            return
        }
        let root = try JSONDocument(parsing: bytes).root
        #expect(String(decoding: JSONValue(root).serialized(), as: UTF8.self) == expected)
    }

    /// The compact text after reading and writing; nil when the file is refused.
    static let kept: [Case<String?>] = [
        ("number_-9223372036854775808", "[-9223372036854775808]"),
        ("number_-9223372036854775809", "[-9223372036854775809]"),
        ("number_1.0", "[1.0]"),
        ("number_1.000000000000000005", "[1.000000000000000005]"),
        ("number_1000000000000000", "[1000000000000000]"),
        ("number_10000000000000000999", "[10000000000000000999]"),
        ("number_1e-999", "[1E-999]"),
        ("number_1e6", "[1E6]"),
        ("number_9223372036854775807", "[9223372036854775807]"),
        ("number_9223372036854775808", "[9223372036854775808]"),
        ("object_key_nfc_nfd", "{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}"),
        ("object_key_nfd_nfc", "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}"),
        ("object_same_key_different_values", nil),
        ("object_same_key_same_value", nil),
        ("object_same_key_unclear_values", nil),
        ("string_1_escaped_invalid_codepoint", nil),
        ("string_1_invalid_codepoint", nil),
        ("string_2_escaped_invalid_codepoints", nil),
        ("string_2_invalid_codepoints", nil),
        ("string_3_escaped_invalid_codepoints", nil),
        ("string_3_invalid_codepoints", nil),
        ("string_with_escaped_NULL", "[\"A\\u0000B\"]"),
    ].map { Case($0.0, "", $0.1) }

    @Test("W1: Every file, cut or changed anywhere, is read or refused, and what is read survives writing")
    func mutated() throws {
        var generator = SeededGenerator(1)
        var accepted = 0
        for name in JSONTestSuite.names("") {
            let bytes = try JSONTestSuite.bytes(name)
            guard !bytes.isEmpty, bytes.count < 2_000 else { continue }
            for _ in 0..<60 {
                var mutant = bytes
                switch UInt8.random(in: 0..<4, using: &generator) {
                case 0: mutant.removeLast(Int.random(in: 1...mutant.count, using: &generator))
                case 1:
                    mutant[Int.random(in: 0..<mutant.count, using: &generator)] ^=
                        1 << UInt8.random(in: 0..<8, using: &generator)
                case 2:
                    mutant.insert(
                        Array("[]{},:\"\\0e-".utf8).randomElement(using: &generator) ?? 0,
                        at: Int.random(in: 0...mutant.count, using: &generator))
                default: mutant.remove(at: Int.random(in: 0..<mutant.count, using: &generator))
                }
                guard let document = try? JSONDocument(parsing: mutant) else { continue }
                accepted += 1
                let value = JSONValue(document.root)
                let again = JSONValue(try JSONDocument(parsing: value.serialized()).root)
                #expect(again == value, "\(mutant)")
            }
        }
        #expect(accepted > 1_000)
    }
}
