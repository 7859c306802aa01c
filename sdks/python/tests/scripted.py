"""What the service would never do by itself: any answer, in any order, late or not at all."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import skillpass
from skillpass import Skillpass

SAMPLE_KEY = "sk_test_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O54Hm4lI"
START = 1_795_262_400.0  # 2026-11-21T12:00:00Z


class Answer(NamedTuple):
    status: int = 200
    headers: Mapping[str, str] = {}
    body: Any = {}
    # `hang`: no answer. `cut`: the connection ends at once. `cut_body`: in the middle of the body.
    # `drip`: a byte of the body now and then. `stream`: the body, and the connection stays open.
    instead: str = ""
    delay: float = 0.0


class Received(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: str
    # Tells connections apart.
    peer: Tuple[str, int]


def refusal(status: int, code: str, headers: Mapping[str, str] = {}, **rest: Any) -> Answer:
    """A refusal in the service's form."""
    error = {
        "code": code,
        "message": f"Refused with {code}.",
        "status": status,
        "doc_url": f"https://example.com/docs/errors/{code}",
        "request_id": "req_x",
        "param": None,
        "details": None,
        "retryable": False,
        "retry_after_seconds": None,
    }
    return Answer(status, headers, {"error": {**error, **rest}})


def page(ids: Sequence[str], cursor: Optional[str], **rest: Any) -> Answer:
    rows = [{"id": one, "object": "invite"} for one in ids]
    more = cursor is not None
    whole = {"object": "list", "data": rows, "has_more": more, "next_cursor": cursor}
    return Answer(body={**whole, **rest})


class ScriptedServer:
    """Plays its answers, the last one for ever."""

    def __init__(self, script: Sequence[Answer]) -> None:
        self.received: List[Received] = []
        self._script = script
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                length = int(self.headers.get("content-length", 0))
                body = self.rfile.read(length).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                received = Received(self.command, self.path, headers, body, self.client_address[:2])
                answer, count = scripted._next(received)
                scripted._play(self, answer, count)

            do_POST = do_PATCH = do_DELETE = do_CONNECT = do_GET

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, request: Any, client_address: Any) -> None:
                # The client left: that is what many of these tests are about.
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _next(self, received: Received) -> Tuple[Answer, int]:
        with self._lock:
            self.received.append(received)
            count = len(self.received)
        return self._script[min(count, len(self._script)) - 1], count

    def _play(self, handler: BaseHTTPRequestHandler, answer: Answer, count: int) -> None:
        self.stopping.wait(answer.delay)
        if answer.instead == "hang":
            self.stopping.wait(20)
        if answer.instead in ("cut", "hang"):
            return reset(handler)
        whole = answer.body if isinstance(answer.body, str) else json.dumps(answer.body)
        body = whole.encode()
        self._head(handler, answer, count, len(body))
        if answer.instead == "cut_body":
            handler.wfile.write(body[: len(body) // 2])
            return reset(handler)
        if answer.instead == "drip":
            for byte in body:
                handler.wfile.write(bytes([byte]))
                if self.stopping.wait(0.05):
                    return
        else:
            handler.wfile.write(body)
        if answer.instead == "stream":
            handler.close_connection = True
            self.stopping.wait(20)

    @staticmethod
    def _head(handler: BaseHTTPRequestHandler, answer: Answer, count: int, length: int) -> None:
        handler.send_response(answer.status)
        lengths = {} if answer.instead == "stream" else {"content-length": str(length)}
        given = {"content-type": "application/json", "x-request-id": f"req_{count}", **lengths}
        for name, value in {**given, **answer.headers}.items():
            handler.send_header(name, value)
        handler.end_headers()


def reset(handler: BaseHTTPRequestHandler) -> None:
    """Ends the connection without a goodbye."""
    handler.close_connection = True
    linger = struct.pack("ii", 1, 0)
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    handler.connection.close()


class TestTime(skillpass.Time):
    """Pauses are not waited: they move a clock of their own."""

    __test__ = False

    def __init__(self) -> None:
        self.pauses: List[float] = []
        self._elapsed = 0.0

    def now(self) -> float:
        return START + self._elapsed

    def monotonic(self) -> float:
        return time.monotonic() + self._elapsed

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self._elapsed += seconds

    def random(self) -> float:
        return 0.0


class Rig(NamedTuple):
    client: Skillpass
    server: ScriptedServer
    pauses: List[float]

    @property
    def received(self) -> List[Received]:
        return self.server.received


@contextlib.contextmanager
def rig(*script: Answer, **options: Any) -> Iterator[Rig]:
    """A client against a server that plays these answers."""
    server = ScriptedServer(script)
    clock = TestTime()
    try:
        with Skillpass(SAMPLE_KEY, server.url, **{"time": clock, **options}) as client:
            yield Rig(client, server, clock.pauses)
    finally:
        server.close()


def dead_url() -> str:
    """An address where something listened once and nothing does now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listener.getsockname()[1]}"
