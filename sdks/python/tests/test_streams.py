from __future__ import annotations

import threading
import time
import unittest
from typing import Any, List

from scripted import Answer, dead_url, refusal, rig

from skillpass import APIConnectionError, NotFoundError, ServerError, Skillpass, types
from skillpass._sse import messages_of

HEAD = {"content-type": "text/event-stream; charset=utf-8"}


def message(id: str, event: str = "invite.created") -> str:
    return f'id: {id}\nevent: {event}\ndata: {{"id":"{id}","event":"{event}"}}\n\n'


def stream(*ids: str, instead: str = "") -> Answer:
    return Answer(200, HEAD, "".join(map(message, ids)), instead)


class Streams(unittest.TestCase):
    def take(self, messages: Any, count: int) -> List[str]:
        return [next(messages).data.id for _ in range(count)]

    def test_messages_come_typed(self) -> None:
        with rig(stream("evt_1", instead="stream")) as r:
            with r.client.events.stream(type="invite.created") as events:
                first = next(events)
            self.assertIsInstance(first.data, types.InviteCreatedEvent)
            self.assertEqual((first.id, first.event), ("evt_1", "invite.created"))
            received = r.received[0]
            self.assertEqual(received.path, "/v1/events/stream?type=invite.created")
            self.assertEqual(received.headers["accept"], "text/event-stream")

    def test_goes_on_after_the_last_message(self) -> None:
        script = (
            stream("evt_1", "evt_2"),
            stream("evt_3", instead="cut_body"),
            stream("evt_4", instead="stream"),
        )
        with rig(*script) as r, r.client.events.stream(last_event_id="evt_0") as events:
            self.assertEqual(self.take(events, 2), ["evt_1", "evt_2"])
            self.assertEqual(self.take(events, 1), ["evt_4"])
            resumed = [one.headers["last-event-id"] for one in r.received]
            self.assertEqual(resumed, ["evt_0", "evt_2", "evt_2"])
            self.assertEqual(events.last_event_id, "evt_4")

    def test_a_stream_that_cannot_resume_does_not_ask_to(self) -> None:
        with rig(stream("a"), stream("b", instead="stream")) as r:
            with r.client.webhooks.stream("we_1") as attempts:
                self.take(attempts, 2)
            self.assertNotIn("last-event-id", r.received[1].headers)

    def test_outlasts_refusals_that_pass(self) -> None:
        script = [
            stream("evt_1"),
            refusal(503, "SERVICE_UNAVAILABLE"),
            stream("evt_2", instead="stream"),
        ]
        with rig(*script) as r, r.client.events.stream() as events:
            self.assertEqual(self.take(events, 2), ["evt_1", "evt_2"])

    def test_a_refusal_ends_it(self) -> None:
        with rig(stream("evt_1"), refusal(404, "WEBHOOK_NOT_FOUND")) as r:
            events = r.client.webhooks.stream("we_1")
            next(events)
            with self.assertRaises(NotFoundError):
                next(events)

    def test_a_first_connection_that_cannot_be_made(self) -> None:
        with Skillpass(base_url=dead_url(), max_retries=0) as client:
            with self.assertRaises(APIConnectionError):
                next(client.events.stream())

    def test_silence_counts_as_lost(self) -> None:
        with rig(stream("evt_1", instead="stream"), stream("evt_2", instead="stream")) as r:
            begun = time.monotonic()
            with r.client.events.stream(silence=0.2) as events:
                self.assertEqual(self.take(events, 2), ["evt_1", "evt_2"])
            self.assertLess(time.monotonic() - begun, 5)

    def test_a_slow_reader_is_not_told_of_silence(self) -> None:
        with rig(stream("evt_1", "evt_2", instead="stream")) as r:
            with r.client.events.stream(silence=0.1) as events:
                next(events)
                time.sleep(0.3)
                next(events)
            self.assertEqual(len(r.received), 1)

    def test_timeout_does_not_bound_its_life(self) -> None:
        with rig(Answer(200, HEAD, "data: {}\n\n", "drip"), timeout=0.25) as r:
            with r.client.events.stream(type="webhook.test") as events:
                self.assertEqual(next(events).data, {})
            self.assertEqual(len(r.received), 1)

    def test_another_thread_closes_it(self) -> None:
        with rig(stream("evt_1", instead="stream")) as r:
            events = r.client.events.stream()
            next(events)
            timer = threading.Timer(0.1, events.close)
            timer.start()
            self.assertEqual(list(events), [])
            timer.join()

    def test_closing_before_and_after(self) -> None:
        with rig(stream("evt_1", instead="stream")) as r:
            events = r.client.events.stream()
            events.close()
            self.assertEqual(list(events), [])
            self.assertEqual(r.received, [])

    def test_an_answer_that_is_no_stream(self) -> None:
        with rig(Answer()) as r:
            with self.assertRaises(ServerError) as caught:
                next(r.client.events.stream())
            self.assertEqual(caught.exception.code, "RESPONSE_INVALID")

    def test_a_message_that_is_no_json(self) -> None:
        with rig(Answer(200, HEAD, "data: hello\n\n")) as r:
            with self.assertRaises(ServerError):
                next(r.client.events.stream())


class Wire(unittest.TestCase):
    def test_lines_end_in_three_ways_and_anywhere(self) -> None:
        text = (
            ": hb\r\n\r\nid: 1\revent: a\rdata: x\rdata:y\r\r\n"
            "id: 2\ndata\n\ndata: é\n\nid: 3\ndata: lost"
        )
        expected = [("1", "a", "x\ny"), ("2", "message", ""), ("2", "message", "é")]
        for size in (1, 2, 3, 1000):
            whole = text.encode()
            chunks = [whole[at : at + size] for at in range(0, len(whole), size)]
            self.assertEqual([tuple(one) for one in messages_of(chunks)], expected)


if __name__ == "__main__":
    unittest.main()
