from __future__ import annotations

from typing import Callable, Generic, Iterator, List, Optional, Set, TypeVar

from ._errors import ServerError
from ._response import Response

T = TypeVar("T")


class Page(Generic[T]):
    """One page of a list. Iterating goes on through the pages after it."""

    def __init__(
        self,
        data: List[T],
        has_more: bool,
        next_cursor: Optional[str],
        last_response: Response,
        fetch: Callable[[str], Page[T]],
        cursor: Optional[str] = None,
    ) -> None:
        self.data = data
        """The items of this page alone."""
        self.has_more = has_more
        self.next_cursor = next_cursor
        self.last_response = last_response
        self._fetch = fetch
        # The one that was asked with, None for the first page.
        self._cursor = cursor

    def next_page(self) -> Optional[Page[T]]:
        """The page after this one, None after the last."""
        if self.next_cursor is not None:
            return self._fetch(self.next_cursor)
        if self.has_more:
            raise _lost(self.last_response)
        return None

    def pages(self) -> Iterator[Page[T]]:
        """This page and all after it; a cursor that comes twice would go round for ever: raised."""
        seen: Set[Optional[str]] = set()
        page: Optional[Page[T]] = self
        while page is not None:
            yield page
            seen.add(page._cursor)
            if page.next_cursor is not None and page.next_cursor in seen:
                raise _repeated(page.last_response)
            page = page.next_page()

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def __repr__(self) -> str:
        return f"<Page of {len(self.data)}, {'more' if self.has_more else 'nothing'} after it>"


def _repeated(response: Response) -> ServerError:
    return ServerError(
        "CURSOR_REPEATED",
        "The service sent the same cursor twice: the list would never end.",
        status=response.status,
        request_id=response.request_id,
        response=response,
    )


def _lost(response: Response) -> ServerError:
    return ServerError(
        "RESPONSE_INVALID",
        "The service says that there is more, but not where: the list would end too early.",
        status=response.status,
        request_id=response.request_id,
        response=response,
    )
