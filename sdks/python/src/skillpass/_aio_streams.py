from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import AsyncIterator, Callable, Generic, Optional, Type, TypeVar

from ._streams import Stream, StreamMessage

T = TypeVar("T")
R = TypeVar("R")


class AsyncStream(AsyncIterator[StreamMessage[T]], Generic[T]):
    """
    The messages of a stream, for ever: a lost connection is opened again after the last message.
    It waits in a thread of its own; `async with`, `aclose` or cancelling ends it.
    """

    def __init__(self, stream: Stream[T]) -> None:
        self._stream = stream
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="skillpass-stream")

    @property
    def last_event_id(self) -> Optional[str]:
        """Of the last message that came."""
        return self._stream.last_event_id

    async def open(self) -> None:
        """Waits until the stream stands: nothing that happens from now on is missed."""
        await self._run(self._stream.open)

    async def __anext__(self) -> StreamMessage[T]:
        message = await self._run(self._next)
        if message is None:
            raise StopAsyncIteration
        return message

    async def aclose(self) -> None:
        self._close()

    async def __aenter__(self) -> AsyncStream[T]:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self._close()

    async def _run(self, call: Callable[[], R]) -> R:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, call)
        except asyncio.CancelledError:
            # The thread would wait on for a message that nobody takes any more.
            self._close()
            raise

    def _next(self) -> Optional[StreamMessage[T]]:
        return next(self._stream, None)

    def _close(self) -> None:
        self._stream.close()
        self._executor.shutdown(wait=False)
