import DesignSystem
package import FeatureKit
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
            routes: [template], sample: SampleFriends.answer)
    }

    private static let template = RouteTemplate("galleria://friends{?scenario}")

    static let route = template.filled([:])

    static func route(_ scenario: Scenario) -> String { template.filled(["scenario": scenario.rawValue]) }

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
        registry.add(circle.answerPrompt)
        registry.add(
            ScreenDefinition(
                Self.template.text, title: "Friends", doc: "The user, invitations, and friends to search.",
                shape: FriendsScreen.shape, actions: FriendsScreen.actions
            ) { [circle] parameters throws(Fault) in
                FriendsScreen(circle, scenario: try circle.scenario(named: parameters["scenario"]))
            }.completing(["scenario": .oneOf(Scenario.self)]))
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
