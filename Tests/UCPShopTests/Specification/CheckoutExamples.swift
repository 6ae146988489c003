/// Answers that the specification of UCP gives as examples (checkout-mcp.md, v2026-04-08), as they stand there.
enum CheckoutExamples {
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
                  "dev.ucp.shopping.fulfillment": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                },
                "payment_handlers": {
                  "com.example.vendor.delegate_payment": [
                    {
                      "id": "handler_1",
                      "version": "2026-04-08",
                      "available_instruments": [
                        {
                          "type": "card"
                        }
                      ],
                      "config": {}
                    }
                  ]
                }
              },
              "id": "checkout_abc123",
              "status": "incomplete",
              "buyer": {
                "email": "jane.doe@example.com",
                "first_name": "Jane",
                "last_name": "Doe"
              },
              "line_items": [
                {
                  "id": "li_1",
                  "item": {
                    "id": "item_123",
                    "title": "Blue Jeans",
                    "price": 5000
                  },
                  "quantity": 1,
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
                  "type": "fulfillment",
                  "display_text": "Shipping",
                  "amount": 500
                },
                {
                  "type": "total",
                  "amount": 5500
                }
              ],
              "fulfillment": {
                "methods": [
                  {
                    "id": "shipping_1",
                    "type": "shipping",
                    "line_item_ids": [
                      "li_1"
                    ],
                    "selected_destination_id": "dest_home",
                    "destinations": [
                      {
                        "id": "dest_home",
                        "street_address": "123 Main St",
                        "address_locality": "Springfield",
                        "address_region": "IL",
                        "postal_code": "62701",
                        "address_country": "US"
                      }
                    ],
                    "groups": [
                      {
                        "id": "package_1",
                        "line_item_ids": [
                          "li_1"
                        ],
                        "selected_option_id": "standard",
                        "options": [
                          {
                            "id": "standard",
                            "title": "Standard Shipping",
                            "description": "Arrives in 5-7 business days",
                            "totals": [
                              {
                                "type": "total",
                                "amount": 500
                              }
                            ]
                          },
                          {
                            "id": "express",
                            "title": "Express Shipping",
                            "description": "Arrives in 2-3 business days",
                            "totals": [
                              {
                                "type": "total",
                                "amount": 1000
                              }
                            ]
                          }
                        ]
                      }
                    ]
                  }
                ]
              },
              "links": [
                {
                  "type": "privacy_policy",
                  "url": "https://business.example.com/privacy"
                },
                {
                  "type": "terms_of_service",
                  "url": "https://business.example.com/terms"
                }
              ],
              "continue_url": "https://business.example.com/checkout-sessions/checkout_abc123",
              "expires_at": "2026-01-11T18:30:00Z"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"id\":\"checkout_abc123\",...}"
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
                "version": "2026-01-11",
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
                  "dev.ucp.shopping.fulfillment": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                },
                "payment_handlers": {
                  "com.example.vendor.delegate_payment": [
                    {
                      "id": "handler_1",
                      "version": "2026-04-08",
                      "available_instruments": [
                        {
                          "type": "card"
                        }
                      ],
                      "config": {}
                    }
                  ]
                }
              },
              "id": "checkout_abc123",
              "status": "incomplete",
              "buyer": {
                "email": "jane.doe@example.com",
                "first_name": "Jane",
                "last_name": "Doe"
              },
              "line_items": [
                {
                  "id": "li_1",
                  "item": {
                    "id": "item_123",
                    "title": "Blue Jeans",
                    "price": 5000
                  },
                  "quantity": 1,
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
                  "type": "fulfillment",
                  "display_text": "Shipping",
                  "amount": 1000
                },
                {
                  "type": "total",
                  "amount": 6000
                }
              ],
              "fulfillment": {
                "methods": [
                  {
                    "id": "shipping_1",
                    "type": "shipping",
                    "line_item_ids": [
                      "li_1"
                    ],
                    "selected_destination_id": "dest_home",
                    "destinations": [
                      {
                        "id": "dest_home",
                        "street_address": "123 Main St",
                        "address_locality": "Springfield",
                        "address_region": "IL",
                        "postal_code": "62701",
                        "address_country": "US"
                      }
                    ],
                    "groups": [
                      {
                        "id": "package_1",
                        "line_item_ids": [
                          "li_1"
                        ],
                        "selected_option_id": "express",
                        "options": [
                          {
                            "id": "standard",
                            "title": "Standard Shipping",
                            "description": "Arrives in 5-7 business days",
                            "totals": [
                              {
                                "type": "total",
                                "amount": 500
                              }
                            ]
                          },
                          {
                            "id": "express",
                            "title": "Express Shipping",
                            "description": "Arrives in 2-3 business days",
                            "totals": [
                              {
                                "type": "total",
                                "amount": 1000
                              }
                            ]
                          }
                        ]
                      }
                    ]
                  }
                ]
              },
              "links": [
                {
                  "type": "privacy_policy",
                  "url": "https://business.example.com/privacy"
                },
                {
                  "type": "terms_of_service",
                  "url": "https://business.example.com/terms"
                }
              ],
              "continue_url": "https://business.example.com/checkout-sessions/checkout_abc123",
              "expires_at": "2026-01-11T18:30:00Z"
            },
            "content": [
              {
                "type": "text",
                "text": "{\"ucp\":{...},\"id\":\"checkout_abc123\",...}"
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
                "version": "2026-01-11",
                "status": "error"
              },
              "messages": [
                {
                  "type": "error",
                  "code": "item_unavailable",
                  "content": "Items are not available for purchase in your region",
                  "severity": "unrecoverable",
                  "path": "$.line_items"
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
