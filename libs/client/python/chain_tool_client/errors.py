"""What can go wrong, and whether anything was signed."""

from typing import Any


class ToolError(Exception):
    """A refusal of the gateway, or no answer from it.

    `status` is 0 when no answer arrived; `code` is a stable word, `no_answer` and `unreadable_answer`
    are the client's own; `retry_after` is in seconds.
    """

    def __init__(self, message: str, status: int, code: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class PushRefusedError(ToolError):
    """The first push was refused, or each one for the limits of the gateway (`rate_limited`).

    The gateway says that it sent nothing: `signed_transaction` may be pushed later. It has the signed bytes:
    it can have them executed until `expires`.
    """

    def __init__(
        self,
        refusal: ToolError,
        transaction_id: str,
        expires: int,
        signed_transaction: dict[str, Any],
    ) -> None:
        super().__init__(str(refusal), refusal.status, refusal.code, refusal.retry_after)
        self.transaction_id = transaction_id
        self.expires = expires
        self.signed_transaction = signed_transaction


class VerificationError(Exception):
    """The proposal is not the transaction that was asked for. Nothing was signed."""


class SimulationError(Exception):
    """The dry run of a new proposal failed, or no node could run it. Nothing was signed."""

    def __init__(self, proposal: dict[str, Any]) -> None:
        simulation = proposal["simulation"]
        super().__init__(simulation.get("error") or f"the dry run is {simulation['status']}")
        self.proposal = proposal


class EarlierAttemptError(Exception):
    """The dry run of a transaction that was composed before under this request id failed, or was not run.

    This call signed nothing. An earlier call may have: its bytes can be executed until `expires`. Act again
    under the same request id, and under no other one before then.
    """

    def __init__(self, proposal: dict[str, Any], transaction_id: str, expires: int) -> None:
        simulation = proposal["simulation"]
        reason = simulation.get("error") or f"the dry run is {simulation['status']}"
        super().__init__(f"{reason}; an earlier call may have sent {transaction_id}")
        self.proposal = proposal
        self.transaction_id = transaction_id
        self.expires = expires


class OutcomeUnknownError(Exception):
    """Signed and sent, outcome unknown: push `signed_transaction` again. Do not act anew."""

    def __init__(self, transaction_id: str, signed_transaction: dict[str, Any]) -> None:
        super().__init__(f"the outcome of {transaction_id} is not known: push the same bytes again")
        self.transaction_id = transaction_id
        self.signed_transaction = signed_transaction
