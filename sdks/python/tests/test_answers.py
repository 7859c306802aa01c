from __future__ import annotations

import copy
import json
import pickle
import unittest
from datetime import date, datetime, timedelta, timezone
from typing import Any, List

from scripted import Answer, rig

from skillpass import Model, Skillpass, ValidationError, types

INVITE = {"id": "inv_1", "inviteId": "inv_1", "status": "pending", "delivery": {"status": "queued"}}
LIMITS = {
    "ratelimit-policy": '"burst";q=100;w=6, "minute";q=1000;w=60',
    "ratelimit": '"burst";r=99;t=1, "minute";r=998;t=41',
    "x-ratelimit-limit": "1000",
    "x-ratelimit-remaining": "998",
    "x-ratelimit-reset": "1795262441",
}


class Answers(unittest.TestCase):
    def test_fields_are_attributes_and_items(self) -> None:
        with rig(Answer(body=INVITE)) as r:
            invite = r.client.invites.get("inv_1")
        self.assertIsInstance(invite, types.Invite)
        self.assertEqual((invite.status, invite["status"]), ("pending", "pending"))
        self.assertEqual((invite.invite_id, invite["inviteId"]), ("inv_1", "inv_1"))
        self.assertIsInstance(invite.delivery, types.InviteDelivery)
        self.assertEqual(invite.delivery.status, "queued")
        self.assertIn("invite_id", dir(invite))

    def test_unknown_enum(self) -> None:
        with rig(Answer(body={**INVITE, "status": "paused"})) as r:
            self.assertEqual(r.client.invites.get("inv_1").status, "paused")

    def test_unknown_fields(self) -> None:
        with rig(Answer(body={**INVITE, "mood": {"today": "fine"}})) as r:
            invite = r.client.invites.get("inv_1")
        self.assertEqual(invite["mood"], {"today": "fine"})
        self.assertEqual(getattr(invite, "mood", None), {"today": "fine"})

    def test_null_and_strange_shapes_pass_through(self) -> None:
        shapes: List[Any] = [None, "soon", ["x"], {}]
        for delivery in shapes:
            self.assertEqual(types.Invite({"delivery": delivery}).delivery, delivery)
        chains: List[Any] = [None, 3, [None, {"id": "evd_1"}]]
        for evidence in chains:
            self.assertEqual(types.SkillVerification({"evidence": evidence}).evidence, evidence)

    def test_absent_fields(self) -> None:
        passport = types.PassportSkill({"key": "react"})
        self.assertIsNone(passport.last_evidence)
        with self.assertRaisesRegex(AttributeError, "PassportSkill has no field 'sci'"):
            _ = passport.sci

    def test_answers_are_plain_json_and_read_only(self) -> None:
        invite = types.Invite(INVITE)
        self.assertEqual(json.loads(json.dumps(invite)), INVITE)
        self.assertEqual(invite, INVITE)
        for again in (copy.deepcopy(invite), pickle.loads(pickle.dumps(invite))):
            self.assertEqual((type(again), again.delivery.status), (types.Invite, "queued"))
        with self.assertRaises(AttributeError):
            invite.status = "completed"
        with self.assertRaises(AttributeError):
            del invite.status

    def test_evidence_as_counts_or_chain(self) -> None:
        counts = types.SkillVerification({"evidence": {"sessions": 2}})
        chain = types.SkillVerification({"evidence": [{"id": "evd_1"}]})
        assert isinstance(counts.evidence, types.EvidenceCounts)
        self.assertEqual(counts.evidence.sessions, 2)
        assert isinstance(chain.evidence, list)
        self.assertEqual(chain.evidence[0].id, "evd_1")

    def test_raw_response(self) -> None:
        with rig(Answer(201, {**LIMITS, "idempotent-replayed": "true"}, INVITE)) as r:
            invite = r.client.invites.create(
                candidate_email="a@b.c", skill="react", idempotency_key="k-1"
            )
        response = invite.last_response
        assert response is not None
        self.assertEqual((response.status, response.request_id), (201, "req_1"))
        self.assertEqual((response.idempotency_key, response.replayed), ("k-1", True))
        self.assertEqual(response.headers["X-Request-ID"], "req_1")
        self.assertEqual(response.json(), INVITE)

    def test_rate_limit(self) -> None:
        with rig(Answer(headers=LIMITS)) as r:
            response = r.client.request("GET", "/v1/me")
        limit = response.rate_limit
        assert limit is not None
        self.assertEqual(limit[:3], (1000, 998, 1795262441))
        self.assertEqual(limit.windows["burst"], (100, 6, 99, 1))
        self.assertEqual(limit.windows["minute"].reset_seconds, 41)

    def test_no_rate_limit(self) -> None:
        with rig(Answer()) as r:
            self.assertIsNone(r.client.request("GET", "/healthz").rate_limit)

    def test_documents_are_plain(self) -> None:
        with rig(Answer(body={"openapi": "3.1.1"})) as r:
            document = r.client.documents.openapi()
        self.assertIs(type(document), Model)
        self.assertEqual(document["openapi"], "3.1.1")


class Requests(unittest.TestCase):
    def test_fields_go_where_they_belong(self) -> None:
        with rig(
            Answer(body={"object": "list", "data": [], "has_more": False, "next_cursor": None})
        ) as r:
            r.client.results.list(user_id="a b", passed=True, limit=5)
            r.client.verify.skill("usr_1", "react", as_of=date(2026, 3, 1))
            r.client.webhooks.rotate_secret("we_1", overlap_seconds=0)
        paths = [received.path for received in r.received]
        self.assertEqual(paths[0], "/v1/assess/results?user_id=a+b&passed=true&limit=5")
        self.assertEqual(paths[1], "/v1/verify/skill/usr_1/react?as_of=2026-03-01")
        self.assertEqual(
            (paths[2], r.received[2].body),
            ("/v1/webhooks/we_1/rotate-secret", '{"overlap_seconds":0}'),
        )

    def test_python_values_are_written_as_the_service_reads_them(self) -> None:
        berlin = timezone(timedelta(hours=1))
        with rig(Answer(body=INVITE)) as r:
            r.client.invites.create(
                candidate_email="kïm@example.com",
                skill="react",
                expires_at=datetime(2026, 3, 1, 10, 30, tzinfo=berlin),
                expires_in=timedelta(hours=36),
                send_email=False,
            )
        sent = json.loads(r.received[0].body)
        self.assertEqual(sent["expires_at"], "2026-03-01T09:30:00.000Z")
        self.assertEqual((sent["expires_in"], sent["send_email"]), (129600, False))
        self.assertEqual(sent["candidate_email"], "kïm@example.com")

    def test_a_datetime_without_time_zone_is_refused(self) -> None:
        with self.assertRaisesRegex(ValidationError, "without a time zone"):
            Skillpass().invites.extend("inv_1", expires_at=datetime(2026, 3, 1))

    def test_none_is_sent_only_where_it_is_a_value(self) -> None:
        with rig(Answer()) as r:
            r.client.users.update("usr_1", display_name=None, email=None)
            r.client.users.update("usr_1", display_name="Kim")
        self.assertEqual(
            [one.body for one in r.received], ['{"email":null}', '{"display_name":"Kim"}']
        )

    def test_numbers_json_has_not_are_refused(self) -> None:
        with self.assertRaises(ValidationError):
            Skillpass().invites.complete("inv_1", score=float("nan"))

    def test_any_route_by_method_and_path(self) -> None:
        with rig(Answer(201, body={"id": "usr_1"})) as r:
            response = r.client.request("post", "/v1/users?x=1", {"display_name": "Kim"})
        self.assertEqual((response.status, response.json()), (201, {"id": "usr_1"}))
        self.assertEqual((r.received[0].method, r.received[0].path), ("POST", "/v1/users?x=1"))
        self.assertTrue(r.received[0].headers["idempotency-key"].startswith("auto-"))

    def test_headers_and_user_agent(self) -> None:
        with rig(Answer(), headers={"X-Team": "web"}, user_agent="shop/2.1") as r:
            r.client.with_options(headers={"x-call": "1"}).me.get()
        headers = r.received[0].headers
        self.assertEqual((headers["x-team"], headers["x-call"]), ("web", "1"))
        self.assertRegex(headers["user-agent"], r"^shop/2\.1 skillpass-python/\d")

    def test_a_base_url_with_a_path(self) -> None:
        with rig(Answer()) as r, Skillpass(base_url=f"{r.server.url}/skills/") as client:
            client.me.get()
            self.assertEqual(r.received[0].path, "/skills/v1/me")


if __name__ == "__main__":
    unittest.main()
