from __future__ import annotations

import ssl
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Mapping, Optional, Type, TypeVar

from ._aio_caller import AsyncCaller
from ._client import Skillpass, shown
from ._generated.aio_operations import AsyncOperations
from ._response import Response
from ._time import Time

Self = TypeVar("Self", bound="AsyncSkillpass")


class AsyncSkillpass(AsyncOperations):
    """
    The same client for asyncio: `invite = await client.invites.create(…)`,
    `async for invite in client.invites.list()`.

    The standard library has no asynchronous HTTP client, so calls run in threads of this client's
    own, up to `max_concurrency` at once; more wait their turn. Cancelling a call stops the waiting,
    not a request that is under way: it ends by itself within its timeout.

    Arguments as those of `Skillpass`, and:

    Args:
        max_concurrency: Calls under way at once. Default 32. Streams are not counted.
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
        max_concurrency: int = 32,
    ) -> None:
        client = Skillpass(
            api_key,
            base_url,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            headers=headers,
            user_agent=user_agent,
            ssl_context=ssl_context,
            time=time,
        )
        self._begin(client, ThreadPoolExecutor(max_concurrency, thread_name_prefix="skillpass"))

    def _begin(self, client: Skillpass, executor: ThreadPoolExecutor) -> None:
        self._client = client
        self._executor = executor
        self._call = AsyncCaller(client._caller, executor)
        super().__init__(self._call)

    @property
    def base_url(self) -> str:
        return self._client.base_url

    def with_options(
        self: Self,
        *,
        timeout: Optional[float] = None,
        total_timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Self:
        """This client with other options for a few calls, over the same connections and threads."""
        client = self._client.with_options(
            timeout=timeout, total_timeout=total_timeout, max_retries=max_retries, headers=headers
        )
        made = type(self).__new__(type(self))
        made._begin(client, self._executor)
        return made

    async def request(
        self,
        method: str,
        path: str,
        body: Optional[Any] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Response:
        """Any route by method and path, with the same retries and errors as the operations."""
        return await self._call.run(
            self._client.request, method, path, body, idempotency_key=idempotency_key
        )

    async def aclose(self) -> None:
        """Closes connections at rest and ends the threads; calls after it fail."""
        self._executor.shutdown(wait=False)
        self._client.close()

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return shown("AsyncSkillpass", self._client._settings)
