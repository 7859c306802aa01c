from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import Executor
from functools import partial
from typing import Any, Callable, Mapping, Optional, TypeVar

from ._aio_pages import AsyncListing, AsyncPage
from ._aio_streams import AsyncStream
from ._caller import Caller
from ._endpoint import Endpoint

T = TypeVar("T")


class AsyncCaller:
    """Carries calls out in threads, so that the event loop goes on meanwhile."""

    def __init__(self, caller: Caller, executor: Executor) -> None:
        self._caller = caller
        self._executor = executor

    async def run(self, call: Callable[..., T], *arguments: Any, **options: Any) -> T:
        loop = asyncio.get_running_loop()
        context = contextvars.copy_context()
        return await loop.run_in_executor(
            self._executor, partial(context.run, call, *arguments, **options)
        )

    async def one(self, endpoint: Endpoint[T], fields: Mapping[str, object], **options: Any) -> T:
        return await self.run(self._caller.one, endpoint, fields, **options)

    def list(
        self,
        endpoint: Endpoint[T],
        fields: Mapping[str, object],
        *,
        timeout: Optional[float] = None,
    ) -> AsyncListing[T]:
        async def first() -> AsyncPage[T]:
            page = await self.run(self._caller.list, endpoint, fields, timeout=timeout)
            return AsyncPage(page, self.run)

        return AsyncListing(first)

    def stream(
        self,
        endpoint: Endpoint[T],
        fields: Mapping[str, object],
        *,
        last_event_id: Optional[str] = None,
        timeout: Optional[float] = None,
        silence: float = 40.0,
    ) -> AsyncStream[T]:
        return AsyncStream(
            self._caller.stream(
                endpoint,
                fields,
                last_event_id=last_event_id,
                timeout=timeout,
                silence=silence,
            )
        )
