/// Identity of the program.
package enum Program {
    package static let name = "galleria"
    package static let version = "0.1.0"
}
