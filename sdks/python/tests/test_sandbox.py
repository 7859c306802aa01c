"""Against a real sandbox: its address and an admin key come from the environment."""

from __future__ import annotations

import os
import unittest
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, List, Tuple

from skillpass import (
    AuthenticationError,
    ConflictError,
    NotFoundError,
    PermissionDeniedError,
    Skillpass,
    ValidationError,
    types,
    webhooks,
)

NEEDED = ("SKILLPASS_BASE_URL", "SKILLPASS_API_KEY")


def somebody() -> str:
    return f"{uuid.uuid4().hex}@example.com"


class Receiver:
    """An endpoint that keeps what it is sent."""

    def __init__(self) -> None:
        self.deliveries: List[Tuple[bytes, Any]] = []
        deliveries = self.deliveries

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                deliveries.append((self.rfile.read(length), self.headers))
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/hooks"
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@unittest.skipUnless(all(os.environ.get(name) for name in NEEDED), f"needs {' and '.join(NEEDED)}")
class Sandbox(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Skillpass()
        self.addCleanup(self.client.close)

    def test_from_invite_to_passport(self) -> None:
        client = self.client
        sent = client.invites.create(candidate_email=somebody(), skill="React.js", expires_in="36h")
        self.assertEqual(
            (sent.status, sent.skill, sent.delivery.last_error), ("pending", "react", None)
        )
        user_id = client.invites.start(sent.id).user_id
        assert user_id is not None
        client.invites.complete(sent.id, score=92)
        result = client.invites.result(sent.id)
        self.assertEqual((result.percent, result.passed), (92, True))
        passport = client.verify.passport(user_id)
        self.assertEqual([skill.key for skill in passport.skills], ["react"])
        self.assertEqual(passport.skills[0].sci_points, passport["skills"][0]["sciPoints"])
        explained = client.verify.explain(user_id, "react")
        points = sum(piece.points for piece in explained.contributions)
        self.assertEqual(points, explained.sci_points)
        chain = client.verify.skill(user_id, "react", evidence="chain").evidence
        assert isinstance(chain, list)
        self.assertEqual(len(chain[0].hash), 64)
        batch = client.verify.batch(user_ids=[user_id, "nobody"], skill="react")
        self.assertEqual([item.error for item in batch.results], [None, "USER_NOT_FOUND"])

    def test_one_key_one_invite(self) -> None:
        key = uuid.uuid4().hex
        email = somebody()

        def send() -> types.Invite:
            return self.client.invites.create(
                candidate_email=email, skill="react", idempotency_key=key
            )

        first, second = send(), send()
        self.assertEqual(first, second)
        assert first.last_response is not None and second.last_response is not None
        self.assertEqual(
            (first.last_response.replayed, second.last_response.replayed), (False, True)
        )

    def test_a_list_of_several_pages(self) -> None:
        skill = self.client.skills.create(
            key=f"k-{uuid.uuid4().hex[:8]}", name=uuid.uuid4().hex, half_life_days=365
        )
        sent = [
            self.client.invites.create(candidate_email=somebody(), skill=skill.key).id
            for _ in range(7)
        ]
        found = [invite.id for invite in self.client.invites.list(skill=skill.key, limit=3)]
        self.assertEqual(found, sent[::-1])

    def test_refusals(self) -> None:
        client = self.client
        with self.assertRaises(NotFoundError) as missing:
            client.users.get("nobody")
        self.assertEqual(missing.exception.code, "USER_NOT_FOUND")
        self.assertTrue(str(missing.exception.doc_url).endswith("/docs/errors/USER_NOT_FOUND"))
        with self.assertRaises(ValidationError) as wrong:
            client.invites.create(candidate_email="no", skill="")
        self.assertEqual(len(wrong.exception.details), 2)
        weak = client.keys.create(name="weak", scopes=["verify"]).secret
        assert weak is not None
        with Skillpass(weak) as other, self.assertRaises(PermissionDeniedError):
            other.invites.list()
        with Skillpass("sk_test_wrong") as other, self.assertRaises(AuthenticationError):
            other.me.get()
        sent = client.invites.create(candidate_email=somebody(), skill="react")
        client.invites.decline(sent.id)
        with self.assertRaises(ConflictError) as closed:
            client.invites.cancel(sent.id)
        self.assertEqual(closed.exception.details["status"], "declined")

    def test_rate_limit_is_parsed(self) -> None:
        response = self.client.me.get().last_response
        assert response is not None and response.rate_limit is not None
        self.assertEqual(set(response.rate_limit.windows), {"burst", "minute"})
        self.assertGreater(response.rate_limit.remaining or 0, 0)

    def test_events_are_streamed_and_listed(self) -> None:
        with self.client.events.stream(type="invite.created") as events:
            sent = self.client.invites.create(candidate_email=somebody(), skill="react")
            message = next(events)
        assert isinstance(message.data, types.InviteCreatedEvent)
        self.assertEqual((message.data.invite_id, message.id), (sent.id, message.data.id))
        listed = self.client.events.list(invite_id=sent.id).data
        self.assertEqual(listed, [message.data])

    def test_deliveries_are_verified(self) -> None:
        receiver = Receiver()
        self.addCleanup(receiver.close)
        hook = self.client.webhooks.create(url=receiver.url, events=["invite.created"])
        self.addCleanup(self.client.webhooks.remove, hook.id)
        sent = self.client.invites.create(candidate_email=somebody(), skill="react")
        for _ in range(200):
            if receiver.deliveries:
                break
            self.client.sandbox.clock(timeout=5)
        body, headers = receiver.deliveries[0]
        assert hook.secret is not None
        event = webhooks.verify(body, headers, hook.secret)
        assert isinstance(event, types.InviteCreatedEvent)
        self.assertEqual(event.invite_id, sent.id)

    def test_a_real_fault_is_retried(self) -> None:
        self.client.sandbox.add_fault(method="GET", path="/v1/skills", status=503, times=1)
        self.assertIn("react", [skill.key for skill in self.client.skills.list(limit=100)])

    def test_every_documented_code_is_known(self) -> None:
        from typing import get_args

        from skillpass import KnownErrorCode

        documented = {entry.code for entry in self.client.errors.list().data}
        self.assertEqual(documented - set(get_args(KnownErrorCode)), set())


if __name__ == "__main__":
    unittest.main()
