/// Answers that the specification of UCP gives as examples (overview.md, v2026-04-08), as they stand there.
enum NegotiationExamples {
    static let profileUnreachable = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "error": {
            "code": -32001,
            "message": "UCP discovery failed",
            "data": {
              "code": "profile_unreachable",
              "content": "Unable to fetch agent profile: connection timeout",
              "continue_url": "https://merchant.com/cart"
            }
          }
        }
        """#

    static let versionUnsupported = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "error": {
            "code": -32001,
            "message": "Protocol version not supported",
            "data": {
              "code": "version_unsupported",
              "content": "Protocol version 2026-01-12 is not supported. This business supports versions 2026-01-11 and 2026-01-23.",
              "continue_url": "https://merchant.com/cart"
            }
          }
        }
        """#

    static let incompatible = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "status": "error"
              },
              "messages": [
                {
                  "type": "error",
                  "code": "version_unsupported",
                  "content": "UCP version 2024-01-01 is not supported",
                  "severity": "unrecoverable"
                }
              ],
              "continue_url": "https://merchant.com"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"messages\":[...],\"continue_url\":\"...\"}"
              }
            ]
          }
        }
        """#

    static let rateLimit = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "error": {
            "code": -32000,
            "message": "Rate limit exceeded",
            "data": {
              "retry_after": 60
            }
          }
        }
        """#

    static let unauthorized = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "error": {
            "code": -32000,
            "message": "Unauthorized"
          }
        }
        """#
}
