import Testing

@testable import StdioTransport
