from __future__ import annotations

import json
import re
from typing import Any, Dict, Iterable, Iterator, Mapping, NamedTuple, Optional, Tuple


class Headers(Mapping[str, str]):
    """Names in any case; several of one name stand in one value, with commas between them."""

    def __init__(self, pairs: Iterable[Tuple[str, str]] = ()) -> None:
        self._values: Dict[str, str] = {}
        for name, value in pairs:
            known = self._values.get(name.lower())
            self._values[name.lower()] = value if known is None else f"{known}, {value}"

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Headers({self._values!r})"


class RateLimitWindow(NamedTuple):
    """One of the limits that hold together, such as `burst` or `minute`."""

    quota: int
    """Requests."""
    window_seconds: Optional[int]
    remaining: Optional[int]
    """Requests left."""
    reset_seconds: Optional[int]
    """Seconds until there are more."""


class RateLimit(NamedTuple):
    """How much this key may still ask, as of this answer."""

    limit: Optional[int]
    """Requests a minute."""
    remaining: Optional[int]
    reset_at: Optional[int]
    """Unix seconds."""
    windows: Mapping[str, RateLimitWindow]
    """Every limit by its name."""


class Response:
    """An answer as it came over the wire."""

    def __init__(
        self, status: int, headers: Headers, body: bytes, idempotency_key: Optional[str]
    ) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        self.idempotency_key = idempotency_key
        """The key a write went out with."""

    @property
    def request_id(self) -> Optional[str]:
        """Name it when you ask for help."""
        return self.headers.get("x-request-id")

    @property
    def replayed(self) -> bool:
        """Whether this repeats the answer to an earlier request with the same idempotency key."""
        return self.headers.get("idempotent-replayed") == "true"

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """:raises ValueError: when the body is not JSON."""
        return json.loads(self.body)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """None where the service names none, such as on public operations."""
        return rate_limit_of(self.headers)

    def __repr__(self) -> str:
        return f"<Response {self.status} {self.request_id or 'without request id'}>"


def rate_limit_of(headers: Mapping[str, str]) -> Optional[RateLimit]:
    windows = _windows(headers)
    limit = RateLimit(
        limit=_whole(headers.get("x-ratelimit-limit")),
        remaining=_whole(headers.get("x-ratelimit-remaining")),
        reset_at=_whole(headers.get("x-ratelimit-reset")),
        windows=windows,
    )
    return limit if windows or limit.limit is not None else None


def _windows(headers: Mapping[str, str]) -> Dict[str, RateLimitWindow]:
    policies = _items(headers.get("ratelimit-policy", ""))
    states = _items(headers.get("ratelimit", ""))
    windows: Dict[str, RateLimitWindow] = {}
    for name, policy in policies.items():
        state = states.get(name, {})
        quota = policy.get("q")
        if quota is not None:
            windows[name] = RateLimitWindow(quota, policy.get("w"), state.get("r"), state.get("t"))
    return windows


def _items(header: str) -> Dict[str, Dict[str, int]]:
    """`"burst";q=100;w=6, "minute";q=1000;w=60`"""
    found = re.findall(r'"([^"]*)"((?:;\s*\w+=\d+)*)', header)
    return {
        name: {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", parameters)}
        for name, parameters in found
    }


def _whole(text: Optional[str]) -> Optional[int]:
    return int(text) if text is not None and re.fullmatch(r"[0-9]+", text.strip()) else None
