/// Answers that the specification of UCP gives as examples (catalog/mcp.md, v2026-04-08), as they stand there.
enum SearchExamples {
    static let search = #"""
        {
          "jsonrpc": "2.0",
          "id": 1,
          "result": {
            "structuredContent": {
              "ucp": {
                "version": "2026-04-08",
                "capabilities": {
                  "dev.ucp.shopping.catalog.search": [
                    {
                      "version": "2026-04-08"
                    }
                  ]
                }
              },
              "products": [
                {
                  "id": "prod_abc123",
                  "handle": "blue-runner-pro",
                  "title": "Blue Runner Pro",
                  "description": {
                    "plain": "Lightweight running shoes with responsive cushioning."
                  },
                  "url": "https://business.example.com/products/blue-runner-pro",
                  "categories": [
                    {
                      "value": "187",
                      "taxonomy": "google_product_category"
                    },
                    {
                      "value": "aa-8-1",
                      "taxonomy": "shopify"
                    },
                    {
                      "value": "Footwear > Running",
                      "taxonomy": "merchant"
                    }
                  ],
                  "price_range": {
                    "min": {
                      "amount": 12000,
                      "currency": "USD"
                    },
                    "max": {
                      "amount": 12000,
                      "currency": "USD"
                    }
                  },
                  "media": [
                    {
                      "type": "image",
                      "url": "https://cdn.example.com/products/blue-runner-pro.jpg",
                      "alt_text": "Blue Runner Pro running shoes"
                    }
                  ],
                  "options": [
                    {
                      "name": "Size",
                      "values": [
                        {
                          "label": "8"
                        },
                        {
                          "label": "9"
                        },
                        {
                          "label": "10"
                        },
                        {
                          "label": "11"
                        },
                        {
                          "label": "12"
                        }
                      ]
                    }
                  ],
                  "variants": [
                    {
                      "id": "prod_abc123_size10",
                      "sku": "BRP-BLU-10",
                      "title": "Size 10",
                      "description": {
                        "plain": "Size 10 variant"
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
                          "name": "Size",
                          "label": "10"
                        }
                      ],
                      "tags": [
                        "running",
                        "road",
                        "neutral"
                      ],
                      "seller": {
                        "name": "Example Store",
                        "links": [
                          {
                            "type": "refund_policy",
                            "url": "https://business.example.com/refunds"
                          }
                        ]
                      }
                    }
                  ],
                  "rating": {
                    "value": 4.5,
                    "scale_max": 5,
                    "count": 128
                  },
                  "metadata": {
                    "collection": "Winter 2026",
                    "technology": {
                      "midsole": "React foam",
                      "outsole": "Continental rubber"
                    }
                  }
                }
              ],
              "pagination": {
                "cursor": "eyJwYWdlIjoxfQ==",
                "has_next_page": true,
                "total_count": 47
              }
            }
          }
        }
        """#

    static let lookup = #"""
        {
          "jsonrpc": "2.0",
          "id": 2,
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
              "products": [
                {
                  "id": "prod_abc123",
                  "title": "Blue Runner Pro",
                  "description": {
                    "plain": "Lightweight running shoes with responsive cushioning."
                  },
                  "price_range": {
                    "min": {
                      "amount": 12000,
                      "currency": "USD"
                    },
                    "max": {
                      "amount": 12000,
                      "currency": "USD"
                    }
                  },
                  "variants": [
                    {
                      "id": "prod_abc123_size10",
                      "sku": "BRP-BLU-10",
                      "title": "Size 10",
                      "description": {
                        "plain": "Size 10 variant"
                      },
                      "price": {
                        "amount": 12000,
                        "currency": "USD"
                      },
                      "availability": {
                        "available": true
                      },
                      "inputs": [
                        {
                          "id": "prod_abc123",
                          "match": "featured"
                        }
                      ],
                      "tags": [
                        "running",
                        "road",
                        "neutral"
                      ],
                      "seller": {
                        "name": "Example Store",
                        "links": [
                          {
                            "type": "refund_policy",
                            "url": "https://business.example.com/policies/refunds"
                          }
                        ]
                      }
                    }
                  ],
                  "metadata": {
                    "collection": "Winter 2026",
                    "technology": {
                      "midsole": "React foam",
                      "outsole": "Continental rubber"
                    }
                  }
                },
                {
                  "id": "prod_def456",
                  "title": "Trail Master X",
                  "description": {
                    "plain": "Rugged trail running shoes with aggressive tread."
                  },
                  "price_range": {
                    "min": {
                      "amount": 15000,
                      "currency": "USD"
                    },
                    "max": {
                      "amount": 15000,
                      "currency": "USD"
                    }
                  },
                  "variants": [
                    {
                      "id": "var_xyz789",
                      "sku": "TMX-GRN-11",
                      "title": "Size 11 - Green",
                      "description": {
                        "plain": "Size 11 Green variant"
                      },
                      "price": {
                        "amount": 15000,
                        "currency": "USD"
                      },
                      "availability": {
                        "available": true
                      },
                      "inputs": [
                        {
                          "id": "var_xyz789",
                          "match": "exact"
                        }
                      ],
                      "tags": [
                        "trail",
                        "waterproof"
                      ],
                      "seller": {
                        "name": "Example Store"
                      }
                    }
                  ]
                }
              ]
            }
          }
        }
        """#

    static let partial = #"""
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
              "products": [
                {
                  "id": "prod_abc123",
                  "title": "Blue Runner Pro",
                  "price_range": {
                    "min": {
                      "amount": 12000,
                      "currency": "USD"
                    },
                    "max": {
                      "amount": 12000,
                      "currency": "USD"
                    }
                  },
                  "variants": []
                }
              ],
              "messages": [
                {
                  "type": "info",
                  "code": "not_found",
                  "content": "prod_notfound1"
                },
                {
                  "type": "info",
                  "code": "not_found",
                  "content": "prod_notfound2"
                }
              ]
            }
          }
        }
        """#
}
