/// A parameter of a list or a detail itself, its type erased: checked when it is sent, read by `FeatureCall.value`.
struct OwnParameter: Sendable {
    let field: ParameterField
    let check: @Sendable (ParameterReader) throws(WrongParameter) -> Void

    init<Value>(_ parameter: Parameter<Value>) {
        field = parameter.field
        check = { reader throws(WrongParameter) in _ = try reader.value(parameter) }
    }
}

/// The filter by a field that is true or false. An object, as those by words are: the type of an array of tuples is made at run time,
/// which takes 14,000 instructions.
final class FlagFilter: Sendable {
    let place: Int
    let parameter: Parameter<Bool?>

    init(_ place: Int, _ parameter: Parameter<Bool?>) { (self.place, self.parameter) = (place, parameter) }
}

/// The filter by the values of a field.
final class WordFilter: Sendable {
    let place: Int
    let parameter: Parameter<[String]?>

    init(_ place: Int, _ parameter: Parameter<[String]?>) { (self.place, self.parameter) = (place, parameter) }
}
