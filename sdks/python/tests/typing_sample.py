"""Read by mypy, never run: what a program may write, and slips that must be told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, List, Optional

from skillpass import AsyncSkillpass, Page, Skillpass, types, webhooks


def right(client: Skillpass) -> None:
    invite: types.Invite = client.invites.create(
        candidate_email="kim@example.com", skill="react", expires_in=timedelta(days=1)
    )
    status: str = invite.status
    url: Optional[str] = invite.invite_url
    page: Page[types.Invite] = client.invites.list(status="pending")
    emails: List[str] = [one.candidate_email for one in page]
    day: Optional[str] = client.verify.passport("usr_1").skills[0].last_evidence
    anything: Any = invite["field of a newer service"]
    client.users.update("usr_1", email=None)
    print(status, url, emails, day, anything)


def slips(client: Skillpass) -> None:
    client.invites.create(candidate_email="kim@example.com")  # type: ignore[call-arg]
    client.invites.create(candidate="a", skill="react")  # type: ignore[call-arg]
    client.invites.list(status="waiting")  # type: ignore[arg-type]
    client.invites.list(status=None, limit="5")  # type: ignore[arg-type]
    client.users.update("usr_1", display_name=5)  # type: ignore[arg-type]
    client.invites.get("inv_1").candidate_mail  # type: ignore[attr-defined]
    client.invoices  # type: ignore[attr-defined]


def told(body: bytes, headers: "dict[str, str]") -> str:
    event = webhooks.verify(body, headers, ["whsec_a", "whsec_b"])
    if isinstance(event, types.AssessmentCompletedEvent):
        return f"{event.user_id} {event.percent:g}"
    if isinstance(event, types.SkillTierChangedEvent):
        return event.new_tier_label
    return event.event


async def waited(client: AsyncSkillpass) -> List[str]:
    invite: types.Invite = await client.invites.get("inv_1")
    found = [one.id async for one in client.invites.list()]
    async with client.events.stream() as events:
        async for message in events:
            found.append(message.data.id)
    return [*found, invite.id]
