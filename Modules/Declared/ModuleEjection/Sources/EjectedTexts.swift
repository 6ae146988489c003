import DeclaredFeature
import FeatureKit
import JMESPath
import ModuleFile
import URITemplate

extension EjectedFeature {
    /// Beginning of names in C.
    var cName: String { name.lowercased() }

    var sampleSource: String {
        var lines = [
            "#include \"\(name)Samples.h\"", "", "#include <string.h>", "",
            "#pragma clang diagnostic ignored \"-Wc23-extensions\"", "",
        ]
        for (index, sample) in samples.enumerated() {
            lines += [
                "static const unsigned char file_\(index)[] = {",
                "#embed \"../../../../Config/samples/\(name)/\(sample.file)\"", "};",
            ]
        }
        lines += ["", "\(cName)_file \(cName)_sample(const char *name) {"]
        for (index, sample) in samples.enumerated() {
            lines.append(
                "    if (strcmp(name, \"\(sample.file)\") == 0) return (\(cName)_file){file_\(index), sizeof file_\(index)};"
            )
        }
        return (lines + ["    return (\(cName)_file){NULL, 0};", "}", ""]).joined(separator: "\n")
    }

    var sampleHeader: String {
        """
        // The sample data of Config/samples/\(name), embedded in the binary.
        #pragma once

        #include <stddef.h>

        // One answer of the upstream, as it is. UTF-8, not NUL-terminated.
        typedef struct {
            const unsigned char *bytes;
            size_t count;
        } \(cName)_file;

        // A file by its name; bytes is NULL where there is none.
        \(cName)_file \(cName)_sample(const char *name);

        """
    }

    var tests: String {
        let screens = module.screenMethods.sorted { $0.key < $1.key }.map { ($0.key, SwiftCode.text($0.value)) }
        let start = "        let kit = "
        var arguments: [SwiftCode.Argument] = [
            .init(nil, .name(module.id)), .init("screens", .dictionary(screens)),
        ]
        let searches = module.searches.sorted().map { SwiftCode.text($0) }
        if !searches.isEmpty { arguments.append(.init("searches", .array(searches))) }
        let kit = SwiftCode.call("FeatureConformance", arguments)
        return """
            import FeatureKit
            import \(name)
            import TestSupport
            import Testing

            @Suite("\(name) keeps what every feature keeps")
            struct \(name)ConformanceTests {
                @Test("conforms", arguments: FeatureConformance.Rule.allCases)
                func conforms(_ rule: FeatureConformance.Rule) async throws {
            \(start)\(kit.rendered(at: 8, after: SwiftCode.length(start)))
                    try await kit.check(rule)
                }
            }

            """.importsSorted
    }

    var readme: String {
        let operations = module.operations.map { "`\(module.id).\($0.name)`" }.joined(separator: ", ")
        let routes = Set(plan.routes.values).union(plan.details.values).sorted().map { "`\($0)`" }.joined(
            separator: ", ")
        var invariants: [String] = []
        for operation in module.operations {
            let requests = operation.requests.map { request in
                "`\(request.method.rawValue.uppercased()) \(request.address?.template.text ?? "/")`"
            }
            invariants.append("- `\(operation.name)` asks \(requests.joined(separator: ", then ")).")
        }
        if module.auth != nil {
            let secrets = module.settings.filter { $0.kind == .secret }.map { "`modules.\(module.id).\($0.name)`" }
            invariants.append("- Secrets are settings, sent to the endpoint alone: \(secrets.joined(separator: ", ")).")
        }
        let rows = module.rows.map { "`\(SwiftNames.row($0.name))`" }.joined(separator: ", ")
        return """
            # \(name)

            \(module.doc.oneLine)

            ## Owns

            - `\(name).swift`: the feature, a value: its rows (\(rows)), the calls of its API, the operations \(operations)\(routes.isEmpty ? "" : ", the screens \(routes)").
            - `Samples/`: the C target that embeds Config/samples/\(name).

            ## May import

            DeclaredFeature (requests, paging and fields by expressions), DesignSystem, FeatureKit, HTTP, JSON, Settings, Storage, \(name)Samples.

            ## Invariants

            \(invariants.joined(separator: "\n"))
            - A row without its key is left out. A value that can't be read is left out of its row.

            ## Must not know

            Any other feature, where bytes come from, how text is laid out.

            """
    }

    var sampleReadme: String {
        """
        # \(name) sample data

        Answers that the \(name) module gives when it runs on sample data. They are built into the executable, so the module works
        without a network. `samples` of each call in `\(name).swift` says what a file answers.

        ## Changing it

        Replace a file with another answer to the same request. Take personal data out first.

        ## Licence

        An answer belongs to who gave it: say here whose it is, and under which licence.

        """
    }
}

extension String {
    /// The imports at its beginning in the order of the linter.
    fileprivate var importsSorted: String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        let imports = lines.prefix { $0.hasPrefix("import ") }
        return (imports.sorted() + lines.dropFirst(imports.count)).joined(separator: "\n")
    }
}
