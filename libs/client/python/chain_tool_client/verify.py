"""Compares a proposal with the transaction that its call asks for, to the byte."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import VerificationError
from .expected import expected_actions
from .packing import pack_transaction, read_header
from .profile import ChainProfile

# Expiry of a proposal of the gateway, five minutes, and a clock that is ten minutes off.
_LATEST_EXPIRY_SECONDS = 15 * 60
_MOST_BYTES = 8192
_PACKED = re.compile(r"(?:[0-9a-f]{2})+")
_CHAIN_ID = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class OwnChain:
    """The chain and its names, as the owner of the key knows them. The id is part of what is signed."""

    id: str
    profile: ChainProfile


@dataclass(frozen=True)
class VerifiedTransaction:
    """A transaction that may be signed: everything in it was computed here. `expires`: seconds since 1970."""

    packed: bytes
    digest: bytes
    id: str
    expires: int


def verify_proposal(
    tool: str,
    body: Mapping[str, Any],
    proposal: Mapping[str, Any],
    chain: OwnChain,
    now: float,
) -> VerifiedTransaction:
    """Rebuilds the transaction of a call and compares it with the proposal.

    The proposal chooses four members of the header (expiry, reference block and its prefix, net limit) and
    the name of a new vault; its own digest, id and summary are not used. VerificationError where it is
    another transaction.
    """
    try:
        proposed = _proposed_bytes(proposal)
        header = read_header(proposed)
        if header.expiration > now + _LATEST_EXPIRY_SECONDS:
            raise ValueError("it expires too far in the future")
        actions = expected_actions(tool, body, chain.profile, proposal.get("vault_name"))
        packed = pack_transaction(header, actions)
        if packed != proposed:
            raise ValueError("the bytes are not those of the call")
        return VerifiedTransaction(
            packed,
            signing_digest(chain.id, packed),
            hashlib.sha256(packed).hexdigest(),
            header.expiration,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise VerificationError(f"proposal of {tool}: {error}") from error


def signing_digest(chain_id: str, packed: bytes) -> bytes:
    """The 32 bytes that are signed: over the chain id, the packed bytes, 32 zeros (no context-free data)."""
    if not _CHAIN_ID.fullmatch(chain_id):
        raise ValueError("a chain id has 64 hexadecimal digits")
    return hashlib.sha256(bytes.fromhex(chain_id) + packed + bytes(32)).digest()


def _proposed_bytes(proposal: Mapping[str, Any]) -> bytes:
    text = proposal["transaction"]["packed_trx"]
    if not isinstance(text, str) or len(text) > 2 * _MOST_BYTES or not _PACKED.fullmatch(text):
        raise ValueError("it has no packed transaction")
    return bytes.fromhex(text)
