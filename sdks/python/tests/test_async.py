from __future__ import annotations

import asyncio
import contextvars
import time
import unittest
from typing import Any, Awaitable, Callable, List

from scripted import SAMPLE_KEY, Answer, TestTime, page, refusal, rig
from test_streams import stream

from skillpass import AsyncSkillpass, NotFoundError, ServerError, Skillpass, types


class Async(unittest.TestCase):
    def play(
        self, scenario: Callable[[AsyncSkillpass], Awaitable[None]], *script: Answer, **options: Any
    ) -> Any:
        with rig(*script) as r:

            async def main() -> None:
                given = {"time": TestTime(), **options}
                async with AsyncSkillpass(SAMPLE_KEY, r.server.url, **given) as client:
                    await scenario(client)

            asyncio.run(main())
            return r.received

    def test_calls(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            invite = await client.invites.create(candidate_email="kim@example.com", skill="react")
            self.assertIsInstance(invite, types.Invite)
            assert invite.last_response is not None
            self.assertEqual(invite.last_response.request_id, "req_2")
            response = await client.request("GET", "/v1/me")
            self.assertEqual(response.status, 200)

        script = refusal(503, "SERVICE_UNAVAILABLE"), Answer(body={"id": "inv_1"})
        received = self.play(scenario, *script)
        self.assertEqual(
            received[0].headers["idempotency-key"], received[1].headers["idempotency-key"]
        )

    def test_calls_run_side_by_side(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            begun = time.monotonic()
            await asyncio.gather(*[client.me.get() for _ in range(10)])
            self.assertLess(time.monotonic() - begun, 1.5)

        self.assertEqual(len(self.play(scenario, Answer(delay=0.3))), 10)

    def test_errors(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            with self.assertRaises(NotFoundError):
                await client.users.get("nobody")

        self.play(scenario, refusal(404, "USER_NOT_FOUND"))

    def test_pages(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            found = [invite.id async for invite in client.invites.list()]
            self.assertEqual(found, ["a", "b", "c"])

        self.play(scenario, page(["a", "b"], "c1"), page(["c"], None))

    def test_one_page(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            first = await client.invites.list()
            self.assertEqual(([one.id for one in first.data], first.next_cursor), (["a"], "c1"))
            second = await first.next_page()
            assert second is not None
            self.assertEqual([one.id async for one in second], ["b"])
            self.assertIsNone(await second.next_page())

        self.play(scenario, page(["a"], "c1"), page(["b"], None))

    def test_repeated_cursor(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            with self.assertRaises(ServerError) as caught:
                async for _ in client.invites.list():
                    pass
            self.assertEqual(caught.exception.code, "CURSOR_REPEATED")

        self.play(scenario, page(["a"], "c1"))

    def test_streams(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            found: List[str] = []
            async with client.events.stream() as events:
                async for message in events:
                    found.append(message.data.id)
                    if len(found) == 2:
                        break
            self.assertEqual(found, ["evt_1", "evt_2"])

        self.play(scenario, stream("evt_1"), stream("evt_2", instead="stream"))

    def test_cancelling_ends_a_stream(self) -> None:
        async def scenario(client: AsyncSkillpass) -> None:
            events = client.events.stream()
            await events.__anext__()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(events.__anext__(), 0.1)

        begun = time.monotonic()
        self.play(scenario, stream("evt_1", instead="stream"))
        self.assertLess(time.monotonic() - begun, 3)

    def test_context_variables_reach_the_call(self) -> None:
        variable: "contextvars.ContextVar[str]" = contextvars.ContextVar("request")
        seen: List[str] = []

        class Watching(TestTime):
            def random(self) -> float:
                seen.append(variable.get("nothing"))
                return 0.0

        async def scenario(client: AsyncSkillpass) -> None:
            variable.set("req_7")
            await client.me.get()

        self.play(scenario, refusal(503, "SERVICE_UNAVAILABLE"), Answer(), time=Watching())
        self.assertEqual(seen, ["req_7"])

    def test_both_clients_have_the_same_operations(self) -> None:
        def names(client: object) -> List[str]:
            return sorted(
                f"{resource}.{verb}"
                for resource, group in vars(client).items()
                if not resource.startswith("_")
                for verb in dir(group)
                if not verb.startswith("_")
            )

        self.assertEqual(names(AsyncSkillpass()), names(Skillpass()))
        self.assertGreater(len(names(Skillpass())), 60)


if __name__ == "__main__":
    unittest.main()
