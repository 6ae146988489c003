import DesignSystem
import JSON
import Testing

@testable import FeatureKit

/// A registry without what changes something.
@Suite("Read-only registries") struct ReadOnlyTests {
    private func router(isReadOnly: Bool, judgesEffects: Bool = false) throws -> Router {
        var registration = ModuleRegistration(id: "desk", judgesEffects: judgesEffects)
        for (name, effect) in [
            ("look", OperationEffect.reads), ("put", .writes(idempotent: true, destructive: false)),
            ("take", .writes(idempotent: false, destructive: true)),
        ] {
            registration.add(
                Operation(
                    name, title: "One", doc: "One.", effect: effect, example: [], parameters: .none,
                    result: ResultShape<Int>([ResultField("count", .whole, "How many.") { $0 }]),
                    present: { _ in .init([]) }, run: { _, _ throws(Fault) in 1 }))
        }
        registration.add(
            ScreenDefinition(
                "galleria://counter/{name}", title: "Counter", doc: "Counts.",
                shape: CounterModel.shape,
                actions: CounterModel.actions + [
                    ScreenAction("wipe", "Wipes.", effect: .writes(idempotent: true, destructive: true)) {
                        _ throws(Fault) in .accepted
                    }
                ]
            ) { _ throws(Fault) in CounterModel() })
        var builder = RegistryBuilder(isReadOnly: isReadOnly)
        builder.add(registration)
        return Router(try builder.build())
    }

    @Test("operations that write are absent by method and by tool, and their absence says why")
    func operations() throws {
        let router = try router(isReadOnly: true)
        #expect(router.registry.operations.map(\.method) == ["desk.look"])
        #expect(router.operation(tool: "desk_put") == nil && router.operation(method: "desk.put") == nil)
        #expect(router.absence(ofMethod: "desk.put").message.contains("read-only"))
        #expect(router.absence(ofMethod: "desk.puts").suggestions == [])
        #expect(router.absence(ofMethod: "desk.loo").suggestions == ["desk.look"])
        #expect(try self.router(isReadOnly: false).registry.operations.count == 3)
    }

    @Test("a registration that judges effects itself keeps its operations")
    func judged() throws {
        #expect(try router(isReadOnly: true, judgesEffects: true).registry.operations.count == 3)
    }

    @Test(
        "a screen has no actions that write: they are not listed, and sending one says why", arguments: [true, false])
    func screens(_ isReadOnly: Bool) throws {
        let router = try router(isReadOnly: isReadOnly)
        let screens = OpenScreens(router: { router }, options: .init(style: .plain)) {}
        let opened = try screens.open("galleria://counter/a", style: nil, width: nil)
        let names = opened.session.definition.actions.map(\.name)
        #expect(names == ["add", "ignore", "go", "fail"] + (isReadOnly ? [] : ["wipe"]))
        #expect(try screens.send("s1", action: "add", parameters: nil).1 == .accepted)
        if isReadOnly {
            let fault = #expect(throws: Fault.self) { try screens.send("s1", action: "wipe", parameters: nil) }
            #expect(fault?.message.contains("read-only") == true)
        } else {
            #expect(try screens.send("s1", action: "wipe", parameters: nil).1 == .accepted)
        }
    }
}
