from __future__ import annotations

import math
import socket
import ssl
import time
from typing import Any, Optional, Union


class _Bounded:
    """A socket none of whose waits goes on past a deadline, however slowly the other side drips."""

    # Instant of `time.monotonic`.
    deadline: float = math.inf
    # Longest single wait, in seconds.
    patience: float = math.inf

    def arm(self) -> None:
        left = min(self.deadline - time.monotonic(), self.patience)
        if left <= 0:
            raise socket.timeout("timed out")
        self.settimeout(None if left == math.inf else left)  # type: ignore[attr-defined]


class PlainSocket(_Bounded, socket.socket):
    def recv_into(self, *args: Any, **options: Any) -> int:
        self.arm()
        return super().recv_into(*args, **options)

    def sendall(self, *args: Any, **options: Any) -> None:
        self.arm()
        return super().sendall(*args, **options)


class TlsSocket(_Bounded, ssl.SSLSocket):
    def recv_into(self, *args: Any, **options: Any) -> int:
        self.arm()
        return super().recv_into(*args, **options)

    def send(self, *args: Any, **options: Any) -> int:
        self.arm()
        return super().send(*args, **options)


AnySocket = Union[PlainSocket, TlsSocket]


def dial(host: str, port: int, deadline: float) -> PlainSocket:
    """The first address of the host that answers."""
    failure: Optional[OSError] = None
    for family, kind, protocol, _, address in socket.getaddrinfo(host, port, 0, socket.SOCK_STREAM):
        wire = PlainSocket(family, kind, protocol)
        wire.deadline = deadline
        try:
            wire.arm()
            wire.connect(address)
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return wire
        except OSError as error:
            wire.close()
            failure = error
    raise failure or OSError(f"{host} has no address")


def tls_context(given: Optional[ssl.SSLContext]) -> ssl.SSLContext:
    context = ssl.create_default_context() if given is None else given
    # The documented hook for a class of one's own, also on a context the caller made.
    context.sslsocket_class = TlsSocket
    return context


def secured(wire: PlainSocket, host: str, context: ssl.SSLContext, deadline: float) -> AnySocket:
    wire.arm()
    made = context.wrap_socket(wire, server_hostname=host)
    assert isinstance(made, TlsSocket)
    made.deadline = deadline
    return made
