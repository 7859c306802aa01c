from __future__ import annotations

import math
import re
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Optional

from ._errors import APIConnectionError, SkillpassError

_RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
_LONGEST_SERVER_WAIT = 60
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 8.0


class Failure(NamedTuple):
    """One failed try: the error it would become, and what the service said in X-Should-Retry."""

    error: SkillpassError
    advice: Optional[str]


def pause_before(retry: int, failure: Failure, chance: float) -> Optional[float]:
    """Seconds to wait before the next try, or None when there should be none."""
    if not worth_retrying(failure):
        return None
    asked = failure.error.retry_after
    if asked is not None:
        return asked if asked <= _LONGEST_SERVER_WAIT else None
    ceiling = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(retry, 10))
    return ceiling * (0.75 + 0.25 * chance)


def worth_retrying(failure: Failure) -> bool:
    """Whether the same request may fare better later."""
    error, advice = failure
    if isinstance(error, APIConnectionError):
        return error.retryable
    if error.status is None:
        return False
    if error.status == 409:
        return advice == "true"
    return error.status in _RETRIED_STATUSES and advice != "false"


def retry_after_seconds(header: Optional[str], now: float) -> Optional[int]:
    """Seconds of a Retry-After header: a count or an HTTP date; None when neither can be read."""
    if header is None:
        return None
    text = header.strip()
    if re.fullmatch(r"[0-9]{1,15}", text):
        return int(text)
    try:
        instant = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if instant.tzinfo is None:
        instant = instant.replace(tzinfo=timezone.utc)
    return max(0, math.ceil(instant.timestamp() - now))
