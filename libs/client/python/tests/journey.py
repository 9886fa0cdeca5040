"""Acts against a gateway: once for a request id, after lost answers too, and never on a changed proposal.

Arguments: URL of the gateway, chain id, private key of alice.
"""

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from chain_tool_client import (
    DEVELOPMENT_PROFILE,
    ActingClient,
    EarlierAttemptError,
    GatewayClient,
    OutcomeUnknownError,
    OwnChain,
    SimulationError,
    ToolError,
    VerificationError,
)
from chain_tool_client.client import retry_delay
from chain_tool_client.keys import Secp256k1Signer
from chain_tool_client.tools import TransferInput


class Unreliable(httpx.BaseTransport):
    """Loses the answers to the first calls of a tool, or changes the body that the gateway gets."""

    def __init__(self) -> None:
        self.inner = httpx.HTTPTransport()
        self.lost: dict[str, int] = {}
        self.swap: tuple[bytes, bytes] | None = None
        self.sent: list[tuple[str, bytes]] = []
        self.forged: dict[str, Callable[[bytes], bytes]] = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        tool = request.url.path.rsplit("/", 1)[-1]
        self.sent.append((tool, request.content))
        if self.swap is not None:
            changed = request.content.replace(*self.swap)
            headers = {"content-type": "application/json"}
            request = httpx.Request("POST", request.url, content=changed, headers=headers)
        answer = self.inner.handle_request(request)
        if self.lost.get(tool, 0) > 0:
            self.lost[tool] -= 1
            answer.read()
            raise httpx.ReadError("lost")
        if tool in self.forged:
            return httpx.Response(answer.status_code, content=self.forged[tool](answer.read()))
        return answer


class Endless(httpx.SyncByteStream):
    """An answer that does not end."""

    def __init__(self, chunk: bytes, pause: float) -> None:
        self.chunk, self.pause = chunk, pause

    def __iter__(self) -> Iterator[bytes]:
        while True:
            time.sleep(self.pause)
            yield self.chunk


def drips(server: socket.socket) -> None:
    """Answers whole, but sends the head a byte at a time, for ten seconds."""
    connection, _ = server.accept()
    with connection:
        connection.recv(65536)
        try:
            for byte in b"HTTP/1.1 200 OK\r\nx-slow: " + b"x" * 170:
                connection.sendall(bytes([byte]))
                time.sleep(0.05)
            connection.sendall(b"\r\ncontent-length: 2\r\n\r\n{}")
        except OSError:
            print("the client has left")


def without(path: tuple[str, ...]) -> Callable[[bytes], bytes]:
    """Takes a member out of an answer."""

    def forge(text: bytes) -> bytes:
        body = json.loads(text)
        holder = body
        for name in path[:-1]:
            holder = holder[name]
        del holder[path[-1]]
        return json.dumps(body).encode()

    return forge


def break_off(_: bytes) -> bytes:
    raise RuntimeError("a fault of another kind")


def main(url: str, chain_id: str, key: str) -> None:
    with GatewayClient(url) as reader:
        before = bob(reader)
        transport = Unreliable()
        chain = OwnChain(chain_id, DEVELOPMENT_PROFILE)
        client = ActingClient(url, chain=chain, signer=Secp256k1Signer(key), transport=transport)
        payment: TransferInput = {"from": "alice", "to": "bob", "symbol": "USDT", "amount": "1.5"}

        # 1. Answers of the composition and of the push are lost: still one payment, of the same bytes.
        transport.lost = {"transfer": 2, "push_transaction": 2}
        first = client.act("transfer", payment, request_id="python-1")
        pushes = {content for tool, content in transport.sent if tool == "push_transaction"}
        assert len(pushes) == 1 and first.block_num, first
        again = client.act("transfer", payment, request_id="python-1")
        assert (again.status, again.transaction_id) == ("already_executed", first.transaction_id)

        # A request id in the body, or an empty one, would be lost, and a retry would pay again: nothing is sent.
        transport.sent.clear()
        misplaced: TransferInput = {**payment, "request_id": "python-1"}
        refuses(lambda: client.act("transfer", misplaced), ValueError)
        refuses(lambda: client.act("transfer", payment, request_id=""), ValueError)
        assert transport.sent == [], transport.sent

        # 2. The gateway composes for another receiver: nothing is signed.
        transport.sent.clear()
        transport.swap = (b'"bob"', b'"carol"')
        try:
            client.act("transfer", payment, request_id="python-2")
            raise AssertionError("a lie was signed")
        except VerificationError as error:
            print("refused:", error)
        assert all(tool == "transfer" for tool, _ in transport.sent)
        transport.swap = None

        # 3. A refusal is not repeated, and a composition without a request id neither.
        try:
            reader.call("transfer", {**payment, "amount": "1e2"})
            raise AssertionError("an amount with an exponent was taken")
        except ToolError as error:
            assert (error.status, error.code) == (400, "invalid_arguments"), (error.status, error.code)
        transport.sent.clear()
        transport.lost = {"transfer": 1}
        try:
            client.call("transfer", payment)
            raise AssertionError("the answer was lost")
        except ToolError as error:
            assert (error.status, error.code, len(transport.sent)) == (0, "no_answer", 1)

        # The dry run fails: nothing is signed, also where the same proposal is asked for again.
        transport.sent.clear()
        too_much: TransferInput = {**payment, "amount": "1000000000"}
        refuses(lambda: client.act("transfer", too_much, request_id="python-3"), SimulationError)
        earlier = refuses(
            lambda: client.act("transfer", too_much, request_id="python-3"), EarlierAttemptError
        )
        assert isinstance(earlier, EarlierAttemptError) and earlier.expires > time.time(), earlier
        transport.lost = {"transfer": 1}
        refuses(lambda: client.act("transfer", too_much), SimulationError)
        assert all(tool == "transfer" for tool, _ in transport.sent), transport.sent

        # A wait of zero seconds is no wait: attempts have a pause, which doubles.
        for attempt, least in ((1, 0.125), (3, 0.5), (2000, 4.0)):
            delay = retry_delay(ToolError("", 429, "rate_limited", 0.0), attempt)
            assert delay is not None and least <= delay <= 2 * least, (attempt, delay)
        assert retry_delay(ToolError("", 429, "rate_limited", 7.0), 1) == 7.0
        # At a limit of the gateway the wait ends with its window, not after a whole one.
        for left, wait in (({"ratelimit-reset": "20"}, 20.0), ({"ratelimit-reset": "90"}, 60.0), ({}, 60.0)):
            refusal = httpx.Response(429, headers={"retry-after": "60", **left}, json={})
            over = httpx.MockTransport(lambda _, refusal=refusal: refusal)
            with GatewayClient(url, transport=over) as limited:
                ended = refuses(lambda: limited.call("get_chain_info", {}, retry=False), ToolError)
            assert isinstance(ended, ToolError) and ended.retry_after == wait, (left, ended)

        # 4. Answers that are no proposal: nothing is signed.
        transport.sent.clear()
        for path in (("status",), ("network",), ("simulation",), ("simulation", "status")):
            transport.forged = {"transfer": without(path)}
            refuses(lambda: client.act("transfer", payment, request_id="python-4"), VerificationError)
        transport.forged = {"transfer": lambda _: b"[" * 200_000}
        unreadable = refuses(lambda: client.act("transfer", payment, request_id="python-4"), ToolError)
        assert isinstance(unreadable, ToolError) and unreadable.code == "unreadable_answer", unreadable
        assert all(tool == "transfer" for tool, _ in transport.sent)
        for stream, code in (
            (Endless(b" ", 0.05), "no_answer"),
            (Endless(b" " * 2**20, 0), "unreadable_answer"),
        ):
            endless = httpx.MockTransport(lambda _, stream=stream: httpx.Response(200, stream=stream))
            with GatewayClient(url, timeout=1, transport=endless) as waiting:
                ended = refuses(lambda: waiting.call("get_chain_info", {}, retry=False), ToolError)
            assert isinstance(ended, ToolError) and ended.code == code, ended

        # A head that comes a byte at a time is within the same time.
        with socket.create_server(("127.0.0.1", 0)) as server:
            dripping = threading.Thread(target=drips, args=(server,))
            dripping.start()
            with GatewayClient(f"http://127.0.0.1:{server.getsockname()[1]}", timeout=1) as waiting:
                ended = refuses(lambda: waiting.call("get_chain_info", {}, retry=False), ToolError)
            dripping.join()
        assert isinstance(ended, ToolError) and ended.code == "no_answer", ended

        # 5. Whatever fails after the push, the signed bytes are at hand, and pushing them pays once.
        transport.forged = {"push_transaction": break_off}
        unknown = refuses(
            lambda: client.act("transfer", payment, request_id="python-5"), OutcomeUnknownError
        )
        transport.forged = {}
        assert isinstance(unknown, OutcomeUnknownError), unknown
        resent: Any = {"signed_tx": unknown.signed_transaction}
        pushed = reader.call("push_transaction", resent)
        assert pushed["transaction_id"] == unknown.transaction_id, pushed

        # 6. An order is placed and cancelled.
        client.act(
            "place_order",
            {"account": "alice", "pair": "btcusdt", "side": "sell", "price": "200000", "amount": "0.001"},
        )
        orders = reader.call("get_orders", {"account": "alice"})["orders"]
        client.act("cancel_order", {"account": "alice", "pair": "btcusdt", "order_id": orders[-1]["id"]})
        assert len(reader.call("get_orders", {"account": "alice"})["orders"]) == len(orders) - 1
        assert bob(reader) == before + 2 * 150_000_000, (before, bob(reader))
        client.close()
    print("done")


def refuses(act: Callable[[], object], kind: type[Exception]) -> Exception:
    try:
        act()
    except kind as error:
        return error
    raise AssertionError(f"{kind.__name__} was not raised")


def bob(reader: GatewayClient) -> int:
    balance = reader.call("get_account", {"account": "bob"})["balances"]["USDT"]
    return int((balance or "0").replace(".", ""))


main(*sys.argv[1:4])
