from __future__ import annotations

import time
import unittest

from scripted import Answer, TestTime, dead_url, refusal, rig

from skillpass import (
    APIConnectionError,
    APITimeoutError,
    ConflictError,
    RateLimitError,
    ServerError,
    Skillpass,
    SkillpassError,
    types,
)


def invite_kim(client: Skillpass) -> types.Invite:
    return client.invites.create(candidate_email="kim@example.com", skill="react")


class Retries(unittest.TestCase):
    def test_retries_408_429_500_502_503_504_twice(self) -> None:
        for status in (408, 429, 500, 502, 503, 504):
            with self.subTest(status), rig(refusal(status, "SOME_CODE")) as r:
                with self.assertRaises(SkillpassError) as caught:
                    r.client.me.get()
                self.assertEqual(
                    (caught.exception.status, caught.exception.code), (status, "SOME_CODE")
                )
                self.assertEqual(len(r.received), 3)
                self.assertEqual(r.pauses, [0.375, 0.75])

    def test_no_retry_of_any_other_status(self) -> None:
        for status in (400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 501, 505):
            with self.subTest(status), rig(refusal(status, "SOME_CODE")) as r:
                with self.assertRaises(SkillpassError):
                    r.client.me.get()
                self.assertEqual(len(r.received), 1)

    def test_no_retry_409(self) -> None:
        with rig(refusal(409, "INVITE_NOT_OPEN", {"x-should-retry": "false"})) as r:
            with self.assertRaises(ConflictError):
                r.client.invites.cancel("inv_1")
            self.assertEqual(len(r.received), 1)

    def test_retry_409_when_told(self) -> None:
        told = {"x-should-retry": "true", "retry-after": "1"}
        script = refusal(409, "IDEMPOTENCY_IN_PROGRESS", told), Answer(201, body={"id": "inv_1"})
        with rig(*script) as r:
            self.assertEqual(invite_kim(r.client).id, "inv_1")
            self.assertEqual(len(r.received), 2)
            self.assertEqual(r.pauses, [1])

    def test_no_retry_when_forbidden(self) -> None:
        with rig(refusal(429, "QUOTA_EXCEEDED", {"x-should-retry": "false"})) as r:
            with self.assertRaises(RateLimitError):
                r.client.me.get()
            self.assertEqual(len(r.received), 1)

    def test_success_after_failures(self) -> None:
        script = (
            refusal(503, "SERVICE_UNAVAILABLE"),
            Answer(instead="cut"),
            Answer(body={"ok": True}),
        )
        with rig(*script) as r:
            self.assertEqual(r.client.me.get(), {"ok": True})
            self.assertEqual(len(r.received), 3)

    def test_retries_429_with_retry_after_in_seconds_or_as_a_date(self) -> None:
        date = "Sat, 21 Nov 2026 12:00:09 GMT"
        script = [
            refusal(429, "RATE_LIMITED", {"retry-after": "2"}),
            refusal(429, "RATE_LIMITED", {"retry-after": date}),
            Answer(),
        ]
        with rig(*script) as r:
            r.client.me.get()
            self.assertEqual(r.pauses, [2, 7])

    def test_retries_429_without_retry_after(self) -> None:
        with rig(refusal(429, "RATE_LIMITED"), Answer()) as r:
            r.client.me.get()
            self.assertEqual(r.pauses, [0.375])

    def test_retry_after_of_60_is_waited(self) -> None:
        with rig(refusal(429, "RATE_LIMITED", {"retry-after": "60"}), Answer()) as r:
            r.client.me.get()
            self.assertEqual(r.pauses, [60])

    def test_retry_after_above_60_is_raised(self) -> None:
        with rig(refusal(429, "RATE_LIMITED", {"retry-after": "61"})) as r:
            with self.assertRaises(RateLimitError) as caught:
                r.client.me.get()
            self.assertEqual(caught.exception.retry_after, 61)
            self.assertEqual(len(r.received), 1)

    def test_retry_after_that_cannot_be_read_counts_as_none(self) -> None:
        for text in ("soon", "-1", "1.5", "", "Sat, 99 Foo"):
            with self.subTest(text):
                with rig(refusal(429, "RATE_LIMITED", {"retry-after": text}), Answer()) as r:
                    r.client.me.get()
                    self.assertEqual(r.pauses, [0.375])

    def test_pauses_double_up_to_8_seconds(self) -> None:
        with rig(refusal(500, "INTERNAL_ERROR"), max_retries=6) as r:
            with self.assertRaises(ServerError):
                r.client.me.get()
            self.assertEqual(r.pauses, [0.375, 0.75, 1.5, 3, 6, 6])

    def test_pauses_have_jitter(self) -> None:
        clock = TestTime()
        chances = iter([0.0, 0.5])
        clock.random = lambda: next(chances)  # type: ignore[method-assign]
        with rig(refusal(500, "INTERNAL_ERROR"), time=clock) as r:
            with self.assertRaises(ServerError):
                r.client.me.get()
        self.assertEqual(clock.pauses, [0.375, 0.875])

    def test_max_retries_0_tries_once(self) -> None:
        with rig(refusal(500, "INTERNAL_ERROR")) as r:
            with self.assertRaises(ServerError):
                r.client.with_options(max_retries=0).me.get()
            self.assertEqual(len(r.received), 1)

    def test_cut_connection(self) -> None:
        with rig(Answer(instead="cut")) as r:
            with self.assertRaises(APIConnectionError) as caught:
                r.client.me.get()
            self.assertEqual(caught.exception.code, "CONNECTION_FAILED")
            self.assertTrue(caught.exception.retryable)
            self.assertEqual(len(r.received), 3)

    def test_cut_body(self) -> None:
        with rig(Answer(body={"id": "inv_1", "skill": "react"}, instead="cut_body")) as r:
            with self.assertRaises(APIConnectionError) as caught:
                r.client.me.get()
            self.assertEqual(caught.exception.code, "CONNECTION_FAILED")
            self.assertEqual(len(r.received), 3)

    def test_refused_connection(self) -> None:
        url = dead_url()
        with rig(Answer()) as r, Skillpass(base_url=url, time=r.client._settings.time) as client:
            with self.assertRaises(APIConnectionError) as caught:
                client.me.get()
            self.assertEqual(caught.exception.code, "CONNECTION_REFUSED")
            self.assertIn(f"nothing listens at {url}", caught.exception.message)
            self.assertEqual(r.pauses, [0.375, 0.75])


class Timeouts(unittest.TestCase):
    def test_hanging_try_times_out_and_the_next_succeeds(self) -> None:
        with rig(Answer(instead="hang"), Answer(body={"ok": True}), timeout=0.2) as r:
            self.assertEqual(r.client.me.get(), {"ok": True})
            self.assertEqual(len(r.received), 2)

    def test_timeout_of_every_try_is_raised(self) -> None:
        with rig(Answer(instead="hang"), timeout=0.1, total_timeout=5) as r:
            with self.assertRaises(APITimeoutError) as caught:
                r.client.me.get()
            self.assertEqual(caught.exception.code, "TIMEOUT")
            self.assertIn("within 0.1 s", caught.exception.message)
            self.assertEqual(len(r.received), 3)

    def test_slow_body_times_out(self) -> None:
        # Every byte comes in time, the whole does not.
        with rig(Answer(body={"text": "x" * 100}, instead="drip"), timeout=0.3, max_retries=0) as r:
            begun = time.monotonic()
            with self.assertRaises(APITimeoutError):
                r.client.me.get()
            self.assertLess(time.monotonic() - begun, 3)

    def test_timeout_of_one_call(self) -> None:
        with rig(Answer(instead="hang"), max_retries=0) as r:
            with self.assertRaises(APITimeoutError):
                r.client.me.get(timeout=0.1)

    def test_total_timeout_cuts_the_last_try_short(self) -> None:
        with rig(Answer(instead="hang"), timeout=10, total_timeout=0.2) as r:
            begun = time.monotonic()
            with self.assertRaises(APITimeoutError) as caught:
                r.client.me.get()
            self.assertLess(time.monotonic() - begun, 3)
            self.assertIn("within 0.2 s, retries included", caught.exception.message)
            self.assertEqual(len(r.received), 1)

    def test_pause_past_the_total_timeout_is_not_begun(self) -> None:
        with rig(refusal(429, "RATE_LIMITED", {"retry-after": "30"}), total_timeout=20) as r:
            with self.assertRaises(RateLimitError):
                r.client.me.get()
            self.assertEqual((len(r.received), r.pauses), (1, []))


if __name__ == "__main__":
    unittest.main()
