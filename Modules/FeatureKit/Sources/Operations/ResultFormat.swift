package import JSON

/// Format of a result field's values: writing as JSON, JSON Schema.
package struct ResultFormat<Value>: Sendable {
    /// The JSON Schema of one value.
    let schema: ValueSchema
    package let write: @Sendable (Value, inout JSONWriter) -> Void

    package init(schema: ValueSchema, write: @escaping @Sendable (Value, inout JSONWriter) -> Void) {
        self.schema = schema
        self.write = write
    }

    package static func list<Element>(of element: ResultFormat<Element>) -> ResultFormat<[Element]>
    where Value == [Element] {
        ResultFormat(schema: .array(of: element.schema)) { elements, writer in
            writer.beginArray()
            for value in elements { element.write(value, &writer) }
            writer.endArray()
        }
    }

    package static func object(_ shape: ResultShape<Value>) -> ResultFormat<Value> {
        ResultFormat(schema: .object(shape.fields)) { value, writer in shape.write(value, into: &writer) }
    }
}

extension ResultFormat<String> {
    /// A text from outside or our own: at most `TextBound.scalars` of it.
    package static var text: Self { Self(schema: .type(.string)) { $1.string(TextBound.limited($0)) } }

    /// A rendered document, whose parts are bounded and which is as long as its rows are many.
    static var rendering: Self { Self(schema: .type(.string)) { $1.string($0) } }
}

extension ResultFormat<[UInt8]> {
    /// Bytes as base64, which have bounds of their own.
    package static var base64: Self { Self(schema: .type(.string)) { $1.base64($0) } }
}

extension ResultFormat<Int> {
    package static var whole: Self { Self(schema: .type(.integer)) { $1.integer($0) } }
}

extension ResultFormat<Bool> {
    package static var flag: Self { Self(schema: .type(.boolean)) { $1.bool($0) } }
}

extension ResultFormat
where Value: RawRepresentable & CaseIterable & SendableMetatype, Value.RawValue == String, Value.AllCases == [Value] {
    package static var oneOf: Self {
        Self(schema: .words(names(of: Value.self))) { $1.string($0.rawValue) }
    }
}

extension ResultFormat<JSONValue> {
    /// A value of any kind.
    static var value: Self { Self(schema: .given([])) { $1.value($0) } }
}

/// An object that some other shape writes: the state of a screen inside the answer about it.
package struct EmbeddedObject: Sendable {
    package let write: @Sendable (inout JSONWriter) -> Void

    package init(write: @escaping @Sendable (inout JSONWriter) -> Void) {
        self.write = write
    }
}

extension ResultFormat<EmbeddedObject> {
    package static var embedded: Self { Self(schema: .type(.object)) { $0.write(&$1) } }
}
