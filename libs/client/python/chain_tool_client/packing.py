"""The binary form of values and transactions, as Antelope chains read it. ValueError for values without one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_ALPHABET = ".12345abcdefghijklmnopqrstuvwxyz"
_NAME = re.compile(r"[.1-5a-z]{1,12}[.1-5a-j]?")
_ASSET = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]{1,18}))? ([A-Z]{1,7})")
_DECIMAL = re.compile(r"0\.0*[1-9][0-9]*|[1-9][0-9]*(?:\.[0-9]+)?")
_INTEGER = re.compile(r"0|[1-9][0-9]*")
_INTEGER_BYTES = {"uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8}
MOST_UNITS = 2**62 - 1


@dataclass(frozen=True)
class Action:
    """An action with its data in binary form, and the one permission that authorizes it."""

    account: str
    name: str
    actor: str
    permission: str
    data: bytes


@dataclass(frozen=True)
class Header:
    """The members of a header that a proposal may choose."""

    expiration: int
    ref_block_num: int
    ref_block_prefix: int
    max_net_usage_words: int


def unsigned(value: int, size: int) -> bytes:
    if not 0 <= value < 256**size:
        raise ValueError(f"{value} is not an unsigned integer of {8 * size} bits")
    return value.to_bytes(size, "little")


def varuint32(value: int) -> bytes:
    """Seven bits a byte, shortest form."""
    if not 0 <= value < 2**32:
        raise ValueError(f"{value} is not an unsigned integer of 32 bits")
    packed = bytearray()
    while value >= 0x80:
        packed.append(value & 0x7F | 0x80)
        value >>= 7
    packed.append(value)
    return bytes(packed)


def name(text: Any) -> bytes:
    """Five bits for each of twelve characters, four for a thirteenth."""
    if not isinstance(text, str) or not _NAME.fullmatch(text) or text.endswith("."):
        raise ValueError(f"{text!r} is not a name")
    value = 0
    for character in text[:12].ljust(12, "."):
        value = value << 5 | _ALPHABET.index(character)
    return unsigned(value << 4 | _ALPHABET.index(text[12:] or "."), 8)


def prefixed(data: bytes) -> bytes:
    return varuint32(len(data)) + data


def asset(text: Any) -> bytes:
    found = _ASSET.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(f"{text!r} is not an asset like '1.0000 ABC'")
    whole, fraction, code = found[1], found[2] or "", found[3]
    units = int(whole + fraction)
    if units > MOST_UNITS:
        raise ValueError(f"{text!r} is beyond the largest asset")
    return unsigned(units, 8) + unsigned(len(fraction), 1) + code.encode().ljust(7, b"\0")


def value(kind: str, given: Any) -> bytes:
    """A value of an action's data. Types: those of the tools' actions, and no other."""
    size = _INTEGER_BYTES.get(kind)
    if size is not None:
        if isinstance(given, str) and _INTEGER.fullmatch(given):
            return unsigned(int(given), size)
        if type(given) is not int:
            raise ValueError(f"{given!r} is not a whole number")
        return unsigned(given, size)
    if kind == "name":
        return name(given)
    if kind == "asset":
        return asset(given)
    if kind == "string":
        if not isinstance(given, str):
            raise ValueError(f"{given!r} is not a text")
        return prefixed(given.encode())
    raise ValueError(f"values of type {kind} are not supported")


def units_of(text: Any, precision: int) -> int:
    """The smallest units of a positive decimal text such as `0.0001`. Exact or refused."""
    if not isinstance(text, str) or len(text) > 80 or not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is not a positive decimal in a text like '12.5'")
    whole, _, fraction = text.partition(".")
    if len(fraction) > precision:
        raise ValueError(f"{text!r} has more than {precision} decimals")
    units = int(whole + fraction.ljust(precision, "0"))
    if units > MOST_UNITS:
        raise ValueError(f"{text!r} is beyond the largest amount")
    return units


def decimal_text(units: int, precision: int) -> str:
    """Units as a decimal text with exactly `precision` decimals."""
    digits = str(units).rjust(precision + 1, "0")
    return digits if precision == 0 else f"{digits[:-precision]}.{digits[-precision:]}"


def pack_transaction(header: Header, actions: Sequence[Action]) -> bytes:
    """A transaction without delay, limit of CPU time, context-free actions and extensions."""
    packed = unsigned(header.expiration, 4) + unsigned(header.ref_block_num, 2)
    packed += unsigned(header.ref_block_prefix, 4) + varuint32(header.max_net_usage_words)
    # max_cpu_usage_ms, delay_sec, context_free_actions
    packed += b"\0\0\0" + varuint32(len(actions))
    for action in actions:
        packed += name(action.account) + name(action.name) + varuint32(1)
        packed += name(action.actor) + name(action.permission) + prefixed(action.data)
    return packed + b"\0"  # transaction_extensions


def read_header(packed: bytes) -> Header:
    """The header of packed bytes; the rest is not read."""
    words = 0
    for at, byte in enumerate(packed[10:15]):
        words |= (byte & 0x7F) << 7 * at
        if byte < 0x80:
            parts = (packed[0:4], packed[4:6], packed[6:10])
            expiration, number, prefix = (int.from_bytes(part, "little") for part in parts)
            return Header(expiration, number, prefix, words)
    raise ValueError("the packed bytes end within the header")
