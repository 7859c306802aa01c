# Generated from the contract table by scripts/generate-python-sdk.mjs. Do not edit.
"""The operations of the service, by resource."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from .._caller import Caller
from .._endpoint import NOT_GIVEN, NotGiven
from .._model import Model
from .._pages import Page
from .._streams import Stream
from . import endpoints as e
from . import models as m


class Invites:
    """`client.invites`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        status: Optional[m.InviteStatus] = None,
        candidate_email: Optional[str] = None,
        skill: Optional[str] = None,
        user_id: Optional[str] = None,
        external_id: Optional[str] = None,
        created_after: Optional[Union[str, datetime]] = None,
        created_before: Optional[Union[str, datetime]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Invite]:
        """List invites.

        Newest first. Filters add up: a row must match all of them.

        Args:
            candidate_email: E-mail address, kept as typed.
            skill: A skill key or alias, in any case: `react`, `React.js`.
            created_after: Created later than this instant.
            created_before: Created earlier than this instant.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/assess/invites`
        """
        return self._call.list(
            e.INVITES_LIST,
            {
                "status": status,
                "candidate_email": candidate_email,
                "skill": skill,
                "user_id": user_id,
                "external_id": external_id,
                "created_after": created_after,
                "created_before": created_before,
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def create(
        self,
        *,
        candidate_email: str,
        skill: str,
        expires_at: Optional[Union[str, datetime]] = None,
        expires_in: Optional[Union[int, str, timedelta]] = None,
        candidate_name: Optional[str] = None,
        user_id: Optional[str] = None,
        external_id: Optional[str] = None,
        redirect_url: Optional[str] = None,
        time_limit_seconds: Optional[int] = None,
        metadata: Optional[Mapping[str, str]] = None,
        send_email: Optional[bool] = None,
        if_exists: Optional[m.IfExists] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Send an invite.

        Invites a candidate to an assessment of one skill. 201 with the new invite, or
        200 with the open one when `if_exists` is `return`. `candidate` and `email` are
        other names of `candidate_email`.

        Args:
            candidate_email: E-mail address, kept as typed.
            skill: A skill key or alias, in any case: `react`, `React.js`.
            expires_at: When the invite ends: 60 seconds to 90 days from now.
            expires_in: How long the invite lives: seconds, or text such as `"7d"` or
                `"36h"`. Default, without `expires_at`: 7 days.
            user_id: The user this invite is for. Default: found or created by e-mail on
                acceptance.
            external_id: Your own id of this invite, to find it again.
            redirect_url: Where the candidate goes after the assessment.
            time_limit_seconds: Time for the assessment once started, 60 to 604,800 seconds
                (7 days). Default: none.
            metadata: Labels of your own: up to 20 keys, values up to 500 characters.
            send_email: Whether the service mails the link to the candidate.
            if_exists: With an open invite for the same candidate and skill: `create`
                another, `return` it, or give an `error`.

        Errors of its own: `SKILL_UNKNOWN`, `INVITE_EXPIRY_INVALID`, `INVITE_DUPLICATE`,
        `USER_NOT_FOUND`, `USER_ERASED`.

        `POST /v1/assess/invites`
        """
        return self._call.one(
            e.INVITES_CREATE,
            {
                "candidate_email": candidate_email,
                "skill": skill,
                "expires_at": expires_at,
                "expires_in": expires_in,
                "candidate_name": candidate_name,
                "user_id": user_id,
                "external_id": external_id,
                "redirect_url": redirect_url,
                "time_limit_seconds": time_limit_seconds,
                "metadata": metadata,
                "send_email": send_email,
                "if_exists": if_exists,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.Invite:
        """Get an invite.

        Args:
            id: Id of the invite.

        Errors of its own: `INVITE_NOT_FOUND`.

        `GET /v1/assess/invites/{id}`
        """
        return self._call.one(e.INVITES_GET, {"id": id}, timeout=timeout)

    def accept(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Accept an invite.

        Links the user with the e-mail of the candidate, or creates one. Accepting again
        changes nothing.

        Args:
            id: Id of the invite.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_EXPIRED`, `INVITE_CANCELLED`,
        `INVITE_DECLINED`, `INVITE_COMPLETED`, `USER_ERASED`.

        `POST /v1/assess/invites/{id}/accept`
        """
        return self._call.one(
            e.INVITES_ACCEPT,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def start(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Start the assessment.

        A pending invite is accepted first. From now on the time limit counts and
        `expires_at` no longer does.

        Args:
            id: Id of the invite.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_EXPIRED`, `INVITE_CANCELLED`,
        `INVITE_DECLINED`, `INVITE_COMPLETED`, `USER_ERASED`.

        `POST /v1/assess/invites/{id}/start`
        """
        return self._call.one(
            e.INVITES_START,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def decline(
        self,
        id: str,
        *,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Decline an invite.

        Args:
            id: Id of the invite.
            reason: Shown as `closed_reason`.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_NOT_OPEN`,
        `ASSESSMENT_IN_PROGRESS`.

        `POST /v1/assess/invites/{id}/decline`
        """
        return self._call.one(
            e.INVITES_DECLINE,
            {"id": id, "reason": reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def complete(
        self,
        id: str,
        *,
        score: float,
        max_score: Optional[float] = None,
        sections: Optional[Sequence[m.InviteCompleteSectionInput]] = None,
        integrity: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Complete the assessment with a score.

        Records the result, adds it to the passport as evidence, and closes the invite.
        Sending the same score again changes nothing. After the time limit it is
        recorded as `timed_out`.

        Args:
            id: Id of the invite.
            score: Points reached, at most `max_score`.
            max_score: Points possible.
            sections: The same by section, kept as sent.
            integrity: Proctoring facts of any form, kept as sent.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_EXPIRED`, `INVITE_CANCELLED`,
        `INVITE_DECLINED`, `ASSESSMENT_NOT_STARTED`, `ASSESSMENT_ALREADY_SUBMITTED`,
        `USER_ERASED`.

        `POST /v1/assess/invites/{id}/complete`
        """
        return self._call.one(
            e.INVITES_COMPLETE,
            {
                "id": id,
                "score": score,
                "max_score": max_score,
                "sections": sections,
                "integrity": integrity,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def cancel(
        self,
        id: str,
        *,
        reason: Optional[str] = None,
        force: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Cancel an invite.

        The link stops working. Cancelling again changes nothing.

        Args:
            id: Id of the invite.
            reason: Shown as `closed_reason`.
            force: Cancel even while the candidate is taking the assessment.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_NOT_OPEN`,
        `ASSESSMENT_IN_PROGRESS`.

        `POST /v1/assess/invites/{id}/cancel`
        """
        return self._call.one(
            e.INVITES_CANCEL,
            {"id": id, "reason": reason, "force": force},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def resend(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Resend an invite.

        Mails the link again and grants the original time once more, counted from now; it
        never gets shorter.

        Args:
            id: Id of the invite.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_NOT_OPEN`,
        `ASSESSMENT_IN_PROGRESS`.

        `POST /v1/assess/invites/{id}/resend`
        """
        return self._call.one(
            e.INVITES_RESEND,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def extend(
        self,
        id: str,
        *,
        expires_at: Optional[Union[str, datetime]] = None,
        expires_in: Optional[Union[int, str, timedelta]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Invite:
        """Extend an invite.

        Sets a later expiry, given as `expires_at` or `expires_in` (from now). It never
        gets shorter.

        Args:
            id: Id of the invite.
            expires_at: When the invite ends: 60 seconds to 90 days from now.
            expires_in: How long the invite lives: seconds, or text such as `"7d"` or
                `"36h"`.

        Errors of its own: `INVITE_NOT_FOUND`, `INVITE_NOT_OPEN`,
        `INVITE_EXPIRY_INVALID`, `ASSESSMENT_IN_PROGRESS`.

        `POST /v1/assess/invites/{id}/extend`
        """
        return self._call.one(
            e.INVITES_EXTEND,
            {"id": id, "expires_at": expires_at, "expires_in": expires_in},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def result(self, id: str, *, timeout: Optional[float] = None) -> m.Result:
        """Get the result of an invite.

        Only a result that has its score is ever shown; until then 409
        `RESULT_NOT_READY`.

        Args:
            id: Id of the invite.

        Errors of its own: `INVITE_NOT_FOUND`, `RESULT_NOT_FOUND`, `RESULT_NOT_READY`,
        `RESULT_VOIDED`.

        `GET /v1/assess/invites/{id}/result`
        """
        return self._call.one(e.INVITES_RESULT, {"id": id}, timeout=timeout)


class Results:
    """`client.results`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        user_id: Optional[str] = None,
        skill: Optional[str] = None,
        invite_id: Optional[str] = None,
        passed: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Result]:
        """List assessment results.

        Newest first. Every result has its score; assessments still under way are not
        listed.

        Args:
            skill: A skill key or alias, in any case: `react`, `React.js`.
            passed: `true` or `false`.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/assess/results`
        """
        return self._call.list(
            e.RESULTS_LIST,
            {
                "user_id": user_id,
                "skill": skill,
                "invite_id": invite_id,
                "passed": passed,
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )


class Verify:
    """`client.verify`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def passport(
        self,
        user_id: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> m.Passport:
        """Get a skill passport.

        Every skill of a user with its tier, score and verification, computed from the
        evidence on the day asked for. A user without skills, or a suspended one, is a
        normal answer with `verified: false`.

        Args:
            user_id: Id of the user.
            as_of: The day to score for, up to ten years ahead. Default: today (UTC).

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`.

        `GET /v1/verify/passport/{userId}`
        """
        return self._call.one(
            e.VERIFY_PASSPORT,
            {"userId": user_id, "as_of": as_of},
            timeout=timeout,
        )

    def skill(
        self,
        user_id: str,
        skill_key: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        evidence: Optional[m.EvidenceForm] = None,
        timeout: Optional[float] = None,
    ) -> m.SkillVerification:
        """Verify one skill of a user.

        A skill that is not verified is a normal answer; `unmet` says why.

        Args:
            user_id: Id of the user.
            skill_key: Skill key or alias, in any case.
            as_of: The day to score for, up to ten years ahead. Default: today (UTC).
            evidence: `counts` by type, or the `chain` of entries with their hashes.

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`, `SKILL_NOT_FOUND`,
        `SKILL_NOT_IN_PASSPORT`.

        `GET /v1/verify/skill/{userId}/{skillKey}`
        """
        return self._call.one(
            e.VERIFY_SKILL,
            {"userId": user_id, "skillKey": skill_key, "as_of": as_of, "evidence": evidence},
            timeout=timeout,
        )

    def explain(
        self,
        user_id: str,
        skill_key: str,
        *,
        as_of: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> m.SkillExplanation:
        """Explain the score of a skill.

        What every piece of evidence adds, to the point, and one sentence that says it in
        words.

        Args:
            user_id: Id of the user.
            skill_key: Skill key or alias, in any case.
            as_of: The day to score for, up to ten years ahead. Default: today (UTC).

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`, `SKILL_NOT_FOUND`,
        `SKILL_NOT_IN_PASSPORT`.

        `GET /v1/verify/skill/{userId}/{skillKey}/explain`
        """
        return self._call.one(
            e.VERIFY_EXPLAIN,
            {"userId": user_id, "skillKey": skill_key, "as_of": as_of},
            timeout=timeout,
        )

    def batch(
        self,
        *,
        user_ids: Sequence[str],
        skill: Optional[str] = None,
        min_tier: Optional[m.TierOrLabel] = None,
        as_of: Optional[Union[str, date]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Batch:
        """Verify many users at once.

        Up to 100 users in one call. An unknown user is an item with an error, never a
        failed call.

        Args:
            user_ids: 1 to 100 user ids.
            skill: The skill to verify. Default: the strongest skill of each user.
            min_tier: Answers `met` per user: a code (`T3`) or label (`proficient`).
            as_of: The day to score for, up to ten years ahead. Default: today (UTC).

        Errors of its own: `BATCH_SIZE`, `SKILL_UNKNOWN`.

        `POST /v1/verify/batch`
        """
        return self._call.one(
            e.VERIFY_BATCH,
            {"user_ids": user_ids, "skill": skill, "min_tier": min_tier, "as_of": as_of},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Users:
    """`client.users`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        email: Optional[str] = None,
        status: Optional[m.UserStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.User]:
        """List users.

        Newest first.

        Args:
            email: The user with this address.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/users`
        """
        return self._call.list(
            e.USERS_LIST,
            {"email": email, "status": status, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def create(
        self,
        *,
        display_name: str,
        id: Optional[str] = None,
        email: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.User:
        """Create a user.

        Accepting an invite creates its user as well, so this is needed only to set up
        users beforehand.

        Args:
            id: Your own id: letters, digits, `_` and `-`, up to 64. Default: a new `usr_…`.
            display_name: 1 to 200 characters, in any script.
            email: E-mail address, kept as typed.
            metadata: Labels of your own: up to 20 keys, values up to 500 characters.

        Errors of its own: `USER_EXISTS`.

        `POST /v1/users`
        """
        return self._call.one(
            e.USERS_CREATE,
            {"id": id, "display_name": display_name, "email": email, "metadata": metadata},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.User:
        """Get a user.

        Args:
            id: Id of the user.

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`.

        `GET /v1/users/{id}`
        """
        return self._call.one(e.USERS_GET, {"id": id}, timeout=timeout)

    def update(
        self,
        id: str,
        *,
        display_name: Optional[str] = None,
        email: Union[Optional[str], NotGiven] = NOT_GIVEN,
        metadata: Optional[Mapping[str, str]] = None,
        status: Optional[m.PassportStatus] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.User:
        """Update a user.

        Changes only the fields that are sent. `metadata` is replaced as a whole. A
        suspended user is never verified.

        Args:
            id: Id of the user.
            display_name: 1 to 200 characters, in any script.
            email: null removes the address.
            metadata: Labels of your own: up to 20 keys, values up to 500 characters.

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`, `USER_EXISTS`.

        `PATCH /v1/users/{id}`
        """
        return self._call.one(
            e.USERS_UPDATE,
            {
                "id": id,
                "display_name": display_name,
                "email": email,
                "metadata": metadata,
                "status": status,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def erase(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.User:
        """Erase a user.

        Removes personal data and the content of all evidence. The id is kept and answers
        410 `USER_ERASED` from then on. This cannot be undone.

        Args:
            id: Id of the user.

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`.

        `POST /v1/users/{id}/erase`
        """
        return self._call.one(
            e.USERS_ERASE,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Evidence:
    """`client.evidence`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        id: str,
        *,
        skill: Optional[str] = None,
        type: Optional[m.EvidenceType] = None,
        status: Optional[m.EvidenceStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Evidence]:
        """List the evidence of a user.

        Newest first. The hashes link all entries of the user, oldest to newest.

        Args:
            id: Id of the user.
            skill: A skill key or alias, in any case: `react`, `React.js`.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`.

        `GET /v1/users/{id}/evidence`
        """
        return self._call.list(
            e.EVIDENCE_LIST,
            {
                "id": id,
                "skill": skill,
                "type": type,
                "status": status,
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def create(
        self,
        id: str,
        *,
        type: m.EvidenceType,
        skill: str,
        occurred_on: Optional[Union[str, date]] = None,
        summary: Optional[str] = None,
        url: Optional[str] = None,
        source: Optional[str] = None,
        rating: Union[Optional[float], NotGiven] = NOT_GIVEN,
        partner_id: Optional[str] = None,
        score: Optional[float] = None,
        max_score: Optional[float] = None,
        endorser_id: Optional[str] = None,
        endorser_tier: Optional[m.TierOrLabel] = None,
        endorser_name: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Evidence:
        """Add evidence for a user.

        The passport changes at once. Entries are never edited: dispute or revoke a wrong
        one.

        Args:
            id: Id of the user.
            type: Says which of the fields below apply.
            skill: A skill key or alias, in any case: `react`, `React.js`.
            occurred_on: When it happened, UTC; never in the future. Default: today.
            url: Where to read more.
            source: The system it comes from.
            rating: Session: 0 to 5. Unrated counts as 4.
            partner_id: Session: with whom. Several on one day with one partner count once.
            score: Assessment, required: points reached, at most `max_score`.
            max_score: Assessment: points possible. Default: 100.
            endorser_id: Endorsement: the user who gives it; the tier is computed and frozen
                now.
            endorser_tier: Endorsement, imported: the tier the endorser had, `T0` to `T5`.
            endorser_name: Endorsement, imported: the name of the endorser.

        Errors of its own: `USER_NOT_FOUND`, `USER_ERASED`, `SKILL_UNKNOWN`,
        `EVIDENCE_INVALID`.

        `POST /v1/users/{id}/evidence`
        """
        return self._call.one(
            e.EVIDENCE_CREATE,
            {
                "id": id,
                "type": type,
                "skill": skill,
                "occurred_on": occurred_on,
                "summary": summary,
                "url": url,
                "source": source,
                "rating": rating,
                "partner_id": partner_id,
                "score": score,
                "max_score": max_score,
                "endorser_id": endorser_id,
                "endorser_tier": endorser_tier,
                "endorser_name": endorser_name,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.Evidence:
        """Get an evidence entry.

        Args:
            id: Id of the evidence entry.

        Errors of its own: `EVIDENCE_NOT_FOUND`, `USER_ERASED`.

        `GET /v1/evidence/{id}`
        """
        return self._call.one(e.EVIDENCE_GET, {"id": id}, timeout=timeout)

    def dispute(
        self,
        id: str,
        *,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Evidence:
        """Dispute an evidence entry.

        It stops counting, and the skill is not verified, until the dispute is resolved.

        Args:
            id: Id of the evidence entry.

        Errors of its own: `EVIDENCE_NOT_FOUND`, `EVIDENCE_ALREADY_CLOSED`,
        `USER_ERASED`.

        `POST /v1/evidence/{id}/dispute`
        """
        return self._call.one(
            e.EVIDENCE_DISPUTE,
            {"id": id, "reason": reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def resolve(
        self,
        id: str,
        *,
        outcome: m.DisputeOutcome,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Evidence:
        """Resolve a dispute.

        Args:
            id: Id of the evidence entry.
            outcome: `upheld`: the evidence counts again. `revoked`: it never will.

        Errors of its own: `EVIDENCE_NOT_FOUND`, `EVIDENCE_ALREADY_CLOSED`,
        `USER_ERASED`.

        `POST /v1/evidence/{id}/resolve`
        """
        return self._call.one(
            e.EVIDENCE_RESOLVE,
            {"id": id, "outcome": outcome},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def revoke(
        self,
        id: str,
        *,
        reason: str,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Evidence:
        """Revoke an evidence entry.

        It never counts again. Revoking an assessment voids its result.

        Args:
            id: Id of the evidence entry.
            reason: Kept with the entry.

        Errors of its own: `EVIDENCE_NOT_FOUND`, `EVIDENCE_ALREADY_CLOSED`,
        `USER_ERASED`.

        `POST /v1/evidence/{id}/revoke`
        """
        return self._call.one(
            e.EVIDENCE_REVOKE,
            {"id": id, "reason": reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Skills:
    """`client.skills`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Skill]:
        """List the skill catalogue.

        Newest first.

        Args:
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/skills`
        """
        return self._call.list(e.SKILLS_LIST, {"limit": limit, "cursor": cursor}, timeout=timeout)

    def create(
        self,
        *,
        key: str,
        name: str,
        aliases: Optional[Sequence[str]] = None,
        half_life_days: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Skill:
        """Add a skill to the catalogue.

        Args:
            key: The name in every answer, such as `react`.
            name: The name for people, such as `React`.
            aliases: Other names that input accepts, in any case.
            half_life_days: Days after which evidence counts half: 180, 365 or 730.

        Errors of its own: `SKILL_EXISTS`.

        `POST /v1/skills`
        """
        return self._call.one(
            e.SKILLS_CREATE,
            {"key": key, "name": name, "aliases": aliases, "half_life_days": half_life_days},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(self, key: str, *, timeout: Optional[float] = None) -> m.Skill:
        """Get a skill.

        Args:
            key: Key or alias, in any case.

        Errors of its own: `SKILL_NOT_FOUND`.

        `GET /v1/skills/{key}`
        """
        return self._call.one(e.SKILLS_GET, {"key": key}, timeout=timeout)


class Events:
    """`client.events`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        type: Optional[m.EventType] = None,
        user_id: Optional[str] = None,
        invite_id: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Event]:
        """List events.

        Newest first; kept for 30 days.

        Args:
            since: Events created at or after this instant.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/events`
        """
        return self._call.list(
            e.EVENTS_LIST,
            {
                "type": type,
                "user_id": user_id,
                "invite_id": invite_id,
                "since": since,
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.Event:
        """Get an event.

        Args:
            id: Id of the event.

        Errors of its own: `EVENT_NOT_FOUND`, `EVENT_EXPIRED`.

        `GET /v1/events/{id}`
        """
        return self._call.one(e.EVENTS_GET, {"id": id}, timeout=timeout)

    def deliveries(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Delivery]:
        """List the deliveries of an event.

        Newest first: one per webhook, and one more for every resend and replay.

        Args:
            id: Id of the event.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        Errors of its own: `EVENT_NOT_FOUND`, `EVENT_EXPIRED`.

        `GET /v1/events/{id}/deliveries`
        """
        return self._call.list(
            e.EVENTS_DELIVERIES,
            {"id": id, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def resend(
        self,
        id: str,
        *,
        webhook_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Model:
        """Send an event again.

        To the webhook named, subscribed or not, or else to every enabled one that
        subscribes to the event. The body and `webhook-id` are those of the first time.
        Answers the new deliveries.

        Args:
            id: Id of the event.
            webhook_id: Default: every enabled webhook that subscribes to the event.

        Errors of its own: `EVENT_NOT_FOUND`, `EVENT_EXPIRED`, `WEBHOOK_NOT_FOUND`,
        `WEBHOOK_DISABLED`.

        `POST /v1/events/{id}/resend`
        """
        return self._call.one(
            e.EVENTS_RESEND,
            {"id": id, "webhook_id": webhook_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def stream(
        self,
        *,
        type: Optional[m.EventType] = None,
        user_id: Optional[str] = None,
        invite_id: Optional[str] = None,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        silence: float = 40.0,
    ) -> Stream[m.Event]:
        """Follow events as they happen.

        Server-sent events: the `id` of a message is that of the event, its `event` the
        type, its `data` the event.

        `GET /v1/events/stream`
        """
        return self._call.stream(
            e.EVENTS_STREAM,
            {"type": type, "user_id": user_id, "invite_id": invite_id},
            last_event_id=last_event_id,
            timeout=timeout,
            silence=silence,
        )


class Webhooks:
    """`client.webhooks`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Webhook]:
        """List webhooks.

        Newest first, disabled ones and listeners included. Secrets are never shown.

        Args:
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/webhooks`
        """
        return self._call.list(e.WEBHOOKS_LIST, {"limit": limit, "cursor": cursor}, timeout=timeout)

    def create(
        self,
        *,
        url: Optional[str] = None,
        description: Union[Optional[str], NotGiven] = NOT_GIVEN,
        events: Optional[Sequence[str]] = None,
        ack: Optional[m.WebhookAck] = None,
        kind: Optional[m.WebhookKind] = None,
        name: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.WebhookWithSecret:
        """Create a webhook.

        From now on the events it subscribes to are sent to it, signed after Standard
        Webhooks 1.0. The answer holds the secret. A listener whose `name` exists is not
        made again: 200 with that listener, unchanged, and its secret.

        Args:
            url: http or https, without credentials. Required, but for a listener.
            description: A note of your own.
            events: Types, families such as `invite.*`, `skill.tier_upgraded`, or `*` for all
                of them.
            ack: Which answers acknowledge a delivery: `200` alone, or `2xx`.
            kind: `http`: sent to `url`. `listener`: handed to the one who reads the stream
                of the webhook.
            name: Required for a listener, and unique among listeners.

        Errors of its own: `WEBHOOK_URL_INVALID`, `WEBHOOK_URL_FORBIDDEN`,
        `WEBHOOK_EVENT_UNKNOWN`.

        `POST /v1/webhooks`
        """
        return self._call.one(
            e.WEBHOOKS_CREATE,
            {
                "url": url,
                "description": description,
                "events": events,
                "ack": ack,
                "kind": kind,
                "name": name,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.Webhook:
        """Get a webhook.

        Args:
            id: Id of the webhook.

        Errors of its own: `WEBHOOK_NOT_FOUND`.

        `GET /v1/webhooks/{id}`
        """
        return self._call.one(e.WEBHOOKS_GET, {"id": id}, timeout=timeout)

    def update(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        description: Union[Optional[str], NotGiven] = NOT_GIVEN,
        events: Optional[Sequence[str]] = None,
        ack: Optional[m.WebhookAck] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Webhook:
        """Update a webhook.

        Changes only the fields that are sent. `kind` and `name` stay. New `events` count
        for events to come; deliveries that wait go to the new `url`.

        Args:
            id: Id of the webhook.
            url: http or https, without credentials. A listener has none.
            description: A note of your own.
            events: Replaces the whole list.
            ack: Which answers acknowledge a delivery: `200` alone, or `2xx`.

        Errors of its own: `WEBHOOK_NOT_FOUND`, `WEBHOOK_URL_INVALID`,
        `WEBHOOK_URL_FORBIDDEN`, `WEBHOOK_EVENT_UNKNOWN`.

        `PATCH /v1/webhooks/{id}`
        """
        return self._call.one(
            e.WEBHOOKS_UPDATE,
            {"id": id, "url": url, "description": description, "events": events, "ack": ack},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def remove(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.WebhookDeletion:
        """Delete a webhook.

        Nothing is sent any more; deliveries that wait are cancelled. Finished ones can
        still be read.

        Args:
            id: Id of the webhook.

        Errors of its own: `WEBHOOK_NOT_FOUND`.

        `DELETE /v1/webhooks/{id}`
        """
        return self._call.one(
            e.WEBHOOKS_REMOVE,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def rotate_secret(
        self,
        id: str,
        *,
        overlap_seconds: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.WebhookWithSecret:
        """Rotate the secret of a webhook.

        Makes a new secret, shown once. Until the overlap ends every delivery is signed
        with both, newest first. Rotating again meanwhile ends the oldest secret at
        once.

        Args:
            id: Id of the webhook.
            overlap_seconds: How long the old secret still signs, 0 to 2,592,000 seconds (30
                days). Default: one day.

        Errors of its own: `WEBHOOK_NOT_FOUND`.

        `POST /v1/webhooks/{id}/rotate-secret`
        """
        return self._call.one(
            e.WEBHOOKS_ROTATE_SECRET,
            {"id": id, "overlap_seconds": overlap_seconds},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def enable(
        self,
        id: str,
        *,
        held: Optional[m.HeldDeliveries] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Webhook:
        """Enable a webhook.

        What was held while it was disabled is sent or skipped. Enabling again changes
        nothing.

        Args:
            id: Id of the webhook.
            held: What becomes of held deliveries: sent in order, or cancelled.

        Errors of its own: `WEBHOOK_NOT_FOUND`.

        `POST /v1/webhooks/{id}/enable`
        """
        return self._call.one(
            e.WEBHOOKS_ENABLE,
            {"id": id, "held": held},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def disable(
        self,
        id: str,
        *,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Webhook:
        """Disable a webhook.

        Deliveries are held until it is enabled: nothing is lost. Disabling again changes
        nothing.

        Args:
            id: Id of the webhook.
            reason: Shown as `disabled_reason`.

        Errors of its own: `WEBHOOK_NOT_FOUND`.

        `POST /v1/webhooks/{id}/disable`
        """
        return self._call.one(
            e.WEBHOOKS_DISABLE,
            {"id": id, "reason": reason},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Delivery:
        """Send a test event to a webhook.

        Makes a `webhook.test` event for this webhook alone, whatever it subscribes to,
        and answers its delivery.

        Args:
            id: Id of the webhook.

        Errors of its own: `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`.

        `POST /v1/webhooks/{id}/test`
        """
        return self._call.one(
            e.WEBHOOKS_TEST,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def replay(
        self,
        id: str,
        *,
        since: Union[str, datetime],
        until: Optional[Union[str, datetime]] = None,
        types: Optional[Sequence[str]] = None,
        status: Optional[m.ReplayFilter] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Replay:
        """Send past events to a webhook again.

        Queues a delivery for every event that matches, in the background. `webhook-id`
        is the same as the first time.

        Args:
            id: Id of the webhook.
            since: Events created at or after this instant.
            until: Events created before this instant. Default: now.
            types: Written as in `events` of the webhook. Default: what the webhook
                subscribes to.
            status: `failed`: events of which no delivery to this webhook succeeded or is on
                its way. `all`: every event.

        Errors of its own: `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`,
        `WEBHOOK_EVENT_UNKNOWN`.

        `POST /v1/webhooks/{id}/replay`
        """
        return self._call.one(
            e.WEBHOOKS_REPLAY,
            {"id": id, "since": since, "until": until, "types": types, "status": status},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get_replay(self, id: str, replay_id: str, *, timeout: Optional[float] = None) -> m.Replay:
        """Get the progress of a replay.

        Args:
            id: Id of the webhook.
            replay_id: Id of the replay.

        Errors of its own: `WEBHOOK_NOT_FOUND`.

        `GET /v1/webhooks/{id}/replays/{replay_id}`
        """
        return self._call.one(
            e.WEBHOOKS_GET_REPLAY,
            {"id": id, "replay_id": replay_id},
            timeout=timeout,
        )

    def stream(
        self,
        id: str,
        *,
        timeout: Optional[float] = None,
        silence: float = 40.0,
    ) -> Stream[m.ListenerAttempt]:
        """Receive the deliveries of a listener.

        Server-sent events, for a webhook of kind `listener`: one `delivery` message per
        attempt, and a comment every 15 seconds. What waited while nobody listened comes
        first. Each attempt wants its result.

        Args:
            id: Id of the webhook.

        Errors of its own: `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`.

        `GET /v1/webhooks/{id}/stream`
        """
        return self._call.stream(e.WEBHOOKS_STREAM, {"id": id}, timeout=timeout, silence=silence)

    def results(
        self,
        id: str,
        *,
        delivery_id: str,
        attempt: int,
        duration_ms: float,
        status: Union[Optional[int], NotGiven] = NOT_GIVEN,
        error: Union[Optional[m.WebhookResultsError], NotGiven] = NOT_GIVEN,
        headers: Optional[Mapping[str, str]] = None,
        body: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Delivery:
        """Report the result of a listener’s attempt.

        What the local server answered, or why it did not. Without a result the attempt
        ends as `listener_offline` and is retried; a result that comes after that
        changes nothing.

        Args:
            id: Id of the webhook.
            attempt: As it came in the stream.
            status: Status of the local answer.
            error: Why there was no answer; it becomes the outcome of the attempt.
            headers: Headers of the local answer.
            body: Body of the local answer; 64 KiB of it are kept.
            duration_ms: How long the local answer took.

        Errors of its own: `WEBHOOK_NOT_FOUND`, `DELIVERY_NOT_FOUND`.

        `POST /v1/webhooks/{id}/results`
        """
        return self._call.one(
            e.WEBHOOKS_RESULTS,
            {
                "id": id,
                "delivery_id": delivery_id,
                "attempt": attempt,
                "status": status,
                "error": error,
                "headers": headers,
                "body": body,
                "duration_ms": duration_ms,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Deliveries:
    """`client.deliveries`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        webhook_id: Optional[str] = None,
        event_id: Optional[str] = None,
        status: Optional[m.DeliveryStatus] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Delivery]:
        """List deliveries.

        Newest first; kept for 30 days. Filters add up: a row must match all of them.

        Args:
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/deliveries`
        """
        return self._call.list(
            e.DELIVERIES_LIST,
            {
                "webhook_id": webhook_id,
                "event_id": event_id,
                "status": status,
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.DeliveryWithAttempts:
        """Get a delivery with its attempts.

        Every attempt with the request as it was sent and the answer as it came.

        Args:
            id: Id of the delivery.

        Errors of its own: `DELIVERY_NOT_FOUND`.

        `GET /v1/deliveries/{id}`
        """
        return self._call.one(e.DELIVERIES_GET, {"id": id}, timeout=timeout)

    def retry(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Delivery:
        """Retry a delivery now.

        One more attempt at once, whatever became of the earlier ones. While an attempt
        is under way nothing changes.

        Args:
            id: Id of the delivery.

        Errors of its own: `DELIVERY_NOT_FOUND`, `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED`,
        `EVENT_EXPIRED`.

        `POST /v1/deliveries/{id}/retry`
        """
        return self._call.one(
            e.DELIVERIES_RETRY,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Keys:
    """`client.keys`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.ApiKey]:
        """List API keys.

        Newest first, revoked and expired ones included. Secrets are never shown.

        Args:
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/keys`
        """
        return self._call.list(e.KEYS_LIST, {"limit": limit, "cursor": cursor}, timeout=timeout)

    def create(
        self,
        *,
        name: str,
        scopes: Sequence[str],
        tier: Optional[m.ApiKeyTier] = None,
        rate_limit: Optional[m.KeyCreateRateLimitInput] = None,
        daily_quota: Union[Optional[int], NotGiven] = NOT_GIVEN,
        expires_at: Union[Optional[Union[str, datetime]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.ApiKeyWithSecret:
        """Create an API key.

        The answer holds the secret, once. A key can be given only scopes that the
        calling key holds.

        Args:
            name: What the key is for.
            scopes: `read`, `assess`, `verify`, `admin` or single scopes such as
                `invites:write`.
            tier: `free` 60 requests a minute, burst 20; `standard` 1,000, burst 100; `scale`
                10,000, burst 1,000.
            rate_limit: Overrides the limits of the tier.
            daily_quota: Requests per UTC day; null: no limit.
            expires_at: When the key stops working; null: never.

        Errors of its own: `SCOPE_UNKNOWN`, `SCOPE_ESCALATION`.

        `POST /v1/keys`
        """
        return self._call.one(
            e.KEYS_CREATE,
            {
                "name": name,
                "scopes": scopes,
                "tier": tier,
                "rate_limit": rate_limit,
                "daily_quota": daily_quota,
                "expires_at": expires_at,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def get(self, id: str, *, timeout: Optional[float] = None) -> m.ApiKey:
        """Get an API key.

        Args:
            id: Id of the key.

        Errors of its own: `KEY_NOT_FOUND`.

        `GET /v1/keys/{id}`
        """
        return self._call.one(e.KEYS_GET, {"id": id}, timeout=timeout)

    def update(
        self,
        id: str,
        *,
        name: Optional[str] = None,
        scopes: Optional[Sequence[str]] = None,
        tier: Optional[m.ApiKeyTier] = None,
        rate_limit: Optional[m.KeyUpdateRateLimitInput] = None,
        daily_quota: Union[Optional[int], NotGiven] = NOT_GIVEN,
        expires_at: Union[Optional[Union[str, datetime]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.ApiKey:
        """Update an API key.

        Changes only the fields that are sent. A new `tier` brings its limits unless
        `rate_limit` is sent too.

        Args:
            id: Id of the key.
            scopes: `read`, `assess`, `verify`, `admin` or single scopes such as
                `invites:write`.
            tier: `free` 60 requests a minute, burst 20; `standard` 1,000, burst 100; `scale`
                10,000, burst 1,000.
            rate_limit: Overrides the limits of the tier.
            daily_quota: Requests per UTC day; null: no limit.
            expires_at: When the key stops working; null: never.

        Errors of its own: `KEY_NOT_FOUND`, `KEY_REVOKED`, `KEY_LAST_ADMIN`,
        `SCOPE_UNKNOWN`, `SCOPE_ESCALATION`.

        `PATCH /v1/keys/{id}`
        """
        return self._call.one(
            e.KEYS_UPDATE,
            {
                "id": id,
                "name": name,
                "scopes": scopes,
                "tier": tier,
                "rate_limit": rate_limit,
                "daily_quota": daily_quota,
                "expires_at": expires_at,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def rotate(
        self,
        id: str,
        *,
        overlap_seconds: Optional[int] = None,
        force: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.ApiKeyWithSecret:
        """Rotate the secret of an API key.

        Makes a new secret for the same key, shown once. The old one keeps working for
        `overlap_seconds`, so that clients can be changed over one by one. Usage and
        limits stay with the key.

        Args:
            id: Id of the key.
            overlap_seconds: How long the old secret still works, 0 to 2,592,000 seconds (30
                days). Default: one day.
            force: Rotate although two secrets work: the older one ends now.

        Errors of its own: `KEY_NOT_FOUND`, `KEY_REVOKED`, `KEY_ROTATION_IN_PROGRESS`,
        `SCOPE_ESCALATION`.

        `POST /v1/keys/{id}/rotate`
        """
        return self._call.one(
            e.KEYS_ROTATE,
            {"id": id, "overlap_seconds": overlap_seconds, "force": force},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def revoke(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.ApiKey:
        """Revoke an API key.

        The key stops working at once and for ever.

        Args:
            id: Id of the key.

        Errors of its own: `KEY_NOT_FOUND`, `KEY_REVOKED`, `KEY_LAST_ADMIN`,
        `SCOPE_ESCALATION`.

        `POST /v1/keys/{id}/revoke`
        """
        return self._call.one(
            e.KEYS_REVOKE,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def usage(
        self,
        id: str,
        *,
        from_: Optional[Union[str, date]] = None,
        to: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> m.KeyUsage:
        """Get the usage of an API key.

        Totals and days of one key. Without a range: the last 30 days.

        Args:
            id: Id of the key.
            from_: First day, UTC. Default: 29 days before `to`.
            to: Last day, UTC. Default: today.

        Errors of its own: `KEY_NOT_FOUND`.

        `GET /v1/keys/{id}/usage`
        """
        return self._call.one(e.KEYS_USAGE, {"id": id, "from": from_, "to": to}, timeout=timeout)


class Logs:
    """`client.logs`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        *,
        status: Optional[str] = None,
        method: Optional[m.LogMethod] = None,
        path: Optional[str] = None,
        key_id: Optional[str] = None,
        error_code: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Log]:
        """List logged requests.

        Newest first; the newest 10,000 are kept. Secrets are left out of headers and
        bodies.

        Args:
            status: A status (`404`) or a class (`4xx`).
            path: Start of the path.
            since: Requests at or after this instant.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/logs`
        """
        return self._call.list(
            e.LOGS_LIST,
            {
                "status": status,
                "method": method,
                "path": path,
                "key_id": key_id,
                "error_code": error_code,
                "since": since,
                "limit": limit,
                "cursor": cursor,
            },
            timeout=timeout,
        )

    def get(self, request_id: str, *, timeout: Optional[float] = None) -> m.Log:
        """Get a logged request.

        Args:
            request_id: `X-Request-Id` of the answer.

        Errors of its own: `LOG_NOT_FOUND`.

        `GET /v1/logs/{request_id}`
        """
        return self._call.one(e.LOGS_GET, {"request_id": request_id}, timeout=timeout)

    def stream(
        self,
        *,
        status: Optional[str] = None,
        method: Optional[m.LogMethod] = None,
        path: Optional[str] = None,
        key_id: Optional[str] = None,
        error_code: Optional[str] = None,
        since: Optional[Union[str, datetime]] = None,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        silence: float = 40.0,
    ) -> Stream[m.Log]:
        """Follow requests as they are answered.

        Server-sent events: the `id` of a message is the request id, its `event` `log`,
        its `data` the entry.

        Args:
            status: A status (`404`) or a class (`4xx`).
            path: Start of the path.
            since: First the requests logged since this instant.

        `GET /v1/logs/stream`
        """
        return self._call.stream(
            e.LOGS_STREAM,
            {
                "status": status,
                "method": method,
                "path": path,
                "key_id": key_id,
                "error_code": error_code,
                "since": since,
            },
            last_event_id=last_event_id,
            timeout=timeout,
            silence=silence,
        )


class Usage:
    """`client.usage`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def get(
        self,
        *,
        from_: Optional[Union[str, date]] = None,
        to: Optional[Union[str, date]] = None,
        timeout: Optional[float] = None,
    ) -> m.Usage:
        """Get the usage of the service.

        What was asked with any key and delivered to webhooks, in all, by day and by key.
        Days are those of the service’s clock, UTC. Without a range: the last 30 days;
        at most 366. Deliveries belong to no key.

        Args:
            from_: First day, UTC. Default: 29 days before `to`.
            to: Last day, UTC. Default: today.

        `GET /v1/usage`
        """
        return self._call.one(e.USAGE_GET, {"from": from_, "to": to}, timeout=timeout)


class Me:
    """`client.me`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def get(self, *, timeout: Optional[float] = None) -> m.Me:
        """Show the calling key.

        Which key this is, what it may do, and which server answers. Any key may ask.

        `GET /v1/me`
        """
        return self._call.one(e.ME_GET, {}, timeout=timeout)


class Errors:
    """`client.errors`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(self, *, timeout: Optional[float] = None) -> m.ErrorCatalogue:
        """List every error code.

        The whole catalogue on one page: cause, resolution, retry guidance and requests
        that provoke the error.

        `GET /v1/errors`
        """
        return self._call.one(e.ERRORS_LIST, {}, timeout=timeout)

    def get(self, code: str, *, timeout: Optional[float] = None) -> m.ErrorCode:
        """Explain an error code.

        Args:
            code: Such as `RATE_LIMITED`.

        Errors of its own: `ERROR_CODE_NOT_FOUND`.

        `GET /v1/errors/{code}`
        """
        return self._call.one(e.ERRORS_GET, {"code": code}, timeout=timeout)


class Sandbox:
    """`client.sandbox`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def reset(
        self,
        *,
        seed: Optional[m.SandboxSeed] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.SandboxReset:
        """Reset the sandbox.

        Removes everything and puts the seed back; the clock shows real time again. The
        printed key keeps working.

        Args:
            seed: `default` or `empty`. Default: the seed the sandbox was started with.

        `POST /v1/sandbox/reset`
        """
        return self._call.one(
            e.SANDBOX_RESET,
            {"seed": seed},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def clock(self, *, timeout: Optional[float] = None) -> m.Clock:
        """Read the sandbox clock.

        `GET /v1/sandbox/clock`
        """
        return self._call.one(e.SANDBOX_CLOCK, {}, timeout=timeout)

    def move_clock(
        self,
        *,
        advance: Optional[Union[int, str, timedelta]] = None,
        set: Optional[Union[str, datetime]] = None,
        freeze: Optional[Literal[True]] = None,
        resume: Optional[Literal[True]] = None,
        next: Optional[Literal[True]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Clock:
        """Move the sandbox clock.

        Forward only. Everything that falls due on the way happens in order, each at its
        own instant, before the answer: retries, expiries, the end of secrets, the decay
        of tiers. A frozen clock stays frozen when moved.

        Args:
            advance: How far to go: seconds, or text such as `"6h"`.
            set: Where to go: an instant that is not past.
            freeze: Stand still at the present instant.
            resume: Run on from the present instant.
            next: Go to what falls due next.

        Errors of its own: `CLOCK_BACKWARD`.

        `POST /v1/sandbox/clock`
        """
        return self._call.one(
            e.SANDBOX_MOVE_CLOCK,
            {"advance": advance, "set": set, "freeze": freeze, "resume": resume, "next": next},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def faults(self, *, timeout: Optional[float] = None) -> m.FaultList:
        """List faults.

        All that are active; a fault that has met its `times` is gone.

        `GET /v1/sandbox/faults`
        """
        return self._call.one(e.SANDBOX_FAULTS, {}, timeout=timeout)

    def add_fault(
        self,
        *,
        method: Optional[m.FaultMethod] = None,
        path: Optional[str] = None,
        status: Optional[int] = None,
        delay_ms: Optional[int] = None,
        cut: Optional[bool] = None,
        times: Optional[int] = None,
        rate: Optional[float] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Fault:
        """Add a fault.

        Makes requests to this sandbox fail, hang or lose their connection, to try how a
        client copes. It meets the routes under `/v1`, never those of the sandbox
        itself.

        Args:
            method: Default: any. GET stands for HEAD too.
            path: A path without its query; a `*` at the end stands for anything. Default:
                any.
            status: Answer this error instead of running the operation.
            delay_ms: Wait first, then go on or fail.
            cut: Cut the connection instead of an answer.
            times: End after so many requests. Default: until cleared.
            rate: Share of the matching requests to meet.

        `POST /v1/sandbox/faults`
        """
        return self._call.one(
            e.SANDBOX_ADD_FAULT,
            {
                "method": method,
                "path": path,
                "status": status,
                "delay_ms": delay_ms,
                "cut": cut,
                "times": times,
                "rate": rate,
            },
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def clear_faults(
        self,
        *,
        id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.ClearedFaults:
        """Clear faults.

        Args:
            id: Only this one. Default: all.

        `DELETE /v1/sandbox/faults`
        """
        return self._call.one(
            e.SANDBOX_CLEAR_FAULTS,
            {"id": id},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )

    def mail(
        self,
        *,
        invite_id: Optional[str] = None,
        to: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Page[m.Mail]:
        """List the mail that invites would have sent.

        Newest first. A sandbox sends no mail: it keeps it here, with the link.

        Args:
            to: The address as the invite has it.
            limit: Rows per page, 1 to 100.
            cursor: `next_cursor` of the page before, with the same filters.

        `GET /v1/sandbox/mail`
        """
        return self._call.list(
            e.SANDBOX_MAIL,
            {"invite_id": invite_id, "to": to, "limit": limit, "cursor": cursor},
            timeout=timeout,
        )

    def trigger(
        self,
        *,
        event: m.EventType,
        data: Optional[m.SandboxTriggerDataInput] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> m.Trigger:
        """Make an event happen.

        Brings about what the event tells, with real invites, results and users, and
        answers every event of it. `data` names the objects and values it shall be
        about; a field that the event does not have is refused.

        Args:
            data: Fields that the event shall have; the service chooses the rest. Only fields
                of this event type.

        Errors of its own: `INVITE_NOT_FOUND`, `RESULT_NOT_FOUND`, `USER_NOT_FOUND`,
        `WEBHOOK_NOT_FOUND`, `SKILL_UNKNOWN`, `USER_ERASED`, `INVITE_NOT_OPEN`,
        `INVITE_EXPIRED`, `INVITE_CANCELLED`, `INVITE_DECLINED`, `INVITE_COMPLETED`,
        `ASSESSMENT_NOT_STARTED`, `ASSESSMENT_IN_PROGRESS`,
        `ASSESSMENT_ALREADY_SUBMITTED`, `WEBHOOK_DISABLED`.

        `POST /v1/sandbox/trigger`
        """
        return self._call.one(
            e.SANDBOX_TRIGGER,
            {"event": event, "data": data},
            idempotency_key=idempotency_key,
            timeout=timeout,
        )


class Documents:
    """`client.documents`"""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def openapi(self, *, timeout: Optional[float] = None) -> Model:
        """Get this API as an OpenAPI document.

        OpenAPI 3.1, made from the table that routes and validates every request.

        `GET /v1/openapi.json`
        """
        return self._call.one(e.DOCUMENTS_OPENAPI, {}, timeout=timeout)

    def live(self, *, timeout: Optional[float] = None) -> m.Liveness:
        """Check that the process is up.

        `GET /healthz`
        """
        return self._call.one(e.DOCUMENTS_LIVE, {}, timeout=timeout)

    def ready(self, *, timeout: Optional[float] = None) -> m.Readiness:
        """Check that the service takes requests.

        503 while it starts or stops, or when the data cannot be written.

        Errors of its own: `STORAGE_UNAVAILABLE`.

        `GET /readyz`
        """
        return self._call.one(e.DOCUMENTS_READY, {}, timeout=timeout)


class Operations:
    """Every operation of the service, by resource and verb."""

    def __init__(self, call: Caller) -> None:
        self.invites = Invites(call)
        self.results = Results(call)
        self.verify = Verify(call)
        self.users = Users(call)
        self.evidence = Evidence(call)
        self.skills = Skills(call)
        self.events = Events(call)
        self.webhooks = Webhooks(call)
        self.deliveries = Deliveries(call)
        self.keys = Keys(call)
        self.logs = Logs(call)
        self.usage = Usage(call)
        self.me = Me(call)
        self.errors = Errors(call)
        self.sandbox = Sandbox(call)
        self.documents = Documents(call)
