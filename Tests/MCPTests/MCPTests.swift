import Testing

@testable import MCP
