from __future__ import annotations

import math
import os
import re
import selectors
import socket
import ssl
import threading
import time
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Dict, List, Mapping, NamedTuple, Optional
from urllib.parse import urlsplit

from ._proxy import Proxy, proxy_for
from ._sockets import AnySocket, dial, secured, tls_context

_MOST_IDLE = 32
# Seconds; a service that names its own limit is asked a second less than that.
_LONGEST_IDLE = 30.0


class Sending(NamedTuple):
    """What goes over the wire."""

    method: str
    # Path and query, from the root of the origin.
    path: str
    headers: Mapping[str, str]
    body: Optional[bytes]


class Connection:
    """One connection that is kept open between requests."""

    def __init__(self, host: str, port: int, wire: AnySocket, prefix: str) -> None:
        self.wire = wire
        self._http = HTTPConnection(host, port)
        self._http.auto_open = 0
        self._http.sock = wire
        # Stands before the path where a proxy wants whole addresses.
        self._prefix = prefix
        self.idle_until = math.inf

    def send(self, sending: Sending) -> HTTPResponse:
        method, path, headers, body = sending
        try:
            self._http.request(method, self._prefix + path, body, dict(headers))
        except BrokenPipeError:
            # The service may have refused before it had read all of it: then its answer is there.
            pass
        return self._http.getresponse()

    def is_alive(self) -> bool:
        """Nothing may be waiting to be read on a connection at rest, not even its end."""
        if time.monotonic() >= self.idle_until:
            return False
        with selectors.DefaultSelector() as selector:
            selector.register(self.wire, selectors.EVENT_READ)
            return not selector.select(0)

    def rest(self, response: HTTPResponse) -> None:
        named = re.search(r"timeout=(\d+)", response.headers.get("keep-alive", ""))
        idle = _LONGEST_IDLE if named is None else min(_LONGEST_IDLE, int(named.group(1)) - 1)
        self.idle_until = time.monotonic() + idle

    def abort(self) -> None:
        """Ends every wait on it, from any thread."""
        try:
            self.wire.shutdown(socket.SHUT_RDWR)
        except OSError:
            # It has no other end any more: that is all that was wanted.
            pass
        self.close()

    def close(self) -> None:
        self._http.close()
        self.wire.close()


class Connections:
    """Connections to one service, shared between threads; each carries one request at a time."""

    def __init__(self, base_url: str, ssl_context: Optional[ssl.SSLContext]) -> None:
        self._idle: List[Connection] = []
        self._lock = threading.Lock()
        self._pid = os.getpid()
        parts = urlsplit(base_url)
        self._is_tls = parts.scheme == "https"
        self._host = parts.hostname or ""
        self._port = parts.port or (443 if self._is_tls else 80)
        self._given_context = ssl_context
        self._context: Optional[ssl.SSLContext] = None
        self._proxy: Optional[Proxy] = proxy_for(base_url)
        self._origin = f"{parts.scheme}://{parts.netloc}"

    def __del__(self) -> None:
        # Many a client lives as long as its program and is never closed.
        self.close()

    def open(self, deadline: float) -> Connection:
        """A connection at rest, or a new one. Whoever takes it gives it back or closes it."""
        while True:
            resting = self._pop()
            if resting is None:
                return self._made(deadline)
            if resting.is_alive():
                return resting
            resting.close()

    def give_back(self, connection: Connection) -> None:
        with self._lock:
            if len(self._idle) < _MOST_IDLE and self._pid == os.getpid():
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            resting, self._idle = self._idle, []
        for connection in resting:
            connection.close()

    def extra_headers(self) -> Mapping[str, str]:
        """What a proxy that passes plain requests on wants to know."""
        return self._proxy.headers if self._proxy is not None and not self._is_tls else {}

    def _pop(self) -> Optional[Connection]:
        if self._pid != os.getpid():
            # After a fork both processes hold the same sockets: what one sends the other reads.
            self._pid = os.getpid()
            self.close()
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _made(self, deadline: float) -> Connection:
        proxy = self._proxy
        place = (self._host, self._port) if proxy is None else (proxy.host, proxy.port)
        wire = dial(*place, deadline)
        try:
            if not self._is_tls:
                return Connection(self._host, self._port, wire, self._origin if proxy else "")
            if proxy is not None:
                _tunnel(wire, _authority(self._host, self._port), proxy.headers)
            if self._context is None:
                self._context = tls_context(self._given_context)
            safe = secured(wire, self._host, self._context, deadline)
            return Connection(self._host, self._port, safe, "")
        except BaseException:
            wire.close()
            raise


def _tunnel(wire: AnySocket, authority: str, headers: Dict[str, str]) -> None:
    lines = [f"CONNECT {authority} HTTP/1.1", f"Host: {authority}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    wire.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
    response = HTTPResponse(wire, method="CONNECT")
    response.begin()
    if response.status != 200:
        raise HTTPException(f"the proxy answered {response.status} {response.reason}")


def _authority(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
