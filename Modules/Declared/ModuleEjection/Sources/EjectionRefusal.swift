/// The reason why a module is not written in Swift.
package enum EjectionRefusal: Error, Equatable {
    /// The name is Swift's, another module's or one that the feature's file uses.
    case takenName(String)
    case noSample(String)
    /// A file of the repository without the list that it had.
    case noList(String)

    /// The sentence for people.
    package var sentence: String {
        switch self {
        case .takenName(let name): "\(name) can't be the name of a Swift module here: it is taken."
        case .noSample(let file): "The sample \(file) is not there, or can't be read."
        case .noList(let file): "\(file) has no list of features as it is expected."
        }
    }

    package var hint: String {
        switch self {
        case .takenName: "Give the module's file another name."
        case .noSample: "Check `samples` in the module's file."
        case .noList: "Restore the file as the repository has it, or add the feature by hand."
        }
    }
}
