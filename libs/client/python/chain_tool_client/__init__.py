"""Client of the Chain Tool Gateway: calls its tools, rebuilds every proposal before it is signed."""

from .act import ActingClient, Outcome, Signer
from .client import GatewayClient
from .errors import (
    EarlierAttemptError,
    OutcomeUnknownError,
    PushRefusedError,
    SimulationError,
    ToolError,
    VerificationError,
)
from .expected import VERIFIED_TOOLS, expected_actions
from .profile import DEVELOPMENT_PROFILE, ChainProfile, layouts_of
from .verify import OwnChain, VerifiedTransaction, signing_digest, verify_proposal

__all__ = [
    "DEVELOPMENT_PROFILE",
    "VERIFIED_TOOLS",
    "ActingClient",
    "ChainProfile",
    "EarlierAttemptError",
    "GatewayClient",
    "Outcome",
    "OutcomeUnknownError",
    "OwnChain",
    "PushRefusedError",
    "Signer",
    "SimulationError",
    "ToolError",
    "VerificationError",
    "VerifiedTransaction",
    "expected_actions",
    "layouts_of",
    "signing_digest",
    "verify_proposal",
]
