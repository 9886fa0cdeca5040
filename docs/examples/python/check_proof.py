"""Checks that a transaction and its actions, or a page of actions, are in blocks whose ids are from a node that you trust.

The history node that answers is not trusted.

HISTORY=http://127.0.0.1:7000 python3 check_proof.py <transaction id> <block id>
HISTORY=http://127.0.0.1:7000 python3 check_proof.py 'account=alice&limit=2' <block id> <block id>
"""

import json
import os
import sys
import urllib.request
import zlib
from datetime import datetime, timedelta
from hashlib import sha256 as new_sha256

STATUS = ["executed", "soft_fail", "hard_fail", "delayed", "expired"]
INSTANT_FINALITY = 0x80000000


def sha256(*parts: bytes) -> bytes:
    return new_sha256(b"".join(parts)).digest()


def varuint(value: int) -> bytes:
    """A number as 7 bits a byte, the low ones first."""
    low, left = value & 0x7F, value >> 7
    return bytes([low]) if left == 0 else bytes([low | 0x80]) + varuint(left)


def prefixed(data: bytes) -> bytes:
    return varuint(len(data)) + data


def root_of(leaf: bytes, path: list, is_plain: bool) -> bytes:
    """The root of a path. Before instant finality the first bit of a half says on which side it is."""
    node = leaf
    for step in path:
        [(side, half)] = step.items()
        other = bytes.fromhex(half)
        require(side in ("left", "right") and len(other) == 32, "a step of a path is not one half of 32 bytes")
        left, right = (other, node) if side == "left" else (node, other)
        if not is_plain:
            left = bytes([left[0] & 0x7F]) + left[1:]
            right = bytes([right[0] | 0x80]) + right[1:]
        node = sha256(left, right)
    return node


def require(is_true: bool, rule: str) -> None:
    if not is_true:
        sys.exit(f"not proven: {rule}")


def header_of(proof: dict, transaction_id: str, trusted: str) -> bytes:
    """Requires that the transaction, and the actions that the proof has, are in the block. Returns the header."""
    # The header: timestamp 4 bytes, producer 8, confirmed 2, previous 32, transaction root 32, action root 32, schedule 4.
    header = bytes.fromhex(proof["header"])
    number = int.from_bytes(header[14:18], "big") + 1
    block_id = number.to_bytes(4, "big") + sha256(header)[4:]
    require(block_id.hex() == trusted, "the header is not that of the block")
    is_plain = int.from_bytes(header[110:114], "little") == INSTANT_FINALITY

    # Of a deferred transaction the block has the id alone: this program does not check those.
    transaction = proof["transaction"]
    if transaction is not None:
        packed = bytes.fromhex(transaction["packed_trx"])
        prunable = sha256(bytes.fromhex(transaction["prunable"]))
        digest = sha256(bytes([transaction["compression"]]), prefixed(packed), prunable)
        status = bytes([STATUS.index(transaction["status"])])
        cpu = transaction["cpu_usage_us"].to_bytes(4, "little")
        leaf = sha256(status, cpu, varuint(transaction["net_usage_words"]), digest)
        root = root_of(leaf, transaction["path"], is_plain)
        require(root == header[46:78], "the transaction is not in the block")
        whole = packed if transaction["compression"] == 0 else zlib.decompress(packed)
        require(sha256(whole).hex() == transaction_id, "it is another transaction")

    for action in proof["actions"] or []:
        head, data, returned, receipt = (
            bytes.fromhex(action[member]) for member in ("head", "data", "return_value", "receipt")
        )
        root = root_of(sha256(receipt), action["path"], False)
        require(root == header[78:110], "an action is not in the block")
        plain = sha256(head, prefixed(data))
        returning = sha256(sha256(head), sha256(prefixed(data), prefixed(returned)))
        # A receipt begins with its receiver, 8 bytes, and the digest of its action, 32 bytes.
        require(receipt[8:40] in (plain, returning), "an action is not that of its receipt")
    return header


def uint64(value: int) -> bytes:
    return value.to_bytes(8, "little")


def name(text: str) -> bytes:
    """A name of up to 12 letters of 5 bits each, the first ones high; a thirteenth has 4 bits."""
    value = 0
    for at, letter in enumerate(text.ljust(13, ".")):
        value = value << (5 if at < 12 else 4) | ".12345abcdefghijklmnopqrstuvwxyz".index(letter)
    return uint64(value)


def listed(entries: list) -> bytes:
    return varuint(len(entries)) + b"".join(entries)


def own_heads(transaction: bytes) -> list:
    """Account, name and authorization of the actions that a transaction has itself: the context-free ones first."""
    # Expiration and reference block have 10 bytes, CPU has one; NET and delay are numbers like those of lists.
    at, heads = 10, []

    def number() -> int:
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = transaction[at]
            at, value, shift = at + 1, value | (byte & 0x7F) << shift, shift + 7
            if byte < 0x80:
                return value

    number()
    at += 1
    number()
    for _ in ("context-free actions", "actions"):
        for _ in range(number()):
            start = at
            at += 16
            levels = number()
            at += 16 * levels
            heads.append(transaction[start:at])
            length = number()
            at += length
    return heads


def require_own(action: dict, head: bytes, proof: dict) -> None:
    """Requires that a transaction has an action itself. Without a root over actions, nothing else of it is proven."""
    transaction = proof["transaction"]
    is_own = transaction is not None and action["creator_action_ordinal"] == 0
    require(is_own, proof.get("reason", "the proof has no actions"))
    packed = bytes.fromhex(transaction["packed_trx"])
    whole = packed if transaction["compression"] == 0 else zlib.decompress(packed)
    require(transaction["status"] == "executed", "the transaction was not executed")
    at = action["action_ordinal"] - 1
    require(own_heads(whole)[at : at + 1] == [head], "the transaction has another action")


def require_shown(action: dict, proof: dict, header: bytes) -> None:
    """Requires that an action of a page is as its proof and the header say. Its data is proven as bytes."""
    slot = int.from_bytes(header[0:4], "little")
    time = (datetime(2000, 1, 1) + timedelta(milliseconds=500 * slot)).isoformat(timespec="milliseconds")
    require(action["timestamp"] == action["@timestamp"] == time, "an action has another time")
    require(name(action["producer"]) == header[4:12], "an action has another producer")
    number = int.from_bytes(header[14:18], "big") + 1
    require(action["block_num"] == number, "an action has another block number")
    act, transaction = action["act"], proof["transaction"]
    is_implicit = (act["account"], act["name"]) == ("eosio", "onblock")
    require(transaction is not None or is_implicit, "an action has no transaction")
    for member in ("cpu_usage_us", "net_usage_words") if transaction is not None else ():
        require(action[member] == transaction[member], "an action has another usage")
    levels = [name(level["actor"]) + name(level["permission"]) for level in act["authorization"]]
    head = name(act["account"]) + name(act["name"]) + listed(levels)
    if proof["actions"] is None:
        require_own(action, head, proof)
        return
    receipts = action["receipts"]
    require(receipts[0]["global_sequence"] == action["global_sequence"], "an action has another sequence")
    found = set()
    for receipt in receipts:
        sequences = [name(each["account"]) + uint64(each["sequence"]) for each in receipt["auth_sequence"]]
        numbers = uint64(receipt["global_sequence"]) + uint64(receipt["recv_sequence"])
        start, rest = name(receipt["receiver"]), numbers + listed(sequences)
        # The digest of the action is between the two, the versions of code and ABI are behind them.
        proven = [
            each
            for each in proof["actions"]
            if bytes.fromhex(each["receipt"]).startswith(start)
            and bytes.fromhex(each["receipt"])[40:].startswith(rest)
        ]
        require(len(proven) == 1, "a receipt of an action is not proven")
        require(proven[0]["head"] == head.hex(), "an action is not that of its receipts")
        found.add(proven[0]["data"])
    require(len(found) == 1, "receipts of an action have other data")


def read(route: str, query: str) -> dict:
    history = os.environ.get("HISTORY", "http://127.0.0.1:7000")
    with urllib.request.urlopen(f"{history}/v2/history/{route}?proof=true&{query}") as answer:
        return json.load(answer)


asked, trusted_ids = sys.argv[1], sys.argv[2:]
if "=" in asked:
    page = read("get_actions", asked)
    headers = {}
    for proof in page["proofs"]:
        trx_id, block_id = proof["trx_id"], proof["block_id"]
        require(block_id in trusted_ids, f"block {block_id} is none of those that are trusted")
        headers[trx_id, block_id] = (proof, header_of(proof, trx_id, block_id))
    for action in page["actions"]:
        place = (action["trx_id"], action["block_id"])
        require(place in headers, "an action has no proof")
        require_shown(action, *headers[place])
    blocks = len({block_id for _, block_id in headers})
    bare = [each for each in page["actions"] if headers[each["trx_id"], each["block_id"]][0]["actions"] is None]
    print(f"proven: {len(page['actions'])} actions in {blocks} blocks, {len(bare)} without receipts")
else:
    proof = read("get_transaction", f"id={asked}")["proof"]
    require(proof is not None, "the transaction is unknown")
    # No header has the id of an implicit transaction, and its receipts do not name it.
    require(proof["transaction"] is not None, "the block has no such transaction that was signed")
    header_of(proof, asked, trusted_ids[0])
    transaction, actions = proof["transaction"], proof["actions"]
    count = "no" if actions is None else len(actions)
    print(f"proven: {transaction['status']}, {count} receipts of actions of the block")
