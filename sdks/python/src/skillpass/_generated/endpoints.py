# Generated from the contract table by scripts/generate-python-sdk.mjs. Do not edit.
from __future__ import annotations

from .._endpoint import Endpoint
from .._model import Model
from . import models as m

INVITES_LIST: Endpoint[m.Invite] = Endpoint("invites.list", "GET", "/v1/assess/invites", m.Invite)
INVITES_CREATE: Endpoint[m.Invite] = Endpoint(
    "invites.create",
    "POST",
    "/v1/assess/invites",
    m.Invite,
    body=True,
)
INVITES_GET: Endpoint[m.Invite] = Endpoint(
    "invites.get",
    "GET",
    "/v1/assess/invites/{id}",
    m.Invite,
)
INVITES_ACCEPT: Endpoint[m.Invite] = Endpoint(
    "invites.accept",
    "POST",
    "/v1/assess/invites/{id}/accept",
    m.Invite,
)
INVITES_START: Endpoint[m.Invite] = Endpoint(
    "invites.start",
    "POST",
    "/v1/assess/invites/{id}/start",
    m.Invite,
)
INVITES_DECLINE: Endpoint[m.Invite] = Endpoint(
    "invites.decline",
    "POST",
    "/v1/assess/invites/{id}/decline",
    m.Invite,
    body=True,
)
INVITES_COMPLETE: Endpoint[m.Invite] = Endpoint(
    "invites.complete",
    "POST",
    "/v1/assess/invites/{id}/complete",
    m.Invite,
    body=True,
)
INVITES_CANCEL: Endpoint[m.Invite] = Endpoint(
    "invites.cancel",
    "POST",
    "/v1/assess/invites/{id}/cancel",
    m.Invite,
    body=True,
)
INVITES_RESEND: Endpoint[m.Invite] = Endpoint(
    "invites.resend",
    "POST",
    "/v1/assess/invites/{id}/resend",
    m.Invite,
)
INVITES_EXTEND: Endpoint[m.Invite] = Endpoint(
    "invites.extend",
    "POST",
    "/v1/assess/invites/{id}/extend",
    m.Invite,
    body=True,
)
INVITES_RESULT: Endpoint[m.Result] = Endpoint(
    "invites.result",
    "GET",
    "/v1/assess/invites/{id}/result",
    m.Result,
)
RESULTS_LIST: Endpoint[m.Result] = Endpoint("results.list", "GET", "/v1/assess/results", m.Result)
VERIFY_PASSPORT: Endpoint[m.Passport] = Endpoint(
    "verify.passport",
    "GET",
    "/v1/verify/passport/{userId}",
    m.Passport,
)
VERIFY_SKILL: Endpoint[m.SkillVerification] = Endpoint(
    "verify.skill",
    "GET",
    "/v1/verify/skill/{userId}/{skillKey}",
    m.SkillVerification,
)
VERIFY_EXPLAIN: Endpoint[m.SkillExplanation] = Endpoint(
    "verify.explain",
    "GET",
    "/v1/verify/skill/{userId}/{skillKey}/explain",
    m.SkillExplanation,
)
VERIFY_BATCH: Endpoint[m.Batch] = Endpoint(
    "verify.batch",
    "POST",
    "/v1/verify/batch",
    m.Batch,
    body=True,
)
USERS_LIST: Endpoint[m.User] = Endpoint("users.list", "GET", "/v1/users", m.User)
USERS_CREATE: Endpoint[m.User] = Endpoint("users.create", "POST", "/v1/users", m.User, body=True)
USERS_GET: Endpoint[m.User] = Endpoint("users.get", "GET", "/v1/users/{id}", m.User)
USERS_UPDATE: Endpoint[m.User] = Endpoint(
    "users.update",
    "PATCH",
    "/v1/users/{id}",
    m.User,
    body=True,
    nullable=("email",),
)
USERS_ERASE: Endpoint[m.User] = Endpoint("users.erase", "POST", "/v1/users/{id}/erase", m.User)
EVIDENCE_LIST: Endpoint[m.Evidence] = Endpoint(
    "evidence.list",
    "GET",
    "/v1/users/{id}/evidence",
    m.Evidence,
)
EVIDENCE_CREATE: Endpoint[m.Evidence] = Endpoint(
    "evidence.create",
    "POST",
    "/v1/users/{id}/evidence",
    m.Evidence,
    body=True,
    nullable=("rating",),
)
EVIDENCE_GET: Endpoint[m.Evidence] = Endpoint(
    "evidence.get",
    "GET",
    "/v1/evidence/{id}",
    m.Evidence,
)
EVIDENCE_DISPUTE: Endpoint[m.Evidence] = Endpoint(
    "evidence.dispute",
    "POST",
    "/v1/evidence/{id}/dispute",
    m.Evidence,
    body=True,
)
EVIDENCE_RESOLVE: Endpoint[m.Evidence] = Endpoint(
    "evidence.resolve",
    "POST",
    "/v1/evidence/{id}/resolve",
    m.Evidence,
    body=True,
)
EVIDENCE_REVOKE: Endpoint[m.Evidence] = Endpoint(
    "evidence.revoke",
    "POST",
    "/v1/evidence/{id}/revoke",
    m.Evidence,
    body=True,
)
SKILLS_LIST: Endpoint[m.Skill] = Endpoint("skills.list", "GET", "/v1/skills", m.Skill)
SKILLS_CREATE: Endpoint[m.Skill] = Endpoint(
    "skills.create",
    "POST",
    "/v1/skills",
    m.Skill,
    body=True,
)
SKILLS_GET: Endpoint[m.Skill] = Endpoint("skills.get", "GET", "/v1/skills/{key}", m.Skill)
EVENTS_LIST: Endpoint[m.Event] = Endpoint("events.list", "GET", "/v1/events", m.event_of)
EVENTS_GET: Endpoint[m.Event] = Endpoint("events.get", "GET", "/v1/events/{id}", m.event_of)
EVENTS_DELIVERIES: Endpoint[m.Delivery] = Endpoint(
    "events.deliveries",
    "GET",
    "/v1/events/{id}/deliveries",
    m.Delivery,
)
EVENTS_RESEND: Endpoint[Model] = Endpoint(
    "events.resend",
    "POST",
    "/v1/events/{id}/resend",
    Model,
    body=True,
)
EVENTS_STREAM: Endpoint[m.Event] = Endpoint(
    "events.stream",
    "GET",
    "/v1/events/stream",
    m.event_of,
    resumes=True,
)
WEBHOOKS_LIST: Endpoint[m.Webhook] = Endpoint("webhooks.list", "GET", "/v1/webhooks", m.Webhook)
WEBHOOKS_CREATE: Endpoint[m.WebhookWithSecret] = Endpoint(
    "webhooks.create",
    "POST",
    "/v1/webhooks",
    m.WebhookWithSecret,
    body=True,
    nullable=("description",),
)
WEBHOOKS_GET: Endpoint[m.Webhook] = Endpoint("webhooks.get", "GET", "/v1/webhooks/{id}", m.Webhook)
WEBHOOKS_UPDATE: Endpoint[m.Webhook] = Endpoint(
    "webhooks.update",
    "PATCH",
    "/v1/webhooks/{id}",
    m.Webhook,
    body=True,
    nullable=("description",),
)
WEBHOOKS_REMOVE: Endpoint[m.WebhookDeletion] = Endpoint(
    "webhooks.remove",
    "DELETE",
    "/v1/webhooks/{id}",
    m.WebhookDeletion,
)
WEBHOOKS_ROTATE_SECRET: Endpoint[m.WebhookWithSecret] = Endpoint(
    "webhooks.rotateSecret",
    "POST",
    "/v1/webhooks/{id}/rotate-secret",
    m.WebhookWithSecret,
    body=True,
)
WEBHOOKS_ENABLE: Endpoint[m.Webhook] = Endpoint(
    "webhooks.enable",
    "POST",
    "/v1/webhooks/{id}/enable",
    m.Webhook,
    body=True,
)
WEBHOOKS_DISABLE: Endpoint[m.Webhook] = Endpoint(
    "webhooks.disable",
    "POST",
    "/v1/webhooks/{id}/disable",
    m.Webhook,
    body=True,
)
WEBHOOKS_TEST: Endpoint[m.Delivery] = Endpoint(
    "webhooks.test",
    "POST",
    "/v1/webhooks/{id}/test",
    m.Delivery,
)
WEBHOOKS_REPLAY: Endpoint[m.Replay] = Endpoint(
    "webhooks.replay",
    "POST",
    "/v1/webhooks/{id}/replay",
    m.Replay,
    body=True,
)
WEBHOOKS_GET_REPLAY: Endpoint[m.Replay] = Endpoint(
    "webhooks.getReplay",
    "GET",
    "/v1/webhooks/{id}/replays/{replay_id}",
    m.Replay,
)
WEBHOOKS_STREAM: Endpoint[m.ListenerAttempt] = Endpoint(
    "webhooks.stream",
    "GET",
    "/v1/webhooks/{id}/stream",
    m.ListenerAttempt,
)
WEBHOOKS_RESULTS: Endpoint[m.Delivery] = Endpoint(
    "webhooks.results",
    "POST",
    "/v1/webhooks/{id}/results",
    m.Delivery,
    body=True,
    nullable=("status", "error",),
)
DELIVERIES_LIST: Endpoint[m.Delivery] = Endpoint(
    "deliveries.list",
    "GET",
    "/v1/deliveries",
    m.Delivery,
)
DELIVERIES_GET: Endpoint[m.DeliveryWithAttempts] = Endpoint(
    "deliveries.get",
    "GET",
    "/v1/deliveries/{id}",
    m.DeliveryWithAttempts,
)
DELIVERIES_RETRY: Endpoint[m.Delivery] = Endpoint(
    "deliveries.retry",
    "POST",
    "/v1/deliveries/{id}/retry",
    m.Delivery,
)
KEYS_LIST: Endpoint[m.ApiKey] = Endpoint("keys.list", "GET", "/v1/keys", m.ApiKey)
KEYS_CREATE: Endpoint[m.ApiKeyWithSecret] = Endpoint(
    "keys.create",
    "POST",
    "/v1/keys",
    m.ApiKeyWithSecret,
    body=True,
    nullable=("daily_quota", "expires_at",),
)
KEYS_GET: Endpoint[m.ApiKey] = Endpoint("keys.get", "GET", "/v1/keys/{id}", m.ApiKey)
KEYS_UPDATE: Endpoint[m.ApiKey] = Endpoint(
    "keys.update",
    "PATCH",
    "/v1/keys/{id}",
    m.ApiKey,
    body=True,
    nullable=("daily_quota", "expires_at",),
)
KEYS_ROTATE: Endpoint[m.ApiKeyWithSecret] = Endpoint(
    "keys.rotate",
    "POST",
    "/v1/keys/{id}/rotate",
    m.ApiKeyWithSecret,
    body=True,
)
KEYS_REVOKE: Endpoint[m.ApiKey] = Endpoint("keys.revoke", "POST", "/v1/keys/{id}/revoke", m.ApiKey)
KEYS_USAGE: Endpoint[m.KeyUsage] = Endpoint("keys.usage", "GET", "/v1/keys/{id}/usage", m.KeyUsage)
LOGS_LIST: Endpoint[m.Log] = Endpoint("logs.list", "GET", "/v1/logs", m.Log)
LOGS_GET: Endpoint[m.Log] = Endpoint("logs.get", "GET", "/v1/logs/{request_id}", m.Log)
LOGS_STREAM: Endpoint[m.Log] = Endpoint(
    "logs.stream",
    "GET",
    "/v1/logs/stream",
    m.Log,
    resumes=True,
)
USAGE_GET: Endpoint[m.Usage] = Endpoint("usage.get", "GET", "/v1/usage", m.Usage)
ME_GET: Endpoint[m.Me] = Endpoint("me.get", "GET", "/v1/me", m.Me)
ERRORS_LIST: Endpoint[m.ErrorCatalogue] = Endpoint(
    "errors.list",
    "GET",
    "/v1/errors",
    m.ErrorCatalogue,
)
ERRORS_GET: Endpoint[m.ErrorCode] = Endpoint("errors.get", "GET", "/v1/errors/{code}", m.ErrorCode)
SANDBOX_RESET: Endpoint[m.SandboxReset] = Endpoint(
    "sandbox.reset",
    "POST",
    "/v1/sandbox/reset",
    m.SandboxReset,
    body=True,
)
SANDBOX_CLOCK: Endpoint[m.Clock] = Endpoint("sandbox.clock", "GET", "/v1/sandbox/clock", m.Clock)
SANDBOX_MOVE_CLOCK: Endpoint[m.Clock] = Endpoint(
    "sandbox.moveClock",
    "POST",
    "/v1/sandbox/clock",
    m.Clock,
    body=True,
)
SANDBOX_FAULTS: Endpoint[m.FaultList] = Endpoint(
    "sandbox.faults",
    "GET",
    "/v1/sandbox/faults",
    m.FaultList,
)
SANDBOX_ADD_FAULT: Endpoint[m.Fault] = Endpoint(
    "sandbox.addFault",
    "POST",
    "/v1/sandbox/faults",
    m.Fault,
    body=True,
)
SANDBOX_CLEAR_FAULTS: Endpoint[m.ClearedFaults] = Endpoint(
    "sandbox.clearFaults",
    "DELETE",
    "/v1/sandbox/faults",
    m.ClearedFaults,
)
SANDBOX_MAIL: Endpoint[m.Mail] = Endpoint("sandbox.mail", "GET", "/v1/sandbox/mail", m.Mail)
SANDBOX_TRIGGER: Endpoint[m.Trigger] = Endpoint(
    "sandbox.trigger",
    "POST",
    "/v1/sandbox/trigger",
    m.Trigger,
    body=True,
)
DOCUMENTS_OPENAPI: Endpoint[Model] = Endpoint("documents.openapi", "GET", "/v1/openapi.json", Model)
DOCUMENTS_LIVE: Endpoint[m.Liveness] = Endpoint("documents.live", "GET", "/healthz", m.Liveness)
DOCUMENTS_READY: Endpoint[m.Readiness] = Endpoint("documents.ready", "GET", "/readyz", m.Readiness)
