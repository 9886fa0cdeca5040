"""A key in memory. For development and small programs: a key that holds money belongs into a program of its own."""

from coincurve import PrivateKey
from coincurve._libsecp256k1 import ffi, lib  # type: ignore[import-not-found, unused-ignore]


class Secp256k1Signer:
    """Signs with libsecp256k1; `coincurve` must be installed."""

    def __init__(self, secret: bytes | str) -> None:
        self._key = PrivateKey(bytes.fromhex(secret) if isinstance(secret, str) else secret)

    @property
    def public_key(self) -> str:
        return self._key.public_key.format().hex()

    def sign(self, digest: bytes) -> str:
        """The recovery id, r and s in hex. The chain refuses some signatures: other randomness makes another one."""
        for attempt in range(256):
            extra = attempt.to_bytes(32, "big") if attempt else None
            signature = self._signature(digest, extra)
            if _is_canonical(signature[0:32]) and _is_canonical(signature[32:64]):
                return (signature[64:] + signature[:64]).hex()
        raise RuntimeError("no canonical signature was found")

    def _signature(self, digest: bytes, extra: bytes | None) -> bytes:
        if extra is None:
            return self._key.sign_recoverable(digest, hasher=None)
        nonce = (lib.secp256k1_nonce_function_default, ffi.new("unsigned char [32]", extra))
        return self._key.sign_recoverable(digest, hasher=None, custom_nonce=nonce)


def _is_canonical(number: bytes) -> bool:
    """Source: fc::ecc::public_key::is_canonical."""
    return number[0] < 0x80 and (number[0] != 0 or number[1] >= 0x80)
