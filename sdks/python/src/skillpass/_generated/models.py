# Generated from the contract table by scripts/generate-python-sdk.mjs. Do not edit.
"""Shapes of what the service answers and takes."""

from __future__ import annotations

from datetime import datetime
from typing import (
    Any,
    Callable,
    ClassVar,
    Dict,
    FrozenSet,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    TypedDict,
    Union,
)

from .._model import Model, Several

ApiKeyTier = Literal["free", "standard", "scale"]
Permission = Literal[
    "invites:read",
    "invites:write",
    "passports:read",
    "skills:read",
    "skills:verify",
    "users:read",
    "users:write",
    "evidence:read",
    "evidence:write",
    "webhooks:read",
    "webhooks:write",
    "events:read",
    "logs:read",
    "usage:read",
    "keys:read",
    "keys:write",
    "sandbox:write",
]
ApiKeyStatus = Literal["active", "revoked", "expired"]
Mode = Literal["sandbox", "live"]
InviteStatus = Literal[
    "pending",
    "accepted",
    "in_progress",
    "completed",
    "declined",
    "expired",
    "cancelled",
]
Tier = Literal["T0", "T1", "T2", "T3", "T4", "T5"]
BatchItemError = Literal["USER_NOT_FOUND", "USER_ERASED"]
ClockEntryKind = Literal["delivery", "invite", "key", "key_secret", "webhook_secret", "tier"]
DeliveryStatus = Literal[
    "pending",
    "delivering",
    "succeeded",
    "retrying",
    "exhausted",
    "held",
    "cancelled",
]
EvidenceType = Literal["session", "assessment", "endorsement"]
EvidenceStatus = Literal["valid", "disputed", "revoked"]
FaultMethod = Literal["GET", "POST", "PATCH", "DELETE"]
InviteDeliveryStatus = Literal["queued", "sent", "failed", "suppressed"]
ResultStatus = Literal["scored", "voided"]
PassportStatus = Literal["active", "suspended"]
TierLabel = Literal["unrated", "novice", "competent", "proficient", "advanced", "expert"]
ReplayStatus = Literal["running", "done"]
ReplayFilter = Literal["failed", "all"]
ResultCompletion = Literal["submitted", "timed_out"]
UnmetReason = Literal[
    "tier_below_T2",
    "low_confidence",
    "no_recent_passed_assessment",
    "open_dispute",
    "user_suspended",
]
TierDirection = Literal["up", "down"]
UserStatus = Literal["active", "suspended", "erased"]
WebhookAck = Literal["200", "2xx"]
WebhookStatus = Literal["enabled", "disabled"]
WebhookKind = Literal["http", "listener"]
IfExists = Literal["create", "return", "error"]
EvidenceForm = Literal["counts", "chain"]
TierOrLabel = Literal[
    "T0",
    "T1",
    "T2",
    "T3",
    "T4",
    "T5",
    "unrated",
    "novice",
    "competent",
    "proficient",
    "advanced",
    "expert",
]
DisputeOutcome = Literal["upheld", "revoked"]
EventType = Literal[
    "invite.created",
    "invite.accepted",
    "invite.declined",
    "invite.cancelled",
    "invite.expired",
    "assessment.started",
    "assessment.completed",
    "passport.updated",
    "skill.tier_changed",
    "webhook.test",
]
HeldDeliveries = Literal["send", "skip"]
WebhookResultsError = Literal[
    "dns",
    "connect_refused",
    "tls",
    "timeout_connect",
    "timeout_response",
    "reset",
]
LogMethod = Literal["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]
SandboxSeed = Literal["default", "empty"]


class _InviteCompleteSectionInput(TypedDict):
    name: str
    score: float


class InviteCompleteSectionInput(_InviteCompleteSectionInput, total=False):
    max_score: float


class KeyCreateRateLimitInput(TypedDict, total=False):
    per_minute: int
    burst: int


class KeyUpdateRateLimitInput(TypedDict, total=False):
    per_minute: int
    burst: int


class SandboxTriggerDataInput(TypedDict, total=False):
    invite_id: str
    result_id: str
    webhook_id: str
    user_id: str
    candidate_email: str
    skill: str
    status: InviteStatus
    due_at: Union[str, datetime]
    score: float
    max_score: float
    percent: float
    passed: bool
    verified: bool
    changed_skills: Sequence[str]
    new_tier: Tier
    new_tier_label: TierLabel
    previous_tier: Tier
    previous_tier_label: TierLabel
    direction: TierDirection
    sci: int
    reason: str


class InviteCreatedEvent(Model):
    """invite.created."""

    id: str
    event: Literal["invite.created"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    status: Union[InviteStatus, str]
    candidate_email: str
    user_id: Optional[str]
    skill: str


class InviteAcceptedEvent(Model):
    """invite.accepted."""

    id: str
    event: Literal["invite.accepted"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    status: Union[InviteStatus, str]
    candidate_email: str
    user_id: Optional[str]
    skill: str


class InviteDeclinedEvent(Model):
    """invite.declined."""

    id: str
    event: Literal["invite.declined"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    status: Union[InviteStatus, str]
    candidate_email: str
    user_id: Optional[str]
    skill: str


class InviteCancelledEvent(Model):
    """invite.cancelled."""

    id: str
    event: Literal["invite.cancelled"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    status: Union[InviteStatus, str]
    candidate_email: str
    user_id: Optional[str]
    skill: str


class InviteExpiredEvent(Model):
    """invite.expired."""

    id: str
    event: Literal["invite.expired"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    status: Union[InviteStatus, str]
    candidate_email: str
    user_id: Optional[str]
    skill: str


class AssessmentStartedEvent(Model):
    """assessment.started."""

    id: str
    event: Literal["assessment.started"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    status: Union[InviteStatus, str]
    candidate_email: str
    user_id: Optional[str]
    skill: str
    due_at: Optional[str]
    """End of the time limit; null without one."""


class AssessmentCompletedEvent(Model):
    """assessment.completed."""

    id: str
    event: Literal["assessment.completed"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    invite_id: str
    result_id: str
    user_id: str
    skill: str
    score: float
    max_score: float
    percent: float
    passed: bool


class PassportUpdatedEvent(Model):
    """passport.updated."""

    id: str
    event: Literal["passport.updated"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    user_id: str
    verified: bool
    changed_skills: List[str]
    """Keys of the skills whose evidence changed."""


class SkillTierChangedEvent(Model):
    """skill.tier_changed."""

    id: str
    event: Literal["skill.tier_changed"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    user_id: str
    skill: str
    new_tier: Union[Tier, str]
    new_tier_label: Union[TierLabel, str]
    previous_tier: Union[Tier, str]
    previous_tier_label: Union[TierLabel, str]
    direction: Union[TierDirection, str]
    sci: int
    """0 to 100."""
    reason: str
    """What changed the score."""


class WebhookTestEvent(Model):
    """webhook.test."""

    id: str
    event: Literal["webhook.test"]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    webhook_id: str


class UnknownEvent(Model):
    """An event of a type this version does not know."""

    id: str
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    occurred_at: str
    """When it happened; an expiry happens at `expires_at`, however late it is noticed."""
    sequence: int
    """Grows with every event of the server: puts events in order."""
    api_version: Literal["v1"]
    mode: Union[Mode, str]
    event: str


Event = Union[
    InviteCreatedEvent,
    InviteAcceptedEvent,
    InviteDeclinedEvent,
    InviteCancelledEvent,
    InviteExpiredEvent,
    AssessmentStartedEvent,
    AssessmentCompletedEvent,
    PassportUpdatedEvent,
    SkillTierChangedEvent,
    WebhookTestEvent,
    UnknownEvent,
]
"""Any event: tell them apart with `isinstance`."""

_events: Mapping[str, Callable[[Any], Event]] = {
    "invite.created": InviteCreatedEvent,
    "invite.accepted": InviteAcceptedEvent,
    "invite.declined": InviteDeclinedEvent,
    "invite.cancelled": InviteCancelledEvent,
    "invite.expired": InviteExpiredEvent,
    "assessment.started": AssessmentStartedEvent,
    "assessment.completed": AssessmentCompletedEvent,
    "passport.updated": PassportUpdatedEvent,
    "skill.tier_changed": SkillTierChangedEvent,
    "webhook.test": WebhookTestEvent,
}


def event_of(value: Any) -> Event:
    """The event of the class that its type asks for."""
    return _events.get(value.get("event"), UnknownEvent)(value)


class ApiKeyRateLimit(Model):
    """Api key rate limit."""

    per_minute: int
    """Requests within any 60 seconds."""
    burst: int
    """Requests at once, before the steady rate holds."""


class ApiKeyPrevious(Model):
    """Api key previous."""

    last4: str
    expires_at: str
    """When the old secret stops working."""
    last_used_at: Optional[str]
    """Last use of the old secret: null says it is safe to end."""


class ApiKey(Model):
    """API key."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "rate_limit": ApiKeyRateLimit,
        "previous": ApiKeyPrevious,
    }

    id: str
    object: Literal["api_key"]
    name: str
    tier: Union[ApiKeyTier, str]
    prefix: str
    """First 12 characters of the secret."""
    last4: str
    """Last 4 characters of the secret."""
    scopes: List[str]
    """As they were given."""
    permissions: List[Union[Permission, str]]
    """What the scopes come to, sorted."""
    rate_limit: ApiKeyRateLimit
    daily_quota: Optional[int]
    """Requests per UTC day; null: no limit."""
    status: Union[ApiKeyStatus, str]
    mode: Union[Mode, str]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    expires_at: Optional[str]
    last_used_at: Optional[str]
    revoked_at: Optional[str]
    previous: Optional[ApiKeyPrevious]
    """The outgoing secret while a rotation overlaps."""


class ApiKeyWithSecret(Model):
    """API key with its secret."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "rate_limit": ApiKeyRateLimit,
        "previous": ApiKeyPrevious,
    }
    _absent: ClassVar[FrozenSet[str]] = frozenset({"secret_unavailable"})

    id: str
    object: Literal["api_key"]
    name: str
    tier: Union[ApiKeyTier, str]
    prefix: str
    """First 12 characters of the secret."""
    last4: str
    """Last 4 characters of the secret."""
    scopes: List[str]
    """As they were given."""
    permissions: List[Union[Permission, str]]
    """What the scopes come to, sorted."""
    rate_limit: ApiKeyRateLimit
    daily_quota: Optional[int]
    """Requests per UTC day; null: no limit."""
    status: Union[ApiKeyStatus, str]
    mode: Union[Mode, str]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    expires_at: Optional[str]
    last_used_at: Optional[str]
    revoked_at: Optional[str]
    previous: Optional[ApiKeyPrevious]
    """The outgoing secret while a rotation overlaps."""
    secret: Optional[str]
    """The key itself, shown in this answer only: store it now."""
    secret_unavailable: Optional[bool]
    """True when a replayed answer can no longer show its secret; `secret` is null then."""


class BatchItem(Model):
    """Verdict on one user."""

    uid: str
    """As it was asked for."""
    user_id: str
    """The same as `uid`."""
    skill: Optional[str]
    """The skill asked for, or the strongest one of the user."""
    verified: bool
    tier: Optional[Union[Tier, str]]
    sci: Optional[int]
    met: Optional[bool]
    """Whether `min_tier` is reached; null without it."""
    error: Optional[Union[BatchItemError, str]]
    """Why there is no answer for this user."""


class Batch(Model):
    """Verdicts on many users."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"results": Several(BatchItem)}

    object: Literal["batch"]
    results: List[BatchItem]
    """In the order asked for, duplicates kept."""
    total: int
    verified: int
    """Items that are verified."""
    not_found: int
    """Items with an error."""


class ClearedFaults(Model):
    """Cleared faults."""

    object: Literal["faults"]
    cleared: int
    """How many there were."""


class ClockNext(Model):
    """Clock next."""

    at: str
    """RFC 3339, UTC, with milliseconds."""
    kind: Union[ClockEntryKind, str]
    """`delivery`: an attempt; `invite`, `key`: its expiry; `key_secret`, `webhook_secret`:
    the end of an outgoing secret; `tier`: a tier that decays.
    """
    id: str
    """Of the delivery, invite, key or webhook; for a tier, of the user."""


class ClockHappened(Model):
    """Clock happened."""

    at: str
    """RFC 3339, UTC, with milliseconds."""
    kind: Union[ClockEntryKind, str]
    """`delivery`: an attempt; `invite`, `key`: its expiry; `key_secret`, `webhook_secret`:
    the end of an outgoing secret; `tier`: a tier that decays.
    """
    id: str
    """Of the delivery, invite, key or webhook; for a tier, of the user."""


class Clock(Model):
    """Sandbox clock."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "next": ClockNext,
        "happened": Several(ClockHappened),
    }

    object: Literal["clock"]
    now: str
    """What the sandbox takes for now."""
    real_now: str
    """RFC 3339, UTC, with milliseconds."""
    offset_seconds: int
    """How far `now` is ahead of real time."""
    frozen: bool
    next: Optional[ClockNext]
    """What falls due next."""
    happened: List[ClockHappened]
    """What this move made happen, in order; empty when the clock is read."""


class Delivery(Model):
    """Delivery."""

    id: str
    object: Literal["delivery"]
    event_id: str
    event_type: str
    webhook_id: str
    status: Union[DeliveryStatus, str]
    """`held`: waits for its webhook to be enabled. `exhausted`: given up after the last
    attempt.
    """
    attempt_count: int
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    next_attempt_at: Optional[str]
    """null: none is planned."""
    deadline_at: Optional[str]
    """No attempt starts later: 72 hours after the first one. null before it."""
    completed_at: Optional[str]
    last_outcome: Optional[str]
    """`succeeded`, `http_<status>`, `non_200_ack`, `redirect`, `dns`, `connect_refused`,
    `tls`, `timeout_connect`, `timeout_response`, `reset`, `blocked_target` or
    `listener_offline`.
    """


class DeliveryAttemptRequest(Model):
    """Delivery attempt request."""

    headers: Dict[str, str]
    body: str
    """The bytes that were signed."""


class DeliveryAttemptResponse(Model):
    """Delivery attempt response."""

    headers: Dict[str, str]
    body: str
    """Up to 64 KiB."""
    truncated: bool
    """Whether the answer was longer."""


class DeliveryAttempt(Model):
    """Delivery attempt."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "request": DeliveryAttemptRequest,
        "response": DeliveryAttemptResponse,
    }

    number: int
    """1 for the first."""
    started_at: str
    """RFC 3339, UTC, with milliseconds."""
    duration_ms: float
    outcome: str
    """`succeeded`, `http_<status>`, `non_200_ack`, `redirect`, `dns`, `connect_refused`,
    `tls`, `timeout_connect`, `timeout_response`, `reset`, `blocked_target` or
    `listener_offline`.
    """
    status: Optional[int]
    """HTTP status of the answer; null when there was none."""
    hint: Optional[str]
    """What is probably wrong, such as `non_200_ack`."""
    request: DeliveryAttemptRequest
    response: Optional[DeliveryAttemptResponse]


class DeliveryWithAttempts(Model):
    """Delivery with its attempts."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"attempts": Several(DeliveryAttempt)}

    id: str
    object: Literal["delivery"]
    event_id: str
    event_type: str
    webhook_id: str
    status: Union[DeliveryStatus, str]
    """`held`: waits for its webhook to be enabled. `exhausted`: given up after the last
    attempt.
    """
    attempt_count: int
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    next_attempt_at: Optional[str]
    """null: none is planned."""
    deadline_at: Optional[str]
    """No attempt starts later: 72 hours after the first one. null before it."""
    completed_at: Optional[str]
    last_outcome: Optional[str]
    """`succeeded`, `http_<status>`, `non_200_ack`, `redirect`, `dns`, `connect_refused`,
    `tls`, `timeout_connect`, `timeout_response`, `reset`, `blocked_target` or
    `listener_offline`.
    """
    attempts: List[DeliveryAttempt]
    """Oldest first."""


class ErrorErrorDetail(Model):
    """Error error detail."""

    pointer: str
    """JSON pointer into the body, or the name of a path or query parameter."""
    code: str
    """What kind of problem, for programs."""
    message: str
    """What is allowed, for people."""


class ErrorError(Model):
    """Error error."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"details": Several(ErrorErrorDetail)}

    code: str
    """Stable: programs may branch on it."""
    message: str
    """What is wrong with this request and what to do; may change."""
    status: int
    """The HTTP status."""
    doc_url: str
    """A page of this server about the code."""
    request_id: str
    """Name it when you ask for help; `GET /v1/logs/{request_id}` shows the request."""
    param: Optional[str]
    """The one field that is to blame."""
    details: Optional[Union[List[ErrorErrorDetail], Dict[str, Any]]]
    """Every problem of a validation, or facts of the code."""
    retryable: bool
    """Whether the same request can succeed later."""
    retry_after_seconds: Optional[int]
    """How long to wait first."""


class Error(Model):
    """Error."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"error": ErrorError}

    error: ErrorError


class ErrorCodeExampleStep(Model):
    """Error code example step."""
    _absent: ClassVar[FrozenSet[str]] = frozenset({"headers", "body"})

    method: str
    path: str
    """`{1.id}` stands for the field `id` of the answer to step 1."""
    headers: Optional[Dict[str, str]]
    body: Optional[Any]


class ErrorCodeExample(Model):
    """Error code example.

    Requests that provoke the error in a sandbox. Unless they say otherwise they carry an
    admin key.
    """
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"steps": Several(ErrorCodeExampleStep)}
    _absent: ClassVar[FrozenSet[str]] = frozenset({"given"})

    given: Optional[str]
    """What must hold first and no request can bring about."""
    steps: List[ErrorCodeExampleStep]
    """Requests in order; the last one is refused with the code."""


class ErrorCode(Model):
    """Error code."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"example": ErrorCodeExample}

    object: Literal["error_code"]
    code: str
    status: int
    """The HTTP status it comes with."""
    title: str
    cause: str
    resolution: str
    retryable: bool
    """Whether the same request can succeed later."""
    retry: str
    """When and how to retry."""
    example: ErrorCodeExample
    """Requests that provoke the error in a sandbox. Unless they say otherwise they carry an
    admin key.
    """
    doc_url: str


class ErrorCatalogue(Model):
    """Error catalogue."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"data": Several(ErrorCode)}

    object: Literal["list"]
    data: List[ErrorCode]
    has_more: Literal[False]
    next_cursor: None


class Evidence(Model):
    """Evidence entry."""

    id: str
    object: Literal["evidence"]
    user_id: str
    skill: str
    type: Union[EvidenceType, str]
    status: Union[EvidenceStatus, str]
    occurred_on: str
    """YYYY-MM-DD, UTC."""
    recorded_at: str
    """RFC 3339, UTC, with milliseconds."""
    quality: float
    """0 to 1, two decimals: how good it was."""
    counted: bool
    """Whether it adds to the score on the day asked for."""
    weight: float
    """0 to 1: what age has left of it on that day; 0 when it does not count."""
    rating: Optional[float]
    """Session: 0 to 5, null when unrated."""
    partner_id: Optional[str]
    """Session: with whom."""
    score: Optional[float]
    """Assessment: points reached."""
    max_score: Optional[float]
    """Assessment: points possible."""
    endorser_id: Optional[str]
    """Endorsement: the user who gave it."""
    endorser_tier: Optional[Union[Tier, str]]
    """Endorsement: the tier of the endorser when it was given."""
    endorser_name: Optional[str]
    source: Optional[str]
    actor: str
    """Who recorded it: the id of a key, or `system`."""
    summary: Optional[str]
    url: Optional[str]
    status_reason: Optional[str]
    prev_hash: str
    """`hash` of the entry before it in the chain of the user; 64 zeros for the first."""
    hash: str
    """SHA-256, hex, of `prev_hash` and the immutable fields."""


class EvidenceCounts(Model):
    """Pieces of evidence by type."""

    sessions: int
    assessments: int
    endorsements: int


class Fault(Model):
    """Fault."""

    id: str
    object: Literal["fault"]
    method: Optional[Union[FaultMethod, str]]
    """null: any."""
    path: Optional[str]
    """null: any."""
    status: Optional[int]
    """Answered instead of the operation; null: the operation runs."""
    delay_ms: int
    """Waited first."""
    cut: bool
    """Whether the connection is cut instead of an answer."""
    times: Optional[int]
    """How many requests it meets; null: until it is cleared."""
    rate: float
    """Share of the matching requests that it meets."""
    remaining: Optional[int]
    """What is left of `times`."""
    hits: int
    """Requests it has met so far."""


class FaultList(Model):
    """Fault list."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"data": Several(Fault)}

    object: Literal["list"]
    data: List[Fault]
    """Oldest first: the first that matches a request meets it."""
    has_more: Literal[False]
    next_cursor: None


class InviteDelivery(Model):
    """Invite delivery."""

    status: Union[InviteDeliveryStatus, str]
    sent_at: Optional[str]
    last_error: Optional[str]


class Invite(Model):
    """Invite."""
    _names: ClassVar[Mapping[str, str]] = {"invite_id": "inviteId"}
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"delivery": InviteDelivery}
    _absent: ClassVar[FrozenSet[str]] = frozenset({"secret_unavailable"})

    id: str
    invite_id: str
    """The same as `id`."""
    object: Literal["invite"]
    status: Union[InviteStatus, str]
    candidate_email: str
    candidate_name: Optional[str]
    user_id: Optional[str]
    skill: str
    expires_at: str
    """RFC 3339, UTC, with milliseconds."""
    due_at: Optional[str]
    """End of the time limit once the assessment was started."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    accepted_at: Optional[str]
    started_at: Optional[str]
    completed_at: Optional[str]
    closed_at: Optional[str]
    closed_reason: Optional[str]
    external_id: Optional[str]
    redirect_url: Optional[str]
    time_limit_seconds: Optional[int]
    metadata: Dict[str, str]
    """Labels of your own: up to 20 keys, values up to 500 characters."""
    send_email: bool
    delivery: InviteDelivery
    invite_url: Optional[str]
    """The candidate’s link; only callers with `invites:write` see it."""
    result_id: Optional[str]
    result_status: Optional[Union[ResultStatus, str]]
    mode: Union[Mode, str]
    secret_unavailable: Optional[bool]
    """True when a replayed answer can no longer show its link; `invite_url` is null then."""


class KeyUsageByDay(Model):
    """Key usage by day."""

    day: str
    """YYYY-MM-DD, UTC."""
    requests: int
    errors: int
    """Requests answered with a status of 400 or above."""
    invites_sent: int
    verifications_made: int
    """Passports, skills and batch items read successfully."""


class KeyUsage(Model):
    """Usage of a key."""
    _names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"by_day": Several(KeyUsageByDay)}

    object: Literal["usage"]
    key_id: str
    from_: str
    """YYYY-MM-DD, UTC."""
    to: str
    """YYYY-MM-DD, UTC."""
    requests: int
    errors: int
    """Requests answered with a status of 400 or above."""
    invites_sent: int
    verifications_made: int
    """Passports, skills and batch items read successfully."""
    by_day: List[KeyUsageByDay]
    """Days with requests, oldest first."""


class ListenerAttempt(Model):
    """Attempt for a listener."""

    delivery_id: str
    event_id: str
    event_type: str
    attempt: int
    """1 for the first. Send it back with the result."""
    headers: Dict[str, str]
    """To be forwarded as they are."""
    body: str
    """To be forwarded byte for byte, as UTF-8: it is what was signed."""


class Liveness(Model):
    """Liveness."""

    status: Literal["ok"]


class LogRequest(Model):
    """Log request."""

    headers: Dict[str, str]
    body: Optional[str]
    """Up to 16 KiB; null when there was none."""


class LogResponse(Model):
    """Log response."""

    headers: Dict[str, str]
    body: Optional[str]
    """Up to 16 KiB; null when there was none."""


class Log(Model):
    """Logged request."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "request": LogRequest,
        "response": LogResponse,
    }

    request_id: str
    object: Literal["log"]
    at: str
    """RFC 3339, UTC, with milliseconds."""
    method: str
    path: str
    route: Optional[str]
    """Canonical path of the route, such as `/v1/assess/invites/{id}`; null when none
    matched.
    """
    status: int
    duration_ms: float
    key_id: Optional[str]
    ip: str
    user_agent: Optional[str]
    idempotency_key_hash: Optional[str]
    error_code: Optional[str]
    request: LogRequest
    response: LogResponse


class Mail(Model):
    """Mail."""

    id: str
    object: Literal["mail"]
    invite_id: str
    to: str
    subject: str
    text: str
    """Without the link where `link` is null."""
    link: Optional[str]
    """The candidate’s link; only callers with `invites:write` see it."""
    sent_at: str
    """RFC 3339, UTC, with milliseconds."""


class Me(Model):
    """The calling key."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"key": ApiKey}

    object: Literal["me"]
    key: ApiKey
    mode: Union[Mode, str]
    version: str
    """Version of the server."""
    base_url: str


class PassportSkill(Model):
    """Skill in a passport."""
    _names: ClassVar[Mapping[str, str]] = {
        "tier_label": "tierLabel",
        "sci_points": "sciPoints",
        "sessions_count": "sessionsCount",
        "last_evidence": "lastEvidence",
        "tier_until": "tierUntil",
        "verified_until": "verifiedUntil",
    }
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"evidence": EvidenceCounts}
    _absent: ClassVar[FrozenSet[str]] = frozenset({"last_evidence"})

    key: str
    name: str
    tier: Union[Tier, str]
    tier_label: Union[TierLabel, str]
    sci: int
    """Skill confidence index, 0 to 100."""
    sci_points: int
    """The same, finer: 0 to 1000."""
    confidence: float
    """0 to 1, two decimals: how much evidence stands behind the score."""
    verified: bool
    sessions_count: int
    last_evidence: Optional[str]
    """Day of the newest evidence; absent when there is none."""
    evidence: EvidenceCounts
    tier_until: Optional[str]
    """Last day of this tier if nothing is added; null: it stays."""
    verified_until: Optional[str]
    """Last verified day if nothing is added; null: it stays, or is not verified."""


class Passport(Model):
    """Skill passport."""
    _names: ClassVar[Mapping[str, str]] = {
        "display_name": "displayName",
        "as_of": "asOf",
        "updated_at": "updatedAt",
    }
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"skills": Several(PassportSkill)}

    uid: str
    user_id: str
    """The same as `uid`."""
    display_name: str
    verified: bool
    """True when the user is active and at least one skill is verified."""
    status: Union[PassportStatus, str]
    skills: List[PassportSkill]
    """Strongest first."""
    sci_scores: Dict[str, int]
    """SCI by skill key."""
    model: Literal["sci-1"]
    """The scoring model."""
    as_of: str
    """The day that the answer is about, UTC."""
    updated_at: str
    """Last change of the profile or of the evidence."""


class Readiness(Model):
    """Readiness."""

    status: Literal["ready"]


class Replay(Model):
    """Replay."""

    id: str
    object: Literal["replay"]
    webhook_id: str
    status: Union[ReplayStatus, str]
    since: str
    """RFC 3339, UTC, with milliseconds."""
    until: str
    """RFC 3339, UTC, with milliseconds."""
    types: Optional[List[str]]
    """null: what the webhook subscribes to."""
    filter: Union[ReplayFilter, str]
    """`status` of the request."""
    matched: int
    """Events found so far."""
    queued: int
    """Deliveries made so far."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    completed_at: Optional[str]


class ResultSection(Model):
    """Result section."""

    name: str
    score: float
    max_score: float


class ResultSciEffect(Model):
    """Result sci effect."""

    before: int
    """SCI before the result, 0 to 100."""
    after: int
    tier_before: Union[Tier, str]
    tier_after: Union[Tier, str]


class Result(Model):
    """Assessment result."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "sections": Several(ResultSection),
        "sci_effect": ResultSciEffect,
    }

    id: str
    object: Literal["result"]
    invite_id: str
    user_id: str
    skill: str
    status: Union[ResultStatus, str]
    """`voided` when its evidence was revoked."""
    completion: Union[ResultCompletion, str]
    score: float
    max_score: float
    percent: float
    """100 · score / max_score."""
    passed: bool
    pass_mark: float
    """Percent needed to pass."""
    sections: List[ResultSection]
    time_taken_seconds: int
    started_at: str
    """RFC 3339, UTC, with milliseconds."""
    submitted_at: str
    """RFC 3339, UTC, with milliseconds."""
    scored_at: str
    """RFC 3339, UTC, with milliseconds."""
    integrity: Optional[Dict[str, Any]]
    """Proctoring facts, as they were handed in."""
    evidence_id: str
    """The entry that the result added to the passport."""
    sci_effect: ResultSciEffect


class SandboxReset(Model):
    """Sandbox reset."""

    object: Literal["reset"]
    seed: str
    """The seed that the sandbox now holds."""


class Skill(Model):
    """Skill."""

    key: str
    object: Literal["skill"]
    name: str
    aliases: List[str]
    """Other names that input accepts, in any case."""
    half_life_days: int
    """Days after which evidence counts half."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""


class SkillExplanationParts(Model):
    """Skill explanation parts.

    Points by type of evidence; they add up to `sciPoints`.
    """

    assessment: int
    session: int
    endorsement: int


class SkillExplanationContribution(Model):
    """Skill explanation contribution."""

    evidence_id: str
    points: int
    """Its share of `sciPoints`; all shares add up to it exactly."""
    weight: float
    """0 to 1: what age has left of it; 0 when it does not count."""


class SkillExplanation(Model):
    """Explanation of a skill."""
    _names: ClassVar[Mapping[str, str]] = {
        "tier_label": "tierLabel",
        "sci_points": "sciPoints",
        "evidence_count": "evidenceCount",
        "last_evidence": "lastEvidence",
        "last_assessment": "lastAssessment",
        "tier_until": "tierUntil",
        "verified_until": "verifiedUntil",
        "as_of": "asOf",
    }
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "evidence": EvidenceCounts,
        "parts": SkillExplanationParts,
        "contributions": Several(SkillExplanationContribution),
    }
    _absent: ClassVar[FrozenSet[str]] = frozenset({"last_evidence"})

    uid: str
    user_id: str
    """The same as `uid`."""
    skill: str
    tier: Union[Tier, str]
    tier_label: Union[TierLabel, str]
    sci: int
    """Skill confidence index, 0 to 100."""
    sci_points: int
    """The same, finer: 0 to 1000."""
    confidence: float
    """0 to 1, two decimals: how much evidence stands behind the score."""
    evidence: EvidenceCounts
    evidence_count: int
    last_evidence: Optional[str]
    """Day of the newest evidence; absent when there is none."""
    last_assessment: Optional[str]
    verified: bool
    unmet: List[Union[UnmetReason, str]]
    """Why it is not verified; empty when it is."""
    tier_until: Optional[str]
    """Last day of this tier if nothing is added; null: it stays."""
    verified_until: Optional[str]
    """Last verified day if nothing is added; null: it stays, or is not verified."""
    model: Literal["sci-1"]
    """The scoring model."""
    as_of: str
    """The day that the answer is about, UTC."""
    parts: SkillExplanationParts
    """Points by type of evidence; they add up to `sciPoints`."""
    contributions: List[SkillExplanationContribution]
    summary: str
    """The same in one plain sentence."""


class SkillVerification(Model):
    """Skill of a user."""
    _names: ClassVar[Mapping[str, str]] = {
        "tier_label": "tierLabel",
        "sci_points": "sciPoints",
        "evidence_count": "evidenceCount",
        "last_evidence": "lastEvidence",
        "last_assessment": "lastAssessment",
        "tier_until": "tierUntil",
        "verified_until": "verifiedUntil",
        "as_of": "asOf",
    }
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "evidence": Several(Evidence, EvidenceCounts),
    }
    _absent: ClassVar[FrozenSet[str]] = frozenset({"last_evidence"})

    uid: str
    user_id: str
    """The same as `uid`."""
    skill: str
    tier: Union[Tier, str]
    tier_label: Union[TierLabel, str]
    sci: int
    """Skill confidence index, 0 to 100."""
    sci_points: int
    """The same, finer: 0 to 1000."""
    confidence: float
    """0 to 1, two decimals: how much evidence stands behind the score."""
    evidence: Union[EvidenceCounts, List[Evidence]]
    """Counts by type, or with `evidence=chain` the entries, newest first."""
    evidence_count: int
    last_evidence: Optional[str]
    """Day of the newest evidence; absent when there is none."""
    last_assessment: Optional[str]
    verified: bool
    unmet: List[Union[UnmetReason, str]]
    """Why it is not verified; empty when it is."""
    tier_until: Optional[str]
    """Last day of this tier if nothing is added; null: it stays."""
    verified_until: Optional[str]
    """Last verified day if nothing is added; null: it stays, or is not verified."""
    model: Literal["sci-1"]
    """The scoring model."""
    as_of: str
    """The day that the answer is about, UTC."""


class Trigger(Model):
    """Triggered events."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"events": Several(event_of)}

    object: Literal["trigger"]
    events: List[Event]
    """What happened, in order; the event asked for is among them."""


class UsageByDay(Model):
    """Usage by day."""

    day: str
    """YYYY-MM-DD, UTC."""
    requests: int
    errors: int
    """Requests answered with a status of 400 or above."""
    invites_sent: int
    verifications_made: int
    """Passports, skills and batch items read successfully."""
    deliveries: int
    """Webhook deliveries, each on the day of its first attempt."""
    delivery_attempts: int
    """Attempts of deliveries, each on the day it began."""
    delivery_failures: int
    """Those of the attempts that were not acknowledged."""


class UsageByKey(Model):
    """Usage by key."""

    key_id: str
    name: Optional[str]
    last4: Optional[str]
    requests: int
    errors: int
    """Requests answered with a status of 400 or above."""
    invites_sent: int
    verifications_made: int
    """Passports, skills and batch items read successfully."""


class Usage(Model):
    """Usage of the service."""
    _names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {
        "by_day": Several(UsageByDay),
        "by_key": Several(UsageByKey),
    }

    object: Literal["usage"]
    from_: str
    """YYYY-MM-DD, UTC."""
    to: str
    """YYYY-MM-DD, UTC."""
    requests: int
    errors: int
    """Requests answered with a status of 400 or above."""
    invites_sent: int
    verifications_made: int
    """Passports, skills and batch items read successfully."""
    deliveries: int
    """Webhook deliveries, each on the day of its first attempt."""
    delivery_attempts: int
    """Attempts of deliveries, each on the day it began."""
    delivery_failures: int
    """Those of the attempts that were not acknowledged."""
    by_day: List[UsageByDay]
    """Every day of the range, oldest first."""
    by_key: List[UsageByKey]
    """Every key with requests in the range, revoked ones included, the busiest first."""


class User(Model):
    """User."""

    id: str
    object: Literal["user"]
    uid: str
    """The same as `id`."""
    display_name: str
    email: Optional[str]
    status: Union[UserStatus, str]
    metadata: Dict[str, str]
    """Labels of your own: up to 20 keys, values up to 500 characters."""
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    updated_at: str
    """Last change of the profile or of the evidence."""


class WebhookStats(Model):
    """Webhook stats.

    Deliveries to this webhook of the last 30 days.
    """

    pending: int
    """Not finished yet: waiting, under way, to be retried or held."""
    succeeded: int
    failed: int
    """Given up after the last attempt."""


class Webhook(Model):
    """Webhook."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"stats": WebhookStats}

    id: str
    object: Literal["webhook"]
    url: Optional[str]
    """Where deliveries are sent; null for a listener."""
    description: Optional[str]
    events: List[str]
    """As they were given."""
    ack: Union[WebhookAck, str]
    """Which answers acknowledge a delivery: 200 alone, or 200 to 299."""
    status: Union[WebhookStatus, str]
    disabled_reason: Optional[str]
    """Why nothing is sent, such as `gone` after an answer 410."""
    kind: Union[WebhookKind, str]
    name: Optional[str]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    secret_last4: str
    """Last 4 characters of the signing secret."""
    previous_secret_expires_at: Optional[str]
    """Until when deliveries are signed with the outgoing secret as well."""
    stats: WebhookStats
    """Deliveries to this webhook of the last 30 days."""


class WebhookDeletion(Model):
    """Deleted webhook."""

    id: str
    object: Literal["webhook"]
    deleted: Literal[True]


class WebhookWithSecret(Model):
    """Webhook with its secret."""
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {"stats": WebhookStats}
    _absent: ClassVar[FrozenSet[str]] = frozenset({"secret_unavailable"})

    id: str
    object: Literal["webhook"]
    url: Optional[str]
    """Where deliveries are sent; null for a listener."""
    description: Optional[str]
    events: List[str]
    """As they were given."""
    ack: Union[WebhookAck, str]
    """Which answers acknowledge a delivery: 200 alone, or 200 to 299."""
    status: Union[WebhookStatus, str]
    disabled_reason: Optional[str]
    """Why nothing is sent, such as `gone` after an answer 410."""
    kind: Union[WebhookKind, str]
    name: Optional[str]
    created_at: str
    """RFC 3339, UTC, with milliseconds."""
    secret_last4: str
    """Last 4 characters of the signing secret."""
    previous_secret_expires_at: Optional[str]
    """Until when deliveries are signed with the outgoing secret as well."""
    stats: WebhookStats
    """Deliveries to this webhook of the last 30 days."""
    secret: Optional[str]
    """The signing secret, `whsec_` and base64; shown in this answer only: store it now."""
    secret_unavailable: Optional[bool]
    """True when a replayed answer can no longer show its secret; `secret` is null then."""
