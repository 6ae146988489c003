import Testing

@testable import Suggestions
