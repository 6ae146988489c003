/// Answers that the specification of UCP gives as examples (cart-mcp.md, v2026-04-08), as they stand there.
enum CartExamples {
    static let created = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.checkout": [
                    {
                      "version": "2026-04-08"
                    }
                  ],
                  "dev.ucp.shopping.cart": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "id": "cart_abc123",
              "line_items": [
                {
                  "id": "li_1",
                  "item": {
                    "id": "item_123",
                    "title": "Red T-Shirt",
                    "price": 2500
                  },
                  "quantity": 2,
                  "totals": [
                    {
                      "type": "subtotal",
                      "amount": 5000
                    },
                    {
                      "type": "total",
                      "amount": 5000
                    }
                  ]
                }
              ],
              "currency": "USD",
              "totals": [
                {
                  "type": "subtotal",
                  "amount": 5000
                },
                {
                  "type": "total",
                  "amount": 5000
                }
              ],
              "continue_url": "https://business.example.com/checkout?cart=cart_abc123",
              "expires_at": "2026-01-16T12:00:00Z"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"id\":\"cart_abc123\",...}"
              }
            ]
          }
        }
        """#

    static let outOfStock = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-01-15",
                "status": "error"
              },
              "messages": [
                {
                  "type": "error",
                  "code": "out_of_stock",
                  "content": "All requested items are currently out of stock",
                  "severity": "unrecoverable"
                }
              ],
              "continue_url": "https://merchant.com/"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"messages\":[...]}"
              }
            ]
          }
        }
        """#

    static let read = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.checkout": [
                    {
                      "version": "2026-04-08"
                    }
                  ],
                  "dev.ucp.shopping.cart": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "id": "cart_abc123",
              "line_items": [
                {
                  "id": "li_1",
                  "item": {
                    "id": "item_123",
                    "title": "Red T-Shirt",
                    "price": 2500
                  },
                  "quantity": 2,
                  "totals": [
                    {
                      "type": "subtotal",
                      "amount": 5000
                    },
                    {
                      "type": "total",
                      "amount": 5000
                    }
                  ]
                }
              ],
              "currency": "USD",
              "totals": [
                {
                  "type": "subtotal",
                  "amount": 5000
                },
                {
                  "type": "total",
                  "amount": 5000
                }
              ],
              "continue_url": "https://business.example.com/checkout?cart=cart_abc123",
              "expires_at": "2026-01-16T12:00:00Z"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"id\":\"cart_abc123\",...}"
              }
            ]
          }
        }
        """#

    static let absent = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.cart": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "messages": [
                {
                  "type": "error",
                  "code": "not_found",
                  "content": "Cart not found or has expired",
                  "severity": "unrecoverable"
                }
              ],
              "continue_url": "https://merchant.com/"
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

    static let updated = #"""
        {
          "jsonrpc": "2.0",
          "id": 2,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.checkout": [
                    {
                      "version": "2026-04-08"
                    }
                  ],
                  "dev.ucp.shopping.cart": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "id": "cart_abc123",
              "line_items": [
                {
                  "id": "li_1",
                  "item": {
                    "id": "item_123",
                    "title": "Red T-Shirt",
                    "price": 2500
                  },
                  "quantity": 3,
                  "totals": [
                    {
                      "type": "subtotal",
                      "amount": 7500
                    },
                    {
                      "type": "total",
                      "amount": 7500
                    }
                  ]
                },
                {
                  "id": "li_2",
                  "item": {
                    "id": "item_456",
                    "title": "Blue Jeans",
                    "price": 7500
                  },
                  "quantity": 1,
                  "totals": [
                    {
                      "type": "subtotal",
                      "amount": 7500
                    },
                    {
                      "type": "total",
                      "amount": 7500
                    }
                  ]
                }
              ],
              "currency": "USD",
              "totals": [
                {
                  "type": "subtotal",
                  "amount": 15000
                },
                {
                  "type": "total",
                  "amount": 15000
                }
              ],
              "continue_url": "https://business.example.com/checkout?cart=cart_abc123",
              "expires_at": "2026-01-16T12:00:00Z"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"id\":\"cart_abc123\",...}"
              }
            ]
          }
        }
        """#

    static let cancelled = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.checkout": [
                    {
                      "version": "2026-04-08"
                    }
                  ],
                  "dev.ucp.shopping.cart": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "id": "cart_abc123",
              "line_items": [
                {
                  "id": "li_1",
                  "item": {
                    "id": "item_123",
                    "title": "Red T-Shirt",
                    "price": 2500
                  },
                  "quantity": 2,
                  "totals": [
                    {
                      "type": "subtotal",
                      "amount": 5000
                    },
                    {
                      "type": "total",
                      "amount": 5000
                    }
                  ]
                }
              ],
              "currency": "USD",
              "totals": [
                {
                  "type": "subtotal",
                  "amount": 5000
                },
                {
                  "type": "total",
                  "amount": 5000
                }
              ],
              "continue_url": "https://business.example.com/checkout?cart=cart_abc123"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"id\":\"cart_abc123\",...}"
              }
            ]
          }
        }
        """#

    static let gone = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.cart": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "messages": [
                {
                  "type": "error",
                  "code": "not_found",
                  "content": "Cart not found or has expired",
                  "severity": "unrecoverable"
                }
              ],
              "continue_url": "https://merchant.com/"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"messages\":[...]}"
              }
            ]
          }
        }
        """#
}
