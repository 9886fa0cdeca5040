"""The names of one chain, and the layouts of its actions."""

import json
import re
from importlib.resources import files
from typing import Any, NotRequired, TypedDict

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


class Token(TypedDict):
    contract: str
    symbol: str
    precision: int


class Pair(TypedDict):
    name: str
    base: str
    quote: str
    price_decimals: int


class ActionTemplate(TypedDict):
    account: str
    name: str
    data: dict[str, str | int]


class ChainProfile(TypedDict):
    """A client that signs takes it from its owner, never from the gateway: it decides which bytes are right.

    The members are those of a profile file of the gateway; `layouts` come from the ABIs of the owner's node
    (`layouts_of`).
    """

    accounts: dict[str, str]
    tokens: dict[str, Token]
    pairs: dict[str, Pair]
    actions: dict[str, ActionTemplate]
    memos: dict[str, str]
    vault_name: str
    layouts: dict[str, list[list[str]]]
    share_tokens: NotRequired[dict[str, str]]


def _development() -> ChainProfile:
    text = files("chain_tool_client").joinpath("development.json").read_text()
    profile: ChainProfile = json.loads(text)
    return profile


# The development chains of `npm start`. Real chains have other names.
DEVELOPMENT_PROFILE = _development()


def layouts_of(abis: dict[str, dict[str, Any]]) -> dict[str, list[list[str]]]:
    """Layouts of all actions of contracts, from their ABIs by account."""
    return {
        f"{account}::{action['name']}": _layout_of(abi, action["type"])
        for account, abi in abis.items()
        for action in abi.get("actions", [])
    }


def _layout_of(abi: dict[str, Any], kind: str, depth: int = 0) -> list[list[str]]:
    wanted = _alias_of(abi, kind)
    struct = next((each for each in abi.get("structs", []) if each["name"] == wanted), None)
    if struct is None or depth > 8:
        raise ValueError(f"the ABI has no struct {kind}")
    base = _layout_of(abi, struct["base"], depth + 1) if struct.get("base") else []
    return base + [[field["name"], _alias_of(abi, field["type"])] for field in struct["fields"]]


def _alias_of(abi: dict[str, Any], kind: str) -> str:
    for _ in range(8):
        alias = next((each for each in abi.get("types", []) if each["new_type_name"] == kind), None)
        if alias is None:
            return kind
        kind = alias["type"]
    return kind


def filled(template: str | int, values: dict[str, Any]) -> Any:
    """A filled template. A text that is one placeholder takes the value with its type.

    ValueError for a value that is neither a text nor a whole number: bodies of calls are not checked before.
    """
    if isinstance(template, int):
        return template

    def value_of(key: str) -> Any:
        given = values.get(key)
        if given is None:
            raise ValueError(f"the profile has no value for {{{key}}}")
        if not isinstance(given, str) and type(given) is not int:
            raise ValueError(f"{key} is neither a text nor a whole number")
        return given

    whole = _PLACEHOLDER.fullmatch(template)
    if whole is not None:
        return value_of(whole[1])
    return _PLACEHOLDER.sub(lambda found: str(value_of(found[1])), template)
