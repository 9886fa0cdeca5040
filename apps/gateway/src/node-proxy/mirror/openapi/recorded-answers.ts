// Recorded by `npm run docs` from a development chain and its history. Do not edit.
/** The answer of each route to its example request, by path. Long texts and lists are cut. */
export const RECORDED_ANSWERS: Readonly<Record<string, unknown>> = {
  "/v1/chain/abi_bin_to_json": {
    "args": {
      "from": "alice",
      "to": "bob",
      "quantity": "0.00010000 BTC",
      "memo": "hi"
    }
  },
  "/v1/chain/abi_json_to_bin": {
    "binargs": "0000000000855c340000000000000e3d10270000000000000842544300000000026869"
  },
  "/v1/chain/compute_transaction": {
    "transaction_id": "a26a0a8a06fb46c0567e424b5175d1f865c21fdc1ec97decca186fe9339336ba",
    "processed": {
      "id": "a26a0a8a06fb46c0567e424b5175d1f865c21fdc1ec97decca186fe9339336ba",
      "block_num": 55,
      "block_time": "2026-03-01T12:00:16.000",
      "producer_block_id": null,
      "receipt": {
        "status": "executed",
        "cpu_usage_us": 188,
        "net_usage_words": 17
      },
      "elapsed": 100,
      "net_usage": 136,
      "scheduled": false,
      "action_traces": [
        {
          "action_ordinal": 1,
          "creator_action_ordinal": 0,
          "closest_unnotified_ancestor_action_ordinal": 0,
          "receipt": {
            "receiver": "btc.token",
            "act_digest": "6bff0394a8c6ee87afa6f2b03d11476f295b3e01c6fa17cc5131140d09184d14",
            "global_sequence": 133,
            "recv_sequence": 7,
            "auth_sequence": [
              [
                "alice"
              ]
            ],
            "code_sequence": 0,
            "abi_sequence": 1
          },
          "receiver": "btc.token",
          "act": {
            "account": "btc.token",
            "name": "transfer",
            "authorization": [
              {
                "actor": "alice",
                "permission": "active"
              }
            ],
            "data": {
              "from": "alice",
              "to": "bob",
              "quantity": "0.00010000 BTC",
              "memo": "dry run"
            },
            "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000076472792072756e"
          },
          "context_free": false,
          "elapsed": 100,
          "console": "",
          "trx_id": "a26a0a8a06fb46c0567e424b5175d1f865c21fdc1ec97decca186fe9339336ba",
          "block_num": 55,
          "block_time": "2026-03-01T12:00:16.000",
          "producer_block_id": null,
          "account_ram_deltas": [],
          "except": null,
          "error_code": null,
          "return_value_hex_data": ""
        }
      ],
      "account_ram_delta": null,
      "except": null,
      "error_code": null
    }
  },
  "/v1/chain/get_abi": {
    "account_name": "alice"
  },
  "/v1/chain/get_account": {
    "account_name": "alice",
    "head_block_num": 54,
    "head_block_time": "2026-03-01T12:00:15.500",
    "privileged": false,
    "last_code_update": "1970-01-01T00:00:00.000",
    "created": "2025-01-01T00:00:00.500",
    "core_liquid_balance": "1000000.0000 NATIVE",
    "ram_quota": -1,
    "net_weight": -1,
    "cpu_weight": -1,
    "net_limit": {
      "used": -1,
      "available": -1,
      "max": -1,
      "last_usage_update_time": "2026-03-01T12:00:01.000",
      "current_used": -1
    },
    "cpu_limit": {
      "used": -1,
      "available": -1,
      "max": -1,
      "last_usage_update_time": "2026-03-01T12:00:01.000",
      "current_used": -1
    },
    "ram_usage": 5046,
    "permissions": [
      {
        "perm_name": "active",
        "parent": "owner",
        "required_auth": {
          "threshold": 1,
          "keys": [
            {
              "key": "EOS7GKruaZg3kLD9uRqnVQVpT8GdL4qRa8XNHNuC8kvBCsJSJnJcw",
              "weight": 1
            }
          ],
          "accounts": [],
          "waits": []
        },
        "linked_actions": []
      }
    ],
    "total_resources": null,
    "self_delegated_bandwidth": null,
    "refund_request": null,
    "voter_info": null,
    "rex_info": null,
    "subjective_cpu_bill_limit": {
      "used": 0,
      "available": 0,
      "max": 0,
      "last_usage_update_time": "2000-01-01T00:00:00.000",
      "current_used": 0
    },
    "eosio_any_linked_actions": []
  },
  "/v1/chain/get_accounts_by_authorizers": {
    "accounts": []
  },
  "/v1/chain/get_activated_protocol_features": {
    "activated_protocol_features": [
      {
        "feature_digest": "0ec7e080177b2c02b278d5088611686b49d739925a92d9bfcacd7fc6b74053bd",
        "activation_ordinal": 0,
        "activation_block_num": 1,
        "description_digest": "64fe7df32e9b86be2b296b3f81dfd527f84e82b98e363bc97e40bc7a83733310",
        "dependencies": [],
        "protocol_feature_type": "builtin",
        "specification": [
          {
            "name": "builtin_feature_codename",
            "value": "PREACTIVATE_FEATURE"
          }
        ]
      }
    ]
  },
  "/v1/chain/get_block": {
    "timestamp": "2025-01-01T00:00:00.500",
    "producer": "eosio",
    "confirmed": 0,
    "previous": "00000001eab30c9330d3a9829fe8396598cfcf52e1b0fc21f2f48beab8c2d31c",
    "transaction_mroot": "1abd2b712f995e0e9363dbec11ea32e57cfe5b5a0df00f28bf5e8e3681774b0f",
    "action_mroot": "56b5bc58e0bf224eb55fa893f91f62fd919e1956cab7678f46be815f0d91ec22",
    "schedule_version": 0,
    "new_producers": null,
    "producer_signature": "SIG_K1_JwYd5MXVu8mRQGpKXAtVpsXkRCyoxfRM4eWk9JjLT3Gxhi15qKMNrXtVTrQ8hsmWcRqmCbANc...",
    "transactions": [
      {
        "status": "executed",
        "cpu_usage_us": 380,
        "net_usage_words": 199,
        "trx": {
          "id": "b2c10776fe8945792f812dc93dfe86f64b649c5514e7e2838fda4011d2a8aa1e",
          "signatures": [
            "SIG_K1_KA3LPJBpUKTaZfrxWdvyv1X9QPMHgKzPALmwL4Sb8vpJk635Rm17FjdjHrHuSZW6o3u3Pjph6..."
          ],
          "compression": "none",
          "packed_context_free_data": "",
          "context_free_data": [],
          "packed_trx": "bc857467010030d3a982000000000d0000000000ea305500409e9a2264b89a010000000000ea3055...",
          "transaction": {
            "expiration": "2025-01-01T00:01:00",
            "ref_block_num": 1,
            "ref_block_prefix": 2192167728,
            "max_net_usage_words": 0,
            "max_cpu_usage_ms": 0,
            "delay_sec": 0,
            "context_free_actions": [],
            "actions": [
              {
                "account": "eosio",
                "name": "newaccount",
                "authorization": [
                  {
                    "actor": "eosio",
                    "permission": "active"
                  }
                ],
                "data": {
                  "creator": "eosio",
                  "name": "eosio.token",
                  "owner": {
                    "threshold": 1,
                    "keys": [],
                    "accounts": [
                      {
                        "permission": {
                          "actor": "eosio",
                          "permission": "active"
                        },
                        "weight": 1
                      }
                    ],
                    "waits": []
                  },
                  "active": {
                    "threshold": 1,
                    "keys": [],
                    "accounts": [
                      {
                        "permission": {
                          "actor": "eosio",
                          "permission": "active"
                        },
                        "weight": 1
                      }
                    ],
                    "waits": []
                  }
                },
                "hex_data": "0000000000ea305500a6823403ea30550100000000010000000000ea305500000000a8ed32320100..."
              }
            ]
          }
        }
      }
    ],
    "id": "000000026b20ea7ae1ebe1418f63e64ff46787d434c4b82869a99304b7d4f540",
    "block_num": 2,
    "ref_block_prefix": 1105325025
  },
  "/v1/chain/get_block_header_state": {
    "block_num": 54,
    "dpos_proposed_irreversible_blocknum": 54,
    "dpos_irreversible_blocknum": 48,
    "active_schedule": {
      "version": 0,
      "producers": [
        {
          "producer_name": "eosio",
          "authority": [
            0
          ]
        }
      ]
    },
    "blockroot_merkle": {
      "_active_nodes": [
        "00000035801483b7609800388a6984c915a8eac978704b36fa749bcf1ab6ec20"
      ],
      "_node_count": 53
    },
    "producer_to_last_produced": [
      [
        "eosio"
      ]
    ],
    "producer_to_last_implied_irb": [
      [
        "eosio"
      ]
    ],
    "valid_block_signing_authority": [
      0
    ],
    "confirm_count": [],
    "id": "00000036a30421bc63986e3c9eab157ae37cb2ef37029d1ee9fc3c24410d5c1a",
    "header": {
      "timestamp": "2026-03-01T12:00:15.500",
      "producer": "eosio",
      "confirmed": 0,
      "previous": "00000035801483b7609800388a6984c915a8eac978704b36fa749bcf1ab6ec20",
      "transaction_mroot": "0000000000000000000000000000000000000000000000000000000000000000",
      "action_mroot": "0000000000000000000000000000000000000000000000000000000000000000",
      "schedule_version": 0,
      "header_extensions": [],
      "producer_signature": "SIG_K1_JyECjX6JWCRomiWuBX1YkeLs87o5U4madazWsWsYbMm7AiMoPbhz1qy6uburftyXUNHzch1vc..."
    },
    "pending_schedule": {
      "schedule_lib_num": 0,
      "schedule_hash": "164a26f369e1b87c9badbc5fad387904b635d25998694e7b075a38c283965366",
      "schedule": {
        "version": 0,
        "producers": []
      }
    },
    "activated_protocol_features": {
      "protocol_features": [
        "0ec7e080177b2c02b278d5088611686b49d739925a92d9bfcacd7fc6b74053bd"
      ]
    },
    "additional_signatures": []
  },
  "/v1/chain/get_block_info": {
    "block_num": 2,
    "ref_block_num": 2,
    "id": "000000026b20ea7ae1ebe1418f63e64ff46787d434c4b82869a99304b7d4f540",
    "timestamp": "2025-01-01T00:00:00.500",
    "producer": "eosio",
    "confirmed": 0,
    "previous": "00000001eab30c9330d3a9829fe8396598cfcf52e1b0fc21f2f48beab8c2d31c",
    "transaction_mroot": "1abd2b712f995e0e9363dbec11ea32e57cfe5b5a0df00f28bf5e8e3681774b0f",
    "action_mroot": "56b5bc58e0bf224eb55fa893f91f62fd919e1956cab7678f46be815f0d91ec22",
    "schedule_version": 0,
    "producer_signature": "SIG_K1_JwYd5MXVu8mRQGpKXAtVpsXkRCyoxfRM4eWk9JjLT3Gxhi15qKMNrXtVTrQ8hsmWcRqmCbANc...",
    "ref_block_prefix": 1105325025
  },
  "/v1/chain/get_code": {
    "account_name": "alice",
    "code_hash": "0000000000000000000000000000000000000000000000000000000000000000",
    "wast": "",
    "wasm": ""
  },
  "/v1/chain/get_code_hash": {
    "account_name": "alice",
    "code_hash": "0000000000000000000000000000000000000000000000000000000000000000"
  },
  "/v1/chain/get_consensus_parameters": {
    "chain_config": {
      "max_block_net_usage": 4194304,
      "target_block_net_usage_pct": 1000,
      "max_transaction_net_usage": 524288,
      "base_per_transaction_net_usage": 12,
      "net_usage_leeway": 500,
      "context_free_discount_net_usage_num": 20,
      "context_free_discount_net_usage_den": 100,
      "max_block_cpu_usage": 2000000,
      "target_block_cpu_usage_pct": 1000,
      "max_transaction_cpu_usage": 150000,
      "min_transaction_cpu_usage": 100,
      "max_transaction_lifetime": 3600,
      "deferred_trx_expiration_window": 600,
      "max_transaction_delay": 3888000,
      "max_inline_action_size": 524288,
      "max_inline_action_depth": 4,
      "max_authority_depth": 6,
      "max_action_return_value_size": 256
    }
  },
  "/v1/chain/get_currency_balance": [
    "9.99990000 BTC"
  ],
  "/v1/chain/get_currency_stats": {
    "BTC": {
      "supply": "30.00000000 BTC",
      "max_supply": "21000000.00000000 BTC",
      "issuer": "bridge"
    }
  },
  "/v1/chain/get_info": {
    "server_version": "00000000",
    "chain_id": "fcd9cbe3ad3b37435b5b0eec63d1d3cd84a519a4d71fccebcd99cf7c4a18e94f",
    "head_block_num": 54,
    "last_irreversible_block_num": 48,
    "last_irreversible_block_id": "000000309100b90f0dc866f14bb4fef92421d5ca020f01bfed69c33b2029b512",
    "head_block_id": "00000036a30421bc63986e3c9eab157ae37cb2ef37029d1ee9fc3c24410d5c1a",
    "head_block_time": "2026-03-01T12:00:15.500",
    "head_block_producer": "eosio",
    "virtual_block_cpu_limit": 2108893,
    "virtual_block_net_limit": 4422689,
    "block_cpu_limit": 2000000,
    "block_net_limit": 4194304,
    "server_version_string": "v5.0.3-development-chain",
    "fork_db_head_block_num": 54,
    "fork_db_head_block_id": "00000036a30421bc63986e3c9eab157ae37cb2ef37029d1ee9fc3c24410d5c1a",
    "server_full_version_string": "v5.0.3-development-chain-devchain",
    "total_cpu_weight": 0,
    "total_net_weight": 0,
    "earliest_available_block_num": 1,
    "last_irreversible_block_time": "2026-03-01T12:00:12.500"
  },
  "/v1/chain/get_producer_schedule": {
    "active": {
      "version": 0,
      "producers": [
        {
          "producer_name": "eosio",
          "authority": [
            0
          ]
        }
      ]
    },
    "pending": null,
    "proposed": null
  },
  "/v1/chain/get_producers": {
    "rows": [
      {
        "owner": "eosio",
        "producer_authority": [
          0
        ],
        "url": "",
        "total_votes": "0.00000000000000000",
        "producer_key": "EOS7PsS7Z2RQApcGHcF2bSwVhXZnhvz93fPXNRRozkAKD4q1kPCSr"
      }
    ],
    "total_producer_vote_weight": "0.00000000000000000",
    "more": ""
  },
  "/v1/chain/get_raw_abi": {
    "account_name": "alice",
    "code_hash": "0000000000000000000000000000000000000000000000000000000000000000",
    "abi_hash": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abi": ""
  },
  "/v1/chain/get_raw_block": {
    "timestamp": "2025-01-01T00:00:00.500",
    "producer": "eosio",
    "confirmed": 0,
    "previous": "00000001eab30c9330d3a9829fe8396598cfcf52e1b0fc21f2f48beab8c2d31c",
    "transaction_mroot": "1abd2b712f995e0e9363dbec11ea32e57cfe5b5a0df00f28bf5e8e3681774b0f",
    "action_mroot": "56b5bc58e0bf224eb55fa893f91f62fd919e1956cab7678f46be815f0d91ec22",
    "schedule_version": 0,
    "header_extensions": [],
    "producer_signature": "SIG_K1_JwYd5MXVu8mRQGpKXAtVpsXkRCyoxfRM4eWk9JjLT3Gxhi15qKMNrXtVTrQ8hsmWcRqmCbANc...",
    "transactions": [
      {
        "status": "executed",
        "cpu_usage_us": 380,
        "net_usage_words": 199,
        "trx": [
          1
        ]
      }
    ],
    "block_extensions": []
  },
  "/v1/chain/get_raw_code_and_abi": {
    "account_name": "alice",
    "wasm": "",
    "abi": ""
  },
  "/v1/chain/get_required_keys": {
    "required_keys": [
      "EOS7GKruaZg3kLD9uRqnVQVpT8GdL4qRa8XNHNuC8kvBCsJSJnJcw"
    ]
  },
  "/v1/chain/get_scheduled_transaction": {
    "transactions": [],
    "more": ""
  },
  "/v1/chain/get_scheduled_transactions": {
    "transactions": [],
    "more": ""
  },
  "/v1/chain/get_table_by_scope": {
    "rows": [],
    "more": ""
  },
  "/v1/chain/get_table_rows": {
    "rows": [
      {
        "balance": "9.99990000 BTC"
      }
    ],
    "more": false,
    "next_key": ""
  },
  "/v1/chain/get_transaction_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
  "/v1/chain/get_transaction_status": {
    "state": "IRREVERSIBLE",
    "block_number": 25,
    "block_id": "000000191017d4b4da4a34ba0a7dbbc87679ab9c26b5c418e5ffb378a10feec7",
    "block_timestamp": "2026-03-01T12:00:01.000",
    "expiration": "2026-03-01T12:01:00",
    "head_number": 54,
    "head_id": "00000036a30421bc63986e3c9eab157ae37cb2ef37029d1ee9fc3c24410d5c1a",
    "head_timestamp": "2026-03-01T12:00:15.500",
    "irreversible_number": 48,
    "irreversible_id": "000000309100b90f0dc866f14bb4fef92421d5ca020f01bfed69c33b2029b512",
    "irreversible_timestamp": "2026-03-01T12:00:12.500",
    "earliest_tracked_block_id": "000000026b20ea7ae1ebe1418f63e64ff46787d434c4b82869a99304b7d4f540",
    "earliest_tracked_block_number": 2
  },
  "/v1/chain/push_transaction": {
    "transaction_id": "072a00b88f27f1f498103054d0ea7ce854e830615606d858bfc83bd1776175d7",
    "processed": {
      "id": "072a00b88f27f1f498103054d0ea7ce854e830615606d858bfc83bd1776175d7",
      "block_num": 55,
      "block_time": "2026-03-01T12:00:16.000",
      "producer_block_id": null,
      "receipt": {
        "status": "executed",
        "cpu_usage_us": 188,
        "net_usage_words": 17
      },
      "elapsed": 100,
      "net_usage": 136,
      "scheduled": false,
      "action_traces": [
        {
          "action_ordinal": 1,
          "creator_action_ordinal": 0,
          "closest_unnotified_ancestor_action_ordinal": 0,
          "receipt": {
            "receiver": "btc.token",
            "act_digest": "2be10b6559430dfc751b1143dfd84e75f77f606d67961660895a9c837be4c032",
            "global_sequence": 133,
            "recv_sequence": 7,
            "auth_sequence": [
              [
                "alice"
              ]
            ],
            "code_sequence": 0,
            "abi_sequence": 1
          },
          "receiver": "btc.token",
          "act": {
            "account": "btc.token",
            "name": "transfer",
            "authorization": [
              {
                "actor": "alice",
                "permission": "active"
              }
            ],
            "data": {
              "from": "alice",
              "to": "bob",
              "quantity": "0.00010000 BTC",
              "memo": "push"
            },
            "hex_data": "0000000000855c340000000000000e3d102700000000000008425443000000000470757368"
          },
          "context_free": false,
          "elapsed": 100,
          "console": "",
          "trx_id": "072a00b88f27f1f498103054d0ea7ce854e830615606d858bfc83bd1776175d7",
          "block_num": 55,
          "block_time": "2026-03-01T12:00:16.000",
          "producer_block_id": null,
          "account_ram_deltas": [],
          "except": null,
          "error_code": null,
          "return_value_hex_data": "",
          "inline_traces": [
            {
              "action_ordinal": 2,
              "creator_action_ordinal": 1,
              "closest_unnotified_ancestor_action_ordinal": 1,
              "receipt": {
                "receiver": "alice",
                "act_digest": "2be10b6559430dfc751b1143dfd84e75f77f606d67961660895a9c837be4c032",
                "global_sequence": 134,
                "recv_sequence": 8,
                "auth_sequence": [
                  [
                    "alice"
                  ]
                ],
                "code_sequence": 0,
                "abi_sequence": 1
              },
              "receiver": "alice",
              "act": {
                "account": "btc.token",
                "name": "transfer",
                "authorization": [
                  {
                    "actor": "alice",
                    "permission": "active"
                  }
                ],
                "data": {
                  "from": "alice",
                  "to": "bob",
                  "quantity": "0.00010000 BTC",
                  "memo": "push"
                },
                "hex_data": "0000000000855c340000000000000e3d102700000000000008425443000000000470757368"
              },
              "context_free": false,
              "elapsed": 100,
              "console": "",
              "trx_id": "072a00b88f27f1f498103054d0ea7ce854e830615606d858bfc83bd1776175d7",
              "block_num": 55,
              "block_time": "2026-03-01T12:00:16.000",
              "producer_block_id": null,
              "account_ram_deltas": [],
              "except": null,
              "error_code": null,
              "return_value_hex_data": "",
              "inline_traces": []
            }
          ]
        }
      ],
      "account_ram_delta": null,
      "except": null,
      "error_code": null
    }
  },
  "/v1/chain/push_transactions": [
    {
      "transaction_id": "9be9565bdf6dbf780389a9f16a54b36349672b71216d26066f5affc333f6029c",
      "processed": {
        "id": "9be9565bdf6dbf780389a9f16a54b36349672b71216d26066f5affc333f6029c",
        "block_num": 55,
        "block_time": "2026-03-01T12:00:16.000",
        "producer_block_id": null,
        "receipt": {
          "status": "executed",
          "cpu_usage_us": 188,
          "net_usage_words": 17
        },
        "elapsed": 100,
        "net_usage": 136,
        "scheduled": false,
        "action_traces": [
          {
            "action_ordinal": 1,
            "creator_action_ordinal": 0,
            "closest_unnotified_ancestor_action_ordinal": 0,
            "receipt": {
              "receiver": "btc.token",
              "act_digest": "09ff15ded8e35d4d6d74f937ccf144f4b18ce9b41d27201f7de589b765628d50",
              "global_sequence": 139,
              "recv_sequence": 9,
              "auth_sequence": [
                [
                  "alice"
                ]
              ],
              "code_sequence": 0,
              "abi_sequence": 1
            },
            "receiver": "btc.token",
            "act": {
              "account": "btc.token",
              "name": "transfer",
              "authorization": [
                {
                  "actor": "alice",
                  "permission": "active"
                }
              ],
              "data": {
                "from": "alice",
                "to": "bob",
                "quantity": "0.00010000 BTC",
                "memo": "list"
              },
              "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000046c697374"
            },
            "context_free": false,
            "elapsed": 100,
            "console": "",
            "trx_id": "9be9565bdf6dbf780389a9f16a54b36349672b71216d26066f5affc333f6029c",
            "block_num": 55,
            "block_time": "2026-03-01T12:00:16.000",
            "producer_block_id": null,
            "account_ram_deltas": [],
            "except": null,
            "error_code": null,
            "return_value_hex_data": "",
            "inline_traces": [
              {
                "action_ordinal": 2,
                "creator_action_ordinal": 1,
                "closest_unnotified_ancestor_action_ordinal": 1,
                "receipt": {
                  "receiver": "alice",
                  "act_digest": "09ff15ded8e35d4d6d74f937ccf144f4b18ce9b41d27201f7de589b765628d50",
                  "global_sequence": 140,
                  "recv_sequence": 10,
                  "auth_sequence": [
                    [
                      "alice"
                    ]
                  ],
                  "code_sequence": 0,
                  "abi_sequence": 1
                },
                "receiver": "alice",
                "act": {
                  "account": "btc.token",
                  "name": "transfer",
                  "authorization": [
                    {
                      "actor": "alice",
                      "permission": "active"
                    }
                  ],
                  "data": {
                    "from": "alice",
                    "to": "bob",
                    "quantity": "0.00010000 BTC",
                    "memo": "list"
                  },
                  "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000046c697374"
                },
                "context_free": false,
                "elapsed": 100,
                "console": "",
                "trx_id": "9be9565bdf6dbf780389a9f16a54b36349672b71216d26066f5affc333f6029c",
                "block_num": 55,
                "block_time": "2026-03-01T12:00:16.000",
                "producer_block_id": null,
                "account_ram_deltas": [],
                "except": null,
                "error_code": null,
                "return_value_hex_data": "",
                "inline_traces": []
              }
            ]
          }
        ],
        "account_ram_delta": null,
        "except": null,
        "error_code": null
      }
    }
  ],
  "/v1/chain/send_transaction": {
    "transaction_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
    "processed": {
      "id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
      "block_num": 25,
      "block_time": "2026-03-01T12:00:01.000",
      "producer_block_id": null,
      "receipt": {
        "status": "executed",
        "cpu_usage_us": 188,
        "net_usage_words": 17
      },
      "elapsed": 100,
      "net_usage": 136,
      "scheduled": false,
      "action_traces": [
        {
          "action_ordinal": 1,
          "creator_action_ordinal": 0,
          "closest_unnotified_ancestor_action_ordinal": 0,
          "receipt": {
            "receiver": "btc.token",
            "act_digest": "1869b94259db37a4a78b0aabdfef6ee196a910d29fb7e0a7b81c724344f0a8db",
            "global_sequence": 130,
            "recv_sequence": 6,
            "auth_sequence": [
              [
                "alice"
              ]
            ],
            "code_sequence": 0,
            "abi_sequence": 1
          },
          "receiver": "btc.token",
          "act": {
            "account": "btc.token",
            "name": "transfer",
            "authorization": [
              {
                "actor": "alice",
                "permission": "active"
              }
            ],
            "data": {
              "from": "alice",
              "to": "bob",
              "quantity": "0.00010000 BTC",
              "memo": "example"
            },
            "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000076578616d706c65"
          },
          "context_free": false,
          "elapsed": 100,
          "console": "",
          "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
          "block_num": 25,
          "block_time": "2026-03-01T12:00:01.000",
          "producer_block_id": null,
          "account_ram_deltas": [
            {
              "account": "alice",
              "delta": 128
            }
          ],
          "except": null,
          "error_code": null,
          "return_value_hex_data": ""
        }
      ],
      "account_ram_delta": null,
      "except": null,
      "error_code": null
    }
  },
  "/v1/chain/send_transaction2": {
    "transaction_id": "8c9e9704f315a2ea0baeee4f990625cc1da863d01f095ab55fbfb9881e8fae7c",
    "processed": {
      "id": "8c9e9704f315a2ea0baeee4f990625cc1da863d01f095ab55fbfb9881e8fae7c",
      "block_num": 55,
      "block_time": "2026-03-01T12:00:16.000",
      "producer_block_id": null,
      "receipt": {
        "status": "executed",
        "cpu_usage_us": 188,
        "net_usage_words": 17
      },
      "elapsed": 100,
      "net_usage": 136,
      "scheduled": false,
      "action_traces": [
        {
          "action_ordinal": 1,
          "creator_action_ordinal": 0,
          "closest_unnotified_ancestor_action_ordinal": 0,
          "receipt": {
            "receiver": "btc.token",
            "act_digest": "75523931e19d9521cfbc740d2fb407ce6a4454ad8bc6288b586135e65d69edde",
            "global_sequence": 136,
            "recv_sequence": 8,
            "auth_sequence": [
              [
                "alice"
              ]
            ],
            "code_sequence": 0,
            "abi_sequence": 1
          },
          "receiver": "btc.token",
          "act": {
            "account": "btc.token",
            "name": "transfer",
            "authorization": [
              {
                "actor": "alice",
                "permission": "active"
              }
            ],
            "data": {
              "from": "alice",
              "to": "bob",
              "quantity": "0.00010000 BTC",
              "memo": "send"
            },
            "hex_data": "0000000000855c340000000000000e3d102700000000000008425443000000000473656e64"
          },
          "context_free": false,
          "elapsed": 100,
          "console": "",
          "trx_id": "8c9e9704f315a2ea0baeee4f990625cc1da863d01f095ab55fbfb9881e8fae7c",
          "block_num": 55,
          "block_time": "2026-03-01T12:00:16.000",
          "producer_block_id": null,
          "account_ram_deltas": [],
          "except": null,
          "error_code": null,
          "return_value_hex_data": ""
        }
      ],
      "account_ram_delta": null,
      "except": null,
      "error_code": null
    }
  },
  "/v1/history/get_actions": {
    "query_time": 1,
    "last_irreversible_block": 48,
    "head_block_num": 54,
    "actions": [
      {
        "account_action_seq": 7,
        "global_action_seq": 131,
        "block_num": 25,
        "block_time": "2026-03-01T12:00:01.000",
        "action_trace": {
          "action_ordinal": 2,
          "creator_action_ordinal": 1,
          "receipt": {
            "receiver": "alice",
            "global_sequence": 131,
            "recv_sequence": 7,
            "auth_sequence": [
              {
                "account": "alice",
                "sequence": 18
              }
            ]
          },
          "receiver": "alice",
          "act": {
            "account": "btc.token",
            "name": "transfer",
            "authorization": [
              {
                "actor": "alice",
                "permission": "active"
              }
            ],
            "data": {
              "from": "alice",
              "to": "bob",
              "amount": 0.0001,
              "symbol": "BTC",
              "quantity": "0.00010000 BTC",
              "memo": "example"
            },
            "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000076578616d706c65"
          },
          "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
          "block_num": 25,
          "block_time": "2026-03-01T12:00:01.000",
          "account_ram_deltas": [
            {
              "account": "alice",
              "delta": 128
            }
          ]
        }
      }
    ]
  },
  "/v1/history/get_controlled_accounts": {
    "controlled_accounts": []
  },
  "/v1/history/get_key_accounts": {
    "account_names": [
      "alice"
    ]
  },
  "/v1/history/get_transaction": {
    "query_time_ms": 1,
    "id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
    "trx": {
      "receipt": {
        "status": "executed",
        "cpu_usage_us": 188,
        "net_usage_words": 17,
        "trx": [
          1
        ]
      },
      "trx": {
        "expiration": "2026-03-01T12:01:00",
        "ref_block_num": 24,
        "ref_block_prefix": 827405488,
        "max_net_usage_words": 0,
        "max_cpu_usage_ms": 0,
        "delay_sec": 0,
        "context_free_actions": [],
        "actions": [
          {
            "account": "btc.token",
            "name": "transfer",
            "authorization": [
              {
                "actor": "alice",
                "permission": "active"
              }
            ],
            "data": {
              "from": "alice",
              "to": "bob",
              "amount": 0.0001,
              "symbol": "BTC",
              "quantity": "0.00010000 BTC",
              "memo": "example"
            },
            "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000076578616d706c65"
          }
        ],
        "transaction_extensions": [],
        "signatures": [
          "SIG_K1_KA1YqBSf7zVWfc9e82KqB3EHeRFA1sczkmWbzHZW8nYvyFTZ8fpiGUmK6f5vj5wTpTuCPaApm..."
        ],
        "context_free_data": []
      }
    },
    "block_num": 25,
    "block_time": "2026-03-01T12:00:01.000",
    "last_irreversible_block": 48,
    "traces": [
      {
        "action_ordinal": 1,
        "creator_action_ordinal": 0,
        "receipt": {
          "receiver": "btc.token",
          "global_sequence": 130,
          "recv_sequence": 6,
          "auth_sequence": [
            [
              "alice"
            ]
          ],
          "code_sequence": 0,
          "abi_sequence": 1
        },
        "receiver": "btc.token",
        "act": {
          "account": "btc.token",
          "name": "transfer",
          "authorization": [
            {
              "actor": "alice",
              "permission": "active"
            }
          ],
          "data": {
            "from": "alice",
            "to": "bob",
            "amount": 0.0001,
            "symbol": "BTC",
            "quantity": "0.00010000 BTC",
            "memo": "example"
          },
          "hex_data": "0000000000855c340000000000000e3d10270000000000000842544300000000076578616d706c65"
        },
        "account_ram_deltas": [
          {
            "account": "alice",
            "delta": 128
          }
        ],
        "context_free": false,
        "block_num": 25,
        "block_time": "2026-03-01T12:00:01.000",
        "console": "",
        "elapsed": 100,
        "except": null,
        "inline_traces": [],
        "producer_block_id": "000000191017d4b4da4a34ba0a7dbbc87679ab9c26b5c418e5ffb378a10feec7",
        "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915"
      }
    ]
  },
  "/v1/node/get_supported_apis": {
    "apis": [
      "/v1/chain/abi_bin_to_json"
    ]
  },
  "/v1/trace_api/get_block": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "id": "000000026b20ea7ae1ebe1418f63e64ff46787d434c4b82869a99304b7d4f540",
    "number": 2,
    "previous_id": "00000001eab30c9330d3a9829fe8396598cfcf52e1b0fc21f2f48beab8c2d31c",
    "status": "irreversible",
    "timestamp": "2025-01-01T00:00:00.500Z",
    "producer": "eosio",
    "schedule_version": 0,
    "transactions": [
      {
        "id": "b2c10776fe8945792f812dc93dfe86f64b649c5514e7e2838fda4011d2a8aa1e",
        "block_num": 2,
        "block_time": "2025-01-01T00:00:00.500",
        "producer_block_id": null,
        "actions": [
          {
            "global_sequence": 1,
            "receiver": "eosio",
            "account": "eosio",
            "action": "newaccount",
            "authorization": [
              {
                "account": "eosio",
                "permission": "active"
              }
            ],
            "data": "0000000000ea305500a6823403ea30550100000000010000000000ea305500000000a8ed32320100...",
            "return_value": ""
          }
        ],
        "status": "executed",
        "cpu_usage_us": 380,
        "net_usage_words": 199,
        "signatures": [
          "SIG_K1_KA3LPJBpUKTaZfrxWdvyv1X9QPMHgKzPALmwL4Sb8vpJk635Rm17FjdjHrHuSZW6o3u3Pjph6..."
        ],
        "transaction_header": {
          "expiration": "2025-01-01T00:01:00",
          "ref_block_num": 1,
          "ref_block_prefix": 2192167728,
          "max_net_usage_words": 0,
          "max_cpu_usage_ms": 0,
          "delay_sec": 0
        }
      }
    ]
  },
  "/v1/trace_api/get_transaction_trace": {
    "id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
    "block_num": 25,
    "block_time": "2026-03-01T12:00:01.000",
    "producer_block_id": null,
    "actions": [
      {
        "global_sequence": 130,
        "receiver": "btc.token",
        "account": "btc.token",
        "action": "transfer",
        "authorization": [
          {
            "account": "alice",
            "permission": "active"
          }
        ],
        "data": "0000000000855c340000000000000e3d10270000000000000842544300000000076578616d706c65",
        "return_value": "",
        "params": {
          "from": "alice",
          "to": "bob",
          "quantity": "0.00010000 BTC",
          "memo": "example"
        }
      }
    ],
    "status": "executed",
    "cpu_usage_us": 188,
    "net_usage_words": 17,
    "signatures": [
      "SIG_K1_KA1YqBSf7zVWfc9e82KqB3EHeRFA1sczkmWbzHZW8nYvyFTZ8fpiGUmK6f5vj5wTpTuCPaApm..."
    ],
    "transaction_header": {
      "expiration": "2026-03-01T12:01:00",
      "ref_block_num": 24,
      "ref_block_prefix": 827405488,
      "max_net_usage_words": 0,
      "max_cpu_usage_ms": 0,
      "delay_sec": 0
    }
  },
  "/v2/health": {
    "version": "1.0.0",
    "version_hash": "0000000000000000000000000000000000000000",
    "host": "history.example.org",
    "health": [
      {
        "service": "StateHistory",
        "status": "OK",
        "service_data": {
          "connected": true,
          "head_block_num": 54
        },
        "time": 1772366415000
      }
    ],
    "features": {
      "streaming": {
        "enable": false,
        "traces": false,
        "deltas": false
      },
      "tables": {
        "proposals": true,
        "accounts": true,
        "voters": true
      },
      "index_deltas": true,
      "index_transfer_memo": false,
      "index_all_deltas": true,
      "deferred_trx": false,
      "failed_trx": true,
      "resource_limits": false,
      "resource_usage": false
    },
    "pruning": {
      "enabled": false,
      "first_indexed_block": 1
    },
    "query_time_ms": 1,
    "cached": false
  },
  "/v2/history/get_abi_snapshot": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "block_num": 2,
    "present": true
  },
  "/v2/history/get_actions": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "total": {
      "value": 20,
      "relation": "eq"
    },
    "actions": [
      {
        "@timestamp": "2026-03-01T12:00:01.000",
        "timestamp": "2026-03-01T12:00:01.000",
        "block_num": 25,
        "block_id": "000000191017d4b4da4a34ba0a7dbbc87679ab9c26b5c418e5ffb378a10feec7",
        "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
        "act": {
          "account": "btc.token",
          "name": "transfer",
          "authorization": [
            {
              "actor": "alice",
              "permission": "active"
            }
          ],
          "data": {
            "from": "alice",
            "to": "bob",
            "amount": 0.0001,
            "symbol": "BTC",
            "quantity": "0.00010000 BTC",
            "memo": "example"
          }
        },
        "receipts": [
          {
            "receiver": "btc.token",
            "global_sequence": 130,
            "recv_sequence": 6,
            "auth_sequence": [
              {
                "account": "alice",
                "sequence": 17
              }
            ]
          }
        ],
        "cpu_usage_us": 188,
        "net_usage_words": 17,
        "signatures": [
          "SIG_K1_KA1YqBSf7zVWfc9e82KqB3EHeRFA1sczkmWbzHZW8nYvyFTZ8fpiGUmK6f5vj5wTpTuCPaApm..."
        ],
        "account_ram_deltas": [
          {
            "account": "alice",
            "delta": 128
          }
        ],
        "global_sequence": 130,
        "producer": "eosio",
        "action_ordinal": 1,
        "creator_action_ordinal": 0
      }
    ],
    "next_cursor": "77"
  },
  "/v2/history/get_created_accounts": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "total": {
      "value": 0,
      "relation": "eq"
    },
    "accounts": []
  },
  "/v2/history/get_creator": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "account": "alice",
    "creator": "eosio",
    "timestamp": "2025-01-01T00:00:00.500",
    "block_num": 2,
    "trx_id": "35e424b96ea99def5809363f624e8ed1c26c6249c20f0bf404490147f9fac60e"
  },
  "/v2/history/get_deltas": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "total": {
      "value": 46,
      "relation": "eq"
    },
    "deltas": [
      {
        "timestamp": "2026-03-01T12:00:01.000",
        "present": 1,
        "code": "btc.token",
        "scope": "bob",
        "table": "accounts",
        "primary_key": "4412482",
        "payer": "bridge",
        "block_num": 25,
        "block_id": "000000191017d4b4da4a34ba0a7dbbc87679ab9c26b5c418e5ffb378a10feec7",
        "data": {
          "balance": "10.00010000 BTC",
          "amount": 10.0001,
          "symbol": "BTC"
        }
      }
    ],
    "next_cursor": "33554468"
  },
  "/v2/history/get_schedule": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "producers": []
  },
  "/v2/history/get_transaction": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "executed": true,
    "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
    "cached_lib": false,
    "status": "executed",
    "block_num": 25,
    "actions": [
      {
        "@timestamp": "2026-03-01T12:00:01.000",
        "timestamp": "2026-03-01T12:00:01.000",
        "block_num": 25,
        "block_id": "000000191017d4b4da4a34ba0a7dbbc87679ab9c26b5c418e5ffb378a10feec7",
        "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
        "act": {
          "account": "btc.token",
          "name": "transfer",
          "authorization": [
            {
              "actor": "alice",
              "permission": "active"
            }
          ],
          "data": {
            "from": "alice",
            "to": "bob",
            "amount": 0.0001,
            "symbol": "BTC",
            "quantity": "0.00010000 BTC",
            "memo": "example"
          }
        },
        "cpu_usage_us": 188,
        "net_usage_words": 17,
        "signatures": [
          "SIG_K1_KA1YqBSf7zVWfc9e82KqB3EHeRFA1sczkmWbzHZW8nYvyFTZ8fpiGUmK6f5vj5wTpTuCPaApm..."
        ],
        "account_ram_deltas": [
          {
            "account": "alice",
            "delta": 128
          }
        ],
        "global_sequence": 130,
        "producer": "eosio",
        "action_ordinal": 1,
        "creator_action_ordinal": 0,
        "receipts": [
          {
            "receiver": "btc.token",
            "global_sequence": "130",
            "recv_sequence": "6",
            "auth_sequence": [
              {
                "account": "alice",
                "sequence": "17"
              }
            ]
          }
        ],
        "context_free": false,
        "elapsed": 100,
        "code_sequence": 0,
        "abi_sequence": 1,
        "notified": "btc.token,alice,bob"
      }
    ]
  },
  "/v2/state/get_account": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "account": {
      "account_name": "alice",
      "head_block_num": 54,
      "head_block_time": "2026-03-01T12:00:15.500",
      "privileged": false,
      "last_code_update": "1970-01-01T00:00:00.000",
      "created": "2025-01-01T00:00:00.500",
      "core_liquid_balance": "1000000.0000 NATIVE",
      "ram_quota": -1,
      "net_weight": -1,
      "cpu_weight": -1,
      "net_limit": {
        "used": -1,
        "available": -1,
        "max": -1,
        "last_usage_update_time": "2026-03-01T12:00:16.000",
        "current_used": -1
      },
      "cpu_limit": {
        "used": -1,
        "available": -1,
        "max": -1,
        "last_usage_update_time": "2026-03-01T12:00:16.000",
        "current_used": -1
      },
      "ram_usage": 5046,
      "permissions": [
        {
          "perm_name": "active",
          "parent": "owner",
          "required_auth": {
            "threshold": 1,
            "keys": [
              {
                "key": "EOS7GKruaZg3kLD9uRqnVQVpT8GdL4qRa8XNHNuC8kvBCsJSJnJcw",
                "weight": 1
              }
            ],
            "accounts": [],
            "waits": []
          },
          "linked_actions": []
        }
      ],
      "total_resources": null,
      "self_delegated_bandwidth": null,
      "refund_request": null,
      "voter_info": null,
      "rex_info": null,
      "subjective_cpu_bill_limit": {
        "used": 0,
        "available": 0,
        "max": 0,
        "last_usage_update_time": "2000-01-01T00:00:00.000",
        "current_used": 0
      },
      "eosio_any_linked_actions": []
    },
    "links": [
      {
        "timestamp": "2025-01-01T00:00:00.500",
        "permission": "agent",
        "code": "btc.token",
        "action": "transfer"
      }
    ],
    "tokens": [
      {
        "symbol": "BTC",
        "precision": 8,
        "amount": 9.9999,
        "contract": "btc.token"
      }
    ],
    "total_actions": 20,
    "actions": [
      {
        "@timestamp": "2026-03-01T12:00:01.000",
        "timestamp": "2026-03-01T12:00:01.000",
        "block_num": 25,
        "block_id": "000000191017d4b4da4a34ba0a7dbbc87679ab9c26b5c418e5ffb378a10feec7",
        "trx_id": "8aa4c04246d86b53aae30eddf46f497a804145f9d693faca6b981bf37840b915",
        "act": {
          "account": "btc.token",
          "name": "transfer",
          "authorization": [
            {
              "actor": "alice",
              "permission": "active"
            }
          ],
          "data": {
            "from": "alice",
            "to": "bob",
            "amount": 0.0001,
            "symbol": "BTC",
            "quantity": "0.00010000 BTC",
            "memo": "example"
          }
        },
        "receipts": [
          {
            "receiver": "btc.token",
            "global_sequence": 130,
            "recv_sequence": 6,
            "auth_sequence": [
              {
                "account": "alice",
                "sequence": 17
              }
            ]
          }
        ],
        "cpu_usage_us": 188,
        "net_usage_words": 17,
        "signatures": [
          "SIG_K1_KA1YqBSf7zVWfc9e82KqB3EHeRFA1sczkmWbzHZW8nYvyFTZ8fpiGUmK6f5vj5wTpTuCPaApm..."
        ],
        "account_ram_deltas": [
          {
            "account": "alice",
            "delta": 128
          }
        ],
        "global_sequence": 130,
        "producer": "eosio",
        "action_ordinal": 1,
        "creator_action_ordinal": 0
      }
    ]
  },
  "/v2/state/get_key_accounts": {
    "account_names": [
      "alice"
    ]
  },
  "/v2/state/get_links": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "total": {
      "value": 12,
      "relation": "eq"
    },
    "links": [
      {
        "block_num": 2,
        "timestamp": "2025-01-01T00:00:00.500",
        "account": "alice",
        "permission": "agent",
        "code": "btc.token",
        "action": "transfer",
        "irreversible": true
      }
    ]
  },
  "/v2/state/get_proposals": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "query_time": null,
    "total": {
      "value": 0,
      "relation": "eq"
    },
    "proposals": []
  },
  "/v2/state/get_tokens": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "account": "alice",
    "total": {
      "value": 4,
      "relation": "eq"
    },
    "tokens": [
      {
        "symbol": "BTC",
        "precision": 8,
        "amount": 9.9999,
        "contract": "btc.token"
      }
    ]
  },
  "/v2/state/get_voters": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "total": {
      "value": 0,
      "relation": "eq"
    },
    "voter_count": 0,
    "voters": []
  },
  "/v2/stats/get_missed_blocks": {
    "query_time_ms": 1,
    "cached": false,
    "lib": 48,
    "last_indexed_block": 54,
    "last_indexed_block_time": "2026-03-01T12:00:15.500",
    "stats": {
      "by_producer": {
        "eosio": 73353578
      }
    },
    "events": [
      {
        "@timestamp": "2025-01-01T00:00:01.000Z",
        "last_block": 2,
        "schedule_version": 0,
        "size": 73353578,
        "producer": "eosio"
      }
    ]
  }
};
