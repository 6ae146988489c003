import Testing

@testable import DesignSystem
