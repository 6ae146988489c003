/// Answers that the specification of UCP gives as examples (catalog/mcp.md, v2026-04-08), as they stand there.
enum ProductExamples {
    static let product = #"""
        {
          "jsonrpc": "2.0",
          "id": 3,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.catalog.lookup": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "product": {
                "id": "prod_abc123",
                "handle": "runner-pro",
                "title": "Runner Pro",
                "description": {
                  "plain": "Lightweight running shoes with responsive cushioning."
                },
                "url": "https://business.example.com/products/runner-pro",
                "price_range": {
                  "min": {
                    "amount": 12000,
                    "currency": "USD"
                  },
                  "max": {
                    "amount": 15000,
                    "currency": "USD"
                  }
                },
                "media": [
                  {
                    "type": "image",
                    "url": "https://cdn.example.com/products/runner-pro-blue.jpg",
                    "alt_text": "Runner Pro in Blue"
                  }
                ],
                "options": [
                  {
                    "name": "Color",
                    "values": [
                      {
                        "label": "Blue",
                        "available": true,
                        "exists": true
                      },
                      {
                        "label": "Red",
                        "available": true,
                        "exists": true
                      },
                      {
                        "label": "Green",
                        "available": false,
                        "exists": true
                      }
                    ]
                  },
                  {
                    "name": "Size",
                    "values": [
                      {
                        "label": "8",
                        "available": true,
                        "exists": true
                      },
                      {
                        "label": "9",
                        "available": true,
                        "exists": true
                      },
                      {
                        "label": "10",
                        "available": true,
                        "exists": true
                      },
                      {
                        "label": "11",
                        "available": false,
                        "exists": false
                      },
                      {
                        "label": "12",
                        "available": true,
                        "exists": true
                      }
                    ]
                  }
                ],
                "selected": [
                  {
                    "name": "Color",
                    "label": "Blue"
                  }
                ],
                "variants": [
                  {
                    "id": "prod_abc123_blu_10",
                    "sku": "BRP-BLU-10",
                    "title": "Blue, Size 10",
                    "description": {
                      "plain": "Blue, Size 10"
                    },
                    "price": {
                      "amount": 12000,
                      "currency": "USD"
                    },
                    "availability": {
                      "available": true
                    },
                    "options": [
                      {
                        "name": "Color",
                        "label": "Blue"
                      },
                      {
                        "name": "Size",
                        "label": "10"
                      }
                    ]
                  },
                  {
                    "id": "prod_abc123_blu_12",
                    "sku": "BRP-BLU-12",
                    "title": "Blue, Size 12",
                    "description": {
                      "plain": "Blue, Size 12"
                    },
                    "price": {
                      "amount": 15000,
                      "currency": "USD"
                    },
                    "availability": {
                      "available": true
                    },
                    "options": [
                      {
                        "name": "Color",
                        "label": "Blue"
                      },
                      {
                        "name": "Size",
                        "label": "12"
                      }
                    ]
                  }
                ],
                "rating": {
                  "value": 4.5,
                  "scale_max": 5,
                  "count": 128
                }
              }
            }
          }
        }
        """#

    static let absentProduct = #"""
        {
          "jsonrpc": "2.0",
          "id": 3,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "status": "error",
                "capabilities": {
                  "dev.ucp.shopping.catalog.lookup": [
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
                  "content": "Product not found: prod_invalid",
                  "severity": "unrecoverable"
                }
              ]
            }
          }
        }
        """#

    static let nothingFound = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.catalog.lookup": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "products": [],
              "messages": [
                {
                  "type": "info",
                  "code": "not_found",
                  "content": "prod_invalid"
                }
              ]
            }
          }
        }
        """#
}
