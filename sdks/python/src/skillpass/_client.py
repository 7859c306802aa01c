from __future__ import annotations

import re
import ssl
from types import TracebackType
from typing import Any, Mapping, Optional, Type, TypeVar

from ._address import Target, encoded, plain
from ._caller import Caller
from ._connections import Connections
from ._errors import invalid
from ._generated.operations import Operations
from ._request import request
from ._response import Response
from ._settings import (
    Settings,
    checked_count,
    checked_headers,
    positive,
    settle,
)
from ._time import Time

Self = TypeVar("Self", bound="Skillpass")


class Skillpass(Operations):
    """
    The service as an object: `client.invites.create(candidate_email=…, skill=…)`.

    Thread safe; connections are kept open and shared. `with` closes them.

    Args:
        api_key: `sk_test_…` or `sk_live_…`. Default: SKILLPASS_API_KEY. Without one only the
            public operations answer.
        base_url: Address of the service. Default: SKILLPASS_BASE_URL, else the local sandbox,
            `http://127.0.0.1:4747`.
        timeout: Seconds one try may take. Default 30.
        total_timeout: Seconds a call may take in all, tries and pauses together. Default four
            times `timeout`.
        max_retries: Tries after the first one. Default 2.
        headers: Sent with every request.
        user_agent: Goes before this client's own name in `User-Agent`.
        ssl_context: Other certificates than those the system trusts.
        time: Another clock, for tests.

    Raises:
        ValidationError: an argument cannot be right; `PARAMETER_INVALID`.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: Optional[float] = None,
        total_timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
        user_agent: Optional[str] = None,
        ssl_context: Optional[ssl.SSLContext] = None,
        time: Optional[Time] = None,
    ) -> None:
        settings = settle(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            headers=headers,
            user_agent=user_agent,
            ssl_context=ssl_context,
            time=time,
        )
        self._begin(settings, Connections(settings.base_url, ssl_context))

    def _begin(self, settings: Settings, connections: Connections) -> None:
        self._settings = settings
        self._connections = connections
        self._caller = Caller(settings, connections)
        super().__init__(self._caller)

    @property
    def base_url(self) -> str:
        return self._settings.base_url

    def with_options(
        self: Self,
        *,
        timeout: Optional[float] = None,
        total_timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Self:
        """
        This client with other options for a few calls, over the same connections:
        `client.with_options(max_retries=0).invites.list()`.
        """
        made = type(self).__new__(type(self))
        made._begin(
            changed(self._settings, timeout, total_timeout, max_retries, headers),
            self._connections,
        )
        return made

    def request(
        self,
        method: str,
        path: str,
        body: Optional[Any] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Response:
        """
        Any route by method and path, the query in the path, with the same retries and errors as
        the operations.
        """
        target = raw_target(path, body)
        return request(self._settings, self._connections, method.upper(), target, idempotency_key)

    def close(self) -> None:
        """Closes connections at rest."""
        self._connections.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return shown("Skillpass", self._settings)


def changed(
    settings: Settings,
    timeout: Optional[float],
    total_timeout: Optional[float],
    max_retries: Optional[int],
    headers: Optional[Mapping[str, str]],
) -> Settings:
    return settings._replace(
        timeout=settings.timeout if timeout is None else positive("timeout", timeout),
        total_timeout=settings.total_timeout
        if total_timeout is None
        else positive("total_timeout", total_timeout),
        max_retries=settings.max_retries if max_retries is None else checked_count(max_retries),
        headers={**settings.headers, **checked_headers(headers or {})},
    )


def raw_target(path: str, body: Optional[Any]) -> Target:
    if not re.fullmatch(r"/(?!/)[\x21-\x7e]*", path):
        raise invalid(
            "path", f'The path must start with one "/" and hold no spaces, "{path}" does not.'
        )
    return Target(path, None if body is None else encoded(plain("body", body)))


def shown(name: str, settings: Settings) -> str:
    """What logs and debuggers see of a client: never its key."""
    return f"{name}(base_url={settings.base_url!r}, api_key={settings.api_key!r})"
