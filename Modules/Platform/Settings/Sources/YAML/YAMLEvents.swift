import CYAML

/// One libyaml event, its strings copied out.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case documentEnd
        case streamEnd
        case alias(String)
        case scalar(text: String, isPlain: Bool)
        case start(YAMLKind)
        case end
        /// Nothing to act on: the start of the stream.
        case other
    }

    let kind: Kind
    let anchor: String?
    let tag: String?
    /// Offsets in scalars.
    let span: Range<Int>
}

/// libyaml's parser over one text, as a sequence of events. It owns the C parser and frees it when it goes.
///
/// libyaml alone has no limits: whoever takes the events must stop asking at the first one too many.
struct YAMLEvents: ~Copyable {
    // On the heap: the C parser keeps a pointer to itself.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let trimmed: TrimmedText

    /// A parser over a copy of `bytes`, which must be UTF-8 without a byte order mark, of characters that YAML takes; nil when memory is
    /// short.
    init?(_ bytes: [UInt8]) {
        trimmed = TrimmedText(bytes)
        text = .allocate(capacity: max(trimmed.bytes.count, 1))
        _ = text.update(fromContentsOf: trimmed.bytes)
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            text.deallocate()
            return nil
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, trimmed.bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// The next event. After `streamEnd` or a fault it must not be called again.
    mutating func next() throws(YAMLSyntaxFault) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLSyntaxFault(parser.pointee, trimmed) }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event, trimmed)
    }
}

/// libyaml's complaint: its words, the place of the problem, and the place where the construct it was reading began.
struct YAMLSyntaxFault: Error {
    let problem: String
    let isOutOfMemory: Bool
    let offset: Int
    let contextOffset: Int?

    fileprivate init(_ parser: yaml_parser_t, _ text: TrimmedText) {
        problem = parser.problem.map { String(cString: $0) } ?? "unreadable"
        isOutOfMemory = parser.error == YAML_MEMORY_ERROR
        offset = text.whole(Int(clamping: parser.problem_mark.index))
        contextOffset = parser.context == nil ? nil : text.whole(Int(clamping: parser.context_mark.index))
    }
}

extension YAMLEvent {
    fileprivate init(_ event: yaml_event_t, _ text: TrimmedText) {
        let start = text.whole(Int(clamping: event.start_mark.index))
        span = start..<max(start, text.whole(Int(clamping: event.end_mark.index)))
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: (kind, anchor, tag) = (.documentStart, nil, nil)
        case YAML_DOCUMENT_END_EVENT: (kind, anchor, tag) = (.documentEnd, nil, nil)
        case YAML_STREAM_END_EVENT: (kind, anchor, tag) = (.streamEnd, nil, nil)
        case YAML_ALIAS_EVENT:
            (kind, anchor, tag) = (.alias(Self.text(event.data.alias.anchor) ?? ""), nil, nil)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = .scalar(
                text: String(decoding: value, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            (anchor, tag) = (Self.text(scalar.anchor), Self.text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            let sequence = event.data.sequence_start
            (kind, anchor, tag) = (.start(.sequence), Self.text(sequence.anchor), Self.text(sequence.tag))
        case YAML_MAPPING_START_EVENT:
            let mapping = event.data.mapping_start
            (kind, anchor, tag) = (.start(.mapping), Self.text(mapping.anchor), Self.text(mapping.tag))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: (kind, anchor, tag) = (.end, nil, nil)
        default: (kind, anchor, tag) = (.other, nil, nil)
        }
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
