from __future__ import annotations

import json
import unittest
from email.message import Message
from pathlib import Path
from typing import Any, Dict, List
from unittest import mock

from skillpass import ValidationError, WebhookVerificationError, types, webhooks

VECTORS = Path(__file__).parents[3] / "test" / "vectors" / "webhook-vectors.json"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
NOW = 1_774_008_000
BODY = b'{"id":"evt_1","event":"invite.created","invite_id":"inv_1","status":"pending"}'


def signed(body: bytes = BODY, secret: Any = SECRET, **changed: str) -> Dict[str, str]:
    headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": str(NOW),
        "webhook-signature": webhooks.sign(secret, "evt_1", NOW, body),
    }
    return {**headers, **{name.replace("_", "-"): value for name, value in changed.items()}}


def verify(body: Any = BODY, headers: Any = None, secret: Any = SECRET, **options: Any) -> Any:
    whole = signed() if headers is None else headers
    return webhooks.verify(body, whole, secret, **{"now": NOW, **options})


@unittest.skipUnless(VECTORS.is_file(), "the vectors lie in the repository only")
class Vectors(unittest.TestCase):
    def vectors(self) -> List[Dict[str, Any]]:
        found: List[Dict[str, Any]] = json.loads(VECTORS.read_bytes())["sign"]
        self.assertEqual(len(found), 4)
        return found

    def test_are_signed_alike(self) -> None:
        for one in self.vectors():
            for body in (one["body"], one["body"].encode()):
                signature = webhooks.sign(one["secret"], one["id"], one["timestamp"], body)
                self.assertEqual(signature, one["signature"])

    def test_are_accepted_and_refused_with_one_byte_more(self) -> None:
        for one in self.vectors():
            headers = {
                "webhook-id": one["id"],
                "webhook-timestamp": str(one["timestamp"]),
                "webhook-signature": one["signature"],
            }
            webhooks.verify_signature(one["body"], headers, one["secret"], now=one["timestamp"])
            with self.assertRaises(WebhookVerificationError):
                webhooks.verify_signature(
                    one["body"] + "x", headers, one["secret"], now=one["timestamp"]
                )


class Accepted(unittest.TestCase):
    def test_typed_event(self) -> None:
        event = verify()
        self.assertIsInstance(event, types.InviteCreatedEvent)
        self.assertEqual((event.invite_id, event.status), ("inv_1", "pending"))

    def test_event_of_an_unknown_type(self) -> None:
        body = b'{"id":"evt_1","event":"badge.awarded","badge":"gold"}'
        event = verify(body, signed(body))
        self.assertIsInstance(event, types.UnknownEvent)
        self.assertEqual((event.event, event["badge"]), ("badge.awarded", "gold"))

    def test_every_form_of_the_raw_body(self) -> None:
        for body in (BODY, bytearray(BODY), memoryview(BODY), BODY.decode()):
            self.assertEqual(verify(body).id, "evt_1")

    def test_header_names_in_any_case(self) -> None:
        for change in (str.upper, str.title):
            verify(headers={change(name): value for name, value in signed().items()})

    def test_headers_as_frameworks_give_them(self) -> None:
        pairs = list(signed().items())
        message = Message()
        for name, value in pairs:
            message[name] = value
        asgi = [(name.encode(), value.encode()) for name, value in pairs]
        listed = {name: [value] for name, value in pairs}
        for headers in (pairs, message, asgi, listed):
            self.assertEqual(verify(headers=headers).id, "evt_1")

    def test_right_signature_last_in_a_list(self) -> None:
        right = signed()["webhook-signature"]
        verify(headers=signed(webhook_signature=f"v1,AAAA v2,x v1a,y {right}"))

    def test_either_secret_of_a_rotation_on_either_side(self) -> None:
        verify(headers=signed(secret=[OTHER, SECRET]))
        verify(secret=[OTHER, SECRET])
        verify(secret=(SECRET, OTHER))

    def test_secret_without_its_prefix(self) -> None:
        verify(secret=SECRET[6:])

    def test_timestamps_within_the_tolerance(self) -> None:
        for off in (-300, 0, 300):
            verify(now=NOW + off)

    def test_time_of_the_clock(self) -> None:
        with mock.patch("time.time", return_value=float(NOW)):
            webhooks.verify(BODY, signed(), SECRET)


class Refused(unittest.TestCase):
    def mistaken(self, mistake: str, *arguments: Any, **options: Any) -> WebhookVerificationError:
        error = self.refused("SIGNATURE_MISMATCH", *arguments, **options)
        self.assertEqual(error.mistake, mistake)
        return error

    def refused(self, code: str, *arguments: Any, **options: Any) -> WebhookVerificationError:
        with self.assertRaises(WebhookVerificationError) as caught:
            verify(*arguments, **options)
        self.assertEqual(caught.exception.code, code)
        self.assertTrue(caught.exception.fix or code == "BODY_INVALID")
        return caught.exception

    def test_any_header_missing(self) -> None:
        for name in signed():
            headers = {known: value for known, value in signed().items() if known != name}
            self.assertIn(name, self.refused("HEADER_MISSING", headers=headers).message)
            self.refused("HEADER_MISSING", headers={**headers, name: ""})

    def test_malformed_timestamps(self) -> None:
        for text in (
            "1e9",
            "-5",
            "1774008000.5",
            "0x10",
            "2026-03-20T12:00:00Z",
            "١٧٧٤",
        ):
            self.refused("TIMESTAMP_MALFORMED", headers=signed(webhook_timestamp=text))

    def test_timestamps_out_of_tolerance(self) -> None:
        self.refused("TIMESTAMP_TOO_OLD", now=NOW + 301)
        self.refused("TIMESTAMP_IN_FUTURE", now=NOW - 301)
        self.refused("TIMESTAMP_TOO_OLD", now=NOW + 11, tolerance=10)
        milliseconds = signed(webhook_timestamp=str(NOW * 1000))
        error = self.refused("TIMESTAMP_IN_FUTURE", headers=milliseconds)
        self.assertEqual(error.mistake, "TIMESTAMP_MILLISECONDS")
        for digits in (400, 5000):
            self.refused("TIMESTAMP_IN_FUTURE", headers=signed(webhook_timestamp="9" * digits))

    def test_no_signature_of_version_one(self) -> None:
        right = signed()["webhook-signature"]
        for text in ("v1,", "nonsense", right.replace("v1,", "v2,"), right.replace("v1,", "v1a,")):
            self.refused("SIGNATURE_ABSENT", headers=signed(webhook_signature=text))

    def test_wrong_signatures(self) -> None:
        right = signed()["webhook-signature"]
        others = [
            right[:10],
            right + "=",
            "v1,é",
            webhooks.sign(OTHER, "evt_1", NOW, BODY),
            webhooks.sign(SECRET, "evt_2", NOW, BODY),
            webhooks.sign(SECRET, "evt_1", NOW + 1, BODY),
        ]
        for text in others:
            error = self.refused("SIGNATURE_MISMATCH", headers=signed(webhook_signature=text))
            self.assertIsNone(error.mistake)

    def test_the_beginning_of_a_signature_is_told(self) -> None:
        begun = signed()["webhook-signature"][:11]
        self.mistaken("SIGNATURE_TRUNCATED", headers=signed(webhook_signature=begun))

    def test_a_body_that_was_serialised_again_is_told(self) -> None:
        error = self.mistaken("BODY_RESERIALISED", json.dumps(json.loads(BODY)))
        self.assertIn("request.get_data() in Flask", error.fix)

    def test_a_body_with_another_end_is_told(self) -> None:
        self.mistaken("BODY_NEWLINE_ADDED", BODY + b"\n")
        self.mistaken("BODY_NEWLINE_REMOVED", BODY, signed(BODY + b"\n"))
        self.mistaken("BODY_EMPTY", b"")

    def test_a_signed_body_that_is_no_event(self) -> None:
        for body in (b"", b"[]", b"{", b"{}", b'{"id":"evt_1"}', b'{"id":1,"event":"webhook.test"}'):
            self.refused("BODY_INVALID", body, signed(body))

    def test_a_parsed_body_is_refused_with_an_explanation(self) -> None:
        for parsed in (json.loads(BODY), [1], None):
            with self.assertRaisesRegex(
                ValidationError, "Pass the raw bytes.*Flask.*Django"
            ) as caught:
                verify(parsed)
            self.assertEqual(caught.exception.param, "raw_body")

    def test_what_is_no_secret(self) -> None:
        secrets: List[Any] = [
            "",
            "whsec_",
            "whsec_not base64",
            "whsec_abc\n",
            "whsec_A",
            "sk_test_A1b2",
            [],
        ]
        for text in secrets:
            with self.subTest(text), self.assertRaises(ValidationError) as caught:
                verify(secret=text)
            self.assertEqual(caught.exception.param, "secret")


if __name__ == "__main__":
    unittest.main()
