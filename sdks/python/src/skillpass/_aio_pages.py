from __future__ import annotations

from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Generator,
    Generic,
    List,
    Optional,
    TypeVar,
)

from ._pages import Page
from ._response import Response

T = TypeVar("T")
Run = Callable[..., Awaitable[Any]]


class AsyncPage(Generic[T]):
    """One page of a list. Iterating goes on through the pages after it."""

    def __init__(self, page: Page[T], run: Run) -> None:
        self._page = page
        self._run = run

    @property
    def data(self) -> List[T]:
        """The items of this page alone."""
        return self._page.data

    @property
    def has_more(self) -> bool:
        return self._page.has_more

    @property
    def next_cursor(self) -> Optional[str]:
        return self._page.next_cursor

    @property
    def last_response(self) -> Response:
        return self._page.last_response

    async def next_page(self) -> Optional[AsyncPage[T]]:
        """The page after this one, None after the last."""
        page: Optional[Page[T]] = await self._run(self._page.next_page)
        return None if page is None else AsyncPage(page, self._run)

    async def pages(self) -> AsyncIterator[AsyncPage[T]]:
        """This page and all after it."""
        pages = self._page.pages()
        while True:
            page: Optional[Page[T]] = await self._run(next, pages, None)
            if page is None:
                return
            yield AsyncPage(page, self._run)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item

    def __repr__(self) -> str:
        return repr(self._page)


class AsyncListing(Generic[T]):
    """Awaited: the first page. Iterated with `async for`: every item of every page."""

    def __init__(self, first: Callable[[], Awaitable[AsyncPage[T]]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, None, AsyncPage[T]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for item in await self._first():
            yield item
