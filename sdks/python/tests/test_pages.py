from __future__ import annotations

import unittest
from typing import Any, List
from urllib.parse import parse_qs, urlsplit

from scripted import Answer, page, refusal, rig

from skillpass import NotFoundError, ServerError, types


class Pages(unittest.TestCase):
    def test_pages_iterate_by_themselves(self) -> None:
        with rig(page(["a", "b"], "c1"), page(["c"], "c2"), page(["d"], None)) as r:
            found = [invite.id for invite in r.client.invites.list(status="pending", limit=2)]
            self.assertEqual(found, ["a", "b", "c", "d"])
            queries = [parse_qs(urlsplit(one.path).query) for one in r.received]
        filters = {"status": ["pending"], "limit": ["2"]}
        self.assertEqual(
            queries, [filters, {**filters, "cursor": ["c1"]}, {**filters, "cursor": ["c2"]}]
        )

    def test_one_page_alone(self) -> None:
        with rig(page(["a"], "c1"), page(["b"], None)) as r:
            first = r.client.invites.list()
            self.assertIsInstance(first.data[0], types.Invite)
            self.assertEqual((first.has_more, first.next_cursor), (True, "c1"))
            self.assertEqual(len(r.received), 1)
            second = first.next_page()
            assert second is not None
            self.assertEqual([one.id for one in second.data], ["b"])
            self.assertIsNone(second.next_page())
            self.assertEqual(second.last_response.request_id, "req_2")

    def test_empty_list(self) -> None:
        with rig(page([], None)) as r:
            self.assertEqual(list(r.client.invites.list()), [])

    def test_empty_page_with_more(self) -> None:
        with rig(page([], "c1"), page(["a"], None)) as r:
            self.assertEqual([one.id for one in r.client.invites.list()], ["a"])

    def test_repeated_cursor(self) -> None:
        with rig(page(["a"], "c1"), page(["b"], "c2"), page(["c"], "c1")) as r:
            found = []
            with self.assertRaises(ServerError) as caught:
                for invite in r.client.invites.list():
                    found.append(invite.id)
            self.assertEqual(caught.exception.code, "CURSOR_REPEATED")
            self.assertEqual((found, len(r.received)), (["a", "b", "c"], 3))

    def test_more_without_a_cursor(self) -> None:
        with rig(page(["a"], None, has_more=True)) as r:
            with self.assertRaises(ServerError) as caught:
                list(r.client.invites.list())
            self.assertEqual(caught.exception.code, "RESPONSE_INVALID")

    def test_error_in_the_middle_is_raised(self) -> None:
        with rig(page(["a"], "c1"), refusal(404, "USER_NOT_FOUND")) as r:
            with self.assertRaises(NotFoundError):
                list(r.client.evidence.list("usr_1"))

    def test_answer_that_is_no_page(self) -> None:
        cursor_2: Any = {"data": [], "next_cursor": 2}
        bodies: List[Any] = [{"id": "inv_1"}, {"data": {}}, {"data": [1]}, cursor_2]
        for body in bodies:
            with self.subTest(body), rig(Answer(body=body)) as r:
                with self.assertRaises(ServerError) as caught:
                    r.client.invites.list()
                self.assertEqual(caught.exception.code, "RESPONSE_INVALID")

    def test_iterating_again_starts_again(self) -> None:
        with rig(page(["a"], "c1"), page(["b"], None)) as r:
            invites = r.client.invites.list()
            self.assertEqual([one.id for one in invites], ["a", "b"])
            self.assertEqual([one.id for one in invites], ["a", "b"])


if __name__ == "__main__":
    unittest.main()
