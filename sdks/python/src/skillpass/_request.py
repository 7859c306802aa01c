from __future__ import annotations

import logging
import secrets
from typing import Dict, Mapping, Optional

from ._address import Target
from ._attempt import Outgoing, attempt
from ._connections import Connections
from ._errors import APITimeoutError, SkillpassError
from ._generated.version import __version__
from ._response import Response
from ._retry import pause_before
from ._settings import Settings, checked_idempotency_key

_log = logging.getLogger("skillpass")


def request(
    settings: Settings,
    connections: Connections,
    method: str,
    target: Target,
    idempotency_key: Optional[str] = None,
) -> Response:
    """Sends one call, again where that helps, until it is answered or its time is up."""
    outgoing = outgoing_of(settings, method, target, idempotency_key)
    time = settings.time
    deadline = time.monotonic() + settings.total_timeout
    retry = 0
    while True:
        left = deadline - time.monotonic()
        outcome = attempt(settings, connections, outgoing, min(settings.timeout, left))
        if isinstance(outcome, Response):
            _log.debug("%s %s: %s", method, _shown(target), outcome.status)
            return outcome
        may_retry = retry < settings.max_retries
        pause = pause_before(retry, outcome, time.random()) if may_retry else None
        if pause is None or time.monotonic() + pause >= deadline:
            raise _ended(outcome.error, settings, time.monotonic() >= deadline)
        _log.debug("%s %s: %s, again in %.2f s", method, _shown(target), outcome.error.code, pause)
        time.sleep(pause)
        retry += 1


def outgoing_of(
    settings: Settings,
    method: str,
    target: Target,
    idempotency_key: Optional[str],
    headers: Optional[Mapping[str, str]] = None,
) -> Outgoing:
    # Made here, once, before any try: every try and the error carry the same one.
    key = _idempotency_key(method, idempotency_key)
    agent = f"skillpass-python/{__version__}"
    sent: Dict[str, str] = {
        "accept": "application/json",
        "user-agent": agent if settings.user_agent is None else f"{settings.user_agent} {agent}",
    }
    if target.body is not None:
        sent["content-type"] = "application/json"
    if key is not None:
        sent["idempotency-key"] = key
    return Outgoing(
        method, target.path, {**sent, **(headers or {}), **settings.headers}, target.body, key
    )


def _idempotency_key(method: str, given: Optional[str]) -> Optional[str]:
    if given is not None:
        return checked_idempotency_key(given)
    return None if method in ("GET", "HEAD") else f"auto-{secrets.token_hex(16)}"


def _ended(error: SkillpassError, settings: Settings, is_over: bool) -> SkillpassError:
    """A try that the end of the whole call cut short names that end, not the limit of one try."""
    if not isinstance(error, APITimeoutError) or not is_over:
        return error
    whole = APITimeoutError(
        "TIMEOUT",
        f"No answer within {settings.total_timeout:g} s, retries included.",
        retryable=True,
        idempotency_key=error.idempotency_key,
    )
    whole.__cause__ = error
    return whole


def _shown(target: Target) -> str:
    # A query may name people.
    return target.path.partition("?")[0]
