package import JMESPath

/// A module as its YAML file declares it: read, checked, every expression and template compiled.
package struct ModuleDeclaration: Sendable {
    /// Lower camel case, from the file's name.
    package let id: String
    package var title = ""
    package var doc = ""
    /// Default of the setting `modules.ID.endpoint`.
    package var endpoint = ""
    package var settings: [OwnSettingDeclaration] = []
    package var auth: AuthDeclaration?
    package var rows: [RowDeclaration] = []
    package var operations: [OperationDeclaration] = []
    package var screens: [ScreenDeclaration] = []
    package var samples: [SampleDeclaration] = []
    /// Whether variables of the process stand in the file.
    package var usesVariables = false

    package init(id: String) { self.id = id }

    /// True if another declaration has the same head: all that must be known before the module is made.
    package func hasHead(of other: ModuleDeclaration) -> Bool {
        id == other.id && title == other.title && doc == other.doc && endpoint == other.endpoint
            && settings == other.settings && auth == other.auth
    }
}

/// A setting of the module beyond those that every module has.
package struct OwnSettingDeclaration: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case text, int, bool, duration, size, secret
    }

    package let name: String
    package let kind: Kind
    package let doc: String
    /// As the file spells it; nil without one.
    package let defaultText: String?
    /// Bounds of an `int`.
    package let range: ClosedRange<Int>?

    package init(name: String, kind: Kind, doc: String, defaultText: String?, range: ClosedRange<Int>?) {
        (self.name, self.kind, self.doc, self.defaultText, self.range) = (name, kind, doc, defaultText, range)
    }
}

/// The way a request shows who asks. Values are names of secret settings.
package enum AuthDeclaration: Sendable, Equatable {
    case header([NamedSetting])
    case query([NamedSetting])
    case bearer(String)
    case basic(user: String, password: String)

    /// A header or a parameter, and the setting that holds its value.
    package struct NamedSetting: Sendable, Equatable {
        package let name: String
        package let setting: String

        package init(name: String, setting: String) { (self.name, self.setting) = (name, setting) }
    }
}

/// A type of row.
package struct RowDeclaration: Sendable {
    package let name: String
    /// Names of fields.
    package var key = ""
    package var title: String?
    package var fields: [RowFieldDeclaration] = []
}

/// A field of a row.
package struct RowFieldDeclaration: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case text, int, number, bool, money, date, duration, url, image
    }

    package let name: String
    /// On the upstream's row.
    package let from: JMESExpression
    package var kind = Kind.text
    package var doc: String?
    package var isListed = true
    package var isFilter = false
    package var isSort = false
}

/// A screen that says otherwise than its operation would.
package struct ScreenDeclaration: Sendable {
    package let name: String
    package var route = ""
    /// The operation that it shows.
    package var from = ""
    /// Operations that are its actions.
    package var actions: [String] = []
}

/// An answer that is kept beside the file, for a call. Those of one call, in their order, are its pages.
package struct SampleDeclaration: Sendable {
    package enum Files: Sendable, Equatable {
        case one(String)
        /// One for each step.
        case steps([String: String])
    }

    package let operation: String
    /// Values as the file spells them.
    package var parameters: [(name: String, value: String)] = []
    /// Relative to the module's file.
    package let files: Files

    package init(operation: String, parameters: [(name: String, value: String)], files: Files) {
        (self.operation, self.parameters, self.files) = (operation, parameters, files)
    }
}
