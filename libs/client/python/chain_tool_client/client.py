"""Calls the tools of a gateway."""

import json
import random
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import httpx

from .deadline import Deadline, Sockets
from .errors import ToolError
from .tools import TOOL_KINDS, TypedCalls

_FIRST_DELAY_SECONDS = 0.25
_LONGEST_DELAY_SECONDS = 8.0
# No answer, too many requests, and the gateway or its nodes out of service for a moment.
_RETRIED_STATUS = frozenset({0, 408, 429, 502, 503, 504})
_RETRIED_CODES = frozenset(
    {"upstream_unavailable", "unconfirmed", "nodes_disagree", "not_run_by_node", "request_id_unavailable"}
)
_CONSISTENCY = "x-consistency"
# The largest answers, such as long histories, are far below it.
_LARGEST_ANSWER_BYTES = 16 * 1024 * 1024


def retry_delay(error: ToolError, attempt: int) -> float | None:
    """Seconds until the next attempt; None where another one cannot help."""
    if error.status not in _RETRIED_STATUS and error.code not in _RETRIED_CODES:
        return None
    longest: float = min(_FIRST_DELAY_SECONDS * 2 ** min(attempt - 1, 9), _LONGEST_DELAY_SECONDS)
    # A wait of zero is no reason to ask again without a pause.
    return max(longest * (0.5 + random.random() / 2), error.retry_after or 0.0)


class GatewayClient(TypedCalls):
    """A client without a key. `network` is sent with calls that name none.

    Reads, pushes and compositions with a `request_id` are repeated, for `retry_for` seconds at most, when
    the gateway asks for it or does not answer. Nothing else is: it could happen twice. Raises ToolError.
    """

    def __init__(
        self,
        url: str,
        *,
        network: str | None = None,
        timeout: float = 30.0,
        retry_for: float = 60.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(
            base_url=url, timeout=timeout, transport=transport, follow_redirects=False, trust_env=False
        )
        self._sockets = Sockets()
        self._network = network
        self._timeout = timeout
        self._retry_for = retry_for
        # By network: the token of the last push. Reads that follow see it at every replica.
        self._tokens: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def _call(self, tool: str, body: Any, retry: bool) -> Any:
        sent = dict(body)
        if self._network is not None:
            sent.setdefault("network", self._network)
        give_up_at = time.monotonic() + self._retry_for
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._once(tool, sent)
            except ToolError as error:
                forgotten = error.code == "consistency_refused" and self._tokens != {}
                if forgotten:
                    # The chain began anew.
                    self._tokens.clear()
                if not retry:
                    raise
                if forgotten:
                    continue
                delay = retry_delay(error, attempt) if _is_repeatable(tool, sent) else None
                if delay is None or time.monotonic() + delay > give_up_at:
                    raise
            time.sleep(delay)

    def _once(self, tool: str, sent: Mapping[str, Any]) -> dict[str, Any]:
        is_push = tool == "push_transaction"
        token = self._tokens.get(str(sent.get("network")))
        headers = {} if is_push or token is None else {_CONSISTENCY: token}
        path = f"/v1/tools/{tool}"
        try:
            with (
                Deadline(self._sockets, self._timeout) as deadline,
                self._http.stream(
                    "POST", path, json=sent, headers=headers, extensions={"trace": deadline.trace}
                ) as answer,
            ):
                text = _text(tool, answer, deadline)
        except httpx.HTTPError as error:
            raise ToolError(f"{tool}: the gateway does not answer", 0, "no_answer") from error
        read = _read(tool, answer, text)
        if is_push and _CONSISTENCY in answer.headers:
            for network in (sent.get("network"), read.get("network")):
                self._tokens[str(network)] = answer.headers[_CONSISTENCY]
        return read


def _text(tool: str, answer: httpx.Response, deadline: Deadline) -> bytes:
    """The bytes of an answer, within a size and a time."""
    text = bytearray()
    for chunk in answer.iter_bytes():
        text += chunk
        if len(text) > _LARGEST_ANSWER_BYTES:
            message = f"{tool}: the answer is too large"
            raise ToolError(message, answer.status_code, "unreadable_answer")
        if deadline.is_over:
            raise ToolError(f"{tool}: the answer does not end", 0, "no_answer")
    return bytes(text)


def _is_repeatable(tool: str, sent: Mapping[str, Any]) -> bool:
    kind = TOOL_KINDS.get(tool)
    if kind == "compose":
        return sent.get("request_id") is not None
    return kind == "read" or tool == "push_transaction"


def _read(tool: str, answer: httpx.Response, text: bytes) -> dict[str, Any]:
    wait = _wait_of(answer.headers)
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        message = f"{tool}: status {answer.status_code} without JSON"
        raise ToolError(message, answer.status_code, "unreadable_answer", wait) from error
    if answer.is_success and isinstance(body, dict):
        return body
    stated = body if isinstance(body, dict) else {}
    message = f"{tool}: {stated.get('error', f'status {answer.status_code}')}"
    raise ToolError(message, answer.status_code, str(stated.get("code", "unreadable_answer")), wait)


def _wait_of(headers: httpx.Headers) -> float | None:
    """Seconds until another attempt.

    `Retry-After` is a whole window at a limit; `RateLimit-Reset` says how much of it is left: a signature may
    not outlast the whole.
    """
    retry_after = _seconds(headers.get("retry-after"))
    left = _seconds(headers.get("ratelimit-reset"))
    return retry_after if retry_after is None or left is None else min(retry_after, left)


def _seconds(text: str | None) -> float | None:
    return float(text) if text is not None and text.isdecimal() else None
