from __future__ import annotations

import contextlib
import copy
import logging
import os
import traceback
import unittest
from unittest import mock

from scripted import SAMPLE_KEY, Answer, dead_url, refusal, rig

from skillpass import APIConnectionError, AsyncSkillpass, Skillpass, SkillpassError, types
from skillpass._mask import mask_secrets


class Idempotency(unittest.TestCase):
    def test_one_key_per_logical_call(self) -> None:
        script = (
            refusal(503, "SERVICE_UNAVAILABLE"),
            Answer(instead="cut"),
            Answer(201, body={"id": "inv_1"}),
        )
        with rig(*script) as r:
            invite = r.client.invites.create(candidate_email="kim@example.com", skill="react")
            r.client.invites.create(candidate_email="kim@example.com", skill="react")
        keys = [one.headers["idempotency-key"] for one in r.received]
        self.assertRegex(keys[0], r"^auto-[0-9a-f]{32}$")
        self.assertEqual(keys[:3], [keys[0]] * 3)
        self.assertNotEqual(keys[3], keys[0])
        assert invite.last_response is not None
        self.assertEqual(invite.last_response.idempotency_key, keys[0])

    def test_key_is_visible_on_errors(self) -> None:
        for answer in (
            refusal(500, "INTERNAL_ERROR"),
            Answer(instead="cut"),
            Answer(body="no json"),
        ):
            with self.subTest(answer), rig(answer) as r:
                with self.assertRaises(SkillpassError) as caught:
                    r.client.users.create(display_name="Kim")
                self.assertEqual(
                    caught.exception.idempotency_key, r.received[-1].headers["idempotency-key"]
                )

    def test_own_key(self) -> None:
        with rig(Answer()) as r:
            r.client.users.create(display_name="Kim", idempotency_key="order-7")
            self.assertEqual(r.received[0].headers["idempotency-key"], "order-7")

    def test_every_write_has_a_key_and_no_read(self) -> None:
        with rig(Answer()) as r:
            r.client.me.get()
            r.client.users.erase("usr_1")
            r.client.users.update("usr_1", display_name="Kim")
            r.client.webhooks.remove("we_1")
        sent = {one.method: "idempotency-key" in one.headers for one in r.received}
        self.assertEqual(sent, {"GET": False, "POST": True, "PATCH": True, "DELETE": True})


class KeyMasked(unittest.TestCase):
    def test_key_is_sent(self) -> None:
        with rig(Answer()) as r:
            r.client.me.get()
            self.assertEqual(r.received[0].headers["authorization"], f"Bearer {SAMPLE_KEY}")

    def test_in_every_print_of_the_client(self) -> None:
        client = Skillpass(SAMPLE_KEY, "http://127.0.0.1:1")
        self.assertEqual(
            repr(client), "Skillpass(base_url='http://127.0.0.1:1', api_key=sk_test_A1b2…m4lI)"
        )
        for thing in (client, client._settings, vars(client), copy.copy(client)):
            self.assertNotIn(SAMPLE_KEY, f"{thing} {thing!r}")
        self.assertNotIn(SAMPLE_KEY, repr(AsyncSkillpass(SAMPLE_KEY)))

    def test_in_errors_that_quote_it(self) -> None:
        echo = refusal(401, "AUTH_KEY_INVALID", message=f"No such key: {SAMPLE_KEY}")
        with rig(echo) as r:
            with self.assertRaises(SkillpassError) as caught:
                r.client.me.get()
        error = caught.exception
        self.assertIn("sk_test_A1b2…m4lI", error.message)
        for text in (str(error), repr(error), repr(error.to_dict()), repr(error.response)):
            self.assertNotIn(SAMPLE_KEY, text)

    def test_in_tracebacks_with_their_variables(self) -> None:
        for script in (
            [Answer(instead="cut")],
            [Answer(instead="hang")],
            [refusal(401, "AUTH_KEY_INVALID")],
        ):
            with self.subTest(script), rig(*script, timeout=0.2, max_retries=0) as r:
                try:
                    r.client.users.create(display_name="Kim")
                except SkillpassError as error:
                    whole = traceback.TracebackException.from_exception(error, capture_locals=True)
                    text = "".join(whole.format())
                self.assertIn("r.client.users.create", text)
                self.assertNotIn(SAMPLE_KEY, text)

    def test_in_logs(self) -> None:
        with self.assertLogs("skillpass", logging.DEBUG) as logs:
            with rig(refusal(503, "SERVICE_UNAVAILABLE"), Answer()) as r:
                r.client.me.get()
        self.assertEqual(len(logs.output), 2)
        self.assertNotIn(SAMPLE_KEY, "".join(logs.output))

    def test_in_refused_arguments(self) -> None:
        for broken in (f"{SAMPLE_KEY}\n", f"Bearer {SAMPLE_KEY}"):
            with self.assertRaises(SkillpassError) as caught:
                Skillpass(broken)
            self.assertNotIn(SAMPLE_KEY, f"{caught.exception} {caught.exception!r}")
        with self.assertRaises(SkillpassError) as caught:
            Skillpass(base_url=SAMPLE_KEY)
        self.assertNotIn(SAMPLE_KEY, str(caught.exception))

    def test_secrets_of_answers_when_printed(self) -> None:
        made = types.ApiKeyWithSecret({"id": "key_1", "secret": SAMPLE_KEY})
        hook = types.WebhookWithSecret({"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"})
        self.assertEqual(made.secret, SAMPLE_KEY)
        self.assertNotIn(SAMPLE_KEY, repr(made))
        self.assertNotIn("qrTwjUPD8ILP", repr([hook]))

    def test_short_secrets_show_nothing(self) -> None:
        self.assertEqual(mask_secrets("key: hunter2!", "hunter2!"), "key: …")


class Environment(unittest.TestCase):
    def environment(self, **values: str) -> "contextlib.AbstractContextManager[object]":
        plain = {
            name: value for name, value in os.environ.items() if not name.startswith("SKILLPASS_")
        }
        return mock.patch.dict(os.environ, {**plain, **values}, clear=True)

    def test_key_and_address_come_from_the_environment(self) -> None:
        with rig(Answer()) as r:
            with self.environment(SKILLPASS_API_KEY=SAMPLE_KEY, SKILLPASS_BASE_URL=r.server.url):
                Skillpass().me.get()
            self.assertEqual(r.received[0].headers["authorization"], f"Bearer {SAMPLE_KEY}")

    def test_arguments_go_first(self) -> None:
        with rig(Answer()) as r:
            with self.environment(SKILLPASS_API_KEY="sk_test_other", SKILLPASS_BASE_URL=dead_url()):
                Skillpass(SAMPLE_KEY, r.server.url).me.get()
            self.assertEqual(r.received[0].headers["authorization"], f"Bearer {SAMPLE_KEY}")

    def test_default_address(self) -> None:
        with self.environment():
            self.assertEqual(Skillpass().base_url, "http://127.0.0.1:4747")
        with self.environment(SKILLPASS_API_KEY="", SKILLPASS_BASE_URL=""):
            self.assertEqual(
                repr(Skillpass()), "Skillpass(base_url='http://127.0.0.1:4747', api_key=None)"
            )

    def test_without_a_key_none_is_sent(self) -> None:
        with rig(Answer()) as r, self.environment():
            Skillpass(base_url=r.server.url).documents.live()
            self.assertNotIn("authorization", r.received[0].headers)

    def test_unreachable_address_is_named(self) -> None:
        url = dead_url()
        with self.environment(), self.assertRaises(APIConnectionError) as caught:
            Skillpass(base_url=url, max_retries=0).me.get()
        self.assertIn(url, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
