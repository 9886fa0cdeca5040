"""Transfers BTC with Python: the gateway composes, this program signs with libsecp256k1.

    pip install -r requirements.txt
    GATEWAY=http://127.0.0.1:3000 CHAIN=http://127.0.0.1:8888 python transfer.py
"""

import hashlib
import json
import os
import urllib.error
import urllib.request

from coincurve import PrivateKey

GATEWAY = os.environ.get("GATEWAY", "http://127.0.0.1:3000")
CHAIN = os.environ.get("CHAIN", "http://127.0.0.1:8888")


def tool(name: str, **fields) -> dict:
    request = urllib.request.Request(f"{GATEWAY}/v1/tools/{name}", json.dumps(fields).encode())
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(f"{name}: {json.load(refusal)['error']}") from refusal


def development_key(account: str) -> PrivateKey:
    """On a real network the key comes from your own key store."""
    with urllib.request.urlopen(f"{CHAIN}/devchain/accounts") as answer:
        accounts = json.load(answer)
    return PrivateKey(bytes.fromhex(next(a["private_key_hex"] for a in accounts if a["name"] == account)))


def signing_digest(transaction: dict) -> bytes:
    """SHA-256 over the chain id, the packed bytes, and 32 zero bytes (no context-free data)."""
    parts = bytes.fromhex(transaction["chain_id"]) + bytes.fromhex(transaction["packed_trx"]) + bytes(32)
    return hashlib.sha256(parts).digest()


def sign(key: PrivateKey, digest: bytes) -> str | None:
    """The recovery id, r and s in hex; None where the signature is not canonical, which the chain refuses."""
    signature = key.sign_recoverable(digest, hasher=None)
    for start in (0, 32):
        if signature[start] >= 0x80 or (signature[start] == 0 and signature[start + 1] < 0x80):
            return None
    return (signature[64:] + signature[:64]).hex()


def main() -> None:
    key = development_key("alice")
    signature = None
    while signature is None:
        # About half of all signatures are not canonical. Another proposal has another digest.
        proposal = tool("transfer", **{"from": "alice", "to": "bob", "symbol": "BTC", "amount": "0.0001"})
        transaction = proposal["transaction"]
        digest = signing_digest(transaction)
        assert digest.hex() == transaction["signing_digest"], "the digest is not of these bytes"
        signature = sign(key, digest)
    print(proposal["summary"])
    if proposal["simulation"]["status"] != "ok":
        raise SystemExit(proposal["next"])
    signed = {"signatures": [signature], "packed_trx": transaction["packed_trx"]}
    pushed = tool("push_transaction", signed_tx=signed)
    print(pushed["status"], pushed["transaction_id"])


if __name__ == "__main__":
    main()
