"""Bounds the whole time of a request: httpx bounds each read alone, and a server may send a byte now and then."""

import contextlib
import socket
import threading
import weakref
from types import TracebackType
from typing import Any, Self


class Sockets:
    """The connections of a client, as they are opened: for the extension `trace` of its requests."""

    def __init__(self) -> None:
        self._open: weakref.WeakSet[socket.socket] = weakref.WeakSet()
        self._lock = threading.Lock()

    def add(self, stream: Any) -> socket.socket:
        opened: socket.socket = stream.get_extra_info("socket")
        with self._lock:
            self._open.add(opened)
        return opened

    def all(self) -> list[socket.socket]:
        with self._lock:
            return list(self._open)


class Deadline:
    """While it is entered, the connections of the client end after so many seconds, whatever they are doing."""

    def __init__(self, sockets: Sockets, seconds: float) -> None:
        self._sockets = sockets
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self.is_over = False

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Learns of connections: the encrypted one is another socket than the one before."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            opened = self._sockets.add(info["return_value"])
            if self.is_over:
                _end(opened)

    def _end(self) -> None:
        self.is_over = True
        for opened in self._sockets.all():
            _end(opened)


def _end(opened: socket.socket) -> None:
    # Of the plain socket, also under TLS: a read that waits ends at once. One that is closed has nothing to end.
    with contextlib.suppress(OSError):
        socket.socket.shutdown(opened, socket.SHUT_RDWR)
