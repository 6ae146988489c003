package import Core
import DesignSystem
import Settings

/// Friends: the user, invitations to answer, friends to search, and three scenarios of them.
package struct Friends: FeatureModule {
    static let id = "friends"
    private static let settings = ModuleSettings(
        id: id, endpoint: "https://dimanyen.github.io", timeout: .seconds(10))
    static let scenario = SettingKey(
        "modules.friends.scenario", .oneOf(Scenario.self), default: .friendsWithInvitations,
        "Which lists are asked for when a call or route does not say.")
    static let language = SettingKey(
        "modules.friends.language", .oneOf(FriendsLanguage.self), default: .traditionalChinese,
        "The language of this module's own words.")

    package static var manifest: ModuleManifest {
        ModuleManifest(
            id: id, title: "Friends", doc: "KOKO friends: invitations to accept or decline, friends, search.",
            settings: settings, ownSettings: [scenario.declaration, language.declaration],
            sample: SampleFriends.answer)
    }

    private let circle: Circle

    package init(_ context: FeatureContext) throws(Fault) {
        circle = Circle(
            api: FriendsAPI(upstream: context.upstream), storage: AnswerStorage(store: context.state),
            background: context.background, scenario: context.settings[Self.scenario],
            strings: context.settings[Self.language].strings)
    }

    package func register(in registry: inout ModuleRegistration) {
        registry.add(circle.listOperation)
        registry.add(circle.respondOperation)
        registry.add(
            ScreenDefinition(
                "galleria://friends{?scenario}", title: "Friends", doc: "The user, invitations, and friends to search.",
                actions: FriendsScreen.actions
            ) { [circle] parameters throws(Fault) in
                guard let name = parameters["scenario"] else {
                    return FriendsScreen(circle, scenario: circle.scenario)
                }
                // Bytes, not characters: a look-alike is another name.
                let scenario = Scenario.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
                guard let scenario else { throw .unknownScenario(name) }
                return FriendsScreen(circle, scenario: scenario)
            })
    }
}

/// What the operations and screens of the friends share.
struct Circle: Sendable {
    let api: FriendsAPI
    let storage: AnswerStorage
    let background: Background
    /// Asked for when nobody says another.
    let scenario: Scenario
    let strings: FriendsStrings
}
