internal import CYAML

/// libyaml, as it is linked.
package enum YAMLLibrary {
    package static var version: String { String(cString: yaml_get_version_string()) }
}
