"""Verifies proposals of a gateway, and changes of them that must be refused.

Reads a file with {chain_id, calls: [{tool, body, proposal, data}], other: {member: another value}}; `data` is
that of the actions as another library packs it. Prints what it counted.
"""

import json
import sys
import time
from typing import Any

from chain_tool_client import DEVELOPMENT_PROFILE, OwnChain, VerificationError, verify_proposal
from chain_tool_client.expected import expected_actions

# Values of another type that read like the right ones in a text.
_OTHER_TYPES: dict[str, list[Any]] = {"pool_id": [None, True, 6.0, [6]], "symbol": [["USDT"]]}
# Expiry, reference block and its prefix, net limit: the members that a proposal may choose.
_FREE_BYTES = 14


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    chain = OwnChain(given["chain_id"], DEVELOPMENT_PROFILE)
    counts = {"verified": 0, "changed": 0, "flipped": 0}
    for call in given["calls"]:
        tool, body, proposal = call["tool"], call["body"], call["proposal"]
        verified = verify_proposal(tool, body, proposal, chain, time.time())
        transaction = proposal["transaction"]
        assert verified.id == transaction["transaction_id"]
        assert verified.digest.hex() == transaction["signing_digest"]
        assert verified.packed.hex() == transaction["packed_trx"]
        actions = expected_actions(tool, body, DEVELOPMENT_PROFILE, proposal.get("vault_name"))
        assert [action.data.hex() for action in actions] == call["data"], tool
        counts["verified"] += 1
        for member, value in given["other"].items():
            if body.get(member, value) != value:
                assert is_refused(tool, {**body, member: value}, proposal, chain), (tool, member)
                counts["changed"] += 1
        for member, values in _OTHER_TYPES.items():
            for value in values if member in body or (tool, member) == ("lend", "pool_id") else []:
                assert is_unknown(tool, {**body, member: value}), (tool, member, value)
        packed = bytes.fromhex(transaction["packed_trx"])
        for bit in range(8 * _FREE_BYTES, 8 * len(packed)):
            flipped = bytearray(packed)
            flipped[bit >> 3] ^= 1 << (bit & 7)
            lie = {**proposal, "transaction": {**transaction, "packed_trx": flipped.hex()}}
            assert is_refused(tool, body, lie, chain), (tool, bit)
            counts["flipped"] += 1
    print(json.dumps(counts))


def is_unknown(tool: str, body: dict[str, Any]) -> bool:
    try:
        expected_actions(tool, body, DEVELOPMENT_PROFILE)
    except ValueError:
        return True
    return False


def is_refused(tool: str, body: dict[str, Any], proposal: dict[str, Any], chain: OwnChain) -> bool:
    try:
        verify_proposal(tool, body, proposal, chain, time.time())
    except VerificationError:
        return True
    return False


main()
