"""Composes, verifies by reconstruction, signs, pushes, and follows."""

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import httpx

from .client import GatewayClient, retry_delay
from .errors import (
    EarlierAttemptError,
    OutcomeUnknownError,
    PushRefusedError,
    SimulationError,
    ToolError,
    VerificationError,
)
from .verify import OwnChain, VerifiedTransaction, verify_proposal

# Refusals of the first push after which an honest gateway has given the transaction to no node.
_REFUSED_UNSENT = frozenset(
    {
        "contract_refused",
        "relay_refused",
        "invalid_arguments",
        "network_not_configured",
        "profile_mismatch",
    }
)
# The node may need a moment after the expiry to know its outcome.
_FOLLOWED_AFTER_EXPIRY = 60.0
# Blocks become irreversible within minutes on a healthy chain.
_FOLLOWED_AFTER_EXECUTION = 600.0
_FOLLOW_EVERY = 1.0
_LONGEST_PAUSE = 60.0

WaitFor = Literal["in_block", "irreversible"]


class Signer(Protocol):
    """Holder of one key. It signs what it is given: verification comes before."""

    @property
    def public_key(self) -> str:
        """As the holder writes it; shown, never compared."""

    def sign(self, digest: bytes) -> str:
        """`SIG_K1_...`, or 65 bytes in hex with the recovery id first, over 32 bytes."""


@dataclass(frozen=True)
class Outcome:
    """A transaction that the gateway reports as executed. Below `irreversible` a fork may remove it."""

    status: Literal["executed", "already_executed"]
    transaction_id: str
    block_num: int | None
    finality: str | None
    proposal: dict[str, Any]


class ActingClient(GatewayClient):
    """A client with a key. Nothing that the gateway says about the chain is used for what is signed."""

    def __init__(
        self,
        url: str,
        *,
        chain: OwnChain,
        signer: Signer,
        network: str | None = None,
        timeout: float = 30.0,
        retry_for: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(
            url, network=network, timeout=timeout, retry_for=retry_for, transport=transport
        )
        self._chain = chain
        self._signer = signer

    def act(
        self,
        tool: str,
        body: Mapping[str, Any],
        *,
        request_id: str | None = None,
        wait_for: WaitFor = "in_block",
    ) -> Outcome:
        """Carries out a composition whole.

        `request_id` names the intention: keep it, and use it again in every retry. Under an id that the
        gateway has carried out or begun, the same bytes are signed and pushed again, unless their dry run
        fails now.

        ValueError: called wrongly; ToolError: refused to compose; VerificationError, SimulationError: nothing
        was signed. EarlierAttemptError: nothing was signed by this call. PushRefusedError,
        OutcomeUnknownError: signed.
        """
        if "request_id" in body:
            raise ValueError("request_id is an argument of act, not a member of the body")
        if request_id == "":
            raise ValueError("an empty request_id names no intention")
        # A proposal is always asked for in full.
        asked = {name: value for name, value in body.items() if name != "detail"}
        sent = {**asked, "request_id": str(uuid.uuid4()) if request_id is None else request_id}
        proposal: dict[str, Any] = self._call(tool, sent, True)
        verified = verify_proposal(tool, body, proposal, self._chain, time.time())
        status, dry_run, network = _stated(tool, proposal)
        finality = proposal.get("finality")
        if status == "executed" and (wait_for == "in_block" or finality == "irreversible"):
            block_num = proposal.get("block_num")
            return Outcome("already_executed", verified.id, block_num, finality, proposal)
        # An id that was made here has no earlier call: a repeated proposal is that of a lost answer.
        may_be_sent = status == "executed" or (status != "new" and request_id is not None)
        if status != "executed" and dry_run != "ok":
            if may_be_sent:
                raise EarlierAttemptError(proposal, verified.id, verified.expires)
            raise SimulationError(proposal)
        signed = {"signatures": [self._signer.sign(verified.digest)], "packed_trx": verified.packed.hex()}
        push = {"signed_tx": signed, "wait_for": wait_for, "network": network}
        try:
            answer = self._followed(push, verified, may_be_sent)
        except (PushRefusedError, OutcomeUnknownError):
            raise
        except Exception as error:
            # Whatever failed, the gateway may have the bytes.
            raise OutcomeUnknownError(verified.id, signed) from error
        return Outcome(
            answer["status"], verified.id, answer.get("block_num"), answer.get("finality"), proposal
        )

    def _followed(
        self, push: dict[str, Any], verified: VerifiedTransaction, may_be_sent: bool
    ) -> dict[str, Any]:
        """Pushes the same bytes until they are executed as finally as asked for, or cannot be any more."""
        give_up_at = verified.expires + _FOLLOWED_AFTER_EXPIRY
        executed_since: float | None = None
        cause: ToolError | None = None
        attempt = 0
        while attempt == 0 or time.time() < give_up_at:
            attempt += 1
            delay = _FOLLOW_EVERY
            try:
                answer: dict[str, Any] = self._call("push_transaction", push, False)
                is_own = answer.get("transaction_id") == verified.id
                is_executed = is_own and answer.get("status") in ("executed", "already_executed")
                if is_executed and push["wait_for"] in ("in_block", answer.get("finality")):
                    return answer
                if is_executed and executed_since is None:
                    executed_since = time.time()
                    give_up_at = max(give_up_at, executed_since + _FOLLOWED_AFTER_EXECUTION)
                may_be_sent = True
            except ToolError as error:
                if not may_be_sent and error.code in _REFUSED_UNSENT:
                    raise PushRefusedError(
                        error, verified.id, verified.expires, push["signed_tx"]
                    ) from error
                may_be_sent = may_be_sent or error.code != "rate_limited"
                delay = max(delay, retry_delay(error, attempt) or 0.0)
                cause = error
            time.sleep(max(0.0, min(delay, _LONGEST_PAUSE, give_up_at - time.time())))
        if not may_be_sent and cause is not None:
            raise PushRefusedError(cause, verified.id, verified.expires, push["signed_tx"]) from cause
        raise OutcomeUnknownError(verified.id, push["signed_tx"]) from cause


def _stated(tool: str, proposal: dict[str, Any]) -> tuple[str, str, str]:
    """Status, that of the dry run, and network: what decides how a proposal is carried out."""
    simulation = proposal.get("simulation")
    dry_run = simulation.get("status") if isinstance(simulation, dict) else None
    status, network = proposal.get("status"), proposal.get("network")
    if not (isinstance(status, str) and isinstance(dry_run, str) and isinstance(network, str)):
        raise VerificationError(f"proposal of {tool}: status, network or dry run is missing")
    return status, dry_run, network
