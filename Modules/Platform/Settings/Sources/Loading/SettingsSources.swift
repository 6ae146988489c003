/// Everything that settings are made of, read by somebody else: no file, variable or flag is looked up while loading.
package struct SettingsSources: Sendable {
    /// The base file's path, as errors name it, and its bytes; nil when there is none.
    package var baseFile: (path: String, bytes: [UInt8])?
    /// The environment's file: beside the base file, else shipped; nil when there is neither. Only asked for names of
    /// ASCII letters, digits, `-` and `_`.
    package var environmentFile: @Sendable (String) throws(SettingsFileFault) -> (label: String, bytes: [UInt8])?
    /// The environments inside the binary, for suggestions.
    package var shippedEnvironments: [String]
    /// Value of `--environment`.
    package var environmentName: String?
    /// Values of the `--set` flags, in order.
    package var flags: [(key: String, value: String)]
    /// The process's variables: those named `GALLERIA_SET_…` are a layer, all of them stand behind `${VAR}`.
    package var variables: [String: String]
    /// The home directory that `~` stands for.
    package var home: String?
    /// Whether `${VAR}` of a variable that is not set is no error; the setting then keeps its earlier value.
    package var lax: Bool
    /// Readings of the files among them.
    let readings: FileReadings

    package init(
        baseFile: (path: String, bytes: [UInt8])? = nil,
        environmentFile: @escaping @Sendable (String) throws(SettingsFileFault) -> (label: String, bytes: [UInt8])? = {
            _ in nil
        },
        shippedEnvironments: [String] = [], environmentName: String? = nil, flags: [(key: String, value: String)] = [],
        variables: [String: String] = [:], home: String? = nil, lax: Bool = false,
        readings: FileReadings = FileReadings()
    ) {
        self.baseFile = baseFile
        self.environmentFile = environmentFile
        self.shippedEnvironments = shippedEnvironments
        self.environmentName = environmentName
        self.flags = flags
        self.variables = variables
        self.home = home
        self.lax = lax
        self.readings = readings
    }
}
