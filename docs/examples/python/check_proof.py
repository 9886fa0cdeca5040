"""Checks that a transaction and its actions are in a block, from the answer of a history node that is not trusted.

HISTORY=http://127.0.0.1:7000 python3 check_proof.py <transaction id> <block id from a node that you trust>
"""

import json
import os
import sys
import urllib.request
import zlib
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
        left = bytes.fromhex(step["left"]) if "left" in step else node
        right = bytes.fromhex(step["right"]) if "right" in step else node
        if not is_plain:
            left = bytes([left[0] & 0x7F]) + left[1:]
            right = bytes([right[0] | 0x80]) + right[1:]
        node = sha256(left, right)
    return node


def require(is_true: bool, rule: str) -> None:
    if not is_true:
        sys.exit(f"not proven: {rule}")


transaction_id, trusted = sys.argv[1:3]
history = os.environ.get("HISTORY", "http://127.0.0.1:7000")
url = f"{history}/v2/history/get_transaction?proof=true&id={transaction_id}"
with urllib.request.urlopen(url) as answer:
    proof = json.load(answer)["proof"]

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

actions = proof["actions"]
for action in actions or []:
    head, data, returned, receipt = (
        bytes.fromhex(action[member]) for member in ("head", "data", "return_value", "receipt")
    )
    root = root_of(sha256(receipt), action["path"], False)
    require(root == header[78:110], "an action is not in the block")
    plain = sha256(head, prefixed(data))
    returning = sha256(sha256(head), sha256(prefixed(data), prefixed(returned)))
    # A receipt begins with its receiver, 8 bytes, and the digest of its action, 32 bytes.
    require(receipt[8:40] in (plain, returning), "an action is not that of its receipt")

status = "implicit" if transaction is None else transaction["status"]
print(f"proven: {status}, {'no' if actions is None else len(actions)} receipts of actions")
