"""The actions of a call, from the call and the owner's profile alone."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from .packing import MOST_UNITS, Action, decimal_text, units_of, value
from .profile import ChainProfile, Token, filled

_DEFAULT_POOL = 6
_VAULT_ID = re.compile(r"[a-z1-5]{7}")
_Entry = TypeVar("_Entry")


def actor_of(tool: str, body: Mapping[str, Any]) -> Any:
    """The account that signs a call."""
    return body["from" if tool == "transfer" else "account"]


def expected_actions(
    tool: str,
    body: Mapping[str, Any],
    profile: ChainProfile,
    vault_name: str | None = None,
) -> list[Action]:
    """ValueError for a call that has no exact transaction in this profile.

    `vault_name` is of `setup_vault`: the one value that the gateway chooses.
    """
    make = _Rebuilder(profile, body, actor_of(tool, body))
    build = _BUILDERS.get(tool)
    if build is None:
        raise ValueError(f"proposals of {tool} cannot be verified")
    if tool == "setup_vault":
        make.vault_name = vault_name
    build(make)
    return make.actions


def _entry(entries: Mapping[str, _Entry], key: Any, what: str) -> _Entry:
    if not isinstance(key, str) or key not in entries:
        raise ValueError(f"the profile has no {what}.{key}")
    return entries[key]


class _Rebuilder:
    """Rebuilds the actions of one call."""

    def __init__(self, profile: ChainProfile, body: Mapping[str, Any], actor: Any) -> None:
        self.profile = profile
        self.body = body
        self.actor = actor
        self.permission = body.get("permission", "active")
        self.pool_id = body.get("pool_id", _DEFAULT_POOL)
        self.vault_name: str | None = None
        self.actions: list[Action] = []

    def token(self, key: Any) -> Token:
        return _entry(self.profile["tokens"], key, "tokens")

    def account(self, role: str) -> str:
        return _entry(self.profile["accounts"], role, "accounts")

    def quantity(self, key: Any, amount: Any) -> str:
        token = self.token(key)
        return _quantity(token, units_of(amount, token["precision"]))

    def memo(self, key: str, **values: Any) -> str:
        template = _entry(self.profile["memos"], key, "memos")
        return str(filled(template, {"account": self.actor, **values}))

    def pay(self, key: Any, quantity: str, to: Any, memo: str) -> None:
        token = self.token(key)
        self.action("transfer", token, **{"from": self.actor}, to=to, quantity=quantity, memo=memo)

    def pay_lending(self, memo: str, key: Any, amount: Any, **values: Any) -> None:
        text = self.memo(memo, **values)
        self.pay(key, self.quantity(key, amount), self.account("lending"), text)

    def action(self, key: str, token: Token | None = None, /, **values: Any) -> None:
        template = _entry(self.profile["actions"], key, "actions")
        own_contract = template["account"] == "token" and token is not None
        account = token["contract"] if own_contract and token else self.account(template["account"])
        known = {**self.profile["accounts"], **values}
        data = {member: filled(text, known) for member, text in template["data"].items()}
        action = f"{account}::{template['name']}"
        layout = _entry(self.profile["layouts"], action, "layouts")
        if sorted(member for member, _ in layout) != sorted(data):
            raise ValueError(f"{action} has other members than the profile")
        packed = b"".join(value(kind, data[member]) for member, kind in layout)
        self.actions.append(Action(account, template["name"], self.actor, self.permission, packed))


def _quantity(token: Token, units: int) -> str:
    return f"{decimal_text(units, token['precision'])} {token['symbol']}"


def _transfer(make: _Rebuilder) -> None:
    body = make.body
    quantity = make.quantity(body["symbol"], body["amount"])
    make.pay(body["symbol"], quantity, body["to"], body.get("memo", ""))


def _place_order(make: _Rebuilder) -> None:
    body = make.body
    if body["side"] not in ("buy", "sell"):
        raise ValueError("side is neither buy nor sell")
    pair = _entry(make.profile["pairs"], body["pair"], "pairs")
    base, quote = make.token(pair["base"]), make.token(pair["quote"])
    units = units_of(body["amount"], base["precision"])
    price = units_of(body["price"], pair["price_decimals"])
    # Amount times price, rounded up to a whole unit.
    divisor = 10 ** (base["precision"] + pair["price_decimals"])
    cost = -(-units * price * 10 ** quote["precision"] // divisor)
    if cost > MOST_UNITS:
        raise ValueError("the order costs more than the largest amount")
    memo = make.memo(
        "order",
        side=body["side"],
        quantity=_quantity(base, units),
        price=f"{decimal_text(price, pair['price_decimals'])} {quote['symbol']}",
    )
    is_buy = body["side"] == "buy"
    locked = _quantity(quote, cost) if is_buy else _quantity(base, units)
    make.pay(pair["quote"] if is_buy else pair["base"], locked, make.account("exchange"), memo)


def _cancel_order(make: _Rebuilder) -> None:
    body = make.body
    pair = _entry(make.profile["pairs"], body["pair"], "pairs")["name"]
    make.action("cancel_order", account=make.actor, order_id=body["order_id"], pair=pair)


def _lend(make: _Rebuilder) -> None:
    make.pay_lending("lend", "USDT", make.body["amount_usdt"], pool_id=make.pool_id)
    make.action("process_queue", account=make.actor)


def _redeem(make: _Rebuilder) -> None:
    shares = make.profile.get("share_tokens", {str(_DEFAULT_POOL): "TPF"})
    token = _entry(shares, str(make.pool_id), "share_tokens")
    make.pay_lending("redeem", token, make.body["amount_tpf"], pool_id=make.pool_id)
    make.action("process_queue", account=make.actor)


def _repay(make: _Rebuilder) -> None:
    make.pay_lending("repay", "USDT", make.body["amount_usdt"])


def _borrow(make: _Rebuilder) -> None:
    make.action(
        "borrow",
        account=make.actor,
        quantity=make.quantity("USDT", make.body["amount_usdt"]),
        pool_id=make.pool_id,
        max_apr_bps=make.body["max_apr_bps"],
    )
    make.action("process_queue", account=make.actor)


def _cancel_redeem(make: _Rebuilder) -> None:
    make.action("cancel_redemption", account=make.actor, id=make.body["id"])


def _cancel_loan_request(make: _Rebuilder) -> None:
    make.action("cancel_loan_request", account=make.actor)


def _setup_vault(make: _Rebuilder) -> None:
    template = str(filled(make.profile["vault_name"], {**make.profile["accounts"], "id": "{id}"}))
    before, _, after = template.partition("{id}")
    name = make.vault_name or ""
    own_part = name[len(before) : len(name) - len(after)]
    if name != before + own_part + after or not _VAULT_ID.fullmatch(own_part):
        raise ValueError("the vault has no name of a vault")
    make.action("create_vault", account=make.actor, vault=name)
    make.action("generate_address", account=make.actor, vault=name)


def _withdraw_collateral(make: _Rebuilder) -> None:
    quantity = make.quantity("CBTC", make.body["amount_cbtc"])
    address = make.body["btc_address"]
    make.action("withdraw_collateral", account=make.actor, quantity=quantity, btc_address=address)


def _withdraw_btc(make: _Rebuilder) -> None:
    memo = make.memo("peg_out", btc_address=make.body["btc_address"])
    make.pay("BTC", make.quantity("BTC", make.body["amount"]), make.account("btc_bridge"), memo)


_BUILDERS = {
    "transfer": _transfer,
    "place_order": _place_order,
    "cancel_order": _cancel_order,
    "lend": _lend,
    "redeem": _redeem,
    "repay": _repay,
    "borrow": _borrow,
    "cancel_redeem": _cancel_redeem,
    "cancel_loan_request": _cancel_loan_request,
    "setup_vault": _setup_vault,
    "withdraw_collateral": _withdraw_collateral,
    "withdraw_btc": _withdraw_btc,
}

# Tools whose proposals are verified. A plan is not: act on each step.
VERIFIED_TOOLS = tuple(_BUILDERS)
