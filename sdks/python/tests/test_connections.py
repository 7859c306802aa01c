from __future__ import annotations

import base64
import contextlib
import os
import select
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, List
from unittest import mock

from scripted import SAMPLE_KEY, Answer, ScriptedServer, refusal, rig

from skillpass import APIConnectionError, NotFoundError, Skillpass, ValidationError
from skillpass._proxy import proxy_for

CERTIFICATES = Path(__file__).parents[3] / "test" / "worker" / "certificates"


FORKING = """
import os
from skillpass import Skillpass
client = Skillpass(max_retries=0)
client.me.get()
child = os.fork()
if child == 0:
    client.me.get()
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
client.me.get()
"""


class KeepAlive(unittest.TestCase):
    def test_connections_are_used_again(self) -> None:
        with rig(Answer(), refusal(404, "USER_NOT_FOUND"), Answer()) as r:
            r.client.me.get()
            with self.assertRaises(NotFoundError):
                r.client.users.get("nobody")
            r.client.with_options(timeout=5).me.get()
            self.assertEqual(len({one.peer for one in r.received}), 1)

    def test_a_connection_that_the_service_closed_is_not_used_again(self) -> None:
        with rig(Answer(headers={"connection": "close"}), Answer(), max_retries=0) as r:
            r.client.me.get()
            r.client.me.get()
            self.assertEqual(len({one.peer for one in r.received}), 2)

    def test_a_connection_that_went_away_at_rest_is_not_used_again(self) -> None:
        with rig(Answer(), max_retries=0) as r:
            r.client.me.get()
            resting = r.client._connections._idle[0]
            resting.wire.shutdown(socket.SHUT_RD)
            r.client.me.get()
            self.assertEqual(len({one.peer for one in r.received}), 2)

    def test_the_idle_limit_of_the_service_is_kept(self) -> None:
        with rig(Answer(headers={"keep-alive": "timeout=1"}), max_retries=0) as r:
            r.client.me.get()
            r.client.me.get()
            self.assertEqual(len({one.peer for one in r.received}), 2)

    def test_a_connection_that_failed_is_not_used_again(self) -> None:
        with rig(Answer(body={"a": "b"}, instead="drip"), Answer(), timeout=0.2) as r:
            r.client.me.get()
            self.assertEqual(len({one.peer for one in r.received}), 2)

    def test_threads_share_a_client(self) -> None:
        with rig(Answer(delay=0.02, body={"id": "usr_1"})) as r, ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: r.client.users.get("usr_1").id, range(64)))
            self.assertEqual(found, ["usr_1"] * 64)
            self.assertLessEqual(len({one.peer for one in r.received}), 8)

    @unittest.skipUnless(hasattr(os, "fork"), "no fork on this system")
    def test_a_forked_process_opens_connections_of_its_own(self) -> None:
        with rig(Answer()) as r:
            # In a process without threads: those of this one would be gone after the fork.
            environ = {
                **os.environ,
                "SKILLPASS_BASE_URL": r.server.url,
                "PYTHONPATH": os.pathsep.join(sys.path),
            }
            done = subprocess.run([sys.executable, "-c", FORKING], env=environ, timeout=20)
            self.assertEqual(done.returncode, 0)
            parent, child, again = [one.peer for one in r.received]
            self.assertNotEqual(child, parent)
            self.assertEqual(again, parent)

    def test_closing_closes_what_rests(self) -> None:
        with rig(Answer()) as r:
            r.client.me.get()
            wire = r.client._connections._idle[0].wire
            r.client.close()
            self.assertEqual(wire.fileno(), -1)


class Tunnel:
    """A proxy for CONNECT that takes every address for one port of this machine."""

    def __init__(self, port: int) -> None:
        self.heads: List[str] = []
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            client, _ = self._listener.accept()
            head = client.recv(65_536).decode()
            if head == "":
                client.close()
                return
            self.heads.append(head)
            threading.Thread(target=self._pass_on, args=(client,)).start()

    def _pass_on(self, client: socket.socket) -> None:
        reset = contextlib.suppress(ConnectionResetError)
        with reset, client, socket.create_connection(("127.0.0.1", self._port)) as upstream:
            client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            other = {client: upstream, upstream: client}
            while True:
                for ready in select.select([client, upstream], [], [])[0]:
                    part = ready.recv(65_536)
                    if part == b"":
                        return
                    other[ready].sendall(part)

    def close(self) -> None:
        host, port = self._listener.getsockname()
        socket.create_connection((host, port)).close()
        self._thread.join()
        self._listener.close()


def environment(**values: str) -> Any:
    names = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
    plain = {name: value for name, value in os.environ.items() if name.lower() not in names}
    return mock.patch.dict(os.environ, {**plain, **values}, clear=True)


class Proxies(unittest.TestCase):
    def test_plain_requests_go_through_the_proxy(self) -> None:
        with rig(Answer()) as r, environment(http_proxy=f"http://kim:p%40ss@{r.server.url[7:]}"):
            with Skillpass(SAMPLE_KEY, "http://skillpass.example:8080") as client:
                client.me.get()
            received = r.received[0]
            self.assertEqual(received.path, "http://skillpass.example:8080/v1/me")
            self.assertEqual(received.headers["host"], "skillpass.example:8080")
            basic = base64.b64encode(b"kim:p@ss").decode()
            self.assertEqual(received.headers["proxy-authorization"], f"Basic {basic}")

    def test_loopback_goes_past_the_proxy(self) -> None:
        with environment(http_proxy="http://127.0.0.1:1", all_proxy="http://127.0.0.1:1"):
            for url in (
                "http://127.0.0.1:4747",
                "http://localhost:4747",
                "http://[::1]:4747",
                "http://api.localhost",
            ):
                self.assertIsNone(proxy_for(url))

    def test_no_proxy(self) -> None:
        with environment(https_proxy="http://127.0.0.1:3128", no_proxy="example.com"):
            self.assertIsNone(proxy_for("https://api.example.com"))
            proxy = proxy_for("https://api.example.org")
            assert proxy is not None
            self.assertEqual((proxy.host, proxy.port), ("127.0.0.1", 3128))

    def test_a_proxy_over_https_is_refused_in_words(self) -> None:
        with environment(https_proxy="https://proxy.example"):
            with self.assertRaisesRegex(ValidationError, "over http:// only"):
                Skillpass(base_url="https://api.example.org")

    def test_a_proxy_that_refuses(self) -> None:
        with rig(Answer(407)) as r, environment(https_proxy=r.server.url):
            with Skillpass(SAMPLE_KEY, "https://api.example.org", max_retries=0) as client:
                with self.assertRaisesRegex(APIConnectionError, "the proxy answered 407"):
                    client.me.get()
            self.assertEqual(
                (r.received[0].method, r.received[0].path), ("CONNECT", "api.example.org:443")
            )
            self.assertNotIn("authorization", r.received[0].headers)


@unittest.skipUnless(CERTIFICATES.is_dir(), "the certificates lie in the repository only")
class Tls(unittest.TestCase):
    def setUp(self) -> None:
        server = ScriptedServer(
            [Answer(body={"ok": True}), Answer(body={"ok": True}, instead="drip")]
        )
        self.server = server
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(
            CERTIFICATES / "hooks.test.pem", CERTIFICATES / "hooks.test.key.pem"
        )
        inner = server._server
        # Without the handshake in the way of accepting: a client that refuses would end the server.
        inner.socket = context.wrap_socket(
            inner.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = inner.server_address[1]
        self.tunnel = Tunnel(self.port)
        self.addCleanup(server.close)
        self.addCleanup(self.tunnel.close)

    def client(self, **options: Any) -> Skillpass:
        with environment(https_proxy=self.tunnel.url):
            made = Skillpass(
                SAMPLE_KEY, f"https://hooks.test:{self.port}", max_retries=0, **options
            )
        self.addCleanup(made.close)
        return made

    def trusting(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(CERTIFICATES / "hooks.test.pem"))

    def test_a_tunnel_through_the_proxy_is_kept_open(self) -> None:
        client = self.client(ssl_context=self.trusting(), timeout=3)
        self.assertEqual(client.me.get(), {"ok": True})
        self.assertEqual(client.me.get(), {"ok": True})
        self.assertEqual(len(self.tunnel.heads), 1)
        self.assertTrue(self.tunnel.heads[0].startswith(f"CONNECT hooks.test:{self.port} HTTP/1.1"))
        self.assertNotIn(SAMPLE_KEY, self.tunnel.heads[0])
        self.assertEqual(self.server.received[0].headers["authorization"], f"Bearer {SAMPLE_KEY}")

    def test_slow_body_times_out_over_tls(self) -> None:
        client = self.client(ssl_context=self.trusting(), timeout=0.3)
        client.me.get(timeout=3)
        begun = time.monotonic()
        with self.assertRaisesRegex(APIConnectionError, "within 0.3 s"):
            client.me.get()
        self.assertLess(time.monotonic() - begun, 0.5)

    def test_a_certificate_nobody_trusts_is_refused(self) -> None:
        with self.assertRaisesRegex(APIConnectionError, "certificate verify failed"):
            self.client(timeout=3).me.get()
        self.assertEqual(self.server.received, [])


if __name__ == "__main__":
    unittest.main()
